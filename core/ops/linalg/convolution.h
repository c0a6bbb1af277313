// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_LINALG_CONVOLUTION_H_
#define HLO_CORE_OPS_LINALG_CONVOLUTION_H_

#include <string_view>

#include "core/ir/attribute.h"
#include "core/ops/evaluate.h"

namespace hlo {

// The dimension numbers of one array of a convolution. `major` is the batch (kernel: input
// features), `minor` the features (kernel: output features).
struct ConvolutionDims {
  int64_t major = 0, minor = 0;
  Dims spatial;  // by spatial number
};

// Requires labels that satisfy rule C2; `letters` is "bf" or "io".
ConvolutionDims DimsOf(std::string_view labels, std::string_view letters);

// Sizes of the packed arrays.
struct ConvolutionSizes {
  int64_t batch = 0;     // of the result
  int64_t features = 0;  // of the input
  int64_t summed = 0;    // input features of the kernel
  int64_t out_features = 0;
  int64_t feature_groups = 1, batch_groups = 1;
  Dims spatial, kernel, places;

  // Depthwise: each output channel depends on one input channel.
  bool depthwise() const {
    return feature_groups > 1 && summed == 1 && feature_groups == out_features;
  }
};

// Computes a non-empty `result` as [batch, places..., out_features] with the kernels of
// core/kernels/matmul.h. Input and kernel have the type of the sums and are packed as [batch,
// spatial..., features] and [spatial..., summed, out_features]. False if the plain path is needed.
// Error R02.
Result<bool> ConvolveByKernel(EvalContext& context, const ConvolutionSizes& sizes,
                              const Window& window, const Literal& input, const Literal& kernel,
                              Literal& result);

}  // namespace hlo

#endif  // HLO_CORE_OPS_LINALG_CONVOLUTION_H_

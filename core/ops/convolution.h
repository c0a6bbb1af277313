// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_CONVOLUTION_H_
#define HLO_CORE_OPS_CONVOLUTION_H_

#include <string_view>

#include "core/ir/attribute.h"

namespace hlo {

// Where the dimensions of one array of a convolution stand. `major` is the batch (of the kernel: the
// input features), `minor` the features (of the kernel: the output features).
struct ConvolutionDims {
  int64_t major = 0, minor = 0;
  Dims spatial;  // by spatial number
};

// Of labels that keep rule C2; `letters` is "bf" or "io".
ConvolutionDims DimsOf(std::string_view labels, std::string_view letters);

}  // namespace hlo

#endif  // HLO_CORE_OPS_CONVOLUTION_H_

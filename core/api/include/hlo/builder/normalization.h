// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_NORMALIZATION_H_
#define HLO_BUILDER_NORMALIZATION_H_

#include "hlo/builder/builder.h"

// Batch normalization (ops reference, section 12): scale, offset, mean and variance are vectors of
// the length of dimension feature_index of x.
namespace hlo::builder {

// (normalized x, mean, variance), with the statistics of x.
Value BatchNormTraining(Value x, Value scale, Value offset, double epsilon, int64_t feature_index);
// x normalized with given statistics.
Value BatchNormInference(Value x, Value scale, Value offset, Value mean, Value variance,
                         double epsilon, int64_t feature_index);
// Returns the gradients of x, scale and offset for the gradient of the output.
Value BatchNormGrad(Value x, Value scale, Value mean, Value variance, Value grad_output,
                    double epsilon, int64_t feature_index);

}  // namespace hlo::builder

#endif  // HLO_BUILDER_NORMALIZATION_H_

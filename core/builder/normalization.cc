// SPDX-License-Identifier: Apache-2.0
#include "hlo/builder/normalization.h"

#include "core/builder/emit.h"

namespace hlo::builder {
namespace {

NamedAttributes Statistics(double epsilon, int64_t feature_index) {
  return {{Attr::epsilon, epsilon}, {Attr::feature_index, feature_index}};
}

}  // namespace

Value BatchNormTraining(Value x, Value scale, Value offset, double epsilon, int64_t feature_index) {
  return Emit(Opcode::kBatchNormTraining, {x, scale, offset}, Statistics(epsilon, feature_index));
}

Value BatchNormInference(Value x, Value scale, Value offset, Value mean, Value variance,
                         double epsilon, int64_t feature_index) {
  return Emit(Opcode::kBatchNormInference, {x, scale, offset, mean, variance},
              Statistics(epsilon, feature_index));
}

Value BatchNormGrad(Value x, Value scale, Value mean, Value variance, Value grad_output,
                    double epsilon, int64_t feature_index) {
  return Emit(Opcode::kBatchNormGrad, {x, scale, mean, variance, grad_output},
              Statistics(epsilon, feature_index));
}

}  // namespace hlo::builder

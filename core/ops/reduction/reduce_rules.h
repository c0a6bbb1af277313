// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_REDUCTION_REDUCE_RULES_H_
#define HLO_CORE_OPS_REDUCTION_REDUCE_RULES_H_

#include <cstddef>
#include <string_view>

#include "core/ops/rules.h"

// Rules that `reduce` and `reduce-window` share (ops reference 10.1): N arrays, N initial values,
// and a reducer of 2N scalars.
namespace hlo {

// The codes of the rules.
struct ReduceCodes {
  std::string_view count, dims, init, reducer;
};

// Rules 1 to 3 of `reduce`; returns N.
Result<size_t> CheckReduceOperands(const InferContext& context, const ReduceCodes& codes);
// Rule 5.
Status CheckReducer(const InferContext& context, const ReduceCodes& codes, size_t inputs);

}  // namespace hlo

#endif  // HLO_CORE_OPS_REDUCTION_REDUCE_RULES_H_

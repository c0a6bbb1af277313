// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_REDUCTION_SUM_OF_SQUARES_H_
#define HLO_CORE_OPS_REDUCTION_SUM_OF_SQUARES_H_

#include "core/base/result.h"
#include "core/ops/evaluate.h"

namespace hlo {

// Evaluates a `reduce` that sums the squares of the rows of an f32 array, without storing the
// squares: operands are the array, the initial value, and, if its differences from a number per row
// are squared, these numbers. Not for the plain path.
Result<Literal> EvaluateSumOfSquares(EvalContext& context);

}  // namespace hlo

#endif  // HLO_CORE_OPS_REDUCTION_SUM_OF_SQUARES_H_

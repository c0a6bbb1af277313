// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_SORT_KEY_EXPRESSION_H_
#define HLO_CORE_OPS_SORT_KEY_EXPRESSION_H_

#include "core/ir/module.h"
#include "core/ops/evaluate.h"

// Comparators often compare the same expression of both elements: JAX canonicalizes zeros and NaNs,
// XLA maps floats to integers of the same order. Computed once for all elements, the expression
// gives sort keys (core/ops/sort/sort_keys.h).
namespace hlo {

// The comparator parameters that two expressions depend on.
struct KeyParameters {
  int64_t a = -1, b = -1;
};

// Whether `a` and `b` are the same expression of elementwise ops and constants of one parameter
// each. Sets the parameters.
bool IsSameExpression(const Instruction& a, const Instruction& b, KeyParameters& parameters);

// The expression for every element of an array. Error R02.
Result<Literal> EvaluateExpression(EvalContext& context, const Instruction& expression,
                                   const Literal& elements);

}  // namespace hlo

#endif  // HLO_CORE_OPS_SORT_KEY_EXPRESSION_H_

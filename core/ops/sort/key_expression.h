// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_SORT_KEY_EXPRESSION_H_
#define HLO_CORE_OPS_SORT_KEY_EXPRESSION_H_

#include "core/ir/module.h"
#include "core/ops/evaluate.h"

// Comparators often compare not two elements but the same expression of each: JAX makes all zeros
// and all NaN alike first, XLA turns floats into integers of the same order. Computed for all
// elements once, these are keys to sort by (core/ops/sort/sort_keys.h).
namespace hlo {

// The parameters of a comparator whose values two expressions are.
struct KeyParameters {
  int64_t a = -1, b = -1;
};

// Whether `a` and `b` are the same expression, made of elementwise ops and constants, of one
// parameter each. Fills in which.
bool IsSameExpression(const Instruction& a, const Instruction& b, KeyParameters& parameters);

// The expression for every element of an array. Error R02.
Result<Literal> EvaluateExpression(EvalContext& context, const Instruction& expression,
                                   const Literal& elements);

}  // namespace hlo

#endif  // HLO_CORE_OPS_SORT_KEY_EXPRESSION_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_DYNAMIC_SHAPE_H_
#define HLO_CORE_OPS_DYNAMIC_SHAPE_H_

#include <vector>

#include "core/ir/module.h"
#include "core/ops/evaluate.h"

// Dynamic dimensions (ops reference 1.5). An op is evaluated on static arrays of the dynamic sizes
// of its operands, and the value is put back under the bounds of the result, with zeros beyond
// (choice C26). If nothing else is needed, an implementation begins with
//   if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
namespace hlo {

// Whether an operand has a dynamic size below its bound.
bool HasPartlyFilled(const EvalContext& context);

Result<Literal> EvaluateWithDynamicSizes(EvalContext& context);

// Whether a value is partially filled only in dimensions that are dynamic in `shape`. Requires that
// the value fits the shape.
bool HasSizesOf(const Literal& value, const Shape& shape);

// For ops that first change operands, attributes (in a copy of the instruction), or the declared
// shape: the value of the op on these static operands, with the bounds of the result. Error R08 if
// they break a rule of the op.
Result<Literal> EvaluateResized(EvalContext& context, Instruction instruction,
                                std::vector<Literal> operands, const Shape& declared);

// Operand `i` as a static array of its dynamic sizes.
Result<Literal> ToStatic(EvalContext& context, size_t i);
// The same, truncated or padded with zeros to other sizes.
Result<Literal> ToStatic(EvalContext& context, size_t i, const Dims& sizes);

// `part` with the bounds of `shape`; its sizes become the dynamic sizes.
Result<Literal> ToBoundedDynamic(EvalContext& context, Literal part, const Shape& shape);

}  // namespace hlo

#endif  // HLO_CORE_OPS_DYNAMIC_SHAPE_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_DYNAMIC_SHAPE_H_
#define HLO_CORE_OPS_DYNAMIC_SHAPE_H_

#include <vector>

#include "core/ir/module.h"
#include "core/ops/evaluate.h"

// Dynamic dimensions (ops reference 1.5). An op is evaluated on static arrays of the dynamic sizes
// of its operands, and the value is put back under the bounds of the result, with zeros beyond
// (choice C26). Where this says all, an implementation begins with
//   if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
namespace hlo {

// Whether an operand holds fewer elements than its bounds allow.
bool HasPartlyFilled(const EvalContext& context);

Result<Literal> EvaluateWithDynamicSizes(EvalContext& context);

// Whether a value is partly filled only where the shape, which it fits, is dynamic.
bool HasSizesOf(const Literal& value, const Shape& shape);

// For ops that change operands, attributes (of a copy of the instruction) or the declared shape
// first: what the op gives for these static operands, under the bounds of the result at hand.
// Error R08 when they break a rule of the op.
Result<Literal> EvaluateResized(EvalContext& context, Instruction instruction,
                                std::vector<Literal> operands, const Shape& declared);

// Operand `i` as a static array of its dynamic sizes.
Result<Literal> ToStatic(EvalContext& context, size_t i);
// The same cut, or filled up with zeros, to other sizes.
Result<Literal> ToStatic(EvalContext& context, size_t i, const Dims& sizes);

// `part` under the bounds of `shape`: its sizes become the dynamic ones.
Result<Literal> ToBoundedDynamic(EvalContext& context, Literal part, const Shape& shape);

}  // namespace hlo

#endif  // HLO_CORE_OPS_DYNAMIC_SHAPE_H_

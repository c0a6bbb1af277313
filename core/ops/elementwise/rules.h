// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_ELEMENTWISE_RULES_H_
#define HLO_CORE_OPS_ELEMENTWISE_RULES_H_

#include <string>

#include "core/base/result.h"
#include "core/ir/op_def.h"

// Checks of elementwise ops. Rule numbers are those of the ops reference.
namespace hlo {

// "add.C2".
std::string RuleCode(const InferContext& context, int number);

// Rule C`number`: the number of operands in the op table, all arrays.
Status CheckArrayOperands(const InferContext& context, int number);
// Rule C`number`: operands `a` and `b` have equal dims.
Status CheckEqualDims(const InferContext& context, int number, size_t a, size_t b);
// Rule C`number`: the first two operands have equal element types (also general rule G12).
Status CheckEqualTypes(const InferContext& context, int number);
// Rule C`number`: the element type of the first operand is one that the row lists.
Status CheckElementType(const InferContext& context, int number);

// "{4}", "{2,<=8}", "{?}": sizes as written in messages.
std::string DimsText(const Shape& array);

}  // namespace hlo

#endif  // HLO_CORE_OPS_ELEMENTWISE_RULES_H_

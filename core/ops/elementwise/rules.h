// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_ELEMENTWISE_RULES_H_
#define HLO_CORE_OPS_ELEMENTWISE_RULES_H_

#include <string>

#include "core/base/result.h"
#include "core/ir/op_def.h"

// Checks that the elementwise families share. The codes are numbered as in the ops reference.
namespace hlo {

// "add.C2".
std::string RuleCode(const InferContext& context, int number);

// Rule C`number`: as many operands as the row says, all of them arrays.
Status CheckArrayOperands(const InferContext& context, int number);
// Rule C`number`: operands `a` and `b` have equal dims.
Status CheckEqualDims(const InferContext& context, int number, size_t a, size_t b);
// Rule C`number`: the first two operands have equal element types (also general rule G12).
Status CheckEqualTypes(const InferContext& context, int number);
// Rule C`number`: the element type of the first operand is one that the row lists.
Status CheckElementType(const InferContext& context, int number);

// "{4}", "{2,<=8}", "{?}": sizes the way messages quote them.
std::string DimsText(const Shape& array);

}  // namespace hlo

#endif  // HLO_CORE_OPS_ELEMENTWISE_RULES_H_

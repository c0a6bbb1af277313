// SPDX-License-Identifier: Apache-2.0
// `after-all` and `add-dependency`, ops reference 15.1 and 15.2: order without data.
#include "core/ops/basic/token.h"

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/rules.h"

namespace hlo {

Status RequireToken(const InferContext& context, std::string_view code, size_t i) {
  const Shape& operand = context.operand(i);
  if (operand.IsToken()) return {};
  return Fail(code, "`{}`: operand {} must be token[], got {}",
              {context.instruction.op->name, i, ShapeText(operand, false)})
      .AtOperand(static_cast<int>(i));
}

Result<Shape> InferAfterAll(const InferContext& context) {
  for (size_t i = 0; i < context.operands.size(); ++i) {
    HLO_RETURN_IF_ERROR(RequireToken(context, "after-all.C1", i));
  }
  return Shape::Token();
}

// Instructions run in program order, so the operands are ready here.
Result<Literal> EvaluateAfterAll(EvalContext&) { return Literal::Token(); }

Result<Shape> InferAddDependency(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(RequireToken(context, "add-dependency.C1", 1));
  return context.operand(0);
}

}  // namespace hlo

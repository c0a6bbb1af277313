// SPDX-License-Identifier: Apache-2.0
// `opt-barrier` and `domain`, ops reference 14.7 and 14.11: identities on values of any shape.
#include "core/ir/module.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// One operand, and a result of its shape.
Result<Shape> InferIdentity(const InferContext& context, std::string_view code) {
  const std::string_view op = context.instruction.op->name;
  if (context.operands.size() != 1) {
    return Fail(code, "`{}` takes 1 operand, got {}", {op, context.operands.size()});
  }
  const Shape& operand = context.operand(0);
  if (context.declared != nullptr && !Compatible(*context.declared, operand)) {
    return Fail(code, "`{}`: the result must match operand {}, got {}",
                {op, ShapeText(operand, false), ShapeText(*context.declared, false)})
        .AtResultShape();
  }
  return operand;
}

}  // namespace

Result<Shape> InferOptBarrier(const InferContext& context) {
  return InferIdentity(context, "opt-barrier.C1");
}

Result<Shape> InferDomain(const InferContext& context) {
  return InferIdentity(context, "domain.C1");
}

Result<Literal> EvaluateIdentity(EvalContext& context) {
  return Relabeled(context.TakeOperand(0), context.shape());
}

}  // namespace hlo

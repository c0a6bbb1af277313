// SPDX-License-Identifier: Apache-2.0
// `copy`, ops reference 3.35.
#include "core/ir/module.h"
#include "core/ops/elementwise/rules.h"
#include "core/ops/evaluate.h"
#include "core/ops/rules.h"

namespace hlo {

Result<Shape> InferCopy(const InferContext& context) {
  if (context.operands.size() != 1) {
    return Fail(RuleCode(context, 1), "`copy` takes 1 operand, got {}", {context.operands.size()});
  }
  const Shape& operand = context.operand(0);
  if (context.declared != nullptr && !Compatible(*context.declared, operand)) {
    return Fail(RuleCode(context, 2), "`copy`: the result must match operand {}, got {}",
                {ShapeText(operand, false), ShapeText(*context.declared, false)})
        .AtResultShape();
  }
  return operand;
}

// Literals are copy-on-write, so a copy is free.
Result<Literal> EvaluateCopy(EvalContext& context) {
  return Relabeled(context.TakeOperand(0), context.shape());
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// `tuple` and `get-tuple-element`, ops reference 14.1 and 14.2.
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/rules.h"

namespace hlo {

Result<Shape> InferTuple(const InferContext& context) {
  std::vector<Shape> elements;
  for (const Shape* operand : context.operands) elements.push_back(*operand);
  Shape result = Shape::Tuple(std::move(elements));
  const Shape* declared = context.declared;
  if (declared == nullptr) return result;
  if (!declared->IsTuple() || declared->elements.size() != context.operands.size()) {
    return Fail("tuple.C1", "`tuple`: the result must be a tuple of {}, got {}",
                {Counted(std::ssize(context.operands), "element"), ShapeText(*declared, false)})
        .AtResultShape();
  }
  for (size_t i = 0; i < context.operands.size(); ++i) {
    if (Compatible(declared->elements[i], context.operand(i))) continue;
    return Fail("tuple.C1", "`tuple`: element {} must be {} like operand {}, got {}",
                {i, ShapeText(context.operand(i), false), i,
                 ShapeText(declared->elements[i], false)})
        .AtResultShape();
  }
  return result;
}

Result<Literal> EvaluateTuple(EvalContext& context) {
  std::vector<Literal> elements;
  elements.reserve(context.operand_count());
  for (size_t i = 0; i < context.operand_count(); ++i) elements.push_back(context.TakeOperand(i));
  return Literal::Tuple(std::move(elements));
}

Result<Shape> InferGetTupleElement(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  const Shape& operand = context.operand(0);
  if (!operand.IsTuple()) {
    return Fail("get-tuple-element.C1", "`get-tuple-element`: the operand must be a tuple, got {}",
                {ShapeText(operand, false)});
  }
  const int64_t index = context.attributes().Int(Attr::index, -1);
  if (index < 0 || index >= std::ssize(operand.elements)) {
    return Fail("get-tuple-element.C2", "`get-tuple-element`: `index` must be in [0, {}), got {}",
                {operand.elements.size(), index})
        .AtAttribute("index");
  }
  return operand.elements[static_cast<size_t>(index)];
}

Result<Literal> EvaluateGetTupleElement(EvalContext& context) {
  const auto index = static_cast<size_t>(context.attributes().Int(Attr::index));
  if (!context.IsLastUse(0)) return context.operand(0).elements()[index];
  Literal tuple = context.TakeOperand(0);
  return std::move(tuple.mutable_elements()[index]);
}

}  // namespace hlo

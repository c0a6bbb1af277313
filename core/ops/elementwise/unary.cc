// SPDX-License-Identifier: Apache-2.0
// Elementwise ops with one operand, ops reference section 3.
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/elementwise/blocks.h"
#include "core/ops/elementwise/driver.h"
#include "core/ops/elementwise/rules.h"

namespace hlo {
namespace {

ElementType ResultType(ResultElement result, ElementType operand) {
  if (result == ResultElement::kPred) return ElementType::kPred;
  return result == ResultElement::kPart ? PartOf(operand).value_or(operand) : operand;
}

}  // namespace

Result<Shape> InferUnary(const InferContext& context) {
  HLO_RETURN_IF_ERROR(CheckArrayOperands(context, 1));
  HLO_RETURN_IF_ERROR(CheckElementType(context, 2));
  const Shape& operand = context.operand(0);
  const ElementType type = ResultType(context.instruction.op->result_element, operand.element_type);
  return type == operand.element_type ? operand : ChangeElementType(operand, type);
}

Result<Literal> EvaluateUnary(EvalContext& context) {
  const ElementType type = context.operand(0).element_type();
  // The real part of a real number is the number itself, with the same bits.
  if (context.instruction().Is(Opcode::kReal) && !IsComplex(type)) {
    return context.ReshapeOperand(0);
  }
  const UnaryBlockFn block = FindUnaryBlock(*context.instruction().op, type, context.kernel_mode());
  const int width = BitWidth(type);
  return CarryBlocks(context, BlockForm::kCompute, [&](const void* const* in, size_t n, void* out) {
    block(in[0], n, out, width);
  });
}

}  // namespace hlo

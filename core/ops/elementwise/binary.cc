// SPDX-License-Identifier: Apache-2.0
// Elementwise ops with two operands, ops reference section 4.
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/elementwise/blocks.h"
#include "core/ops/elementwise/driver.h"
#include "core/ops/elementwise/rules.h"

namespace hlo {

Result<Shape> InferBinary(const InferContext& context) {
  HLO_RETURN_IF_ERROR(CheckArrayOperands(context, 1));
  HLO_RETURN_IF_ERROR(CheckEqualDims(context, 1, 0, 1));
  HLO_RETURN_IF_ERROR(CheckEqualTypes(context, 2));
  HLO_RETURN_IF_ERROR(CheckElementType(context, 3));
  Shape result = context.operand(0);
  if (context.instruction.op->result_element == ResultElement::kComplex) {
    const std::optional<ElementType> whole = ComplexOf(result.element_type);
    if (!whole) {
      return Fail(RuleCode(context, 4), "`complex`: the element type must be f32 or f64, got {}",
                  {Name(result.element_type)})
          .AtOperand(0);
    }
    result = ChangeElementType(result, *whole);
  }
  result.dynamic |= context.operand(1).dynamic;
  return result;
}

Result<Literal> EvaluateBinary(EvalContext& context) {
  const ElementType type = context.operand(0).element_type();
  const BinaryBlockFn block =
      FindBinaryBlock(*context.instruction().op, type, context.kernel_mode());
  const int width = BitWidth(type);
  return CarryBlocks(context, BlockForm::kCompute, [&](const void* const* in, size_t n, void* out) {
    block(in[0], in[1], n, out, width);
  });
}

}  // namespace hlo

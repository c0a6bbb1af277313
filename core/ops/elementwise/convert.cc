// SPDX-License-Identifier: Apache-2.0
// `convert`, ops reference 6.1; core/types/convert.h converts the values.
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/elementwise/driver.h"
#include "core/ops/elementwise/rules.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

Error NotAnArray(const InferContext& context, const Shape& shape) {
  if (shape.IsTuple()) {
    return Fail(RuleCode(context, 1), "`convert`: operand and result must be arrays, got a tuple");
  }
  return Fail(RuleCode(context, 1), "`convert`: operand and result must be arrays, got {}",
              {Name(shape.element_type)});
}

}  // namespace

Result<Shape> InferConvert(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_TRY(const Shape* declared, RequireDeclared(context));
  const Shape& operand = context.operand(0);
  if (!operand.IsArray()) return NotAnArray(context, operand).AtOperand(0);
  if (!declared->IsArray()) return NotAnArray(context, *declared).AtResultShape();
  if (declared->dims != operand.dims) {
    return Fail(RuleCode(context, 2), "`convert`: the result must have dimensions {}, got {}",
                {DimsText(operand), DimsText(*declared)})
        .AtResultShape();
  }
  return ChangeElementType(operand, declared->element_type);
}

Result<Literal> EvaluateConvert(EvalContext& context) {
  const ElementType from = context.operand(0).element_type();
  const ElementType to = context.shape().element_type;
  if (from == to) return context.ReshapeOperand(0);
  const ConvertFn convert = FindConvertBlock(from, to, context.kernel_mode());
  return CarryBlocks(context, BlockForm::kStored,
                     [&](const void* const* in, size_t n, void* out) { convert(in[0], n, out); });
}

}  // namespace hlo

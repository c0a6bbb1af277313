// SPDX-License-Identifier: Apache-2.0
// `compare`, ops reference 5.1.
#include <string_view>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/compare_attributes.h"
#include "core/ops/elementwise/blocks.h"
#include "core/ops/elementwise/driver.h"
#include "core/ops/elementwise/rules.h"

namespace hlo {
namespace {

bool Suits(CompareType compare, ElementType type) {
  return compare == DefaultCompareType(type) ||
         (compare == CompareType::kTotalOrder && IsFloat(type));
}

// Rules 3 to 5, and 7.
Status CheckAttributes(const InferContext& context, ElementType type) {
  const Attributes& attributes = context.attributes();
  if (!attributes.Has(Attr::direction)) {
    return Fail(RuleCode(context, 3), "`compare`: `direction` is required")
        .WithNote("write direction=EQ, NE, GE, GT, LE or LT");
  }
  if (attributes.Has(Attr::type) && attributes.Has(Attr::order)) {
    return Fail(RuleCode(context, 7), "`compare`: `type` and `order` must not both be given")
        .AtAttribute("order");
  }
  const CompareType compare = CompareTypeOf(attributes, type);
  if (!Suits(compare, type)) {
    const AttributeSpec* spec = context.instruction.op->FindAttribute(Attr::type);
    const std::string_view word = spec->words()[static_cast<size_t>(compare)];
    return Fail(RuleCode(context, 4), "`compare`: `type` must be valid for {} operands, got {}",
                {Name(type), word})
        .AtAttribute("type");
  }
  const CompareBlockFn block =
      FindCompareBlock(DirectionOf(attributes), compare, type, KernelMode::kPlain);
  if (block == nullptr) {
    return Fail(RuleCode(context, 5),
                "`compare`: `direction` must be EQ or NE for complex operands")
        .AtAttribute("direction");
  }
  return {};
}

}  // namespace

Result<Shape> InferCompare(const InferContext& context) {
  HLO_RETURN_IF_ERROR(CheckArrayOperands(context, 1));
  HLO_RETURN_IF_ERROR(CheckEqualDims(context, 1, 0, 1));
  HLO_RETURN_IF_ERROR(CheckEqualTypes(context, 2));
  HLO_RETURN_IF_ERROR(CheckAttributes(context, context.operand(0).element_type));
  Shape result = ChangeElementType(context.operand(0), ElementType::kPred);
  result.dynamic |= context.operand(1).dynamic;
  if (context.declared != nullptr && !Compatible(*context.declared, result)) {
    return Fail(RuleCode(context, 6), "`compare`: the result must be {}, got {}",
                {ShapeText(result, false), ShapeText(*context.declared, false)})
        .AtResultShape();
  }
  return result;
}

Result<Literal> EvaluateCompare(EvalContext& context) {
  const ElementType type = context.operand(0).element_type();
  const CompareType compare = CompareTypeOf(context.attributes(), type);
  const CompareBlockFn block =
      FindCompareBlock(DirectionOf(context.attributes()), compare, type, context.kernel_mode());
  const BlockForm form = ComparesCodes(compare) ? BlockForm::kStored : BlockForm::kCompute;
  const int width = BitWidth(type);
  return CarryBlocks(context, form, [&](const void* const* in, size_t n, void* out) {
    block(in[0], in[1], n, static_cast<uint8_t*>(out), width);
  });
}

}  // namespace hlo

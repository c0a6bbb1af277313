// SPDX-License-Identifier: Apache-2.0
// `select`, ops reference 5.2.
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/elementwise/blocks.h"
#include "core/ops/elementwise/driver.h"
#include "core/ops/elementwise/rules.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// Rule 4 comes first, because the others need sizes and element types.
Status CheckNoTuples(const InferContext& context) {
  for (size_t i = 0; i < context.operands.size(); ++i) {
    if (!context.operand(i).IsTuple()) continue;
    return Fail(RuleCode(context, 4),
                "`select`: operands must be arrays, got a tuple; use `conditional`, or select each "
                "element")
        .AtOperand(static_cast<int>(i));
  }
  return {};
}

}  // namespace

Result<Shape> InferSelect(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(CheckNoTuples(context));
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& predicate = context.operand(0);
  const Shape& on_true = context.operand(1);
  const Shape& on_false = context.operand(2);
  if (predicate.element_type != ElementType::kPred) {
    return Fail(RuleCode(context, 1), "`select`: the predicate must be pred, got {}",
                {Name(predicate.element_type)})
        .AtOperand(0);
  }
  if (!Compatible(on_true, on_false)) {
    return Fail(RuleCode(context, 2),
                "`select`: operands 1 and 2 must have the same shape, got {} and {}",
                {ShapeText(on_true, false), ShapeText(on_false, false)})
        .AtOperand(2);
  }
  if (!predicate.dims.empty() && predicate.dims != on_true.dims) {
    return Fail(RuleCode(context, 3),
                "`select`: the predicate must be a scalar or have dimensions {}, got {}",
                {DimsText(on_true), DimsText(predicate)})
        .AtOperand(0);
  }
  Shape result = on_true;
  result.dynamic |= on_false.dynamic;
  return result;
}

Result<Literal> EvaluateSelect(EvalContext& context) {
  const Literal& predicate = context.operand(0);
  if (predicate.shape().dims.empty()) {
    HLO_RETURN_IF_ERROR(CommonDynamicSizes(context));
    const size_t chosen = *predicate.bytes() != 0 ? 1 : 2;
    return context.ReshapeOperand(chosen);
  }
  const SelectBlockFn block =
      FindSelectBlock(StorageBytes(context.shape().element_type), context.kernel_mode());
  return CarryBlocks(context, BlockForm::kStored, [&](const void* const* in, size_t n, void* out) {
    block(static_cast<const uint8_t*>(in[0]), in[1], in[2], n, out);
  });
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// `clamp`, ops reference 5.3.
#include <string_view>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/elementwise/blocks.h"
#include "core/ops/elementwise/driver.h"
#include "core/ops/elementwise/rules.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

Status CheckBound(const InferContext& context, size_t operand, std::string_view name) {
  const Shape& bound = context.operand(operand);
  const Shape& x = context.operand(1);
  if (bound.dims.empty() || bound.dims == x.dims) return {};
  return Fail(RuleCode(context, 3), "`clamp`: {} must be a scalar or have dimensions {}, got {}",
              {name, DimsText(x), DimsText(bound)})
      .AtOperand(static_cast<int>(operand));
}

}  // namespace

Result<Shape> InferClamp(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const ElementType low = context.operand(0).element_type;
  const ElementType type = context.operand(1).element_type;
  const ElementType high = context.operand(2).element_type;
  if (low != type || high != type) {
    return Fail(RuleCode(context, 1),
                "`clamp`: all operands must have the same element type, got {}, {}, and {}",
                {Name(low), Name(type), Name(high)})
        .AtOperand(low != type ? 0 : 2);
  }
  if (!context.instruction.op->types.Contains(type)) {
    return Fail(RuleCode(context, 2),
                IsComplex(type) ? "`clamp`: the element type must be int or float, got {}; complex "
                                  "values are not ordered"
                                : "`clamp`: the element type must be int or float, got {}",
                {Name(type)})
        .AtOperand(1);
  }
  HLO_RETURN_IF_ERROR(CheckBound(context, 0, "min"));
  HLO_RETURN_IF_ERROR(CheckBound(context, 2, "max"));
  Shape result = context.operand(1);
  result.dynamic |= context.operand(0).dynamic | context.operand(2).dynamic;
  return result;
}

Result<Literal> EvaluateClamp(EvalContext& context) {
  const ClampBlockFn block = FindClampBlock(context.shape().element_type, context.kernel_mode());
  return CarryBlocks(context, BlockForm::kCompute, [&](const void* const* in, size_t n, void* out) {
    block(in[0], in[1], in[2], n, out);
  });
}

}  // namespace hlo

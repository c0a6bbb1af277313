// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/rules.h"

#include <string_view>

#include "core/base/format.h"
#include "core/ir/module.h"
#include "core/ops/rules.h"
#include "hlo/shape.h"

namespace hlo {
namespace {

std::string_view OpName(const InferContext& context) { return context.instruction.op->name; }

}  // namespace

std::string RuleCode(const InferContext& context, int number) {
  return Format("{}.C{}", {OpName(context), number});
}

std::string DimsText(const Shape& array) {
  std::string text = "{";
  for (int64_t d = 0; d < array.rank(); ++d) {
    const int64_t size = array.dims[static_cast<size_t>(d)];
    if (d > 0) text += ',';
    if (size == kUnboundedSize) {
      text += '?';
    } else {
      text += Format(array.IsDynamic(d) ? "<={}" : "{}", {size});
    }
  }
  return text + "}";
}

Status CheckArrayOperands(const InferContext& context, int number) {
  const OpDef& op = *context.instruction.op;
  const auto count = static_cast<int>(context.operands.size());
  if (count != op.operands.min) {
    return Fail(RuleCode(context, number), "`{}` takes {} array {}, got {}",
                {op.name, op.operands.min, op.operands.min == 1 ? "operand" : "operands", count});
  }
  for (size_t i = 0; i < context.operands.size(); ++i) {
    if (context.operand(i).IsArray()) continue;
    return RequireArray(context, i, RuleCode(context, number));
  }
  return {};
}

Status CheckEqualDims(const InferContext& context, int number, size_t a, size_t b) {
  if (context.operand(a).dims == context.operand(b).dims) return {};
  return Fail(RuleCode(context, number),
              "`{}`: operand dimensions must match, got {} and {}; HLO has no implicit "
              "broadcasting, insert a "
              "`broadcast`",
              {OpName(context), DimsText(context.operand(a)), DimsText(context.operand(b))})
      .AtOperand(static_cast<int>(b));
}

Status CheckEqualTypes(const InferContext& context, int number) {
  const ElementType a = context.operand(0).element_type;
  const ElementType b = context.operand(1).element_type;
  if (a == b) return {};
  return Fail(RuleCode(context, number), "`{}`: operand types must match, got {} and {}",
              {OpName(context), Name(a), Name(b)})
      .AtOperand(1)
      .WithNote("convert one of them to the type of the other");
}

Status CheckElementType(const InferContext& context, int number) {
  const OpDef& op = *context.instruction.op;
  const ElementType type = context.operand(0).element_type;
  if (op.types.Contains(type)) return {};
  return Fail(RuleCode(context, number), "`{}`: the element type must be {}, got {}",
              {op.name, ListTypes(op.types), Name(type)})
      .AtOperand(0);
}

}  // namespace hlo

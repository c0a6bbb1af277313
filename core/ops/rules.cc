// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules.h"

#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"

namespace hlo {

std::string Counted(int64_t count, std::string_view noun) {
  return Format(count == 1 ? "{} {}" : "{} {}s", {count, noun});
}

Status RequireOperandCount(const InferContext& context) {
  const OpDef& op = *context.instruction.op;
  const auto count = static_cast<int64_t>(context.operands.size());
  if (!op.operands.Allow(count)) {
    const std::string_view bound = op.operands.min == op.operands.max ? "" : "at least ";
    return Fail("P07", "`{}` takes {}{}, got {}",
                {op.name, bound, Counted(op.operands.min, "operand"), count});
  }
  return {};
}

Status RequireArrays(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  for (size_t i = 0; i < context.operands.size(); ++i) {
    HLO_RETURN_IF_ERROR(RequireArray(context, i));
  }
  return {};
}

Status RequireArray(const InferContext& context, size_t i, std::string_view code) {
  if (context.operand(i).IsArray()) return {};
  return Fail(code, "`{}`: operand {} must be an array, got {}",
              {context.instruction.op->name, i, ShapeText(context.operand(i), false)})
      .AtOperand(static_cast<int>(i));
}

Result<const Shape*> RequireDeclared(const InferContext& context) {
  if (context.declared == nullptr) {
    return Fail("P08", "the result shape of `{}` does not follow from its operands",
                {context.instruction.op->name})
        .WithNote("write the result shape before the opcode");
  }
  return context.declared;
}

Result<const Shape*> RequireDeclaredArray(const InferContext& context) {
  HLO_TRY(const Shape* declared, RequireDeclared(context));
  if (!declared->IsArray()) {
    return Fail("S05", "`{}`: the result must be an array, got {}",
                {context.instruction.op->name, ShapeText(*declared, false)})
        .AtResultShape();
  }
  return declared;
}

Status CheckDimensionNumbers(const InferContext& context, std::string_view code, Attr attr,
                             std::span<const int64_t> numbers, int64_t rank) {
  const std::string_view op = context.instruction.op->name;
  uint64_t seen = 0;
  for (const int64_t number : numbers) {
    if (number < 0 || number >= rank) {
      return Fail(code, "`{}`: `{}` entries must be in [0, {}), got {}",
                  {op, Info(attr).name, rank, number})
          .AtAttribute(Info(attr).name);
    }
    if ((seen >> number) & 1) {
      return Fail(code, "`{}`: `{}` entries must be unique, got {} twice",
                  {op, Info(attr).name, number})
          .AtAttribute(Info(attr).name);
    }
    seen |= uint64_t{1} << number;
  }
  return {};
}

bool IsPermutation(std::span<const int64_t> numbers, int64_t rank) {
  if (std::ssize(numbers) != rank) return false;
  uint64_t seen = 0;
  for (const int64_t number : numbers) {
    if (number < 0 || number >= rank || ((seen >> number) & 1)) return false;
    seen |= uint64_t{1} << number;
  }
  return true;
}

Status CheckSize(const Shape& array) {
  if (array.rank() > kMaxRank) {
    return Fail("S09", "the result must have at most {} dimensions, got {}",
                {kMaxRank, array.rank()});
  }
  for (const int64_t size : array.dims) {
    if (size == kUnboundedSize) return {};
  }
  HLO_RETURN_IF_ERROR(ElementCount(array));
  return {};
}

Status RequireFullSizes(const EvalContext& context) {
  for (size_t i = 0; i < context.operand_count(); ++i) {
    HLO_RETURN_IF_ERROR(RequireFullSize(context.instruction(), i, context.operand(i)));
  }
  return {};
}

Status RequireFullSize(const Instruction& instruction, size_t i, const Literal& operand) {
  if (!operand.has_dynamic_sizes()) return {};
  const Dims live = operand.dynamic_sizes();
  for (size_t d = 0; d < live.size(); ++d) {
    if (live[d] == operand.shape().dims[d]) continue;
    return Fail(
        "R07",
        "`{}` cannot be evaluated on partially filled dimensions: dimension {} of operand {} "
        "holds {} of at most {} elements",
        {instruction.op->name, d, i, live[d], operand.shape().dims[d]});
  }
  return {};
}

const Shape& DeclaredOperand(const EvalContext& context, size_t i) {
  const auto& operands = context.instruction().operands;
  return operands.empty() ? context.operand(i).shape() : *operands[i]->shape;
}

void MergeDynamic(const Shape& from, Shape& to) {
  to.dynamic |= from.dynamic;
  for (size_t i = 0; i < to.elements.size(); ++i) MergeDynamic(from.elements[i], to.elements[i]);
}

Literal Relabeled(Literal value, const Shape& shape) {
  // Scalars have no layout; skipping the comparison keeps scalar steps cheap.
  const bool same = value.IsArray() ? shape.dims.empty() || value.shape().layout == shape.layout
                                    : value.shape() == shape;
  return same ? std::move(value) : std::move(value).WithShape(shape);
}

}  // namespace hlo

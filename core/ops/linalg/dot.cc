// SPDX-License-Identifier: Apache-2.0
// The rules of `dot`, ops reference 9.1; dot_evaluate.cc computes it.
#include "core/ops/linalg/dot.h"

#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/apply.h"
#include "core/ops/rules.h"
#include "core/types/float_format.h"

namespace hlo {
namespace {

// Rule C3 for one operand.
Status CheckSide(const InferContext& context, const Shape& operand, Attr batch, Attr contracting) {
  const std::vector<int64_t>& batch_dims = context.attributes().Ints(batch);
  const std::vector<int64_t>& summed = context.attributes().Ints(contracting);
  HLO_RETURN_IF_ERROR(
      CheckDimensionNumbers(context, "dot.C3", contracting, summed, operand.rank()));
  HLO_RETURN_IF_ERROR(CheckDimensionNumbers(context, "dot.C3", batch, batch_dims, operand.rank()));
  for (const int64_t d : batch_dims) {
    for (const int64_t other : summed) {
      if (d != other) continue;
      return Fail("dot.C3", "`dot`: dimension {} must not be both contracting and batch", {d})
          .AtAttribute(Info(batch).name);
    }
  }
  return {};
}

// Rules C2, C4 and C5: lists of equal length that name dimensions of equal sizes.
Status CheckLengths(const InferContext& context, Attr lhs, Attr rhs, std::string_view role) {
  const size_t left = context.attributes().Ints(lhs).size();
  const size_t right = context.attributes().Ints(rhs).size();
  if (left == right) return {};
  return Fail("dot.C2", "`dot`: the operands must have equally many {} dimensions, got {} and {}",
              {role, left, right})
      .AtAttribute(Info(context.attributes().Has(lhs) ? lhs : rhs).name);
}

Status CheckSizes(const InferContext& context, Attr lhs, Attr rhs, std::string_view code,
                  std::string_view role) {
  const std::vector<int64_t>& left = context.attributes().Ints(lhs);
  const std::vector<int64_t>& right = context.attributes().Ints(rhs);
  for (size_t i = 0; i < left.size(); ++i) {
    const int64_t left_size = context.operand(0).dims[static_cast<size_t>(left[i])];
    const int64_t right_size = context.operand(1).dims[static_cast<size_t>(right[i])];
    if (left_size == right_size) continue;
    return Fail(code,
                "`dot`: {} sizes must match, got {} in lhs dimension {} and {} in rhs dimension {}",
                {role, left_size, left[i], right_size, right[i]})
        .AtAttribute(Info(lhs).name);
  }
  return {};
}

// Of two floating-point types the one with the greater range or, if the ranges are equal, with more
// digits, as XLA's HigherPrecisionType; of other types the wider one.
ElementType HigherPrecisionType(ElementType a, ElementType b) {
  const auto precision = [](ElementType type) {
    if (!IsFloat(type)) return std::make_tuple(0, 0, BitWidth(type));
    const FloatFormat& format = FormatOf(type);
    const int range = std::ilogb(DecodeFloat(format, format.largest_finite()));
    return std::make_tuple(range, format.mantissa_bits, BitWidth(type));
  };
  return precision(b) > precision(a) ? b : a;
}

// Rule C6.
Result<ElementType> DotType(const InferContext& context) {
  const ElementType lhs = context.operand(0).element_type;
  const ElementType rhs = context.operand(1).element_type;
  const ElementType operand = HigherPrecisionType(lhs, rhs);
  if (context.declared == nullptr) return operand;
  if (!context.declared->IsArray()) {
    return Fail("dot.C6", "`dot`: the result must be an array, got {}",
                {ShapeText(*context.declared, false)})
        .AtResultShape();
  }
  const ElementType result = context.declared->element_type;
  if (!IsFloat(operand) && BitWidth(result) < BitWidth(operand)) {
    return Fail("dot.C6", "`dot`: the result must be at least as wide as the {} operands, got {}",
                {Name(operand), Name(result)})
        .AtResultShape();
  }
  return result;
}

// The dot of another op's instruction.
Instruction AsDot(const Instruction& instruction) {
  Instruction dot = instruction;
  dot.op = &GetOpDef(Opcode::kDot);
  return dot;
}

}  // namespace

Dims FreeDimensions(int64_t rank, std::span<const int64_t> batch, std::span<const int64_t> summed) {
  uint64_t used = 0;
  for (const int64_t d : batch) used |= uint64_t{1} << d;
  for (const int64_t d : summed) used |= uint64_t{1} << d;
  Dims free;
  for (int64_t d = 0; d < rank; ++d) {
    if (((used >> d) & 1) == 0) free.push_back(d);
  }
  return free;
}

Result<Shape> InferDot(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& lhs = context.operand(0);
  const Shape& rhs = context.operand(1);
  const bool are_floats = IsFloat(lhs.element_type) && IsFloat(rhs.element_type);
  if (lhs.element_type != rhs.element_type && !are_floats) {
    return Fail("dot.C1",
                "`dot`: operand types must match or both be floating-point, got {} and {}",
                {Name(lhs.element_type), Name(rhs.element_type)});
  }
  HLO_RETURN_IF_ERROR(
      CheckLengths(context, Attr::lhs_contracting_dims, Attr::rhs_contracting_dims, "contracting"));
  HLO_RETURN_IF_ERROR(CheckLengths(context, Attr::lhs_batch_dims, Attr::rhs_batch_dims, "batch"));
  HLO_RETURN_IF_ERROR(CheckSide(context, lhs, Attr::lhs_batch_dims, Attr::lhs_contracting_dims));
  HLO_RETURN_IF_ERROR(CheckSide(context, rhs, Attr::rhs_batch_dims, Attr::rhs_contracting_dims));
  HLO_RETURN_IF_ERROR(CheckSizes(context, Attr::lhs_contracting_dims, Attr::rhs_contracting_dims,
                                 "dot.C4", "contracting"));
  HLO_RETURN_IF_ERROR(
      CheckSizes(context, Attr::lhs_batch_dims, Attr::rhs_batch_dims, "dot.C5", "batch"));
  HLO_TRY(const ElementType type, DotType(context));

  Dims dims;
  uint64_t dynamic = 0;
  const auto append = [&](const Shape& operand, std::span<const int64_t> numbers) {
    for (const int64_t d : numbers) {
      if (operand.IsDynamic(d) && dims.size() < 64) dynamic |= uint64_t{1} << dims.size();
      dims.push_back(operand.dims[static_cast<size_t>(d)]);
    }
  };
  const Attributes& attributes = context.attributes();
  const std::vector<int64_t>& lhs_batch = attributes.Ints(Attr::lhs_batch_dims);
  const std::vector<int64_t>& rhs_batch = attributes.Ints(Attr::rhs_batch_dims);
  append(lhs, lhs_batch);
  for (size_t i = 0; i < rhs_batch.size(); ++i) {
    if (rhs.IsDynamic(rhs_batch[i])) dynamic |= uint64_t{1} << i;
  }
  append(lhs, FreeDimensions(lhs.rank(), lhs_batch, attributes.Ints(Attr::lhs_contracting_dims)));
  append(rhs, FreeDimensions(rhs.rank(), rhs_batch, attributes.Ints(Attr::rhs_contracting_dims)));
  Shape result = Shape::Array(type, {dims.data(), dims.size()});
  result.dynamic = dynamic;
  HLO_RETURN_IF_ERROR(CheckSize(result));
  return result;
}

Result<Shape> InferProducts(const InferContext& context, const Shape& lhs, const Shape& rhs,
                            std::string_view code) {
  const Shape* operands[] = {&lhs, &rhs};
  Result<Shape> result = InferDot({AsDot(context.instruction), operands, context.declared});
  if (result.ok()) return result;
  Error error = std::move(*result.TakeError());
  constexpr std::string_view kName = "`dot`";
  if (error.message.compare(0, kName.size(), kName) == 0) {
    error.code = code;
    error.message =
        Format("`{}`", {context.instruction.op->name}) + error.message.substr(kName.size());
  }
  return error;
}

Result<Literal> MultiplyOperands(EvalContext& context, Literal lhs, Literal rhs, ElementType type) {
  std::vector<Literal> operands;
  operands.push_back(std::move(lhs));
  operands.push_back(std::move(rhs));
  return Apply(context, AsDot(context.instruction()), std::move(operands), Shape::Scalar(type));
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// Arithmetic on shapes that follows from the text (imports reference 5).
#include <algorithm>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/import/stablehlo/converter.h"

namespace hlo::stablehlo {
namespace {

constexpr int64_t kMaxKnown = 64;  // elements of an array whose values are followed

std::optional<int64_t> CountOf(const Shape& shape) {
  return CheckedProduct({shape.dims.data(), shape.dims.size()});
}

bool CanBeKnown(const Shape& shape) {
  const bool is_integer = IsInteger(shape.element_type) || shape.element_type == ElementType::kPred;
  return shape.IsArray() && is_integer && shape.rank() <= 2 && shape.IsStatic() &&
         CountOf(shape).value_or(INT64_MAX) <= kMaxKnown;
}

// The value as the element type stores it.
int64_t Wrapped(int64_t value, ElementType type) {
  const int width = type == ElementType::kPred ? 1 : BitWidth(type);
  if (width == 64) return value;
  const uint64_t bits = static_cast<uint64_t>(value) << (64 - width);
  return IsSigned(type) ? static_cast<int64_t>(bits) >> (64 - width)
                        : static_cast<int64_t>(bits >> (64 - width));
}

std::optional<int64_t> FoldBinary(Opcode opcode, int64_t a, int64_t b) {
  const auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  const bool divides = b != 0 && (a != INT64_MIN || b != -1);
  switch (opcode) {
    case Opcode::kAdd:
      return static_cast<int64_t>(ua + ub);
    case Opcode::kSubtract:
      return static_cast<int64_t>(ua - ub);
    case Opcode::kMultiply:
      return static_cast<int64_t>(ua * ub);
    case Opcode::kMaximum:
      return std::max(a, b);
    case Opcode::kMinimum:
      return std::min(a, b);
    case Opcode::kAnd:
      return a & b;
    case Opcode::kOr:
      return a | b;
    case Opcode::kXor:
      return a ^ b;
    case Opcode::kDivide:
      return divides ? std::optional(a / b) : std::nullopt;
    case Opcode::kRemainder:
      return divides ? std::optional(a % b) : std::nullopt;
    default:
      return std::nullopt;
  }
}

bool Compared(std::string_view direction, int64_t a, int64_t b) {
  if (direction == "EQ") return a == b;
  if (direction == "NE") return a != b;
  if (direction == "LT") return a < b;
  if (direction == "LE") return a <= b;
  if (direction == "GT") return a > b;
  return a >= b;
}

}  // namespace

Known Converter::ConstantNumbers(const mlir::Op& op) {
  const HloShape* shape = ShapeOf(*op.results[0]->type, op.name_span);
  const mlir::Attribute* value = file_.Resolve(op.Find("value"));
  if (shape == nullptr || value == nullptr || !CanBeKnown(shape->shape)) return nullptr;
  if (value->kind != mlir::AttributeKind::kDense && value->kind != mlir::AttributeKind::kInteger &&
      value->kind != mlir::AttributeKind::kArray) {
    return nullptr;
  }
  std::vector<int64_t> numbers;
  Report quiet(1);  // faults are reported when the constant is written
  if (!mlir::ReadNumbers(file_, quiet, *value, numbers)) return nullptr;
  return std::make_shared<const std::vector<int64_t>>(std::move(numbers));
}

Known Converter::KnownOf(const mlir::Op& op, size_t i, int64_t most_dimensions) {
  if (i >= op.operands.size()) return nullptr;
  Bound* bound = FindBound(*op.operands[i].value);
  if (bound->shape == nullptr || bound->shape->shape.rank() > most_dimensions) return nullptr;
  if (bound->known == nullptr && bound->constant != nullptr) {
    bound->known = ConstantNumbers(*bound->constant);
  }
  return bound->known;
}

// Binds the result to its value when it is a small integer array that follows from the text.
bool Converter::Fold(const mlir::Op& op, const OpRow& row) {
  if (!file_.has_unknown_sizes || op.results.size() != 1 || !op.regions.empty()) return false;
  const mlir::Type* type = op.results[0]->type;
  if (type == nullptr || type->fault != mlir::TypeFault::kNone || HasUnknownSizes(op, 0))
    return false;
  if (type->kind != mlir::TypeKind::kTensor && type->kind != mlir::TypeKind::kScalar) return false;
  const HloShape* shape = ShapeOf(*type, op.name_span);
  if (shape == nullptr || !CanBeKnown(shape->shape)) return false;
  std::optional<std::vector<int64_t>> values = FoldedValues(op, row, shape->shape);
  if (!values || std::ssize(*values) != CountOf(shape->shape)) return false;
  for (int64_t& value : *values) value = Wrapped(value, shape->shape.element_type);
  BindLazily(op.results[0], shape,
             std::make_shared<const std::vector<int64_t>>(std::move(*values)));
  return true;
}

// What is left of shape computations of other dialects.
std::optional<std::vector<int64_t>> Converter::FoldedShape(const mlir::Op& op,
                                                           std::string_view name) {
  const auto sizes_of = [&](const HloShape* shape) -> std::optional<std::vector<int64_t>> {
    if (shape == nullptr || !shape->shape.IsStatic()) return std::nullopt;
    return std::vector<int64_t>(shape->shape.dims.begin(), shape->shape.dims.end());
  };
  std::vector<int64_t> values;
  if (name == "shape.const_shape") {
    Numbers numbers;
    if (!ReadList(op, "value", numbers)) return std::nullopt;
    return numbers.values;
  }
  if (name == "shape.shape_of") return sizes_of(OperandShape(op, 0));
  std::vector<Known> known;
  for (size_t i = name == "tensor.dim" ? 1 : 0; i < op.operands.size(); ++i) {
    known.push_back(KnownOf(op, i));
    if (known.back() == nullptr) return std::nullopt;
  }
  if (name == "tensor.dim") {
    const std::optional<std::vector<int64_t>> sizes = sizes_of(OperandShape(op, 0));
    if (!sizes || known.empty() || known[0]->empty() || (*known[0])[0] < 0 ||
        (*known[0])[0] >= std::ssize(*sizes))
      return std::nullopt;
    return std::vector<int64_t>{(*sizes)[static_cast<size_t>((*known[0])[0])]};
  }
  if (name == "tensor.from_elements") {
    for (const Known& part : known) values.insert(values.end(), part->begin(), part->end());
    return values;
  }
  if (name == "tensor.extract" && !known.empty()) {
    if (known.size() > 1 && known[1]->empty()) return std::nullopt;
    const int64_t at = known.size() == 1 ? 0 : (*known[1])[0];
    if (at < 0 || at >= std::ssize(*known[0])) return std::nullopt;
    return std::vector<int64_t>{(*known[0])[static_cast<size_t>(at)]};
  }
  if (name == "shape.num_elements" && !known.empty()) {
    const std::optional<int64_t> count = CheckedProduct(*known[0]);
    return count ? std::optional(std::vector<int64_t>{*count}) : std::nullopt;
  }
  if (name != "shape.broadcast") return std::nullopt;
  for (const Known& part : known) {
    while (values.size() < part->size()) values.insert(values.begin(), 1);
    for (size_t i = 0; i < part->size(); ++i) {
      int64_t& size = values[values.size() - part->size() + i];
      if (size == 1) size = (*part)[i];
    }
  }
  return values;
}

bool Converter::ConvertShapeArithmetic(const mlir::Op& op, const OpRow& row) {
  return FailOp(op, "I02",
                Format("dialect '{}' is past the point where HLO applies, and the value "
                       "does not follow from the text",
                       {row.name.substr(0, row.name.find('.'))}));
}

std::optional<std::vector<int64_t>> Converter::FoldedValues(const mlir::Op& op, const OpRow& row,
                                                            const Shape& shape) {
  const std::string_view name = row.name;
  if (name == "stablehlo.get_dimension_size") return FoldedSize(op);
  if (name.starts_with("shape.") || name.starts_with("tensor.")) return FoldedShape(op, name);
  std::vector<Known> known;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    known.push_back(KnownOf(op, i, 2));
    if (known.back() == nullptr) return std::nullopt;
  }
  if (known.empty()) return std::nullopt;
  const std::vector<int64_t>& first = *known[0];
  if (name == "stablehlo.concatenate") {
    int64_t dimension = 0;
    if (!ReadInt(op, "dimension", dimension) || dimension != 0) return std::nullopt;
    std::vector<int64_t> all;
    for (const Known& part : known) all.insert(all.end(), part->begin(), part->end());
    return all;
  }
  const bool keeps = name == "stablehlo.reshape" || name == "arith.index_cast" ||
                     (name == "stablehlo.convert" && shape.element_type != ElementType::kPred);
  if (keeps) return first;
  if (name == "stablehlo.broadcast_in_dim" && first.size() == 1) {
    return std::vector<int64_t>(static_cast<size_t>(CountOf(shape).value_or(0)), first[0]);
  }
  if (name == "stablehlo.slice") return FoldedSlice(op, first, shape);
  std::vector<int64_t> values;
  for (size_t i = 0; i < first.size(); ++i) {
    std::vector<int64_t> operands;
    for (const Known& other : known) {
      if (other->size() != first.size() && other->size() != 1) return std::nullopt;
      operands.push_back((*other)[other->size() == 1 ? 0 : i]);
    }
    const std::optional<int64_t> value = FoldedElement(op, row, shape.element_type, operands);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

std::optional<std::vector<int64_t>> Converter::FoldedSize(const mlir::Op& op) {
  int64_t dimension = 0;
  const HloShape* operand = OperandShape(op, 0);
  if (operand == nullptr || !ReadInt(op, "dimension", dimension)) return std::nullopt;
  if (dimension < 0 || dimension >= operand->shape.rank()) return std::nullopt;
  if (operand->shape.IsDynamic(dimension)) return std::nullopt;
  return std::vector<int64_t>{operand->shape.dims[static_cast<size_t>(dimension)]};
}

std::optional<std::vector<int64_t>> Converter::FoldedSlice(const mlir::Op& op,
                                                           const std::vector<int64_t>& values,
                                                           const Shape& shape) {
  Numbers start, stride;
  if (!ReadList(op, "start_indices", start) || !ReadList(op, "strides", stride))
    return std::nullopt;
  if (start.values.size() != 1 || shape.dims.size() != 1) return std::nullopt;
  std::vector<int64_t> kept;
  const int64_t step = stride.values.empty() ? 1 : stride.values[0];
  for (int64_t i = 0; i < shape.dims[0]; ++i) {
    const std::optional<int64_t> offset = CheckedMultiply(i, step);
    const std::optional<int64_t> at = offset ? CheckedAdd(start.values[0], *offset) : offset;
    if (!at || *at < 0 || *at >= std::ssize(values)) return std::nullopt;
    kept.push_back(values[static_cast<size_t>(*at)]);
  }
  return kept;
}

std::optional<int64_t> Converter::FoldedElement(const mlir::Op& op, const OpRow& row,
                                                ElementType type,
                                                const std::vector<int64_t>& operands) const {
  const std::string_view name = row.name;
  const int64_t a = operands[0];
  // Numbers are signed here.
  const mlir::Type* given = op.operands[0].value->type;
  const bool is_u64 = given != nullptr && given->element == ElementType::kU64;
  if (is_u64 && std::any_of(operands.begin(), operands.end(), [](int64_t n) { return n < 0; })) {
    return std::nullopt;
  }
  switch (operands.size()) {
    case 1:
      if (name == "stablehlo.negate") return static_cast<int64_t>(0 - static_cast<uint64_t>(a));
      if (name == "stablehlo.sign") return a > 0 ? 1 : a < 0 ? -1 : 0;
      if (name == "stablehlo.not") return type == ElementType::kPred ? int64_t{a == 0} : ~a;
      return std::nullopt;
    case 2: {
      if (!row.opcode) return std::nullopt;
      if (row.opcode == Opcode::kAdd && type == ElementType::kPred) return a | operands[1];
      if (row.opcode != Opcode::kCompare) return FoldBinary(*row.opcode, a, operands[1]);
      const mlir::Attribute* direction = op.Find("comparison_direction");
      if (direction == nullptr) return std::nullopt;
      return Compared(WordOf(*direction), a, operands[1]);
    }
    case 3:
      if (name == "stablehlo.select") return a != 0 ? operands[1] : operands[2];
      if (name == "stablehlo.clamp") return std::min(std::max(a, operands[1]), operands[2]);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace hlo::stablehlo

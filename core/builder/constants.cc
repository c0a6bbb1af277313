// SPDX-License-Identifier: Apache-2.0
#include "hlo/builder/constants.h"

#include <limits>

#include "core/base/result.h"
#include "core/builder/emit.h"
#include "core/types/convert.h"
#include "core/types/float_format.h"
#include "hlo/builder/movement.h"

namespace hlo::builder {
namespace {

// The scalar with the bits of a floating-point number.
Value ConstantFromCode(Builder& b, ElementType type, uint64_t code) {
  return ConstantFromBytes(b, Shape::Scalar(type), &code);  // little-endian
}

}  // namespace

Value Parameter(Builder& b, int64_t number, const Shape& shape, std::string_view name) {
  return b.AddParameter(number, shape, name);
}

Value ConstantLiteral(Builder& b, Literal value) { return b.AddConstant(std::move(value)); }

Value Iota(Builder& b, const Shape& shape, int64_t iota_dimension) {
  return b.Add(Opcode::kIota, {}, {{Attr::iota_dimension, iota_dimension}}, &shape);
}

Value Iota(Builder& b, ElementType type, int64_t size) {
  return Iota(b, Shape::Array(type, {size}), 0);
}

Value ConstantFromBytes(Builder& b, const Shape& shape, const void* elements) {
  Result<Literal> value = Literal::Allocate(shape);
  if (!value.ok()) return b.ReportError(value.error());
  const auto size = static_cast<size_t>(value.value().byte_size());
  if (size > 0) std::memcpy(value.value().mutable_bytes(), elements, size);
  return b.AddConstant(std::move(value.value()));
}

Value ConstantR0WithType(Builder& b, ElementType type, double number) {
  if (!IsArrayType(type)) {
    return b.ReportError(Fail("V02", "a scalar cannot have the type {}", {Name(type)}));
  }
  alignas(16) uint8_t element[16] = {};
  ConvertFunction(ElementType::kF64, type)(&number, 1, element);
  return ConstantFromBytes(b, Shape::Scalar(type), element);
}

Value ScalarLike(Value like, double number) {
  if (!like.ok()) return like;
  return ConstantR0WithType(*like.builder(), like.shape().element_type, number);
}

Value FullLike(Value like, double number) {
  return Broadcast(ScalarLike(like, number), like.shape().dims);
}

Value ZerosLike(Value like) { return FullLike(like, 0); }

Value Zero(Builder& b, ElementType type) { return ConstantR0WithType(b, type, 0); }

Value One(Builder& b, ElementType type) { return ConstantR0WithType(b, type, 1); }

Value MinValue(Builder& b, ElementType type) {
  if (type == ElementType::kPred) return Zero(b, type);
  if (IsFloat(type) && !FormatOf(type).has_infinity()) {
    const FloatFormat format = FormatOf(type);
    return ConstantFromCode(b, type,
                            format.has_sign() ? format.largest_finite() | format.sign_bit() : 0);
  }
  return ConstantR0WithType(b, type, -std::numeric_limits<double>::infinity());
}

Value MaxValue(Builder& b, ElementType type) {
  if (IsFloat(type) && !FormatOf(type).has_infinity()) {
    return ConstantFromCode(b, type, FormatOf(type).largest_finite());
  }
  return ConstantR0WithType(b, type, std::numeric_limits<double>::infinity());
}

Value ReportUnequalRows(Builder& b, size_t elements, size_t columns) {
  return b.ReportError(Fail("V01",
                            "all rows of a matrix must have {} element{}, like the first, got {}",
                            {columns, columns == 1 ? "" : "s", elements}));
}

}  // namespace hlo::builder

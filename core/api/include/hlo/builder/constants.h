// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_CONSTANTS_H_
#define HLO_BUILDER_CONSTANTS_H_

#include <complex>
#include <cstring>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "hlo/builder/builder.h"

// Sources of values (ops reference 7.1 to 7.3).
namespace hlo::builder {

// Argument `number` of the computation. Error N07 for a number that is negative or taken.
Value Parameter(Builder& b, int64_t number, const Shape& shape, std::string_view name);

Value ConstantLiteral(Builder& b, Literal value);

// 0, 1, 2, ... along one dimension, repeated along all others.
Value Iota(Builder& b, const Shape& shape, int64_t iota_dimension);
Value Iota(Builder& b, ElementType type, int64_t size);

// The element type in which a C++ type is stored.
template <class T>
constexpr ElementType ElementTypeOf();

// The array of the elements, row-major.
Value ConstantFromBytes(Builder& b, const Shape& shape, const void* elements);

template <class T>
Value ConstantR0(Builder& b, T value) {
  return ConstantFromBytes(b, Shape::Scalar(ElementTypeOf<T>()), &value);
}
template <class T>
Value ConstantR1(Builder& b, std::initializer_list<T> values) {
  const Shape shape = Shape::Array(ElementTypeOf<T>(), {static_cast<int64_t>(values.size())});
  return ConstantFromBytes(b, shape, values.begin());
}
// All rows must have the length of the first; error V01.
template <class T>
Value ConstantR2(Builder& b, std::initializer_list<std::initializer_list<T>> rows);

// A number as a scalar of a type, rounded once; or in the type of another value, as a scalar or
// filling its sizes. MinValue and MaxValue are the infinities where the type has them.
Value ConstantR0WithType(Builder& b, ElementType type, double number);
Value ScalarLike(Value like, double number);
Value FullLike(Value like, double number);
Value ZerosLike(Value like);
Value Zero(Builder& b, ElementType type);
Value One(Builder& b, ElementType type);
Value MinValue(Builder& b, ElementType type);
Value MaxValue(Builder& b, ElementType type);

// ---- templates ----

// Reports error V01: a row has `elements` elements, the first one `columns`.
Value ReportUnequalRows(Builder& b, size_t elements, size_t columns);

template <class T>
constexpr ElementType ElementTypeOf() {
  if constexpr (std::is_same_v<T, bool>) return ElementType::kPred;
  if constexpr (std::is_same_v<T, int8_t>) return ElementType::kS8;
  if constexpr (std::is_same_v<T, int16_t>) return ElementType::kS16;
  if constexpr (std::is_same_v<T, int32_t>) return ElementType::kS32;
  if constexpr (std::is_same_v<T, int64_t>) return ElementType::kS64;
  if constexpr (std::is_same_v<T, uint8_t>) return ElementType::kU8;
  if constexpr (std::is_same_v<T, uint16_t>) return ElementType::kU16;
  if constexpr (std::is_same_v<T, uint32_t>) return ElementType::kU32;
  if constexpr (std::is_same_v<T, uint64_t>) return ElementType::kU64;
  if constexpr (std::is_same_v<T, float>) return ElementType::kF32;
  if constexpr (std::is_same_v<T, double>) return ElementType::kF64;
  if constexpr (std::is_same_v<T, std::complex<float>>) return ElementType::kC64;
  if constexpr (std::is_same_v<T, std::complex<double>>) return ElementType::kC128;
}

template <class T>
Value ConstantR2(Builder& b, std::initializer_list<std::initializer_list<T>> rows) {
  const size_t columns = rows.size() == 0 ? 0 : rows.begin()->size();
  std::vector<uint8_t> bytes(rows.size() * columns * sizeof(T));
  size_t at = 0;
  for (const auto& row : rows) {
    if (row.size() != columns) {
      return ReportUnequalRows(b, row.size(), columns);
    }
    if (columns > 0) std::memcpy(bytes.data() + at, row.begin(), columns * sizeof(T));
    at += columns * sizeof(T);
  }
  const Shape shape = Shape::Array(
      ElementTypeOf<T>(), {static_cast<int64_t>(rows.size()), static_cast<int64_t>(columns)});
  return ConstantFromBytes(b, shape, bytes.data());
}

}  // namespace hlo::builder

#endif  // HLO_BUILDER_CONSTANTS_H_

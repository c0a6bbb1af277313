// SPDX-License-Identifier: Apache-2.0
#include "core/engine/scalar_codes.h"

namespace hlo {
namespace {

struct BinaryRow {
  std::string_view op;
  ElementType type;
  ScalarCode code;
};

#define HLO_SCALAR_ROW(text, Name, Type, T) \
  {text, ElementType::k##Type, ScalarCode::k##Name##Type},
constexpr BinaryRow kBinary[] = {HLO_SCALAR_BINARY(HLO_SCALAR_ROW)};
constexpr BinaryRow kCompare[] = {HLO_SCALAR_COMPARE(HLO_SCALAR_ROW)};
#undef HLO_SCALAR_ROW

struct ConvertRow {
  ElementType from, to;
  ScalarCode code;
};

#define HLO_SCALAR_ROW(From, F, To, T) \
  {ElementType::k##From, ElementType::k##To, ScalarCode::kConvert##From##To},
constexpr ConvertRow kConvert[] = {HLO_SCALAR_CONVERT(HLO_SCALAR_ROW)};
#undef HLO_SCALAR_ROW

constexpr std::string_view kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};

template <size_t kRows>
ScalarCode Find(const BinaryRow (&rows)[kRows], std::string_view op, ElementType type) {
  for (const BinaryRow& row : rows) {
    if (row.type == type && row.op == op) return row.code;
  }
  return ScalarCode::kBlock;
}

}  // namespace

ScalarCode FindScalarBinary(std::string_view op, ElementType compute) {
  return Find(kBinary, op, compute);
}

ScalarCode FindScalarCompare(CompareDirection direction, ElementType compute) {
  return Find(kCompare, kDirections[static_cast<size_t>(direction)], compute);
}

ScalarCode FindScalarConvert(ElementType from, ElementType to) {
  for (const ConvertRow& row : kConvert) {
    if (row.from == from && row.to == to) return row.code;
  }
  return ScalarCode::kBlock;
}

ScalarCode ScalarMove(int bytes) {
  return bytes == 1   ? ScalarCode::kMove1
         : bytes == 4 ? ScalarCode::kMove4
         : bytes == 8 ? ScalarCode::kMove8
                      : ScalarCode::kMove16;
}

ScalarCode ScalarSelect(int bytes) {
  return bytes == 1   ? ScalarCode::kSelect1
         : bytes == 4 ? ScalarCode::kSelect4
         : bytes == 8 ? ScalarCode::kSelect8
                      : ScalarCode::kSelect16;
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/engine/scalar/scalar_codes.h"

namespace hlo {
namespace {

// Key: the opcode, or the direction of a comparison.
template <class Key>
struct Row {
  Key key;
  ElementType type;
  ScalarCode code;
};

#define HLO_SCALAR_ROW(id, Name, Type, T) \
  {Opcode::id, ElementType::k##Type, ScalarCode::k##Name##Type},
constexpr Row<Opcode> kBinary[] = {HLO_SCALAR_BINARY(HLO_SCALAR_ROW)};
#undef HLO_SCALAR_ROW
#define HLO_SCALAR_ROW(id, Name, Type, T) \
  {CompareDirection::id, ElementType::k##Type, ScalarCode::k##Name##Type},
constexpr Row<CompareDirection> kCompare[] = {HLO_SCALAR_COMPARE(HLO_SCALAR_ROW)};
#undef HLO_SCALAR_ROW

struct ConvertRow {
  ElementType from, to;
  ScalarCode code;
};

#define HLO_SCALAR_ROW(From, F, To, T) \
  {ElementType::k##From, ElementType::k##To, ScalarCode::kConvert##From##To},
constexpr ConvertRow kConvert[] = {HLO_SCALAR_CONVERT(HLO_SCALAR_ROW)};
#undef HLO_SCALAR_ROW

template <class Key, size_t kRows>
ScalarCode Find(const Row<Key> (&rows)[kRows], Key key, ElementType type) {
  for (const Row<Key>& row : rows) {
    if (row.type == type && row.key == key) return row.code;
  }
  return ScalarCode::kBlock;
}

}  // namespace

ScalarCode FindScalarBinary(Opcode opcode, ElementType compute) {
  return Find(kBinary, opcode, compute);
}

ScalarCode FindScalarCompare(CompareDirection direction, ElementType compute) {
  return Find(kCompare, direction, compute);
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

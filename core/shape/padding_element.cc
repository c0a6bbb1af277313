// SPDX-License-Identifier: Apache-2.0
#include "core/shape/padding_element.h"

#include "core/types/float_format.h"

namespace hlo {
namespace {

uint64_t FloatCode(const FloatFormat& format, PaddingValue value) {
  if (value == PaddingValue::kOne) return EncodeFloat(format, 1.0);
  // The infinity follows directly after the largest finite code.
  const uint64_t largest = format.largest_finite() + (format.has_infinity() ? 1 : 0);
  if (value == PaddingValue::kHighest) return largest;
  return format.has_sign() ? largest | format.sign_bit() : 0;
}

uint64_t IntegerCode(ElementType type, PaddingValue value) {
  const int bits = BitWidth(type);
  const uint64_t all_ones = bits == 64 ? UINT64_MAX : (uint64_t{1} << bits) - 1;
  if (value == PaddingValue::kOne) return type == ElementType::kS1 ? UINT64_MAX : 1;  // s1: -1
  if (!IsSigned(type)) return value == PaddingValue::kHighest ? all_ones : 0;
  const uint64_t highest = all_ones >> 1;
  return value == PaddingValue::kHighest ? highest : ~highest;  // the sign fills the whole byte
}

}  // namespace

std::optional<std::array<uint8_t, 16>> PaddingElement(ElementType type, PaddingValue value) {
  if (value != PaddingValue::kOne && value != PaddingValue::kLowest &&
      value != PaddingValue::kHighest) {
    return std::nullopt;
  }
  const ElementType part = PartOf(type).value_or(type);
  const uint64_t code = IsFloat(part) ? FloatCode(FormatOf(part), value) : IntegerCode(part, value);
  std::array<uint8_t, 16> bytes = {};
  for (int i = 0; i < StorageBytes(part) && i < 8; ++i) {
    bytes[static_cast<size_t>(i)] = static_cast<uint8_t>(code >> (8 * i));
  }
  return bytes;
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/literal/json_numbers.h"

#include <cmath>
#include <cstring>
#include <optional>

#include "core/types/float_format.h"

namespace hlo {
namespace {

// (negative ? -1 : 1) * digits * 10^exponent
struct Decimal {
  uint64_t digits = 0;
  int exponent = 0;
  bool negative = false;
  bool is_integer = true;  // without point and exponent
};

// Scans the grammar of JSON numbers; false if it does not match, or has too many digits.
bool ScanDecimal(const char*& p, const char* end, Decimal& number) {
  if (p < end && *p == '-') {
    number.negative = true;
    ++p;
  }
  const char* const first = p;
  while (p < end && IsDigit(*p)) {
    number.digits = number.digits * 10 + static_cast<uint64_t>(*p++ - '0');
  }
  auto count = p - first;
  if (count == 0 || (count > 1 && *first == '0')) return false;
  if (p < end && *p == '.') {
    number.is_integer = false;
    const char* const fraction = ++p;
    while (p < end && IsDigit(*p)) {
      number.digits = number.digits * 10 + static_cast<uint64_t>(*p++ - '0');
    }
    if (p == fraction) return false;
    number.exponent = -static_cast<int>(p - fraction);
    count += p - fraction;
  }
  if (count > 19) return false;  // 10^19 - 1 fits in 64 bits
  if (p < end && (*p == 'e' || *p == 'E')) {
    number.is_integer = false;
    ++p;
    const bool down = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) ++p;
    int exponent = 0;
    const char* const power = p;
    while (p < end && p - power < 4 && IsDigit(*p)) exponent = exponent * 10 + (*p++ - '0');
    if (p == power || (p < end && IsDigit(*p))) return false;
    number.exponent += down ? -exponent : exponent;
  }
  return true;
}

bool StoreInteger(ElementType type, const Decimal& number, uint8_t* element) {
  if (!number.is_integer) return false;
  const int width = BitWidth(type);
  const uint64_t half = uint64_t{1} << (width - 1);
  if (IsSigned(type)) {
    if (number.digits > (number.negative ? half : half - 1)) return false;
  } else if (number.negative || number.digits > half - 1 + half) {
    return false;
  }
  const uint64_t code = number.negative ? 0 - number.digits : number.digits;
  std::memcpy(element, &code, static_cast<size_t>(StorageBytes(type)));
  return true;
}

// The nearest double if one operation on two exact doubles gives it (Clinger's fast path).
std::optional<double> NearestDouble(const Decimal& number) {
  static constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (number.digits > uint64_t{1} << 53 || number.exponent < -22 || number.exponent > 22) {
    return std::nullopt;
  }
  const auto digits = static_cast<double>(number.digits);
  const double value =
      number.exponent < 0 ? digits / kPowers[-number.exponent] : digits * kPowers[number.exponent];
  return number.negative ? -value : value;
}

// Decimals are rounded to a double first, then to the type (hlo-text reference, section 7).
bool StoreFloat(ElementType type, double value, uint8_t* element) {
  if (type == ElementType::kF64) {
    std::memcpy(element, &value, sizeof(double));
    return true;
  }
  if (type == ElementType::kF32) {
    const auto rounded = static_cast<float>(value);
    if (!std::isfinite(rounded)) return false;
    std::memcpy(element, &rounded, sizeof(float));
    return true;
  }
  const std::optional<uint64_t> code = EncodeFinite(FormatOf(type), value);
  if (!code) return false;
  std::memcpy(element, &*code, static_cast<size_t>(StorageBytes(type)));
  return true;
}

}  // namespace

bool ReadPlainNumber(ElementType type, std::string_view text, size_t& position, uint8_t* element) {
  const char* p = text.data() + position;
  Decimal number;
  if (!ScanDecimal(p, text.data() + text.size(), number)) return false;
  bool stored = false;
  if (IsFloat(type)) {
    const std::optional<double> value = NearestDouble(number);
    stored = value && StoreFloat(type, *value, element);
  } else if (IsInteger(type)) {
    stored = StoreInteger(type, number, element);
  }
  if (stored) position = static_cast<size_t>(p - text.data());
  return stored;
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/import/mlir/number.h"

#include <cmath>
#include <cstring>
#include <string>

#include "core/base/bits.h"
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/types/big_natural.h"
#include "core/types/float_format.h"
#include "core/types/number_text.h"

namespace hlo::mlir {
namespace {

// digits * 10^exponent; no sign.
struct DecimalText {
  std::string digits;
  int64_t exponent = 0;
};

// An f64 has at most 767 significant digits, so all digits after the 800th compare as one that is 0
// or not.
constexpr size_t kMaxDigits = 800;

DecimalText SplitDecimal(std::string_view text) {
  DecimalText decimal;
  size_t at = 0;
  bool behind_point = false;
  bool more = false;
  for (; at < text.size() && text[at] != 'e' && text[at] != 'E'; ++at) {
    if (text[at] == '.') {
      behind_point = true;
      continue;
    }
    decimal.exponent -= behind_point ? 1 : 0;
    if (decimal.digits.size() == kMaxDigits) {
      more |= text[at] != '0';
      ++decimal.exponent;
    } else if (!decimal.digits.empty() || text[at] != '0') {
      decimal.digits += text[at];
    }
  }
  if (more) {
    decimal.digits += '1';
    --decimal.exponent;
  }
  if (at < text.size()) {
    const bool negative = text[at + 1] == '-';
    int64_t exponent = 0;
    for (at += negative || text[at + 1] == '+' ? 2 : 1; at < text.size(); ++at) {
      exponent = std::min<int64_t>(10 * exponent + (text[at] - '0'), 1 << 30);
    }
    decimal.exponent += negative ? -exponent : exponent;
  }
  return decimal;
}

// The sign of decimal - value, for a positive value that is the double nearest to the decimal.
int CompareWithDouble(std::string_view text, double value) {
  const DecimalText decimal = SplitDecimal(text);
  int exponent = 0;
  const auto significand = static_cast<uint64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  exponent -= 53;
  BigNatural left = BigNatural::FromDigits(decimal.digits);
  BigNatural right(significand);
  // decimal: digits * 5^e * 2^e; both sides times what makes all powers positive.
  const auto power = static_cast<int>(decimal.exponent);
  if (power >= 0) {
    left.MultiplyByPowerOf5(power);
  } else {
    right.MultiplyByPowerOf5(-power);
  }
  const int shift = power - exponent;
  if (shift >= 0) {
    left.ShiftLeft(shift);
  } else {
    right.ShiftLeft(-shift);
  }
  return BigNatural::Compare(left, right);
}

// The nearest double may lie half way between two values of a narrower format although the decimal
// does not: then a neighbor of it stands for the decimal.
double OffTheTie(std::string_view digits, double value, const FloatFormat& format) {
  const double size = std::fabs(value);
  if (size == 0 || std::isinf(size) || format.mantissa_bits >= 52) return value;
  const uint64_t below = EncodeFloat(format, std::nextafter(size, 0.0));
  const uint64_t above = EncodeFloat(format, std::nextafter(size, HUGE_VAL));
  if (below == above) return value;  // no border between two codes here
  const int sign = CompareWithDouble(digits, size);
  if (sign == 0) return value;
  const double moved = std::nextafter(size, sign < 0 ? 0.0 : HUGE_VAL);
  return value < 0 ? -moved : moved;
}

std::string Bound(ElementType type, uint64_t code) {
  return ShortestDouble(DecodeFloat(FormatOf(type), code));
}

Status ReadHexadecimal(std::string_view text, bool negative, ElementType type, void* element) {
  uint64_t bits = 0;
  bool overflow = false;
  for (char c : text.substr(2)) {
    overflow |= bits >> 60 != 0;
    bits = bits << 4 | static_cast<uint64_t>(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
  }
  const int width = BitWidth(type);
  if (overflow || (width < 64 && bits >> width != 0)) {
    return Fail("C01", "{} has more than the {} bits of {}", {text, width, Name(type)});
  }
  if (negative) bits = 0 - bits;
  if (type == ElementType::kPred) bits = bits != 0;
  if (IsSigned(type) && width < 8 && (bits >> (width - 1)) != 0) bits |= ~uint64_t{0} << width;
  std::memcpy(element, &bits, static_cast<size_t>(StorageBytes(type)));
  return {};
}

}  // namespace

Status ReadNumber(std::string_view text, ElementType type, void* element) {
  std::string_view digits = text;
  const bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  if (digits.starts_with("0x")) return ReadHexadecimal(digits, negative, type, element);
  if (!IsFloat(type)) return ParseElement(type, text, element);
  const std::optional<double> value = ParseDouble(text);
  if (!value || digits == "inf" || digits == "nan") return ParseElement(type, text, element);
  const FloatFormat& format = FormatOf(type);
  const std::optional<uint64_t> code = EncodeFinite(format, OffTheTie(digits, *value, format));
  if (!code) {
    return Fail("C01", "{} does not fit {}, range {}{}..{}",
                {text.substr(0, 40), Name(type), format.has_sign() ? "-" : "",
                 format.has_sign() ? Bound(type, format.largest_finite()) : Bound(type, 0),
                 Bound(type, format.largest_finite())});
  }
  std::memcpy(element, &*code, static_cast<size_t>(StorageBytes(type)));
  return {};
}

}  // namespace hlo::mlir

// SPDX-License-Identifier: Apache-2.0
#include "core/types/float_format.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/bits.h"

namespace hlo {
namespace {

// |value| = significand * 2^exponent, exactly.
struct Magnitude {
  uint64_t significand;
  int exponent;
};

Magnitude MagnitudeOf(double value) {
  const uint64_t bits = BitCast<uint64_t>(value);
  const uint64_t fraction = bits & ((uint64_t{1} << 52) - 1);
  const int field = static_cast<int>((bits >> 52) & 0x7ff);
  if (field == 0) return {fraction, -1074};
  return {fraction | uint64_t{1} << 52, field - 1075};
}

// floor(log2(n)) for n > 0.
int FloorLog2(uint64_t n) { return 63 - std::countl_zero(n); }

// n / 2^shift rounded to the nearest integer, ties to even.
uint64_t RoundedShift(uint64_t n, int shift) {
  if (shift <= 0) return n << -shift;
  if (shift > 64) return 0;
  const uint64_t kept = shift == 64 ? 0 : n >> shift;
  const uint64_t half = uint64_t{1} << (shift - 1);
  const uint64_t rest = n & (2 * half - 1);  // for shift == 64 the mask wraps to all ones
  return kept + (rest > half || (rest == half && (kept & 1) != 0) ? 1 : 0);
}

// The code without sign that the magnitude rounds to, with unbounded finite codes. Codes are
// ordered like their values, so carries out of the fraction need no special case.
uint64_t RoundMagnitude(const FloatFormat& format, Magnitude from) {
  if (from.significand == 0) return 0;
  const int floor_log2 = from.exponent + FloorLog2(from.significand);
  if (format.specials == SpecialCodes::kE8M0) {
    const uint64_t rounded = RoundedShift(from.significand, FloorLog2(from.significand));  // 1, 2
    const int code = floor_log2 + format.bias + (rounded == 2 ? 1 : 0);
    return static_cast<uint64_t>(std::max(code, 0));
  }
  const int binade = std::max(floor_log2, 1 - format.bias);
  const uint64_t n = RoundedShift(from.significand, binade - format.mantissa_bits - from.exponent);
  return (static_cast<uint64_t>(binade + format.bias - 1) << format.mantissa_bits) + n;
}

uint64_t NanOfSign(const FloatFormat& format, bool negative) {
  switch (format.specials) {
    case SpecialCodes::kIeee:
    case SpecialCodes::kFiniteNan:
      return CanonicalNan(format) | (negative ? format.sign_bit() : 0);
    case SpecialCodes::kFinite:
      return negative ? 0 : format.sign_bit();  // what ml_dtypes stores instead of a NaN
    case SpecialCodes::kFnuz:
    case SpecialCodes::kE8M0:
      break;
  }
  return CanonicalNan(format);
}

// The code for overflow.
uint64_t Overflowed(const FloatFormat& format, bool negative) {
  const uint64_t sign = negative ? format.sign_bit() : 0;
  if (format.has_infinity()) return sign | (format.largest_finite() + 1);
  if (!format.has_nan()) return sign | format.largest_finite();
  return NanOfSign(format, negative);
}

std::optional<uint64_t> EncodeMagnitude(const FloatFormat& format, bool negative,
                                        Magnitude magnitude) {
  if (!format.has_sign() && (negative || magnitude.significand == 0)) return std::nullopt;
  const uint64_t code = RoundMagnitude(format, magnitude);
  if (code > format.largest_finite()) return std::nullopt;
  const bool keeps_sign = code != 0 || format.has_negative_zero();
  return negative && keeps_sign ? code | format.sign_bit() : code;
}

}  // namespace

double DecodeFloat(const FloatFormat& format, uint64_t code) {
  const bool negative = (code & format.sign_bit()) != 0;
  const uint64_t magnitude = code & format.magnitude_mask();
  const double sign = negative ? -1.0 : 1.0;
  if (IsNanCode(format, code)) return std::copysign(std::nan(""), sign);
  if (IsInfinityCode(format, code)) return sign * HUGE_VAL;
  const int field = static_cast<int>(magnitude >> format.mantissa_bits);
  if (format.specials == SpecialCodes::kE8M0) return std::ldexp(1.0, field - format.bias);
  const uint64_t fraction = magnitude & format.fraction_mask();
  const uint64_t hidden = field == 0 ? 0 : uint64_t{1} << format.mantissa_bits;
  const int exponent = std::max(field, 1) - format.bias - format.mantissa_bits;
  return sign * std::ldexp(static_cast<double>(hidden | fraction), exponent);
}

std::optional<uint64_t> EncodeFinite(const FloatFormat& format, double value) {
  if (!std::isfinite(value)) return std::nullopt;
  return EncodeMagnitude(format, std::signbit(value), MagnitudeOf(value));
}

uint64_t EncodeFloat(const FloatFormat& format, double value) {
  const bool negative = std::signbit(value);
  if (std::isnan(value)) return NanOfSign(format, negative);
  return EncodeFinite(format, value).value_or(Overflowed(format, negative));
}

uint64_t CanonicalNan(const FloatFormat& format) {
  switch (format.specials) {
    case SpecialCodes::kIeee:
      return format.largest_finite() + 1 + (uint64_t{1} << (format.mantissa_bits - 1));
    case SpecialCodes::kFnuz:
      return format.sign_bit();
    case SpecialCodes::kFiniteNan:
    case SpecialCodes::kE8M0:
    case SpecialCodes::kFinite:
      break;
  }
  return format.magnitude_mask();
}

bool IsNanCode(const FloatFormat& format, uint64_t code) {
  const uint64_t magnitude = code & format.magnitude_mask();
  switch (format.specials) {
    case SpecialCodes::kIeee:
      return magnitude > format.largest_finite() + 1;
    case SpecialCodes::kFiniteNan:
    case SpecialCodes::kE8M0:
      return magnitude == format.magnitude_mask();
    case SpecialCodes::kFnuz:
      return magnitude == 0 && (code & format.sign_bit()) != 0;
    case SpecialCodes::kFinite:
      break;
  }
  return false;
}

bool IsInfinityCode(const FloatFormat& format, uint64_t code) {
  return format.has_infinity() && (code & format.magnitude_mask()) == format.largest_finite() + 1;
}

}  // namespace hlo

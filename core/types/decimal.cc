// SPDX-License-Identifier: Apache-2.0
#include "core/types/decimal.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string>

#include "core/base/bits.h"
#include "core/types/big_natural.h"
#include "core/types/power_of_ten.h"

namespace hlo {
namespace {

uint64_t PowerOf10(int n) {
  uint64_t power = 1;
  for (; n > 0; --n) power *= 10;
  return power;
}

// A positive real r with low * 2^exponent <= r < (low + 2) * 2^exponent; equality if exact.
struct Bounds {
  Uint128 low;  // 2^126 <= low < 2^128
  int exponent;
  bool exact;
};

// w * 10^n for w > 0.
Bounds Product(uint64_t w, int n) {
  const PowerOfTen power = PowerOfTenFor(n);
  const int shift = std::countl_zero(w);
  w <<= shift;
  const Uint128 low_part = Uint128{w} * static_cast<uint64_t>(power.mantissa);
  const Uint128 high_part = Uint128{w} * static_cast<uint64_t>(power.mantissa >> 64);
  return {high_part + (low_part >> 64), power.exponent - shift + 64,
          power.exact && static_cast<uint64_t>(low_part) == 0};
}

// A real divided by 2^shift and rounded down; `round_up` is whether nearest-even rounds up from
// there; empty if the bounds are too wide to decide.
struct Rounding {
  uint64_t floor;
  std::optional<bool> round_up;
};

// Requires a quotient below 2^64.
Rounding RoundQuotient(const Bounds& value, int shift) {
  if (shift > 128) return {0, false};
  const auto floor = static_cast<uint64_t>(shift == 128 ? 0 : value.low >> shift);
  const Uint128 half = Uint128{1} << (shift - 1);
  const Uint128 rest = value.low & (2 * half - 1);
  if (value.exact) return {floor, rest > half || (rest == half && floor % 2 != 0)};
  if (rest > half) return {floor, true};
  if (rest + 2 <= half) return {floor, false};
  return {floor, std::nullopt};
}

// Sign of a * 2^twos * 10^tens - b, exactly.
int CompareScaled(BigNatural a, int twos, int tens, uint64_t b) {
  BigNatural right(b);
  twos += tens;
  (tens >= 0 ? a : right).MultiplyByPowerOf5(std::abs(tens));
  (twos >= 0 ? a : right).ShiftLeft(std::abs(twos));
  return BigNatural::Compare(a, right);
}

bool RoundsUp(int against_half, uint64_t floor) {
  return against_half > 0 || (against_half == 0 && floor % 2 != 0);
}

// The high 64 bits of g * c / 2^64, with the last bit set if it is inexact.
uint64_t RoundToOddProduct(Uint128 g, uint64_t c) {
  const Uint128 low = Uint128{static_cast<uint64_t>(g)} * c;
  const Uint128 sum = Uint128{static_cast<uint64_t>(g >> 64)} * c + (low >> 64);
  return static_cast<uint64_t>(sum >> 64) | (static_cast<uint64_t>(sum) > 1 ? 1 : 0);
}

Decimal WithoutTrailingZeros(Decimal decimal) {
  while (decimal.digits % 10 == 0) {
    decimal.digits /= 10;
    ++decimal.exponent;
  }
  return decimal;
}

// The f64 with the value mantissa * 2^exponent, for mantissa <= 2^53 and exponent >= -1074; a
// mantissa below 2^52 only with exponent -1074.
double MakeDouble(uint64_t mantissa, int exponent) {
  if (exponent + 1074 >= 0x7ff) return HUGE_VAL;
  const uint64_t bits = (static_cast<uint64_t>(exponent + 1074) << 52) + mantissa;
  return BitCast<double>(std::min(bits, uint64_t{0x7ff} << 52));
}

// `digits` * 10^tens, where w is the number of the leading digits and `cut` digits follow.
double NearestDoubleByProduct(std::string_view digits, uint64_t w, int cut, int tens) {
  const int n = tens + cut;  // the number is in [w, w + 1) * 10^n
  if (n < kMinPowerOfTen) return 0;
  if (n > 308) return HUGE_VAL;
  const Bounds value = Product(w, n);
  const int length = 128 - (value.low >> 127 == 0 ? 1 : 0);
  const int exponent = std::max(value.exponent + length - 53, -1074);
  Rounding rounding = RoundQuotient(value, exponent - value.exponent);
  if (cut > 0) {
    const Rounding above = RoundQuotient(Product(w + 1, n), exponent - value.exponent);
    if (above.floor != rounding.floor || above.round_up != rounding.round_up) {
      rounding.round_up = std::nullopt;
    }
  }
  if (!rounding.round_up) {
    const int order =
        CompareScaled(BigNatural::FromDigits(digits), 1 - exponent, tens, 2 * rounding.floor + 1);
    rounding.round_up = RoundsUp(order, rounding.floor);
  }
  return MakeDouble(rounding.floor + (*rounding.round_up ? 1 : 0), exponent);
}

}  // namespace

// Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2020): for the k with 10^k <=
// width of the rounding interval < 10^(k+1), the interval holds a multiple of 10^k, and at most one
// of 10^(k+1), so only the neighbors of value / 10^k and value / 10^(k+1) are candidates.
Decimal ShortestDecimal(const BinaryValue& value) {
  const int q = value.exponent;
  const int narrow = value.narrow_below ? 1 : 0;
  const int k = (q * 1262611 - 524031 * narrow) >> 22;  // floor(log10((narrow ? 3/4 : 1) * 2^q))
  const int h = q + FloorLog2PowerOf10(-k) + 1;
  const PowerOfTen power = PowerOfTenFor(-k);
  const Uint128 g = power.mantissa + (power.exact ? 0 : 1);
  // In units of 10^k / 4: the value and the bounds of its interval.
  const uint64_t c = 4 * value.significand;
  const uint64_t middle = RoundToOddProduct(g, c << h);
  const uint64_t lower =
      RoundToOddProduct(g, (c - 2 + static_cast<uint64_t>(narrow)) << h) + !value.takes_lower;
  const uint64_t upper = RoundToOddProduct(g, (c + 2) << h) - !value.takes_upper;

  const uint64_t ones = middle / 4;
  if (ones >= 10) {  // otherwise, a multiple of 10^(k+1) does not have fewer digits
    const uint64_t tens = ones / 10;
    const bool tens_below = lower <= 40 * tens;
    const bool tens_above = 40 * tens + 40 <= upper;
    if (tens_below != tens_above) return WithoutTrailingZeros({tens + (tens_above ? 1 : 0), k + 1});
  }
  const bool below = lower <= 4 * ones;
  const bool above = 4 * ones + 4 <= upper;
  const bool nearer_up = middle > 4 * ones + 2 || (middle == 4 * ones + 2 && ones % 2 != 0);
  const bool up = below != above ? above : nearer_up;
  return WithoutTrailingZeros({ones + (up ? 1 : 0), k});
}

Decimal RoundedDecimal(uint64_t significand, int exponent, int count) {
  const int floor_log2 = exponent + 63 - std::countl_zero(significand);
  const uint64_t end = PowerOf10(count);
  int magnitude = FloorLog10PowerOf2(floor_log2);  // floor(log10(value)), or one less
  for (;; ++magnitude) {
    const int scale = count - 1 - magnitude;
    Bounds value = Product(significand, scale);
    value.exponent += exponent;
    Rounding rounding = RoundQuotient(value, -value.exponent);
    if (!rounding.round_up) {
      const int order =
          CompareScaled(BigNatural(significand), exponent + 1, scale, 2 * rounding.floor + 1);
      rounding.round_up = RoundsUp(order, rounding.floor);
    }
    const uint64_t digits = rounding.floor + (*rounding.round_up ? 1 : 0);
    if (digits < end) return {digits, -scale};
  }
}

double NearestDouble(std::string_view digits, int64_t exponent) {
  // 767 digits decide any tie; the rest matters only if it is not 0.
  constexpr size_t kKept = 800;
  const size_t first = std::min(digits.find_first_not_of('0'), digits.size());
  digits.remove_prefix(first);
  const size_t last = digits.find_last_not_of('0');
  if (last == std::string_view::npos) return 0;
  exponent += static_cast<int64_t>(digits.size() - last - 1);
  digits = digits.substr(0, last + 1);
  std::string shortened;
  if (digits.size() > kKept) {
    exponent += static_cast<int64_t>(digits.size() - kKept - 1);
    shortened = std::string(digits.substr(0, kKept)) + '1';
    digits = shortened;
  }
  const int tens = static_cast<int>(std::clamp<int64_t>(exponent, -10000, 10000));

  const size_t head = std::min<size_t>(digits.size(), 19);
  uint64_t w = 0;
  for (char digit : digits.substr(0, head)) w = 10 * w + static_cast<uint64_t>(digit - '0');
  const auto cut = static_cast<int>(digits.size() - head);
  if (cut == 0 && w <= uint64_t{1} << 53 && std::abs(tens) <= 22) {
    // Both operands are exact, so the single operation is correctly rounded.
    static constexpr double kExactTenTo[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                             1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                             1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const auto exact = static_cast<double>(w);
    return tens < 0 ? exact / kExactTenTo[-tens] : exact * kExactTenTo[tens];
  }
  return NearestDoubleByProduct(digits, w, cut, tens);
}

}  // namespace hlo

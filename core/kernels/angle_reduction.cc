// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "core/kernels/double_double.h"
#include "core/kernels/elementary_parts.h"
#include "core/kernels/elementary_tables.h"

// Arguments of sine, cosine and tangent modulo pi/2. Moderate ones after Cody and Waite (1980):
// pi/2 as a sum of parts whose products with the quotient are exact. Huge ones after Payne and
// Hanek (SIGNUM 18, 1983): the relevant bits of 2/pi times the significand, in integers. No double
// is closer than 2^-62 (relative to pi/2) to a multiple of pi/2, so 130 bits of the quotient's
// fraction give a remainder with a relative error of 2^-65.

namespace hlo::elementary {
namespace {

using Uint128 = unsigned __int128;

constexpr double kModerate = 0x1p20;
constexpr double kPiOver4 = 0x1.921fb54442d18p-1;
constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
constexpr DoubleDouble kPiOver2 = {0x1.921fb54442d18p0, 0x1.1a62633145c07p-54};

ReducedAngle ReduceModerate(double x) {
  const double n = NearestInteger(x * kTwoOverPi);
  const double first = x - n * kPiOver2Parts[0];  // exact
  const DoubleDouble second = TwoSum(first, -(n * kPiOver2Parts[1]));
  const DoubleDouble third = TwoSum(second.hi, -(n * kPiOver2Parts[2]));
  const DoubleDouble low = TwoSum(second.lo, third.lo);
  const DoubleDouble sum = TwoSum(third.hi, low.hi);
  const double rest = sum.lo + (low.lo - n * kPiOver2Parts[3]);
  return {FastTwoSum(sum.hi, rest), static_cast<int>(n) & 3};
}

// 192 bits of the table from the given bit on, most significant word first.
struct Window {
  uint64_t words[3];
};
Window TwoOverPiFrom(int first_bit) {
  const int word = first_bit / 64, shift = first_bit % 64;
  Window window;
  for (int i = 0; i < 3; ++i) {
    const uint64_t high = kTwoOverPiBits[word + i];
    const uint64_t next = kTwoOverPiBits[word + i + 1];
    window.words[i] = shift == 0 ? high : high << shift | next >> (64 - shift);
  }
  return window;
}

// (high * 2^64 + low) / 2^128, high with its top bit set.
DoubleDouble FractionOf(uint64_t high, uint64_t low) {
  const uint64_t next = (high & 0x7ff) << 42 | low >> 22;
  return FastTwoSum(static_cast<double>(high >> 11) * 0x1p-53,
                    static_cast<double>(next) * 0x1p-106);
}

// x >= 2^20.
ReducedAngle ReduceHuge(double x) {
  const uint64_t bits = BitCast<uint64_t>(x);
  const uint64_t significand = (bits & 0xfffffffffffffu) | uint64_t{1} << 52;
  const int exponent = static_cast<int>(bits >> 52) - 1075;  // x = significand * 2^exponent
  // Bits of 2/pi above the window would only add multiples of 4 to the quotient; the table begins
  // with 64 zero bits. The window starts at weight 2^2 of the quotient.
  const Window window = TwoOverPiFrom(exponent - 2 + 64);
  const Uint128 low = Uint128{significand} * window.words[2];
  const Uint128 middle = Uint128{significand} * window.words[1] + static_cast<uint64_t>(low >> 64);
  uint64_t word0 = significand * window.words[0] + static_cast<uint64_t>(middle >> 64);
  uint64_t word1 = static_cast<uint64_t>(middle);
  uint64_t word2 = static_cast<uint64_t>(low);

  int quarter_turns = static_cast<int>(word0 >> 62);
  word0 = word0 << 2 | word1 >> 62;
  word1 = word1 << 2 | word2 >> 62;
  word2 <<= 2;
  const bool round_up = word0 >> 63 != 0;
  if (round_up) {  // a fraction above one half: the next multiple is nearer
    ++quarter_turns;
    word2 = ~word2;
    word1 = ~word1;
    word0 = ~word0;
  }
  int leading_zeros = 0;
  for (; word0 >> 63 == 0 && leading_zeros < 128; ++leading_zeros) {
    word0 = word0 << 1 | word1 >> 63;
    word1 = word1 << 1 | word2 >> 63;
    word2 <<= 1;
  }
  const DoubleDouble angle =
      Scale(Multiply(FractionOf(word0, word1), kPiOver2), PowerOfTwo(-leading_zeros));
  return {round_up ? Negate(angle) : angle, quarter_turns & 3};
}

}  // namespace

ReducedAngle ReduceAngle(double x) {
  const double magnitude = Magnitude(x);
  if (magnitude <= kPiOver4) return {{x, 0}, 0};
  if (magnitude < kModerate) return ReduceModerate(x);
  const ReducedAngle reduced = ReduceHuge(magnitude);
  if (!IsNegative(x)) return reduced;
  return {Negate(reduced.angle), -reduced.quarter_turns & 3};
}

}  // namespace hlo::elementary

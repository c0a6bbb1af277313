// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TYPES_POWER_OF_TEN_H_
#define HLO_CORE_TYPES_POWER_OF_TEN_H_

#include <cstdint>

namespace hlo {

using Uint128 = unsigned __int128;

// 10^n = (mantissa + error) * 2^exponent with 2^127 <= mantissa < 2^128 and 0 <= error < 1.
struct PowerOfTen {
  Uint128 mantissa;
  int exponent;
  bool exact;  // error is 0
};

// The range for decimal <-> f64: w * 10^n with 1 <= w < 2^64 is 0 below and infinite above.
inline constexpr int kMinPowerOfTen = -343;
inline constexpr int kGreatestPowerOfTen = 341;

// Requires kMinPowerOfTen <= n <= kGreatestPowerOfTen.
PowerOfTen PowerOfTenFor(int n);

// floor(log10(2^n)) and floor(log2(10^n)), for |n| <= 1100 and |n| <= 350.
constexpr int FloorLog10PowerOf2(int n) { return (n * 1262611) >> 22; }
constexpr int FloorLog2PowerOf10(int n) { return (n * 1741647) >> 19; }

}  // namespace hlo

#endif  // HLO_CORE_TYPES_POWER_OF_TEN_H_

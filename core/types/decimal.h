// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TYPES_DECIMAL_H_
#define HLO_CORE_TYPES_DECIMAL_H_

#include <cstdint>
#include <string_view>

namespace hlo {

// digits * 10^exponent.
struct Decimal {
  uint64_t digits;
  int exponent;
};

// A positive finite number of a binary format, significand * 2^exponent with the significand below
// 2^53, and the interval of decimals that round to it, within half a unit of `exponent`.
struct BinaryValue {
  uint64_t significand;
  int exponent;
  bool narrow_below;  // the neighbor below is only half a unit away (power of two)
  bool takes_lower;   // the lower and the upper bound themselves round to this value
  bool takes_upper;
};

// The decimal with the fewest digits among those that round to `value`, the nearest of them if
// there are several. Has no trailing zeros.
Decimal ShortestDecimal(const BinaryValue& value);

// significand * 2^exponent > 0, a f64, to exactly `count` digits (1..17), rounded to nearest even.
Decimal RoundedDecimal(uint64_t significand, int exponent, int count);

// The f64 nearest to digits * 10^exponent, ties to even. `digits` are decimal digits, any number of
// them, leading zeros allowed. Overflows to infinity.
double NearestDouble(std::string_view digits, int64_t exponent);

}  // namespace hlo

#endif  // HLO_CORE_TYPES_DECIMAL_H_

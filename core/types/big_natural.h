// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TYPES_BIG_NATURAL_H_
#define HLO_CORE_TYPES_BIG_NATURAL_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace hlo {

// A natural number of any size: exact arithmetic for decimal conversions that 128 bits do not
// decide. Callers bound the size.
class BigNatural {
 public:
  explicit BigNatural(uint64_t value);
  static BigNatural FromDigits(std::string_view decimal_digits);

  void Multiply(uint32_t factor, uint32_t addend = 0);
  void MultiplyByPowerOf5(int n);
  void ShiftLeft(int bits);
  void Divide(uint32_t divisor);  // discards the remainder

  // The 128 leading bits, the first of them set, truncated. Requires a value > 0.
  unsigned __int128 Leading128() const;

  // Negative, zero, or positive for a < b, a == b, a > b.
  static int Compare(const BigNatural& a, const BigNatural& b);

 private:
  void Trim();
  std::vector<uint32_t> limbs_;  // least significant first, the last one not 0
};

}  // namespace hlo

#endif  // HLO_CORE_TYPES_BIG_NATURAL_H_

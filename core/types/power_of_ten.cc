// SPDX-License-Identifier: Apache-2.0
#include "core/types/power_of_ten.h"

#include <array>

#include "core/types/big_natural.h"

namespace hlo {
namespace {

constexpr int kCount = kGreatestPowerOfTen - kMinPowerOfTen + 1;
constexpr int kGreatestExact = 55;  // 5^55 < 2^128

// Leading 128 bits of 5^n, which are those of 10^n. Computed once in a few microseconds, because a
// constant table would add 11 kB to the module.
class Table {
 public:
  Table() {
    BigNatural power(1);
    for (int n = 0; n <= kGreatestPowerOfTen; ++n) {
      At(n) = power.Leading128();
      power.Multiply(5);
    }
    // floor(floor(2^960 / 5^n) / 5) = floor(2^960 / 5^(n+1)), so errors do not accumulate, and
    // 5^343 < 2^797 leaves more than the 128 bits needed.
    BigNatural reciprocal(1);
    reciprocal.ShiftLeft(960);
    for (int n = -1; n >= kMinPowerOfTen; --n) {
      reciprocal.Divide(5);
      At(n) = reciprocal.Leading128();
    }
  }

  Uint128 Get(int n) const { return mantissas_[n - kMinPowerOfTen]; }

 private:
  Uint128& At(int n) { return mantissas_[n - kMinPowerOfTen]; }

  std::array<Uint128, kCount> mantissas_;
};

}  // namespace

PowerOfTen PowerOfTenFor(int n) {
  static const Table kTable;
  return {kTable.Get(n), FloorLog2PowerOf10(n) - 127, 0 <= n && n <= kGreatestExact};
}

}  // namespace hlo

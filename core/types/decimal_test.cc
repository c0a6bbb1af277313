// SPDX-License-Identifier: Apache-2.0
#include "core/types/decimal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "core/types/big_natural.h"
#include "core/types/power_of_ten.h"

// Oracle of the large powers: Python's integers, (10**n) >> (10**n).bit_length() - 128 and
// the same of 2**2000 // 10**-n for negative n.

namespace hlo {
namespace {

Uint128 Words(uint64_t high, uint64_t low) { return Uint128{high} << 64 | low; }

TEST(PowerOfTen, IsExactIfItFits128Bits) {
  EXPECT_TRUE(PowerOfTenFor(0).mantissa == Uint128{1} << 127);
  EXPECT_EQ(PowerOfTenFor(0).exponent, -127);
  EXPECT_TRUE(PowerOfTenFor(1).mantissa == Uint128{10} << 124);
  EXPECT_TRUE(PowerOfTenFor(55).exact);
  EXPECT_FALSE(PowerOfTenFor(56).exact);
  EXPECT_FALSE(PowerOfTenFor(-1).exact);
}

TEST(PowerOfTen, HasTheLeadingBitsAtAllSizes) {
  struct Row {
    int n;
    uint64_t high, low;
  };
  constexpr Row kRows[] = {
      {-343, 0xbf29dcaba82fdeae, 0x7432ee873880fc33},
      {-342, 0xeef453d6923bd65a, 0x113faa2906a13b3f},
      {-300, 0xab70fe17c79ac6ca, 0x6dbd630a48aaf406},
      {-28, 0xfd87b5f28300ca0d, 0x8bca9d6e188853fc},
      {-27, 0x9e74d1b791e07e48, 0x775ea264cf55347d},
      {-1, 0xcccccccccccccccc, 0xcccccccccccccccc},
      {27, 0xcecb8f27f4200f3a, 0x0000000000000000},
      {28, 0x813f3978f8940984, 0x4000000000000000},
      {55, 0xd0cf4b50cfe20765, 0xfff4b4e3f741cf6d},
      {56, 0x82818f1281ed449f, 0xbff8f10e7a8921a4},
      {100, 0x924d692ca61be758, 0x593c2626705f9c56},
      {308, 0x8e679c2f5e44ff8f, 0x570f09eaa7ea7648},
      {341, 0xdb68c2ca82ed2a05, 0xa67398db9f6820e1},
  };
  for (const Row& row : kRows) {
    EXPECT_TRUE(PowerOfTenFor(row.n).mantissa == Words(row.high, row.low)) << row.n;
  }
}

TEST(BigNatural, ComparesAndShiftsAcrossLimbs) {
  BigNatural a = BigNatural::FromDigits("340282366920938463463374607431768211456");  // 2^128
  BigNatural b(1);
  b.ShiftLeft(128);
  EXPECT_EQ(BigNatural::Compare(a, b), 0);
  b.Multiply(1, 1);
  EXPECT_LT(BigNatural::Compare(a, b), 0);
  EXPECT_GT(BigNatural::Compare(b, a), 0);
  a.Divide(10);
  EXPECT_EQ(
      BigNatural::Compare(a, BigNatural::FromDigits("34028236692093846346337460743176821145")), 0);
  EXPECT_LT(BigNatural::Compare(BigNatural(0), BigNatural(1)), 0);
  EXPECT_EQ(BigNatural::Compare(BigNatural::FromDigits("000"), BigNatural(0)), 0);
}

TEST(BigNatural, MultipliesByPowersOfFive) {
  BigNatural a(3);
  a.MultiplyByPowerOf5(27);
  // 3 * 5^27
  EXPECT_EQ(BigNatural::Compare(a, BigNatural::FromDigits("22351741790771484375")), 0);
}

TEST(RoundedDecimal, RoundsTiesToEvenDigits) {
  // 2.5 = 5/2, 3.5 = 7/2, 12345 / 2 = 6172.5, exactly.
  EXPECT_EQ(RoundedDecimal(5, -1, 1).digits, 2u);
  EXPECT_EQ(RoundedDecimal(7, -1, 1).digits, 4u);
  EXPECT_EQ(RoundedDecimal(12345, -1, 4).digits, 6172u);
  EXPECT_EQ(RoundedDecimal(12347, -1, 4).digits, 6174u);
}

TEST(RoundedDecimal, CarriesIntoOneMoreDigit) {
  const Decimal ten = RoundedDecimal(9999, 0, 2);  // 1.0e4
  EXPECT_EQ(ten.digits, 10u);
  EXPECT_EQ(ten.exponent, 3);
}

TEST(RoundedDecimal, DecidesLargeTiesExactly) {
  // 1.5e22 = 3 * 5^22 * 2^21 and 2.5e21 = 5^22 * 2^20: integers that f64 holds.
  const uint64_t five_to_22 = 2384185791015625;
  EXPECT_EQ(RoundedDecimal(3 * five_to_22, 21, 1).digits, 2u);
  EXPECT_EQ(RoundedDecimal(five_to_22, 20, 1).digits, 2u);
  EXPECT_EQ(RoundedDecimal(five_to_22 + 1, 20, 1).digits, 3u);
}

TEST(ShortestDecimal, UsesABoundOfTheIntervalOnlyIfItRoundsToTheValue) {
  // 2^0 in steps of 1, interval 0.5 to 1.5: one digit in any case.
  EXPECT_EQ(ShortestDecimal({1, 0, false, true, true}).digits, 1u);
  // 24 +- 4 reaches 20 only with its lower bound.
  EXPECT_EQ(ShortestDecimal({3, 3, false, true, true}).exponent, 1);
  EXPECT_EQ(ShortestDecimal({3, 3, false, false, false}).digits, 24u);
}

TEST(NearestDouble, ReadsZeroOfAnyLength) {
  EXPECT_EQ(NearestDouble("", 0), 0.0);
  EXPECT_EQ(NearestDouble("0000", 300), 0.0);
  EXPECT_EQ(NearestDouble("0", INT64_C(1) << 50), 0.0);
}

TEST(NearestDouble, OverflowsToInfinityAndUnderflowsToZero) {
  EXPECT_EQ(NearestDouble("1", 309), HUGE_VAL);
  EXPECT_EQ(NearestDouble("1", -400), 0.0);
  EXPECT_EQ(NearestDouble("9", -(INT64_C(1) << 50)), 0.0);
}

}  // namespace
}  // namespace hlo

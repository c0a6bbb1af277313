// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/elementary.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "core/base/bits.h"
#include "gtest/gtest.h"

// Special values: the tables of the numerics reference, section 10.

namespace hlo::elementary {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 0x1.921fb54442d18p1;

template <class T>
void ExpectSame(T got, T want, double x, double y = 0) {
  if (std::isnan(want)) {
    EXPECT_TRUE(std::isnan(got)) << "at " << x << ", " << y << ": " << got;
  } else {
    EXPECT_EQ(got, want) << "at " << x << ", " << y;
    EXPECT_EQ(std::signbit(got), std::signbit(want)) << "at " << x << ", " << y;
  }
}

template <class Fn>
void ExpectUnary(Fn fn, double x, double want) {
  const double got = fn(x);
  ExpectSame(got, want, x);
  if (std::isnan(want)) {
    EXPECT_EQ(BitCast<uint64_t>(got), 0x7ff8000000000000u) << "the NaN of " << x;
  }
}

struct Row {
  double minus_infinity, minus_zero, plus_zero, plus_infinity;
};

template <class Fn>
void ExpectRow(Fn fn, Row row) {
  ExpectUnary(fn, -kInf, row.minus_infinity);
  ExpectUnary(fn, -0.0, row.minus_zero);
  ExpectUnary(fn, 0.0, row.plus_zero);
  ExpectUnary(fn, kInf, row.plus_infinity);
  ExpectUnary(fn, kNan, kNan);
  ExpectUnary(fn, -kNan, kNan);
}

#define HLO_FUNCTION(Name) [](auto x) { return Name(x); }

TEST(SpecialValues, UnaryFunctionsFollowTheTable) {
  ExpectRow(HLO_FUNCTION(Rsqrt), {kNan, -kInf, kInf, 0.0});
  ExpectRow(HLO_FUNCTION(Cbrt), {-kInf, -0.0, 0.0, kInf});
  ExpectRow(HLO_FUNCTION(Exp), {0.0, 1, 1, kInf});
  ExpectRow(HLO_FUNCTION(Expm1), {-1, -0.0, 0.0, kInf});
  ExpectRow(HLO_FUNCTION(Log), {kNan, -kInf, -kInf, kInf});
  ExpectRow(HLO_FUNCTION(Log1p), {kNan, -0.0, 0.0, kInf});
  ExpectRow(HLO_FUNCTION(Logistic), {0.0, 0.5, 0.5, 1});
  ExpectRow(HLO_FUNCTION(Sin), {kNan, -0.0, 0.0, kNan});
  ExpectRow(HLO_FUNCTION(Tan), {kNan, -0.0, 0.0, kNan});
  ExpectRow(HLO_FUNCTION(Cos), {kNan, 1, 1, kNan});
  ExpectRow(HLO_FUNCTION(Asin), {kNan, -0.0, 0.0, kNan});
  ExpectRow(HLO_FUNCTION(Acos), {kNan, kPi / 2, kPi / 2, kNan});
  ExpectRow(HLO_FUNCTION(Atan), {-kPi / 2, -0.0, 0.0, kPi / 2});
  ExpectRow(HLO_FUNCTION(Sinh), {-kInf, -0.0, 0.0, kInf});
  ExpectRow(HLO_FUNCTION(Cosh), {kInf, 1, 1, kInf});
  ExpectRow(HLO_FUNCTION(Tanh), {-1, -0.0, 0.0, 1});
  ExpectRow(HLO_FUNCTION(Asinh), {-kInf, -0.0, 0.0, kInf});
  ExpectRow(HLO_FUNCTION(Acosh), {kNan, kNan, kNan, kInf});
  ExpectRow(HLO_FUNCTION(Atanh), {kNan, -0.0, 0.0, kNan});
  ExpectRow(HLO_FUNCTION(Erf), {-1, -0.0, 0.0, 1});
}

TEST(SpecialValues, DomainsMatchTheTable) {
  ExpectUnary(HLO_FUNCTION(Log), 1, 0.0);
  ExpectUnary(HLO_FUNCTION(Log), -0x1p-100, kNan);
  ExpectUnary(HLO_FUNCTION(Rsqrt), -1, kNan);
  ExpectUnary(HLO_FUNCTION(Log1p), -1, -kInf);
  ExpectUnary(HLO_FUNCTION(Log1p), -1.5, kNan);
  ExpectUnary(HLO_FUNCTION(Asin), 1.5, kNan);
  ExpectUnary(HLO_FUNCTION(Asin), 1, kPi / 2);
  ExpectUnary(HLO_FUNCTION(Asin), -1, -kPi / 2);
  ExpectUnary(HLO_FUNCTION(Acos), 1, 0.0);
  ExpectUnary(HLO_FUNCTION(Acos), -1, kPi);
  ExpectUnary(HLO_FUNCTION(Acos), -1.5, kNan);
  ExpectUnary(HLO_FUNCTION(Acosh), 1, 0.0);
  ExpectUnary(HLO_FUNCTION(Acosh), 0.5, kNan);
  ExpectUnary(HLO_FUNCTION(Atanh), 1, kInf);
  ExpectUnary(HLO_FUNCTION(Atanh), -1, -kInf);
  ExpectUnary(HLO_FUNCTION(Atanh), 1.5, kNan);
}

TEST(SpecialValues, OverflowAndUnderflowAreAtTheLimits) {
  // log(2^1024) and log(2^-1075), rounded down and up.
  EXPECT_LT(Exp(0x1.62e42fefa39efp9), kInf);
  EXPECT_EQ(Exp(0x1.62e42fefa39f0p9), kInf);
  EXPECT_EQ(Exp(-0x1.74910d52d3051p9), 0x1p-1074);
  EXPECT_EQ(Exp(-0x1.74910d52d3052p9), 0.0);
  EXPECT_EQ(Sinh(-800.0), -kInf);
  EXPECT_EQ(Cosh(-800.0), kInf);
  EXPECT_EQ(Logistic(-800.0), 0.0);
  EXPECT_EQ(Logistic(800.0), 1.0);
  EXPECT_EQ(Hypot(0x1.8p1023, 0x1.8p1023), kInf);
  EXPECT_EQ(Hypot(0x1.8p1022, 0x1p1023), 0x1.4p1023);
}

void ExpectAtan2(double y, double x, double want) { ExpectSame(Atan2(y, x), want, y, x); }

TEST(SpecialValues, Atan2FollowsTheTableInAllQuadrants) {
  for (const double sign : {1.0, -1.0}) {
    for (const double x : {0.0, 1.0, kInf}) ExpectAtan2(sign * 0.0, x, sign * 0.0);
    for (const double x : {-0.0, -1.0, -kInf}) ExpectAtan2(sign * 0.0, x, sign * kPi);
    for (const double x : {0.0, -0.0}) ExpectAtan2(sign * 2, x, sign * kPi / 2);
    for (const double x : {0.0, -1.0, 3.0}) ExpectAtan2(sign * kInf, x, sign * kPi / 2);
    ExpectAtan2(sign * kInf, kInf, sign * kPi / 4);
    ExpectAtan2(sign * kInf, -kInf, sign * 0x1.2d97c7f3321d2p1);  // 3 pi/4
    ExpectAtan2(sign * 5, kInf, sign * 0.0);
    ExpectAtan2(sign * 5, -kInf, sign * kPi);
  }
  ExpectAtan2(kNan, 1, kNan);
  ExpectAtan2(1, kNan, kNan);
}

void ExpectPow(double base, double exponent, double want) {
  ExpectSame(Pow(base, exponent), want, base, exponent);
}

TEST(SpecialValues, PowerOfOneOrToZeroIsOneEvenForNan) {
  for (const double x : {0.0, -0.0, 1.0, -2.5, kInf, -kInf, kNan}) {
    ExpectPow(1, x, 1);
    ExpectPow(x, 0.0, 1);
    ExpectPow(x, -0.0, 1);
  }
  ExpectPow(kNan, 2, kNan);
  ExpectPow(2, kNan, kNan);
  ExpectPow(-1, kInf, 1);
  ExpectPow(-1, -kInf, 1);
}

TEST(SpecialValues, PowerOfZeroAndInfinityKeepsTheSignForOddExponents) {
  for (const double odd : {1.0, 3.0}) {
    for (const double sign : {1.0, -1.0}) {
      ExpectPow(sign * 0.0, odd, sign * 0.0);
      ExpectPow(sign * 0.0, -odd, sign * kInf);
      ExpectPow(sign * kInf, odd, sign * kInf);
      ExpectPow(sign * kInf, -odd, sign * 0.0);
    }
  }
  for (const double other : {0.5, 2.0, 2.5, 0x1p60, kInf}) {
    for (const double sign : {1.0, -1.0}) {
      ExpectPow(sign * 0.0, other, 0.0);
      ExpectPow(sign * 0.0, -other, kInf);
      ExpectPow(sign * kInf, other, kInf);
      ExpectPow(sign * kInf, -other, 0.0);
    }
  }
}

TEST(SpecialValues, PowerToInfinityDependsOnTheMagnitudeOfTheBase) {
  for (const double sign : {1.0, -1.0}) {
    ExpectPow(sign * 1.5, kInf, kInf);
    ExpectPow(sign * 1.5, -kInf, 0.0);
    ExpectPow(sign * 0.5, kInf, 0.0);
    ExpectPow(sign * 0.5, -kInf, kInf);
  }
}

TEST(SpecialValues, PowerOfNegativeNumbersRequiresAnInteger) {
  ExpectPow(-2, 0.5, kNan);
  ExpectPow(-2, 3, -8);
  ExpectPow(-2, -2, 0.25);
  ExpectPow(-2, 1025, -kInf);
  EXPECT_EQ(Pow(-2.0, -1074.0), 0x1p-1074);
  EXPECT_EQ(Pow(-2.0, -1073.0), -0x1p-1073);
  EXPECT_TRUE(std::signbit(Pow(-2.0, -1077.0)));
  EXPECT_EQ(Pow(-1.0, 0x1.fffffffffffffp52), -1.0);
  EXPECT_EQ(Pow(-1.0, 0x1p80), 1.0);
  EXPECT_EQ(Pow(0x1.0000000000001p0, 0x1p1000), kInf);
  EXPECT_EQ(Pow(0x1.fffffffffffffp-1, 0x1p1000), 0.0);
  EXPECT_EQ(Pow(3.0, 33.0), 5559060566555523.0);  // exact, as 3^33 < 2^53
}

void ExpectFmod(double x, double y, double want) {
  ExpectSame(Fmod(x, y), want, x, y);
  ExpectSame(Fmod(static_cast<float>(x), static_cast<float>(y)), static_cast<float>(want), x, y);
}

TEST(SpecialValues, RemainderHasTheSignOfTheDividend) {
  ExpectFmod(kInf, 1, kNan);
  ExpectFmod(-kInf, kInf, kNan);
  ExpectFmod(1, 0.0, kNan);
  ExpectFmod(kNan, 1, kNan);
  ExpectFmod(1, kNan, kNan);
  ExpectFmod(3, kInf, 3);
  ExpectFmod(-3, -kInf, -3);
  ExpectFmod(-0.0, 2, -0.0);
  ExpectFmod(-6, 3, -0.0);
  ExpectFmod(6, -3, 0.0);
  ExpectFmod(-7, 3, -1);
  ExpectFmod(7.5, 2, 1.5);
  EXPECT_EQ(Fmod(0x1p1023, 3.0), 2.0);  // 2^odd = 2 modulo 3
  EXPECT_EQ(Fmod(0x1p1023, 0x1.8p-1073), 0x1p-1073);
}

TEST(SpecialValues, HypotOfInfinityAndNanIsInfinite) {
  ExpectSame(Hypot(kInf, kNan), kInf, kInf, kNan);
  ExpectSame(Hypot(kNan, -kInf), kInf, kNan, -kInf);
  ExpectSame(Hypot(kNan, 1.0), kNan, kNan, 1);
  ExpectSame(Hypot(-0.0, -0.0), 0.0, -0.0, -0.0);
  ExpectSame(Hypot(3.0, -4.0), 5.0, 3, -4);
}

TEST(Rsqrt, RoundsTheRootAndTheQuotient) {
  EXPECT_EQ(Rsqrt(4.0), 0.5);
  EXPECT_EQ(Rsqrt(0x1p-1074), 0x1p537);
}

TEST(Monotone, ExpAndLogNeverDecrease) {
  double exp_before = 0, log_before = -kInf;
  for (double x = 0.9; x < 1.1; x = std::nextafter(x + 1e-5, 2)) {
    for (int i = 0; i < 3; ++i, x = std::nextafter(x, 2)) {
      EXPECT_GE(Exp(x), exp_before);
      EXPECT_GE(Log(x), log_before);
      exp_before = Exp(x);
      log_before = Log(x);
    }
  }
}

}  // namespace
}  // namespace hlo::elementary

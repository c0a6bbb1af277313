// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/complex_functions.h"

#include <cmath>
#include <complex>
#include <limits>

#include "gtest/gtest.h"

// Special values of C11 Annex G and of the numerics reference, section 11. Annex G gives those for
// a positive imaginary part; the others follow from f(conj z) = conj f(z), which Check uses.

namespace hlo::complex_functions {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 0x1.921fb54442d18p1;
constexpr double kPi34 = 0x1.2d97c7f3321d2p1;

using Function = Complex128 (*)(Complex128);

enum class Signs { kKeeps, kOpen };  // whether Annex G fixes the signs of zeros and infinities

bool SamePart(double got, double want, Signs sign) {
  if (want != want) return got != got;
  if (sign == Signs::kOpen) return std::fabs(got) == std::fabs(want);
  return got == want && std::signbit(got) == std::signbit(want);
}

void CheckOne(Function f, Complex128 z, Complex128 want, Signs re_sign, Signs im_sign) {
  const Complex128 got = f(z);
  EXPECT_TRUE(SamePart(got.real(), want.real(), re_sign) &&
              SamePart(got.imag(), want.imag(), im_sign))
      << "at " << z << ": " << got << " instead of " << want;
}

void Check(Function f, Complex128 z, Complex128 want, Signs re = Signs::kKeeps,
           Signs im = Signs::kKeeps) {
  CheckOne(f, z, want, re, im);
  CheckOne(f, std::conj(z), std::conj(want), re, im);
}

// For odd functions, also at -z.
void CheckOdd(Function f, Complex128 z, Complex128 want, Signs re = Signs::kKeeps,
              Signs im = Signs::kKeeps) {
  Check(f, z, want, re, im);
  Check(f, -z, -want, re, im);
}

TEST(ComplexSpecial, ExpFollowsAnnexG) {
  Check(Exp, {0.0, 0.0}, {1, 0.0});
  Check(Exp, {-0.0, 0.0}, {1, 0.0});
  Check(Exp, {1, kInf}, {kNan, kNan});
  Check(Exp, {1, kNan}, {kNan, kNan});
  Check(Exp, {kInf, 0.0}, {kInf, 0.0});
  Check(Exp, {-kInf, 2}, {-0.0, 0.0});
  Check(Exp, {kInf, 2}, {-kInf, kInf});
  Check(Exp, {-kInf, kInf}, {0, 0}, Signs::kOpen, Signs::kOpen);
  Check(Exp, {kInf, kInf}, {kInf, kNan}, Signs::kOpen);
  Check(Exp, {-kInf, kNan}, {0, 0}, Signs::kOpen, Signs::kOpen);
  Check(Exp, {kInf, kNan}, {kInf, kNan}, Signs::kOpen);
  Check(Exp, {kNan, 0.0}, {kNan, 0.0});
  Check(Exp, {kNan, 1}, {kNan, kNan});
  Check(Exp, {kNan, kNan}, {kNan, kNan});
  Check(Exp, {1000, 0x1p-1074}, {kInf, Exp(Complex128(1000, 0x1p-1074)).imag()});
  EXPECT_NEAR(Exp(Complex128(1000, 0x1p-1074)).imag() / 0x1p368, 0, 1e3);  // no undue overflow
}

TEST(ComplexSpecial, Expm1KeepsZerosAndLimits) {
  for (const double zero : {0.0, -0.0}) Check(Expm1, {zero, 0.0}, {zero, 0.0});
  Check(Expm1, {-kInf, 1}, {-1, 0.0});
  Check(Expm1, {kInf, 0.0}, {kInf, 0.0});
  Check(Expm1, {kInf, 2}, {-kInf, kInf});
  Check(Expm1, {kNan, 0.0}, {kNan, 0.0});
  Check(Expm1, {1, kInf}, {kNan, kNan});
}

TEST(ComplexSpecial, LogFollowsAnnexG) {
  Check(Log, {-0.0, 0.0}, {-kInf, kPi});
  Check(Log, {0.0, 0.0}, {-kInf, 0.0});
  Check(Log, {1, kInf}, {kInf, kPi / 2});
  Check(Log, {1, kNan}, {kNan, kNan});
  Check(Log, {-kInf, 1}, {kInf, kPi});
  Check(Log, {kInf, 1}, {kInf, 0.0});
  Check(Log, {-kInf, kInf}, {kInf, kPi34});
  Check(Log, {kInf, kInf}, {kInf, kPi / 4});
  Check(Log, {kInf, kNan}, {kInf, kNan});
  Check(Log, {-kInf, kNan}, {kInf, kNan});
  Check(Log, {kNan, 1}, {kNan, kNan});
  Check(Log, {kNan, kInf}, {kInf, kNan});
  Check(Log, {-1, 0.0}, {0.0, kPi});  // on the cut
}

TEST(ComplexSpecial, Log1pIsTheLogarithmShiftedByOne) {
  for (const double zero : {0.0, -0.0}) Check(Log1p, {zero, 0.0}, {zero, 0.0});
  Check(Log1p, {-1, 0.0}, {-kInf, 0.0});
  Check(Log1p, {-2, 0.0}, {0.0, kPi});  // on the cut
  Check(Log1p, {kInf, kInf}, {kInf, kPi / 4});
  Check(Log1p, {kNan, kInf}, {kInf, kNan});
}

TEST(ComplexSpecial, LogisticTendsToZeroAndOne) {
  Check(Logistic, {0.0, 0.0}, {0.5, 0.0});
  Check(Logistic, {kInf, 1}, {1, 0}, Signs::kKeeps, Signs::kOpen);
  Check(Logistic, {-kInf, 1}, {0, 0}, Signs::kOpen, Signs::kOpen);
  Check(Logistic, {1, kInf}, {kNan, kNan});
  const Complex128 far = {-700, 0.5};  // where it is exp up to 2^-1000
  EXPECT_NEAR(Logistic(far).real() / Exp(far).real(), 1, 1e-15);
  EXPECT_NEAR(Logistic(far).imag() / Exp(far).imag(), 1, 1e-15);
}

TEST(ComplexSpecial, SqrtFollowsAnnexG) {
  Check(Sqrt, {0.0, 0.0}, {0.0, 0.0});
  Check(Sqrt, {-0.0, 0.0}, {0.0, 0.0});
  for (const double x : {1.0, -1.0, kInf, -kInf, kNan}) Check(Sqrt, {x, kInf}, {kInf, kInf});
  Check(Sqrt, {1, kNan}, {kNan, kNan});
  Check(Sqrt, {-kInf, 1}, {0.0, kInf});
  Check(Sqrt, {kInf, 1}, {kInf, 0.0});
  Check(Sqrt, {-kInf, kNan}, {kNan, kInf}, Signs::kKeeps, Signs::kOpen);
  Check(Sqrt, {kInf, kNan}, {kInf, kNan});
  Check(Sqrt, {kNan, 1}, {kNan, kNan});
  Check(Sqrt, {-4, 0.0}, {0.0, 2});
  Check(Sqrt, {3, 4}, {2, 1});
  Check(Sqrt, {-3, 4}, {1, 2});
  Check(Sqrt, {0x1p1023, 0.0}, {0x1.6a09e667f3bcdp511, 0.0});
  Check(Sqrt, {0x1p-1074, 0.0}, {0x1p-537, 0.0});
}

TEST(ComplexSpecial, RsqrtOfZeroIsInfinite) {
  EXPECT_EQ(Rsqrt(Complex128(0.0, 0.0)).real(), kInf);
  Check(Rsqrt, {4, 0.0}, {0.5, 0}, Signs::kKeeps, Signs::kOpen);
  Check(Rsqrt, {-4, 0.0}, {0, -0.5}, Signs::kOpen);
  Check(Rsqrt, {kInf, 1}, {0.0, 0}, Signs::kKeeps, Signs::kOpen);
}

TEST(ComplexSpecial, SinhFollowsAnnexG) {
  CheckOdd(Sinh, {0.0, 0.0}, {0.0, 0.0});
  CheckOdd(Sinh, {0.0, kInf}, {0, kNan}, Signs::kOpen);
  CheckOdd(Sinh, {0.0, kNan}, {0, kNan}, Signs::kOpen);
  CheckOdd(Sinh, {1, kInf}, {kNan, kNan});
  CheckOdd(Sinh, {1, kNan}, {kNan, kNan});
  CheckOdd(Sinh, {kInf, 0.0}, {kInf, 0.0});
  CheckOdd(Sinh, {kInf, 2}, {-kInf, kInf});
  CheckOdd(Sinh, {kInf, kInf}, {kInf, kNan}, Signs::kOpen);
  CheckOdd(Sinh, {kInf, kNan}, {kInf, kNan}, Signs::kOpen);
  CheckOdd(Sinh, {kNan, 0.0}, {kNan, 0.0});
  CheckOdd(Sinh, {kNan, 1}, {kNan, kNan});
}

TEST(ComplexSpecial, CoshFollowsAnnexG) {
  Check(Cosh, {0.0, 0.0}, {1, 0.0});
  Check(Cosh, {-0.0, 0.0}, {1, -0.0});
  Check(Cosh, {0.0, kInf}, {kNan, 0}, Signs::kKeeps, Signs::kOpen);
  Check(Cosh, {0.0, kNan}, {kNan, 0}, Signs::kKeeps, Signs::kOpen);
  Check(Cosh, {1, kInf}, {kNan, kNan});
  Check(Cosh, {kInf, 0.0}, {kInf, 0.0});
  Check(Cosh, {kInf, 2}, {-kInf, kInf});
  Check(Cosh, {-kInf, 2}, {-kInf, -kInf});
  Check(Cosh, {kInf, kInf}, {kInf, kNan}, Signs::kOpen);
  Check(Cosh, {kInf, kNan}, {kInf, kNan});
  Check(Cosh, {kNan, 0.0}, {kNan, 0}, Signs::kKeeps, Signs::kOpen);
  Check(Cosh, {kNan, 1}, {kNan, kNan});
}

TEST(ComplexSpecial, TanhFollowsAnnexG) {
  CheckOdd(Tanh, {0.0, 0.0}, {0.0, 0.0});
  CheckOdd(Tanh, {1, kInf}, {kNan, kNan});
  CheckOdd(Tanh, {1, kNan}, {kNan, kNan});
  CheckOdd(Tanh, {kInf, 1}, {1, 0.0});
  CheckOdd(Tanh, {kInf, 2}, {1, -0.0});  // the sign of sin(2 im)
  CheckOdd(Tanh, {kInf, kInf}, {1, 0}, Signs::kKeeps, Signs::kOpen);
  CheckOdd(Tanh, {kInf, kNan}, {1, 0}, Signs::kKeeps, Signs::kOpen);
  CheckOdd(Tanh, {kNan, 0.0}, {kNan, 0.0});
  CheckOdd(Tanh, {kNan, 1}, {kNan, kNan});
  CheckOdd(Tanh, {700, 1}, {1, 0.0}, Signs::kKeeps, Signs::kOpen);
}

TEST(ComplexSpecial, CircularFunctionsAreRotatedHyperbolicOnes) {
  CheckOdd(Sin, {0.0, 0.0}, {0.0, 0.0});
  CheckOdd(Sin, {1, kInf}, {kInf, kInf});
  CheckOdd(Sin, {kInf, 1}, {kNan, kNan});
  Check(Cos, {0.0, 0.0}, {1, -0.0});
  Check(Cos, {1, kInf}, {kInf, -kInf});
  CheckOdd(Tan, {0.0, 0.0}, {0.0, 0.0});
  CheckOdd(Tan, {1, kInf}, {0.0, 1});
}

TEST(ComplexSpecial, AcosFollowsAnnexG) {
  for (const double zero : {0.0, -0.0}) Check(Acos, {zero, 0.0}, {kPi / 2, -0.0});
  Check(Acos, {0.0, kNan}, {kPi / 2, kNan});
  Check(Acos, {1, kInf}, {kPi / 2, -kInf});
  Check(Acos, {1, kNan}, {kNan, kNan});
  Check(Acos, {-kInf, 1}, {kPi, -kInf});
  Check(Acos, {kInf, 1}, {0.0, -kInf});
  Check(Acos, {-kInf, kInf}, {kPi34, -kInf});
  Check(Acos, {kInf, kInf}, {kPi / 4, -kInf});
  Check(Acos, {kInf, kNan}, {kNan, kInf}, Signs::kKeeps, Signs::kOpen);
  Check(Acos, {kNan, 1}, {kNan, kNan});
  Check(Acos, {kNan, kInf}, {kNan, -kInf});
  Check(Acos, {1, 0.0}, {0.0, -0.0});
  Check(Acos, {-1, 0.0}, {kPi, -0.0});
}

TEST(ComplexSpecial, AcoshFollowsAnnexG) {
  for (const double zero : {0.0, -0.0}) Check(Acosh, {zero, 0.0}, {0.0, kPi / 2});
  Check(Acosh, {1, kInf}, {kInf, kPi / 2});
  Check(Acosh, {1, kNan}, {kNan, kNan});
  Check(Acosh, {-kInf, 1}, {kInf, kPi});
  Check(Acosh, {kInf, 1}, {kInf, 0.0});
  Check(Acosh, {-kInf, kInf}, {kInf, kPi34});
  Check(Acosh, {kInf, kInf}, {kInf, kPi / 4});
  Check(Acosh, {kInf, kNan}, {kInf, kNan});
  Check(Acosh, {-kInf, kNan}, {kInf, kNan});
  Check(Acosh, {kNan, 1}, {kNan, kNan});
  Check(Acosh, {kNan, kInf}, {kInf, kNan});
}

TEST(ComplexSpecial, AsinhAndAsinFollowAnnexG) {
  CheckOdd(Asinh, {0.0, 0.0}, {0.0, 0.0});
  CheckOdd(Asinh, {1, kInf}, {kInf, kPi / 2});
  CheckOdd(Asinh, {1, kNan}, {kNan, kNan});
  CheckOdd(Asinh, {kInf, 1}, {kInf, 0.0});
  CheckOdd(Asinh, {kInf, kInf}, {kInf, kPi / 4});
  CheckOdd(Asinh, {kInf, kNan}, {kInf, kNan});
  CheckOdd(Asinh, {kNan, 0.0}, {kNan, 0.0});
  CheckOdd(Asinh, {kNan, 1}, {kNan, kNan});
  CheckOdd(Asinh, {kNan, kInf}, {kInf, kNan}, Signs::kOpen);
  CheckOdd(Asin, {0.0, 0.0}, {0.0, 0.0});
  CheckOdd(Asin, {1, kInf}, {0.0, kInf});
  CheckOdd(Asin, {kInf, 1}, {kPi / 2, kInf});
  CheckOdd(Asin, {1, 0.0}, {kPi / 2, 0.0});
}

TEST(ComplexSpecial, AtanhAndAtanFollowAnnexG) {
  CheckOdd(Atanh, {0.0, 0.0}, {0.0, 0.0});
  CheckOdd(Atanh, {0.0, kNan}, {0.0, kNan});
  CheckOdd(Atanh, {1, 0.0}, {kInf, 0.0});
  CheckOdd(Atanh, {1, kInf}, {0.0, kPi / 2});
  CheckOdd(Atanh, {1, kNan}, {kNan, kNan});
  CheckOdd(Atanh, {kInf, 1}, {0.0, kPi / 2});
  CheckOdd(Atanh, {kInf, kInf}, {0.0, kPi / 2});
  CheckOdd(Atanh, {kInf, kNan}, {0.0, kNan});
  CheckOdd(Atanh, {kNan, 1}, {kNan, kNan});
  CheckOdd(Atanh, {kNan, kInf}, {0, kPi / 2}, Signs::kOpen);
  CheckOdd(Atan, {0.0, 0.0}, {0.0, 0.0});
  CheckOdd(Atan, {1, kInf}, {kPi / 2, 0.0});
  CheckOdd(Atan, {kInf, 1}, {kPi / 2, 0.0});
  CheckOdd(Atan, {0.0, 1}, {0.0, kInf});
}

// On a cut, the value is the limit from the side given by the sign of zero.
TEST(ComplexSpecial, BranchCutsAreContinuousFromTheSideOfTheSignedZero) {
  const struct {
    Function f;
    Complex128 on, beside;
  } cuts[] = {{Sqrt, {-2, 0.0}, {-2, 1e-18}},  {Log, {-2, 0.0}, {-2, 1e-18}},
              {Log1p, {-3, 0.0}, {-3, 1e-18}}, {Asin, {2, 0.0}, {2, 1e-18}},
              {Asin, {-2, 0.0}, {-2, 1e-18}},  {Acos, {2, 0.0}, {2, 1e-18}},
              {Acos, {-2, 0.0}, {-2, 1e-18}},  {Acosh, {0.5, 0.0}, {0.5, 1e-18}},
              {Acosh, {-2, 0.0}, {-2, 1e-18}}, {Atanh, {2, 0.0}, {2, 1e-18}},
              {Atanh, {-2, 0.0}, {-2, 1e-18}}, {Asinh, {0.0, 2}, {1e-18, 2}},
              {Asinh, {-0.0, 2}, {-1e-18, 2}}, {Atan, {0.0, 2}, {1e-18, 2}},
              {Atan, {-0.0, -2}, {-1e-18, -2}}};
  for (const auto& cut : cuts) {
    for (const bool conjugate : {false, true}) {
      const Complex128 on = cut.f(conjugate ? std::conj(cut.on) : cut.on);
      const Complex128 beside = cut.f(conjugate ? std::conj(cut.beside) : cut.beside);
      EXPECT_NEAR(on.real(), beside.real(), 1e-15) << cut.on;
      EXPECT_NEAR(on.imag(), beside.imag(), 1e-15) << cut.on;
    }
  }
}

// Names without float overloads, so that {re, im} is unambiguous.
Complex128 Times(Complex128 a, Complex128 b) { return Multiply(a, b); }
Complex128 Over(Complex128 a, Complex128 b) { return Divide(a, b); }
Complex128 Direction(Complex128 z) { return Sign(z); }

bool IsInfiniteNumber(Complex128 z) { return std::isinf(z.real()) || std::isinf(z.imag()); }

TEST(ComplexSpecial, ProductsWithInfinityAreInfinite) {
  for (const Complex128 infinity : {Complex128(kInf, kNan), Complex128(kNan, -kInf),
                                    Complex128(kInf, kInf), Complex128(-kInf, 0.0)}) {
    for (const Complex128 other :
         {Complex128(1, 2), Complex128(0.0, 1), Complex128(-3, 0.0), Complex128(kInf, kNan)}) {
      EXPECT_TRUE(IsInfiniteNumber(Multiply(infinity, other))) << infinity << other;
      EXPECT_TRUE(IsInfiniteNumber(Multiply(other, infinity))) << infinity << other;
    }
  }
  const Complex128 nan = Times({kInf, 0.0}, {0.0, 0.0});
  EXPECT_TRUE(std::isnan(nan.real()) && std::isnan(nan.imag()));
  EXPECT_EQ(Multiply(Complex128(1, 2), Complex128(3, -4)), Complex128(11, 2));
}

TEST(ComplexSpecial, QuotientsOfInfinityAndZeroFollowAnnexG) {
  EXPECT_TRUE(IsInfiniteNumber(Over({kInf, kNan}, {1, 2})));
  EXPECT_TRUE(IsInfiniteNumber(Over({1, 2}, {0.0, 0.0})));
  EXPECT_EQ(Over({1, 2}, {kInf, kNan}), Complex128(0, 0));
  EXPECT_EQ(Over({1, 2}, {-kInf, kInf}), Complex128(0, 0));
  EXPECT_TRUE(std::isnan(Over({0.0, 0.0}, {0.0, 0.0}).real()));
  EXPECT_TRUE(std::isnan(Over({kInf, 0.0}, {kInf, 0.0}).real()));
}

TEST(ComplexSpecial, QuotientsHaveNoIntermediateOverflowOrUnderflow) {
  EXPECT_EQ(Over({5, 0}, {1, 2}), Complex128(1, -2));
  EXPECT_EQ(Over({0x1p1023, 0x1p1023}, {0x1p1023, 0x1p1023}), Complex128(1, 0));
  EXPECT_EQ(Over({0x1p-1074, 0x1p-1074}, {0x1p-1074, 0x1p-1074}), Complex128(1, 0));
  EXPECT_EQ(Over({0x1p1023, 0x1p-1000}, {2, 0.0}), Complex128(0x1p1022, 0x1p-1001));
  EXPECT_EQ(Over({1, 0}, {0x1p-1020, 0x1p-1020}), Complex128(0x1p1019, -0x1p1019));
}

TEST(ComplexSpecial, SignIsADirection) {
  EXPECT_EQ(Direction({3, 4}), Complex128(0.6, 0.8));
  EXPECT_EQ(Direction({-0.0, 0.0}), Complex128(0, 0));
  EXPECT_EQ(Direction({0.0, -0x1p1023}), Complex128(0, -1));
  EXPECT_EQ(Direction({0x1p-1074, 0.0}), Complex128(1, 0));
  EXPECT_TRUE(std::isnan(Direction({kNan, 1}).imag()));
  EXPECT_EQ(Abs(Complex128(kNan, -kInf)), kInf);
  EXPECT_EQ(Abs(Complex64(3e38f, 0)), 3e38f);
}

TEST(ComplexSpecial, PowerOfZeroAndToZero) {
  EXPECT_EQ(Pow(Complex128(kNan, 3), Complex128(0, 0)), Complex128(1, 0));
  EXPECT_EQ(Pow(Complex128(0, 0), Complex128(2, 5)), Complex128(0, 0));
  EXPECT_TRUE(std::isnan(Pow(Complex128(0, 0), Complex128(-1, 0)).real()));
  EXPECT_TRUE(std::isnan(Pow(Complex128(0, 0), Complex128(0, 1)).imag()));
  EXPECT_EQ(Pow(Complex128(2, 0), Complex128(10, 0)), Complex128(1024, 0));
  const Complex128 square = Pow(Complex128(0, 1), Complex128(2, 0));
  EXPECT_EQ(square.real(), -1);
  EXPECT_NEAR(square.imag(), 0, 1e-30);
}

TEST(ComplexSpecial, Atan2OfRealNumbersIsTheRealOne) {
  EXPECT_EQ(Atan2(Complex128(1, 0), Complex128(-1, 0)), Complex128(kPi34, 0));
  EXPECT_EQ(Atan2(Complex128(0.0, 0), Complex128(-3, 0)), Complex128(kPi, 0));
  // Close to the real line it must agree with the real one, left of the imaginary axis too.
  for (const double x : {-8.0, -1.0, 1.0, 8.0}) {
    for (const double y : {-8.0, -1.0, 1.0, 8.0}) {
      const Complex128 got = Atan2(Complex128(y, 1e-18), Complex128(x, 0));
      EXPECT_NEAR(got.real(), std::atan2(y, x), 1e-15) << y << ", " << x;
      EXPECT_NEAR(got.imag(), 0, 1e-15);
    }
  }
}

}  // namespace
}  // namespace hlo::complex_functions

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <complex>
#include <span>

#include "core/kernels/complex_functions.h"
#include "gtest/gtest.h"

// Checks the complex functions against mpmath (at least 400 bits) at random and hard points.

namespace hlo::complex_functions {
namespace {

struct ComplexPoint {
  Complex128 x, y, nearest;
};

#include "core/kernels/complex_test_data.inc"

// The larger error of a part, in units of the last place of the larger part.
double ErrorInUlps(Complex128 got, Complex128 want) {
  const double larger = std::max(std::fabs(want.real()), std::fabs(want.imag()));
  const double ulp = std::ldexp(1.0, std::max(std::ilogb(larger), -1022) - 52);
  const double error = std::max(std::fabs(got.real() - want.real()) / ulp,
                                std::fabs(got.imag() - want.imag()) / ulp);
  EXPECT_FALSE(std::isnan(error)) << got << " instead of " << want;
  return error;
}

template <class Fn>
void ExpectAccurate(std::span<const ComplexPoint> points, Fn fn, double bound) {
  EXPECT_GE(points.size(), 45u);
  double worst = 0;
  for (const ComplexPoint& p : points) {
    const double error = ErrorInUlps(fn(p.x, p.y), p.nearest);
    EXPECT_LE(error, bound) << p.x << ", " << p.y << ": " << fn(p.x, p.y);
    worst = std::max(worst, error);
  }
  ::testing::Test::RecordProperty("worst_ulp", std::to_string(worst));
}

// The numerics reference, section 9, requires 4 ULP of the larger part.
#define HLO_UNARY_ACCURACY(Name)                                               \
  TEST(ComplexAccuracy, Name##StaysWithinFourUlps) {                           \
    ExpectAccurate(                                                            \
        k##Name##Points, [](Complex128 x, Complex128) { return Name(x); }, 4); \
  }
#define HLO_BINARY_ACCURACY(Name)                                                   \
  TEST(ComplexAccuracy, Name##StaysWithinFourUlps) {                                \
    ExpectAccurate(                                                                 \
        k##Name##Points, [](Complex128 x, Complex128 y) { return Name(x, y); }, 4); \
  }

HLO_UNARY_ACCURACY(Sign)
HLO_UNARY_ACCURACY(Exp)
HLO_UNARY_ACCURACY(Expm1)
HLO_UNARY_ACCURACY(Log)
HLO_UNARY_ACCURACY(Log1p)
HLO_UNARY_ACCURACY(Logistic)
HLO_UNARY_ACCURACY(Sqrt)
HLO_UNARY_ACCURACY(Rsqrt)
HLO_UNARY_ACCURACY(Sin)
HLO_UNARY_ACCURACY(Cos)
HLO_UNARY_ACCURACY(Tan)
HLO_UNARY_ACCURACY(Sinh)
HLO_UNARY_ACCURACY(Cosh)
HLO_UNARY_ACCURACY(Tanh)
HLO_UNARY_ACCURACY(Asin)
HLO_UNARY_ACCURACY(Acos)
HLO_UNARY_ACCURACY(Atan)
HLO_UNARY_ACCURACY(Asinh)
HLO_UNARY_ACCURACY(Acosh)
HLO_UNARY_ACCURACY(Atanh)
HLO_BINARY_ACCURACY(Multiply)
HLO_BINARY_ACCURACY(Divide)
HLO_BINARY_ACCURACY(Pow)
HLO_BINARY_ACCURACY(Atan2)

TEST(ComplexAccuracy, FloatPartsRoundTheDoubleResult) {
  for (const ComplexPoint& p : kTanPoints) {
    const Complex64 x = ConvertParts<float>(p.x);
    EXPECT_EQ(Tan(x), ConvertParts<float>(Tan(ConvertParts<double>(x))));
  }
  // (1/3 + i/3)^2 = 2i/9, whose parts float arithmetic would round twice.
  const Complex64 third = {0x1.555556p-2f, 0x1.555556p-2f};
  const double square = static_cast<double>(third.real()) * static_cast<double>(third.imag());
  EXPECT_EQ(Multiply(third, third), Complex64(0, static_cast<float>(2 * square)));
}

}  // namespace
}  // namespace hlo::complex_functions

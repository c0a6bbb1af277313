// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "core/base/bits.h"
#include "core/kernels/elementary.h"
#include "gtest/gtest.h"

// Checks the functions against mpmath (2400 bits) at hard and random points.

namespace hlo::elementary {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

struct Point {
  double x, y, nearest, rest;
};
struct FloatPoint {
  float x, y, nearest;
};

#include "core/kernels/elementary_test_data.inc"

// One unit in the last place of a number.
double UlpOf(double x) {
  const int exponent = std::max(std::ilogb(x), -1022);
  return std::ldexp(1.0, exponent - 52);
}

template <class Fn>
double WorstError(std::span<const Point> points, Fn fn) {
  EXPECT_GE(points.size(), 90u);
  double worst = 0;
  for (const Point& p : points) {
    const double got = fn(p.x, p.y);
    EXPECT_EQ(std::signbit(got), std::signbit(p.nearest)) << p.x << ", " << p.y;
    double error = 0;
    if (got != p.nearest || p.rest != 0) {
      error =
          std::fabs((got - p.nearest) / (p.nearest == 0 ? 0x1p-1074 : UlpOf(p.nearest)) - p.rest);
    }
    EXPECT_FALSE(std::isnan(error)) << p.x << ", " << p.y;
    worst = std::max(worst, error);
  }
  return worst;
}

// At these points, the hardest for float, the double result rounds to the correct float.
template <class Fn>
void ExpectCorrectlyRounded(std::span<const FloatPoint> points, Fn fn) {
  EXPECT_GE(points.size(), 30u);
  for (const FloatPoint& p : points) {
    EXPECT_EQ(BitCast<uint32_t>(fn(p.x, p.y)), BitCast<uint32_t>(p.nearest))
        << p.x << ", " << p.y << ": " << fn(p.x, p.y) << " instead of " << p.nearest;
  }
}

// The bounds are above the errors of 10^6 random arguments and below one ULP.
#define HLO_ACCURACY(Name, bound, ...)                                                           \
  TEST(Accuracy, Name##StaysWithinItsBound) {                                                    \
    EXPECT_LE(WorstError(k##Name##Points, [](double x, double y) { return Name(__VA_ARGS__); }), \
              bound);                                                                            \
  }                                                                                              \
  TEST(Accuracy, Name##RoundsToTheNearestFloat) {                                                \
    ExpectCorrectlyRounded(k##Name##FloatPoints, [](float x, float y) {                          \
      return static_cast<float>(Name(__VA_ARGS__));                                              \
    });                                                                                          \
  }
#define HLO_UNARY_ACCURACY(Name, bound) HLO_ACCURACY(Name, bound, (static_cast<void>(y), x))
#define HLO_BINARY_ACCURACY(Name, bound) HLO_ACCURACY(Name, bound, x, y)

HLO_UNARY_ACCURACY(Exp, 0.52)
HLO_UNARY_ACCURACY(Expm1, 0.6)
HLO_UNARY_ACCURACY(Logistic, 0.52)
HLO_UNARY_ACCURACY(Sinh, 0.55)
HLO_UNARY_ACCURACY(Cosh, 0.52)
HLO_UNARY_ACCURACY(Tanh, 0.6)
HLO_UNARY_ACCURACY(Log, 0.51)
HLO_UNARY_ACCURACY(Log1p, 0.51)
HLO_UNARY_ACCURACY(Asinh, 0.55)
HLO_UNARY_ACCURACY(Acosh, 0.51)
HLO_UNARY_ACCURACY(Atanh, 0.58)
HLO_UNARY_ACCURACY(Sin, 0.85)
HLO_UNARY_ACCURACY(Cos, 0.85)
HLO_UNARY_ACCURACY(Tan, 0.7)
HLO_UNARY_ACCURACY(Asin, 0.65)
HLO_UNARY_ACCURACY(Acos, 0.65)
HLO_UNARY_ACCURACY(Atan, 0.6)
HLO_UNARY_ACCURACY(Erf, 0.9)
HLO_UNARY_ACCURACY(Cbrt, 0.51)
HLO_BINARY_ACCURACY(Pow, 0.55)
HLO_BINARY_ACCURACY(Atan2, 0.6)
HLO_BINARY_ACCURACY(Hypot, 0.76)
HLO_BINARY_ACCURACY(Fmod, 0)

}  // namespace
}  // namespace hlo::elementary

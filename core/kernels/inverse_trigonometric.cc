// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/kernels/double_double.h"
#include "core/kernels/elementary.h"
#include "core/kernels/elementary_parts.h"
#include "core/kernels/elementary_polynomials.h"
#include "core/kernels/elementary_tables.h"

// asin and acos by asin(x) = pi/2 - 2 asin(sqrt((1 - x) / 2)) above 1/2; atan by the table of
// atan(i/64) and atan(a) = atan(c) + atan((a - c) / (1 + a*c)), without rounding the quotient
// twice.

namespace hlo::elementary {
namespace {

constexpr DoubleDouble kPi = {0x1.921fb54442d18p1, 0x1.1a62633145c07p-53};
constexpr DoubleDouble kPiOver2 = {0x1.921fb54442d18p0, 0x1.1a62633145c07p-54};

// asin(x) - x for |x| <= 1/2.
double AsinExcess(double x, double z) { return x * (z * Polynomial(z, kAsinPolynomial)); }

// 2 asin(sqrt((1 - magnitude) / 2)) for 1/2 <= magnitude <= 1, which is acos(magnitude).
DoubleDouble AcosOfLarge(double magnitude) {
  const double z = 0.5 * (1 - magnitude);  // exact
  if (z == 0) return {0, 0};
  const DoubleDouble root = SquareRoot({z, 0});
  return Scale(FastTwoSum(root.hi, root.lo + AsinExcess(root.hi, z)), 2);
}

// atan(y / x) for 0 < y <= x, both within 2^-500..2^500 and y/x above 2^-80.
DoubleDouble AtanOfQuotient(double y, double x) {
  const double ratio = y / x;
  if (ratio < 0.125) {
    const double rest = Divide({y, 0}, {x, 0}).lo;
    const double z = ratio * ratio;
    return FastTwoSum(ratio, rest + ratio * (z * Polynomial(z, kAtanPolynomial)));
  }
  const double index = NearestInteger(ratio * 64);
  const double c = index * 0x1p-6;
  const double x_high = HighHalf(x);
  const double numerator = (y - c * x_high) - c * (x - x_high);  // only the last step rounds
  const double rest = numerator / (x + c * y);
  const double z = rest * rest;
  const DoubleDouble& base = kAtanTable[static_cast<int>(index)];
  return FastTwoSum(base.hi, rest + (base.lo + rest * (z * Polynomial(z, kAtanPolynomial))));
}

// atan2 of finite y >= 0 and x > 0, y/x within 2^-80..2^80.
DoubleDouble FirstQuadrant(double y, double x) {
  if (y <= x) return AtanOfQuotient(y, x);
  return Add(kPiOver2, Negate(AtanOfQuotient(x, y)));
}

// Exponents differ by more than 80, or a magnitude x or y is zero or infinite.
DoubleDouble Atan2Extreme(double y, double x, bool x_negative) {
  if (y == kInfinity && x == kInfinity) return Multiply(kPi, x_negative ? 0.75 : 0.25);
  if (y > x) return kPiOver2;
  if (x_negative) return kPi;
  return {y == 0 ? 0 : y / x, 0};
}

DoubleDouble WithSignOf(DoubleDouble magnitude, double sign) {
  return IsNegative(sign) ? Negate(magnitude) : magnitude;
}

}  // namespace

double Asin(double x) {
  const double magnitude = Magnitude(x);
  if (!(magnitude <= 1)) return kNan;
  if (magnitude < 0x1p-27) return x;
  if (magnitude < 0.5) return x + AsinExcess(x, x * x);
  const DoubleDouble result = Add(kPiOver2, Negate(AcosOfLarge(magnitude)));
  return WithSignOf(result.hi, x);
}

double Acos(double x) {
  const double magnitude = Magnitude(x);
  if (!(magnitude <= 1)) return kNan;
  if (magnitude < 0.5) {
    return Add(kPiOver2, Negate(FastTwoSum(x, AsinExcess(x, x * x)))).hi;
  }
  const DoubleDouble acos = AcosOfLarge(magnitude);
  return x > 0 ? acos.hi : Add(kPi, Negate(acos)).hi;
}

double Atan(double x) {
  if (x != x) return kNan;
  const double magnitude = Magnitude(x);
  if (magnitude < 0x1p-27) return x;
  if (magnitude > 0x1p60) return WithSignOf(kPiOver2.hi, x);
  return WithSignOf(FirstQuadrant(magnitude, 1).hi, x);
}

DoubleDouble Atan2Parts(double y, double x) {
  double y_magnitude = Magnitude(y), x_magnitude = Magnitude(x);
  const bool x_negative = IsNegative(x);
  // Scaling by powers of two keeps the quotient exact near both ends of the range.
  if (y_magnitude > 0x1p400 || x_magnitude > 0x1p400) {
    if (y_magnitude > 0x1p200 && x_magnitude > 0x1p200) {
      y_magnitude *= 0x1p-600;
      x_magnitude *= 0x1p-600;
    }
  } else if (y_magnitude < 0x1p-400 && x_magnitude < 0x1p-200) {
    y_magnitude *= 0x1p700;
    x_magnitude *= 0x1p700;
  } else if (x_magnitude < 0x1p-400 && y_magnitude < 0x1p-200) {
    y_magnitude *= 0x1p700;
    x_magnitude *= 0x1p700;
  }
  const bool extreme = !(y_magnitude < x_magnitude * 0x1p80 && x_magnitude < y_magnitude * 0x1p80);
  if (extreme) return WithSignOf(Atan2Extreme(y_magnitude, x_magnitude, x_negative), y);
  const DoubleDouble acute = FirstQuadrant(y_magnitude, x_magnitude);
  return WithSignOf(x_negative ? Add(kPi, Negate(acute)) : acute, y);
}

double Atan2(double y, double x) {
  if (x != x || y != y) return kNan;
  return Atan2Parts(y, x).hi;
}

}  // namespace hlo::elementary

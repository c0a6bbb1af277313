// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/double_double.h"
#include "core/kernels/elementary.h"
#include "core/kernels/elementary_parts.h"
#include "core/kernels/elementary_polynomials.h"

// Sine, cosine and tangent of the reduced angle, by polynomials on |angle| <= pi/4. The dominant
// terms (the angle and half its square) have twice the precision.

namespace hlo::elementary {
namespace {

constexpr double kTiny = 0x1p-27;  // below this, x^3 cannot change the rounding of x

DoubleDouble SineOf(DoubleDouble a) {
  const double z = a.hi * a.hi;
  const double cubic = a.hi * (z * Polynomial(z, kSinPolynomial));
  return FastTwoSum(a.hi, cubic + a.lo * (1 - 0.5 * z));
}

// The same with the cubic term in twice the precision, because the tangent has two errors.
DoubleDouble AccurateSineOf(DoubleDouble a) {
  const DoubleDouble cube = Multiply(TwoProduct(a.hi, a.hi), a.hi);
  const DoubleDouble cubic = Multiply(cube, kSinPolynomial[0]);
  const double z = a.hi * a.hi;
  const double rest = cube.hi * (z * Polynomial<1>(z, kSinPolynomial));
  const DoubleDouble sum = FastTwoSum(a.hi, cubic.hi);
  return FastTwoSum(sum.hi, sum.lo + (cubic.lo + rest + a.lo * (1 - 0.5 * z)));
}

DoubleDouble CosineOf(DoubleDouble a) {
  const DoubleDouble square = TwoProduct(a.hi, a.hi);
  const double z = square.hi;
  const DoubleDouble sum = FastTwoSum(1, -0.5 * z);
  const double low = -0.5 * square.lo - a.hi * a.lo;
  return FastTwoSum(sum.hi, sum.lo + (low + z * z * Polynomial(z, kCosPolynomial)));
}

double NegateIf(bool condition, double x) { return condition ? -x : x; }

}  // namespace

double Sin(double x) {
  if (!IsFinite(x)) return kNan;
  if (Magnitude(x) < kTiny) return x;
  const ReducedAngle r = ReduceAngle(x);
  const bool swap = (r.quarter_turns & 1) != 0;
  return NegateIf((r.quarter_turns & 2) != 0, (swap ? CosineOf(r.angle) : SineOf(r.angle)).hi);
}

double Cos(double x) {
  if (!IsFinite(x)) return kNan;
  const ReducedAngle r = ReduceAngle(x);
  const bool swap = (r.quarter_turns & 1) != 0;
  return NegateIf(((r.quarter_turns + 1) & 2) != 0,
                  (swap ? SineOf(r.angle) : CosineOf(r.angle)).hi);
}

double Tan(double x) {
  if (!IsFinite(x)) return kNan;
  if (Magnitude(x) < kTiny) return x;
  const ReducedAngle r = ReduceAngle(x);
  const DoubleDouble sine = AccurateSineOf(r.angle), cosine = CosineOf(r.angle);
  return (r.quarter_turns & 1) != 0 ? -Divide(cosine, sine).hi : Divide(sine, cosine).hi;
}

SineCosine SinCos(double x) {
  if (!IsFinite(x)) return {kNan, kNan};
  if (Magnitude(x) < kTiny) return {x, 1};
  const ReducedAngle r = ReduceAngle(x);
  const double sine = SineOf(r.angle).hi, cosine = CosineOf(r.angle).hi;
  switch (r.quarter_turns) {
    case 0:
      return {sine, cosine};
    case 1:
      return {cosine, -sine};
    case 2:
      return {-sine, -cosine};
    default:
      return {-cosine, sine};
  }
}

}  // namespace hlo::elementary

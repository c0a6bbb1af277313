// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/complex_functions.h"
#include "core/kernels/complex_parts.h"
#include "core/kernels/double_double.h"
#include "core/kernels/elementary.h"
#include "core/kernels/elementary_parts.h"

// Inverse circular and hyperbolic functions of complex numbers, after Kahan, "Branch Cuts for
// Complex Elementary Functions" (1987). Special values: C11 Annex G.6.1 and G.6.2.

namespace hlo::complex_functions {
namespace {

using elementary::IsNegative;
using elementary::kInfinity;
using elementary::kNan;
using elementary::Magnitude;
using elementary::WithSignOf;

constexpr double kPi = 0x1.921fb54442d18p1;
constexpr double kPiOver2 = 0x1.921fb54442d18p0;
constexpr double kLn2 = 0x1.62e42fefa39efp-1;
constexpr double kLarge = 0x1p100;  // from here on, 1 is negligible compared to z and z^2

bool HasNan(Complex128 z) { return z.real() != z.real() || z.imag() != z.imag(); }

// asin and acos of a number with a NaN part; at_zero is their value at 0.
Complex128 AsinOfNan(Complex128 z, double at_zero) {
  if (IsInfinite(z.real())) return {kNan, kInfinity};
  if (IsInfinite(z.imag())) return {kNan, z.imag()};
  if (z.real() == 0) return {at_zero, kNan};
  return {kNan, kNan};
}

// The square roots of 1 - z and 1 + z, in whose terms Kahan writes asin and acos.
struct Roots {
  Complex128 minus, plus;
};
Roots RootsOf(Complex128 z) {
  return {Sqrt(Complex128(1 - z.real(), -z.imag())), Sqrt(Complex128(1 + z.real(), z.imag()))};
}

// |Im asin(z)| = |Im acos(z)|: two terms of the same sign.
double ImaginaryMagnitude(const Roots& roots) {
  const double im = roots.minus.real() * roots.plus.imag() - roots.minus.imag() * roots.plus.real();
  return elementary::Asinh(Magnitude(im));
}

}  // namespace

Complex128 Asin(Complex128 z) {
  const double re = z.real(), im = z.imag();
  if (HasNan(z)) return AsinOfNan(z, re);
  if (LargerPart(z) > kLarge) {
    return {elementary::Atan2(re, Magnitude(im)), WithSignOf(LogAbs(z) + kLn2, im)};
  }
  const Roots roots = RootsOf(z);
  const double cosine =
      roots.minus.real() * roots.plus.real() - roots.minus.imag() * roots.plus.imag();
  return {elementary::Atan2(re, cosine), WithSignOf(ImaginaryMagnitude(roots), im)};
}

Complex128 Acos(Complex128 z) {
  const double re = z.real(), im = z.imag();
  if (HasNan(z)) {
    const Complex128 result = AsinOfNan(z, kPiOver2);
    return Pair(result.real(), IsInfinite(re) ? result.imag() : -result.imag());
  }
  if (LargerPart(z) > kLarge) {
    return {elementary::Atan2(Magnitude(im), re), WithSignOf(LogAbs(z) + kLn2, -im)};
  }
  const Roots roots = RootsOf(z);
  return {2 * elementary::Atan2(roots.minus.real(), roots.plus.real()),
          WithSignOf(ImaginaryMagnitude(roots), -im)};
}

Complex128 Acosh(Complex128 z) {
  const Complex128 acos = Acos(z);
  return Pair(Magnitude(acos.imag()), WithSignOf(acos.real(), z.imag()));
}

Complex128 Asinh(Complex128 z) { return OverI(Asin(TimesI(z))); }

Complex128 Atanh(Complex128 z) {
  const double re = z.real(), im = z.imag();
  if (re == 0) return {re, elementary::Atan(im)};
  if (im == 0 && Magnitude(re) <= 1) return {elementary::Atanh(re), im};
  if (IsInfinite(im)) return {WithSignOf(0, re), WithSignOf(kPiOver2, im)};
  if (re != re) return {kNan, kNan};
  if (IsInfinite(re)) return {WithSignOf(0, re), im != im ? kNan : WithSignOf(kPiOver2, im)};
  if (im != im) return {kNan, kNan};
  if (LargerPart(z) > kLarge) {
    return {WithSignOf(Divide({1, 0}, z).real(), re), WithSignOf(kPiOver2, im)};
  }
  const double x = Magnitude(re), y = Magnitude(im);
  const double angle = 0.5 * elementary::Atan2(2 * im, (1 - x) * (1 + x) - im * im);
  if (x == 1 && y < 0x1p-100) {  // the square below would underflow
    return {WithSignOf(0.5 * (kLn2 - elementary::Log(y)), re), angle};
  }
  const double square = (1 - x) * (1 - x) + im * im;
  return {WithSignOf(0.25 * elementary::Log1p(4 * x / square), re), angle};
}

Complex128 Atan(Complex128 z) { return OverI(Atanh(TimesI(z))); }

namespace {

// Finite operands, the larger part of either near 1, and |y| small beside |x|. With t = y/x, the
// result is atan(t) if sqrt(x^2 + y^2) = x sqrt(1 + t^2), and half a turn away if the root has the
// opposite sign, so nothing cancels.
Complex128 Atan2OfQuotient(Complex128 y, Complex128 x) {
  const Complex128 t = Divide(y, x);
  const Complex128 square = Multiply(t, t);
  const Complex128 root = Multiply(x, Sqrt(Complex128(1 + square.real(), square.imag())));
  const Complex128 atan = Atan(t);
  if (root.real() > 0 || (root.real() == 0 && !IsNegative(root.real()))) return atan;
  return {IsNegative(atan.real()) ? atan.real() + kPi : atan.real() - kPi, atan.imag()};
}

}  // namespace

Complex128 Atan2(Complex128 y, Complex128 x) {
  if (y.imag() == 0 && x.imag() == 0) return {elementary::Atan2(y.real(), x.real()), 0};
  if (HasNan(y) || HasNan(x)) return {kNan, kNan};
  const double larger = LargerPart({LargerPart(x), LargerPart(y)});
  if (larger == kInfinity) return {kNan, kNan};
  const int scale = -elementary::ExponentOf(larger < 0x1p-1022 ? 0x1p-1022 : larger);
  x = {elementary::ScaleByPowerOfTwo(x.real(), scale),
       elementary::ScaleByPowerOfTwo(x.imag(), scale)};
  y = {elementary::ScaleByPowerOfTwo(y.real(), scale),
       elementary::ScaleByPowerOfTwo(y.imag(), scale)};
  if (Abs(y) < 0.5 * Abs(x)) return Atan2OfQuotient(y, x);
  const Complex128 xx = Multiply(x, x), yy = Multiply(y, y);
  const Complex128 root = Sqrt(Complex128(xx.real() + yy.real(), xx.imag() + yy.imag()));
  const Complex128 turned = {x.real() - y.imag(), x.imag() + y.real()};
  return OverI(Log(Divide(turned, root)));
}

}  // namespace hlo::complex_functions

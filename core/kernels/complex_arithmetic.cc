// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/kernels/complex_functions.h"
#include "core/kernels/complex_parts.h"
#include "core/kernels/double_double.h"
#include "core/kernels/elementary.h"
#include "core/kernels/elementary_parts.h"

// Multiplication and division with the recovery of infinities of C11 Annex G.5.1, and square roots.

namespace hlo::complex_functions {
namespace {

using elementary::ExponentOf;
using elementary::IsFinite;
using elementary::kInfinity;
using elementary::kNan;
using elementary::Magnitude;
using elementary::ScaleByPowerOfTwo;
using elementary::WithSignOf;

bool IsNan(double x) { return x != x; }
bool HasInfinity(Complex128 z) { return IsInfinite(z.real()) || IsInfinite(z.imag()); }
bool AllFinite(Complex128 z) { return IsFinite(z.real()) && IsFinite(z.imag()); }

// An infinite number as a direction: infinite parts become +-1, others +-0.
Complex128 Box(Complex128 z) {
  return {WithSignOf(IsInfinite(z.real()) ? 1 : 0, z.real()),
          WithSignOf(IsInfinite(z.imag()) ? 1 : 0, z.imag())};
}
Complex128 NanToZero(Complex128 z) {
  return {IsNan(z.real()) ? WithSignOf(0, z.real()) : z.real(),
          IsNan(z.imag()) ? WithSignOf(0, z.imag()) : z.imag()};
}

// Both parts of a * b are NaN: the result is still infinite if a factor or a partial product is.
Complex128 RecoverProduct(Complex128 a, Complex128 b) {
  const bool partial_infinity = IsInfinite(a.real() * b.real()) ||
                                IsInfinite(a.imag() * b.imag()) ||
                                IsInfinite(a.real() * b.imag()) || IsInfinite(a.imag() * b.real());
  if (!HasInfinity(a) && !HasInfinity(b) && !partial_infinity) return {kNan, kNan};
  const bool a_infinite = HasInfinity(a), b_infinite = HasInfinity(b);
  a = NanToZero(a_infinite ? Box(a) : a);
  b = NanToZero(b_infinite ? Box(b) : b);
  return Pair(kInfinity * (a.real() * b.real() - a.imag() * b.imag()),
              kInfinity * (a.real() * b.imag() + a.imag() * b.real()));
}

// Both parts of a / b are NaN.
Complex128 RecoverQuotient(Complex128 a, Complex128 b) {
  const bool b_zero = b.real() == 0 && b.imag() == 0;
  if (b_zero && (!IsNan(a.real()) || !IsNan(a.imag()))) {
    const double infinity = WithSignOf(kInfinity, b.real());
    return Pair(infinity * a.real(), infinity * a.imag());
  }
  double factor = kNan;
  if (HasInfinity(a) && AllFinite(b)) {
    factor = kInfinity;
    a = Box(a);
  } else if (HasInfinity(b) && AllFinite(a)) {
    factor = 0;
    b = Box(b);
  }
  return Pair(factor * (a.real() * b.real() + a.imag() * b.imag()),
              factor * (a.imag() * b.real() - a.real() * b.imag()));
}

// The power of two that brings the larger part of finite z other than 0 into [1, 2).
int ScaleOf(Complex128 z) {
  const double larger = LargerPart(z);
  return larger < 0x1p-1022 ? ExponentOf(larger * 0x1p54) - 54 : ExponentOf(larger);
}

Complex128 ScaleParts(Complex128 z, int exponent) {
  return {ScaleByPowerOfTwo(z.real(), exponent), ScaleByPowerOfTwo(z.imag(), exponent)};
}

// An exponent to scale z by, so that its square neither overflows nor underflows. It is even, and 0
// for most z, so that a small part stays exact.
int RescueExponent(Complex128 z) {
  const double larger = LargerPart(z);
  return larger > 0x1p1000 ? -40 : (larger < 0x1p-900 ? 200 : 0);
}

}  // namespace

Complex128 Multiply(Complex128 a, Complex128 b) {
  const double re = a.real() * b.real() - a.imag() * b.imag();
  const double im = a.real() * b.imag() + a.imag() * b.real();
  if (IsNan(re) && IsNan(im)) return RecoverProduct(a, b);
  return Pair(re, im);
}

Complex128 Divide(Complex128 a, Complex128 b) {
  if (b.imag() == 0 && b.real() != 0 && IsFinite(b.real())) {
    return Pair(a.real() / b.real(), a.imag() / b.real());
  }
  const bool b_regular = AllFinite(b) && LargerPart(b) != 0;
  const int b_scale = b_regular ? -ScaleOf(b) : 0;
  const int a_scale = AllFinite(a) ? RescueExponent(a) : 0;
  const Complex128 n = ScaleParts(a, a_scale), d = ScaleParts(b, b_scale);
  const double square = d.real() * d.real() + d.imag() * d.imag();
  const double re = (n.real() * d.real() + n.imag() * d.imag()) / square;
  const double im = (n.imag() * d.real() - n.real() * d.imag()) / square;
  if (IsNan(re) && IsNan(im)) return RecoverQuotient(a, b);
  return ScaleParts(Pair(re, im), b_scale - a_scale);
}

double Abs(Complex128 z) { return elementary::Hypot(z.real(), z.imag()); }

Complex128 Sign(Complex128 z) {
  if (IsNan(z.real()) || IsNan(z.imag())) return {kNan, kNan};
  if (z.real() == 0 && z.imag() == 0) return {0, 0};
  const Complex128 scaled = AllFinite(z) ? ScaleParts(z, RescueExponent(z)) : z;
  const double modulus = Abs(scaled);
  return Pair(scaled.real() / modulus, scaled.imag() / modulus);
}

Complex128 Sqrt(Complex128 z) {
  const double re = z.real(), im = z.imag();
  if (IsInfinite(im)) return {kInfinity, im};
  if (IsNan(re)) return {kNan, kNan};
  if (IsInfinite(re)) {
    if (re > 0) return Pair(re, IsNan(im) ? im : WithSignOf(0, im));
    return Pair(IsNan(im) ? im : 0, WithSignOf(kInfinity, IsNan(im) ? 1 : im));
  }
  if (IsNan(im)) return {kNan, kNan};
  if (re == 0 && im == 0) return {0, im};
  const int scale = RescueExponent(z);
  const Complex128 scaled = ScaleParts(z, scale);
  const double t = std::sqrt(0.5 * (Magnitude(scaled.real()) + Abs(scaled)));
  const double other = Magnitude(scaled.imag()) / (2 * t);
  return ScaleParts({re >= 0 ? t : other, WithSignOf(re >= 0 ? other : t, im)}, -scale / 2);
}

Complex128 Rsqrt(Complex128 z) { return Divide({1, 0}, Sqrt(z)); }

}  // namespace hlo::complex_functions

// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/complex_functions.h"
#include "core/kernels/complex_parts.h"
#include "core/kernels/double_double.h"
#include "core/kernels/elementary.h"
#include "core/kernels/elementary_parts.h"

// Exponential, logarithm and power of complex numbers.

namespace hlo::complex_functions {
namespace {

using elementary::DoubleDouble;
using elementary::IsFinite;
using elementary::kInfinity;
using elementary::kNan;
using elementary::Magnitude;
using elementary::SinCos;
using elementary::SineCosine;
using elementary::TwoProduct;
using elementary::TwoSum;

bool AllFinite(Complex128 z) { return IsFinite(z.real()) && IsFinite(z.imag()); }

// 1 + e^-x * e^(-iy) for x >= 0 without cancellation near x = 0, y = pi.
Complex128 OnePlusExp(Complex128 minus_z) {
  const SineCosine half = SinCos(0.5 * minus_z.imag());
  const Complex128 power = Exp(minus_z);
  const double cosine = SinCos(minus_z.imag()).cosine;
  const double re = 2 * half.cosine * half.cosine + elementary::Expm1(minus_z.real()) * cosine;
  return {re, power.imag()};
}

// e^(re + i im), both given in twice the precision and bounded by 2^600.
Complex128 ExpOfParts(DoubleDouble re, DoubleDouble im) {
  // The low part of a large angle may be many turns.
  const SineCosine turn = SinCos(im.hi), low = SinCos(im.lo);
  const double cosine = turn.cosine * low.cosine - turn.sine * low.sine;
  const double sine = turn.sine * low.cosine + turn.cosine * low.sine;
  const double growth = 1 + re.lo;
  return Pair(ExpTimes(re.hi, cosine * growth), ExpTimes(re.hi, sine * growth));
}

}  // namespace

double ExpTimes(double x, double factor, int exponent) {
  // Beyond these bounds, the product with any nonzero double overflows or underflows anyway.
  const double bounded = x > 1900 ? 1900 : (x < -1900 ? -1900 : x);
  const elementary::ScaledDouble e = elementary::ExpParts(bounded);
  return elementary::ScaleByPowerOfTwo(e.significand.hi * factor + e.significand.lo * factor,
                                       e.exponent + exponent);
}

Complex128 Exp(Complex128 z) {
  const double re = z.real(), im = z.imag();
  if (im == 0) return Pair(elementary::Exp(re), im);
  if (!IsFinite(im)) {
    if (re == -kInfinity) return {0, 0};
    return {re == kInfinity ? kInfinity : kNan, kNan};
  }
  if (re != re) return {kNan, kNan};
  const SineCosine turn = SinCos(im);
  return {ExpTimes(re, turn.cosine), ExpTimes(re, turn.sine)};
}

Complex128 Expm1(Complex128 z) {
  const double re = z.real(), im = z.imag();
  if (im == 0) return Pair(elementary::Expm1(re), im);
  if (!IsFinite(im) || !(re < 40)) {
    const Complex128 power = Exp(z);
    return Pair(power.real() - 1, power.imag());
  }
  const SineCosine turn = SinCos(im);
  const double half_sine = elementary::Sin(0.5 * im);
  return Pair(elementary::Expm1(re) * turn.cosine - 2 * half_sine * half_sine,
              ExpTimes(re, turn.sine));
}

Complex128 Logistic(Complex128 z) {
  const double re = z.real(), im = z.imag();
  if (im == 0) return Pair(elementary::Logistic(re), im);
  if (re == kInfinity) return {1, 0};
  if (re == -kInfinity) return {0, 0};
  if (!AllFinite(z)) return {kNan, kNan};
  // 1 / (1 + e^-z) on the right, e^z / (1 + e^z) on the left; neither overflows.
  if (re >= 0) return Divide({1, 0}, OnePlusExp(-z));
  return Divide(Exp(z), OnePlusExp(z));
}

DoubleDouble LogAbsParts(Complex128 z) {
  double larger = Magnitude(z.real()), smaller = Magnitude(z.imag());
  if (larger < smaller) {
    const double swapped = larger;
    larger = smaller;
    smaller = swapped;
  }
  int exponent = 0;
  if (larger < 0x1p-1022) {
    larger *= 0x1p54;
    smaller *= 0x1p54;
    exponent = -54;
  }
  if (larger > 0x1p400 || larger < 0x1p-400) {
    const int own = elementary::ExponentOf(larger);
    larger = elementary::ScaleByPowerOfTwo(larger, -own);
    smaller = elementary::ScaleByPowerOfTwo(smaller, -own);
    exponent += own;
  }
  const DoubleDouble square =
      elementary::Add(TwoProduct(larger, larger), TwoProduct(smaller, smaller));
  return elementary::Scale(elementary::LogParts(square.hi, square.lo, 2 * exponent), 0.5);
}

double LogAbs(Complex128 z) {
  if (IsInfinite(z.real()) || IsInfinite(z.imag())) return kInfinity;
  if (!AllFinite(z)) return kNan;
  if (z.real() == 0 && z.imag() == 0) return -kInfinity;
  return LogAbsParts(z).hi;
}

Complex128 Log(Complex128 z) { return {LogAbs(z), elementary::Atan2(z.imag(), z.real())}; }

Complex128 Log1p(Complex128 z) {
  const double re = z.real(), im = z.imag();
  const double argument = elementary::Atan2(im, 1 + re);
  if (re == 0 && im == 0) return z;
  // Here 1 + re is exact, or its rounding error is negligible.
  if (!AllFinite(z) || (re >= -2 && re <= -0.5) || LargerPart(z) > 0x1p300) {
    return {LogAbs({1 + re, im}), argument};
  }
  if (LargerPart(z) < 0x1p-40) return {re + 0.5 * (im - re) * (im + re), argument};
  const DoubleDouble sum = TwoSum(1, re);
  const DoubleDouble square = elementary::Add(elementary::Multiply(sum, sum), TwoProduct(im, im));
  return {0.5 * elementary::LogParts(square.hi, square.lo).hi, argument};
}

Complex128 Pow(Complex128 base, Complex128 exponent) {
  const double re = exponent.real(), im = exponent.imag();
  if ((re == 0 && im == 0) || (base.real() == 1 && base.imag() == 0)) return {1, 0};
  if (base.real() == kInfinity && base.imag() == 0 && im == 0 && re == re) {
    return {re > 0 ? kInfinity : 0.0, 0};
  }
  if (base.real() == 0 && base.imag() == 0) {
    return re > 0 ? Complex128(0, 0) : Complex128(kNan, kNan);
  }
  if (!AllFinite(base) || !AllFinite(exponent) || LargerPart(exponent) > 0x1p500) {
    return Exp(Multiply(exponent, Log(base)));
  }
  // The exponent magnifies errors of the logarithm, hence twice the precision.
  const DoubleDouble log = LogAbsParts(base);
  const DoubleDouble angle = elementary::Atan2Parts(base.imag(), base.real());
  return ExpOfParts(
      elementary::Add(elementary::Multiply(log, re), elementary::Multiply(angle, -im)),
      elementary::Add(elementary::Multiply(log, im), elementary::Multiply(angle, re)));
}

}  // namespace hlo::complex_functions

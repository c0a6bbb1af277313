// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/complex_functions.h"
#include "core/kernels/complex_parts.h"
#include "core/kernels/double_double.h"
#include "core/kernels/elementary.h"
#include "core/kernels/elementary_parts.h"

// Hyperbolic functions of complex numbers, and the circular ones through them: sin(z) = -i
// sinh(iz), cos(z) = cosh(iz), tan(z) = -i tanh(iz). Special values: C11 Annex G.6.2.

namespace hlo::complex_functions {
namespace {

using elementary::IsFinite;
using elementary::IsNegative;
using elementary::kInfinity;
using elementary::kNan;
using elementary::Magnitude;
using elementary::SinCos;
using elementary::SineCosine;
using elementary::WithSignOf;

constexpr double kLarge = 40;  // from here on, sinh and cosh are e^|x| / 2

}  // namespace

Complex128 Sinh(Complex128 z) {
  const double re = z.real(), im = z.imag();
  if (im == 0) return Pair(elementary::Sinh(re), im);
  if (!IsFinite(im)) return {re == 0 || IsInfinite(re) ? re : kNan, kNan};
  if (re != re) return {kNan, kNan};
  const SineCosine turn = SinCos(im);
  if (Magnitude(re) < kLarge) {
    return {elementary::Sinh(re) * turn.cosine, elementary::Cosh(re) * turn.sine};
  }
  const double cosine = IsNegative(re) ? -turn.cosine : turn.cosine;
  return {ExpTimes(Magnitude(re), cosine, -1), ExpTimes(Magnitude(re), turn.sine, -1)};
}

Complex128 Cosh(Complex128 z) {
  const double re = z.real(), im = z.imag();
  if (im == 0) return Pair(elementary::Cosh(re), IsNegative(re) ? -im : im);
  if (!IsFinite(im)) {
    if (re == 0) return {kNan, 0};
    return {IsInfinite(re) ? kInfinity : kNan, kNan};
  }
  if (re != re) return {kNan, kNan};
  const SineCosine turn = SinCos(im);
  if (Magnitude(re) < kLarge) {
    return {elementary::Cosh(re) * turn.cosine, elementary::Sinh(re) * turn.sine};
  }
  const double sine = IsNegative(re) ? -turn.sine : turn.sine;
  return {ExpTimes(Magnitude(re), turn.cosine, -1), ExpTimes(Magnitude(re), sine, -1)};
}

Complex128 Tanh(Complex128 z) {
  const double re = z.real(), im = z.imag();
  if (im == 0) return Pair(elementary::Tanh(re), im);
  if (!IsFinite(im)) {
    if (IsInfinite(re)) return {WithSignOf(1, re), 0};
    return {re == 0 ? re : kNan, kNan};
  }
  if (re != re) return {kNan, kNan};
  const SineCosine turn = SinCos(im);
  if (Magnitude(re) > 20) {
    const double decay = elementary::Exp(-2 * Magnitude(re));
    return {WithSignOf(1, re), 4 * (turn.sine * turn.cosine) * decay};
  }
  // sinh(z) / cosh(z) times conj(cosh(z)); the denominator is a sum of squares.
  const double sinh = elementary::Sinh(re), cosh = elementary::Cosh(re);
  const double square = sinh * sinh + turn.cosine * turn.cosine;
  return {sinh * cosh / square, turn.sine * turn.cosine / square};
}

Complex128 Sin(Complex128 z) { return OverI(Sinh(TimesI(z))); }
Complex128 Cos(Complex128 z) { return Cosh(TimesI(z)); }
Complex128 Tan(Complex128 z) { return OverI(Tanh(TimesI(z))); }

}  // namespace hlo::complex_functions

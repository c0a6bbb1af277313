// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_COMPLEX_PARTS_H_
#define HLO_CORE_KERNELS_COMPLEX_PARTS_H_

#include "core/kernels/complex_functions.h"
#include "core/kernels/double_double.h"

// Helpers of the complex functions. Not for use outside the kernels.

namespace hlo::complex_functions {

// A pair whose NaN parts are the canonical NaN, because the NaNs of arithmetic differ between
// targets.
inline Complex128 Pair(double re, double im) {
  return {re != re ? elementary::kNan : re, im != im ? elementary::kNan : im};
}

inline bool IsInfinite(double x) { return elementary::Magnitude(x) == elementary::kInfinity; }

// The larger magnitude of the two parts, neither of which is NaN.
inline double LargerPart(Complex128 z) {
  const double re = elementary::Magnitude(z.real()), im = elementary::Magnitude(z.imag());
  return re > im ? re : im;
}

// i * z, and w such that i * w = z; both only swap and negate parts.
inline Complex128 TimesI(Complex128 z) { return {-z.imag(), z.real()}; }
inline Complex128 OverI(Complex128 z) { return {z.imag(), -z.real()}; }

// log |z| in twice the precision, for finite z other than 0.
elementary::DoubleDouble LogAbsParts(Complex128 z);

// log |z| for any z.
double LogAbs(Complex128 z);

// e^x * factor * 2^exponent, where e^x alone may overflow. Neither operand is NaN, and x and factor
// are not an infinity and a zero.
double ExpTimes(double x, double factor, int exponent = 0);

}  // namespace hlo::complex_functions

#endif  // HLO_CORE_KERNELS_COMPLEX_PARTS_H_

// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/double_double.h"
#include "core/kernels/elementary.h"
#include "core/kernels/elementary_polynomials.h"

// erf by a polynomial below 1/2 and by one polynomial per interval of 1/4 above; from 6 on, it
// rounds to 1.

namespace hlo::elementary {

double Erf(double x) {
  if (x != x) return kNan;
  const double magnitude = Magnitude(x);
  if (magnitude < 0.5) {
    const double z = x * x;
    return x + x * Polynomial(z, kErfSmallPolynomial);
  }
  if (magnitude >= 6) return WithSignOf(1, x);
  const int interval = static_cast<int>((magnitude - 0.5) * 4);
  const double h = magnitude - (0.625 + 0.25 * interval);
  const DoubleDouble& middle = kErfTable[interval];
  return WithSignOf(middle.hi + (middle.lo + h * Polynomial(h, kErfPolynomials[interval])), x);
}

}  // namespace hlo::elementary

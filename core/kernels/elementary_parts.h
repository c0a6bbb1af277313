// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_ELEMENTARY_PARTS_H_
#define HLO_CORE_KERNELS_ELEMENTARY_PARTS_H_

#include "core/kernels/double_double.h"

// Helpers of the real and complex elementary functions: exp, log, sine, and cosine before the last
// rounding. Not for use outside the kernels.

namespace hlo::elementary {

// (hi + lo) * 2^exponent with hi in [1, 2).
struct ScaledDouble {
  DoubleDouble significand;
  int exponent;
};

// exp(hi + lo) with a relative error below 2^-60, for |hi| <= 2000.
ScaledDouble ExpParts(double hi, double lo = 0);

// significand * 2^exponent, rounded once, with overflow and underflow as in IEEE 754. If the result
// is subnormal, the significand is 0 or has a magnitude in [0.9, 2].
double RoundScaled(DoubleDouble significand, int exponent);

// x * 2^exponent for |exponent| below 10^6; a subnormal result is rounded once.
double ScaleByPowerOfTwo(double x, int exponent);

// log((hi + lo) * 2^exponent) for finite hi > 0, hi + lo has twice the precision (lo is 0 if hi is
// below 2^-900 or above 2^900). The relative error is below 2^-64, also near 1.
DoubleDouble LogParts(double hi, double lo = 0, int exponent = 0);

// atan2 with a relative error below 2^-56.
DoubleDouble Atan2Parts(double y, double x);

// x = quarter_turns * pi/2 + angle, |angle| at most slightly above pi/4; x is finite.
struct ReducedAngle {
  DoubleDouble angle;
  int quarter_turns;  // modulo 4
};
ReducedAngle ReduceAngle(double x);

struct SineCosine {
  double sine, cosine;
};
SineCosine SinCos(double x);

}  // namespace hlo::elementary

#endif  // HLO_CORE_KERNELS_ELEMENTARY_PARTS_H_

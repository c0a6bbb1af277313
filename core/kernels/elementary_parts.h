// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_ELEMENTARY_PARTS_H_
#define HLO_CORE_KERNELS_ELEMENTARY_PARTS_H_

#include "core/kernels/double_double.h"

// What the elementary functions, real and complex, share: exp, log, sine and cosine before the last
// rounding. Not for use outside the kernels.

namespace hlo::elementary {

// (hi + lo) * 2^exponent with hi in [1, 2).
struct ScaledDouble {
  DoubleDouble significand;
  int exponent;
};

// exp(hi + lo) with a relative error below 2^-60, for |hi| <= 2000.
ScaledDouble ExpParts(double hi, double lo = 0);

// significand * 2^exponent, rounded once: over- and underflow give the value that IEEE asks for.
// The significand is 0 or of a magnitude in [0.9, 2] where the result is subnormal.
double RoundScaled(DoubleDouble significand, int exponent);

// x * 2^exponent for |exponent| below 10^6; a subnormal result is rounded once.
double ScaleByPowerOfTwo(double x, int exponent);

// log((hi + lo) * 2^exponent) for finite hi > 0, hi + lo known to twice the precision (lo is 0
// where hi is below 2^-900 or above 2^900). The relative error is below 2^-64, also near 1.
DoubleDouble LogParts(double hi, double lo = 0, int exponent = 0);

// atan2 in somewhat more than double precision: a relative error below 2^-56.
DoubleDouble Atan2Parts(double y, double x);

// x = quarter_turns * pi/2 + angle, |angle| <= pi/4 and a little; x is finite.
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

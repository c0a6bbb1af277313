// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/double_double.h"
#include "core/kernels/elementary.h"
#include "core/kernels/elementary_parts.h"
#include "core/kernels/elementary_polynomials.h"
#include "core/kernels/elementary_tables.h"

// exp and functions derived from it. Table-driven reduction after Tang (ACM TOMS 15, 1989): exp(x)
// = 2^k * 2^(i/128) * exp(r) with |r| <= ln(2)/256, the table entry in twice the precision.

namespace hlo::elementary {
namespace {

constexpr double kExpOverflow = 710;    // its exp exceeds every double
constexpr double kExpUnderflow = -746;  // its exp is below half the smallest double

// exp(x) - 1 with an error of about 2^-60 exp(x), for |x| <= 700.
DoubleDouble ExpMinusOneParts(double x) {
  const ScaledDouble e = ExpParts(x);
  return Add(Scale(e.significand, PowerOfTwo(e.exponent)), -1.0);
}

}  // namespace

ScaledDouble ExpParts(double hi, double lo) {
  const double count = NearestInteger(hi * k128OverLn2);
  // The first product and the difference are exact.
  const double r = (hi - count * kLn2Over128High) - (count * kLn2Over128Low - lo);
  const int n = static_cast<int>(count);
  const DoubleDouble& power = kExpTable[n & 127];
  // exp(r) - 1: the next term of the series is below 2^-70.
  const double tail = 1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720)));
  const double growth = r + r * r * (0.5 + r * tail);
  return {FastTwoSum(power.hi, power.lo + power.hi * growth), n >> 7};
}

double RoundScaled(DoubleDouble significand, int exponent) {
  const double sum = significand.hi + significand.lo;
  if (exponent > 1023) {
    return exponent > 2000 ? sum * kInfinity : sum * 0x1p1023 * PowerOfTwo(exponent - 1023);
  }
  if (exponent >= -1021 || (exponent == -1022 && Magnitude(sum) >= 1)) {
    return sum * PowerOfTwo(exponent);
  }
  if (exponent < -1080) return WithSignOf(0, sum);
  // Adding a power of two whose ULP is the smallest subnormal rounds to a multiple of it.
  const double big = WithSignOf(0x1p52 * PowerOfTwo(-1074 - exponent), sum);
  const DoubleDouble aligned = TwoSum(big, significand.hi);
  const double rounded = (aligned.hi + (aligned.lo + significand.lo)) - big;
  return WithSignOf(rounded * 0x1p-1000 * PowerOfTwo(exponent + 1000), sum);
}

double ScaleByPowerOfTwo(double x, int exponent) {
  if (x == 0 || !IsFinite(x)) return x;
  if (Magnitude(x) < 0x1p-1022) {
    x *= 0x1p54;
    exponent -= 54;
  }
  const int own = ExponentOf(x);
  const double significand = x * PowerOfTwo(-own / 2) * PowerOfTwo(-own - (-own / 2));
  return RoundScaled({significand, 0}, own + exponent);
}

double Exp(double x) {
  if (x != x) return kNan;
  if (x >= kExpOverflow) return kInfinity;
  if (x <= kExpUnderflow) return 0;
  const ScaledDouble e = ExpParts(x);
  return RoundScaled(e.significand, e.exponent);
}

double Expm1(double x) {
  if (x != x) return kNan;
  if (x <= -40) return -1;
  if (Magnitude(x) < 0x1p-54) return x;
  if (Magnitude(x) < 0.0625) {
    return x + x * x * (0.5 + x * Polynomial(x, kExpm1Polynomial));
  }
  if (x > 700) return Exp(x);
  const DoubleDouble result = ExpMinusOneParts(x);
  return result.hi + result.lo;
}

double Logistic(double x) {
  if (x != x) return kNan;
  if (x >= 40) return 1;
  if (x <= kExpUnderflow) return 0;
  const ScaledDouble e = ExpParts(x < 0 ? x : -x);
  if (x < -50) return RoundScaled(e.significand, e.exponent);  // the denominator is 1
  const DoubleDouble power = Scale(e.significand, PowerOfTwo(e.exponent));
  const DoubleDouble denominator = Add(power, 1.0);
  const DoubleDouble result = Divide(x < 0 ? power : DoubleDouble{1, 0}, denominator);
  return result.hi + result.lo;
}

double Sinh(double x) {
  if (x != x) return kNan;
  const double magnitude = Magnitude(x);
  if (magnitude < 0x1p-28) return x;
  if (magnitude < 0.3) {
    const double z = x * x;
    return x + x * z * Polynomial(z, kSinhPolynomial);
  }
  if (magnitude > 711) return WithSignOf(kInfinity, x);
  const ScaledDouble growing = ExpParts(magnitude);
  if (magnitude > 40) return WithSignOf(RoundScaled(growing.significand, growing.exponent - 1), x);
  const ScaledDouble falling = ExpParts(-magnitude);
  const DoubleDouble twice = Add(Scale(growing.significand, PowerOfTwo(growing.exponent)),
                                 Scale(falling.significand, -PowerOfTwo(falling.exponent)));
  return WithSignOf(0.5 * twice.hi, x);
}

double Cosh(double x) {
  if (x != x) return kNan;
  const double magnitude = Magnitude(x);
  if (magnitude > 711) return kInfinity;
  const ScaledDouble growing = ExpParts(magnitude);
  if (magnitude > 40) return RoundScaled(growing.significand, growing.exponent - 1);
  const ScaledDouble falling = ExpParts(-magnitude);
  const DoubleDouble twice = Add(Scale(growing.significand, PowerOfTwo(growing.exponent)),
                                 Scale(falling.significand, PowerOfTwo(falling.exponent)));
  return 0.5 * twice.hi;
}

double Tanh(double x) {
  if (x != x) return kNan;
  const double magnitude = Magnitude(x);
  if (magnitude < 0x1p-28) return x;
  if (magnitude < 0.3) {
    const double z = x * x;
    return x + x * z * Polynomial(z, kTanhPolynomial);
  }
  if (magnitude > 22) return WithSignOf(1, x);
  const DoubleDouble numerator = ExpMinusOneParts(2 * magnitude);
  const DoubleDouble result = Divide(numerator, Add(numerator, 2.0));
  return WithSignOf(result.hi, x);
}

}  // namespace hlo::elementary

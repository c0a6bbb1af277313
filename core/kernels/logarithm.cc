// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>

#include "core/kernels/double_double.h"
#include "core/kernels/elementary.h"
#include "core/kernels/elementary_parts.h"
#include "core/kernels/elementary_polynomials.h"
#include "core/kernels/elementary_tables.h"

// log and functions derived from it, and power. Table-driven reduction after Tang (ACM TOMS 16,
// 1990): x = 2^k * z, log(x) = k*ln(2) - log(c) + log(1 + r), r = z*c - 1, where c near 1/z has few
// enough bits that r is exact. Computed in twice the precision, as power requires.

namespace hlo::elementary {
namespace {

// (log(1 + r) - r + r^2/2) / r^3 for |r| <= 2^-7, by its series; the remainder is below 2^-64.
double LogTail(double r) {
  static constexpr double kSeries[] = {1.0 / 3,  -1.0 / 4, 1.0 / 5,   -1.0 / 6, 1.0 / 7,
                                       -1.0 / 8, 1.0 / 9,  -1.0 / 10, 1.0 / 11};
  return Polynomial(r, kSeries);
}

// 1 + r = (z + z_low) * inverse.
DoubleDouble ReducedLogArgument(double z, double z_low, double inverse) {
  const double z_high = (z + 0x1.8p28) - 0x1.8p28;  // a multiple of 2^-24
  const DoubleDouble r = TwoSum(z_high * inverse - 1, (z - z_high) * inverse);  // both exact
  const DoubleDouble with_low = TwoSum(r.hi, z_low * inverse);
  return FastTwoSum(with_low.hi, with_low.lo + r.lo);
}

}  // namespace

DoubleDouble LogParts(double hi, double lo, int exponent) {
  if (hi < 0x1p-1022) {
    hi *= 0x1p54;
    exponent -= 54;
  }
  const uint64_t bits = BitCast<uint64_t>(hi);
  const uint64_t above = bits - kLogOffset;
  const int shift = static_cast<int>(static_cast<int64_t>(above) >> 52);
  const double z = BitCast<double>(bits - (above & 0xfff0000000000000u));
  const LogEntry& entry = kLogTable[above >> 45 & 127];
  const double z_low = lo == 0 ? 0 : lo * PowerOfTwo(-shift);
  const DoubleDouble r = ReducedLogArgument(z, z_low, entry.inverse);

  // r^2/2, its high half exact.
  const double r_high = HighHalf(r.hi);
  const double square_high = 0.5 * r_high * r_high;
  const double square_low = 0.5 * (r.hi - r_high) * (r_high + r.hi) + r.hi * r.lo;

  const double k = shift + exponent;
  const DoubleDouble first = TwoSum(k * kLn2High + entry.log_high, r.hi);  // the sum is exact
  const DoubleDouble second = TwoSum(first.hi, -square_high);
  const double constants_low = k * kLn2Low + entry.log_low;
  const double tail = r.hi * r.hi * r.hi * LogTail(r.hi);
  const double low = (second.lo + first.lo) + (constants_low + ((r.lo - square_low) + tail));
  return FastTwoSum(second.hi, low);
}

double Log(double x) {
  if (x == 0) return -kInfinity;
  if (!(x > 0)) return kNan;
  if (x == kInfinity) return x;
  return LogParts(x).hi;
}

double Log1p(double x) {
  if (x == -1) return -kInfinity;
  if (!(x > -1)) return kNan;
  if (x == kInfinity || Magnitude(x) < 0x1p-54) return x;
  const DoubleDouble argument = TwoSum(1, x);
  return LogParts(argument.hi, x > 0x1p100 ? 0 : argument.lo).hi;
}

double Asinh(double x) {
  if (x != x) return kNan;
  const double magnitude = Magnitude(x);
  if (magnitude < 0x1p-28 || magnitude == kInfinity) return x;
  if (magnitude < 0.3) {
    const double z = x * x;
    return x + x * z * Polynomial(z, kAsinhPolynomial);
  }
  if (magnitude > 0x1p60) return WithSignOf(LogParts(magnitude, 0, 1).hi, x);
  // log(x + sqrt(x^2 + 1))
  const DoubleDouble root = SquareRoot(Add(TwoProduct(magnitude, magnitude), 1.0));
  const DoubleDouble argument = Add(root, magnitude);
  return WithSignOf(LogParts(argument.hi, argument.lo).hi, x);
}

double Acosh(double x) {
  if (!(x >= 1)) return kNan;
  if (x == kInfinity) return x;
  if (x > 0x1p60) return LogParts(x, 0, 1).hi;
  // log(1 + (d + sqrt(d * (x + 1)))) with d = x - 1; the product is accurate enough near 1, too.
  const DoubleDouble d = TwoSum(x, -1);
  const DoubleDouble product = Multiply(TwoSum(x, 1), d);
  if (product.hi == 0) return 0;
  const DoubleDouble argument = Add(SquareRoot(product), x);
  return LogParts(argument.hi, argument.lo).hi;
}

double Atanh(double x) {
  const double magnitude = Magnitude(x);
  if (magnitude == 1) return WithSignOf(kInfinity, x);
  if (!(magnitude < 1)) return kNan;
  if (magnitude < 0x1p-28) return x;
  if (magnitude < 0.25) {
    const double z = x * x;
    return x + x * z * Polynomial(z, kAtanhPolynomial);
  }
  const DoubleDouble ratio = Divide(TwoSum(1, magnitude), TwoSum(1, -magnitude));
  return WithSignOf(0.5 * LogParts(ratio.hi, ratio.lo).hi, x);
}

namespace {

enum class Parity { kNotInteger, kEven, kOdd };

Parity ParityOf(double x) {
  const double magnitude = Magnitude(x);
  if (magnitude >= 0x1p53) return Parity::kEven;
  const auto integer = static_cast<int64_t>(magnitude);
  if (static_cast<double>(integer) != magnitude) return Parity::kNotInteger;
  return (integer & 1) != 0 ? Parity::kOdd : Parity::kEven;
}

// base is 0, infinite, or the exponent is infinite; neither is NaN, base is not 1.
double PowSpecial(double base, double exponent, bool negative) {
  const double magnitude = Magnitude(base);
  if (Magnitude(exponent) == kInfinity) {
    if (magnitude == 1) return 1;
    return (magnitude > 1) == (exponent > 0) ? kInfinity : 0;
  }
  const double result = (magnitude == 0) == (exponent > 0) ? 0 : kInfinity;
  return negative ? -result : result;
}

}  // namespace

double Pow(double base, double exponent) {
  if (base == 1 || exponent == 0) return 1;
  if (base != base || exponent != exponent) return kNan;
  const Parity parity = ParityOf(exponent);
  const bool negative = IsNegative(base) && parity == Parity::kOdd;
  const double magnitude = Magnitude(base);
  if (base == 0 || magnitude == kInfinity || Magnitude(exponent) == kInfinity) {
    return PowSpecial(base, exponent, negative);
  }
  if (base < 0 && parity == Parity::kNotInteger) return kNan;
  const double sign = negative ? -1 : 1;
  if (magnitude == 1) return sign;
  // |log| of a number other than 1 is above 2^-54.
  if (Magnitude(exponent) > 0x1p66) {
    return sign * ((magnitude > 1) == (exponent > 0) ? kInfinity : 0);
  }
  const DoubleDouble log = LogParts(magnitude);
  const DoubleDouble product = Multiply(log, exponent);
  if (product.hi > 710) return sign * kInfinity;
  if (product.hi < -746) return sign * 0;
  const ScaledDouble power = ExpParts(product.hi, product.lo);
  return sign * RoundScaled(power.significand, power.exponent);
}

}  // namespace hlo::elementary

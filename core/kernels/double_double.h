// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_DOUBLE_DOUBLE_H_
#define HLO_CORE_KERNELS_DOUBLE_DOUBLE_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/base/bits.h"

// Building blocks of the elementary functions: numbers kept as the unevaluated sum of two doubles
// (about 106 bits), and the error-free transformations of Dekker (1971) and Knuth (TAOCP 4.2.2).
// Only IEEE 754 basic operations and integer operations on bits are used, so that the bits are the
// same on every target; no fused multiply-add, which some targets lack.

namespace hlo::elementary {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct DoubleDouble {
  double hi = 0, lo = 0;  // |lo| is at most about half an ULP of hi
};

// 2^exponent for -1022 <= exponent <= 1023.
inline double PowerOfTwo(int exponent) {
  return BitCast<double>(static_cast<uint64_t>(exponent + 1023) << 52);
}

// floor(log2(|x|)) of a normal number.
inline int ExponentOf(double x) {
  return static_cast<int>(BitCast<uint64_t>(x) >> 52 & 0x7ff) - 1023;
}

inline double Magnitude(double x) {
  return BitCast<double>(BitCast<uint64_t>(x) & ~(uint64_t{1} << 63));
}
inline bool IsNegative(double x) { return BitCast<uint64_t>(x) >> 63 != 0; }
inline double WithSignOf(double magnitude, double sign) {
  constexpr uint64_t kSign = uint64_t{1} << 63;
  return BitCast<double>((BitCast<uint64_t>(magnitude) & ~kSign) |
                         (BitCast<uint64_t>(sign) & kSign));
}
inline bool IsFinite(double x) { return x - x == 0; }

// x to the nearest integer, ties to even, for |x| < 2^51.
inline double NearestInteger(double x) {
  constexpr double kShift = 0x1.8p52;
  return (x + kShift) - kShift;
}

// x without its last 27 bits, so that the product of two such values is exact.
inline double HighHalf(double x) {
  return BitCast<double>(BitCast<uint64_t>(x) & 0xfffffffff8000000u);
}

// a + b, exactly.
inline DoubleDouble TwoSum(double a, double b) {
  const double sum = a + b;
  const double rounded_b = sum - a;
  return {sum, (a - (sum - rounded_b)) + (b - rounded_b)};
}

// The same when a is zero or not smaller than b.
inline DoubleDouble FastTwoSum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// a * b with a relative error of 2^-106, unless it overflows or the low part is subnormal.
inline DoubleDouble TwoProduct(double a, double b) {
  const double product = a * b;
  const double a_high = HighHalf(a), a_low = a - a_high;
  const double b_high = HighHalf(b), b_low = b - b_high;
  const double error = a_low * b_high - ((product - a_high * b_high) - a_high * b_low);
  return {product, error + a_low * b_low};
}

inline DoubleDouble Negate(DoubleDouble a) { return {-a.hi, -a.lo}; }
inline DoubleDouble Scale(DoubleDouble a, double power) { return {a.hi * power, a.lo * power}; }

inline DoubleDouble Add(DoubleDouble a, double b) {
  const DoubleDouble sum = TwoSum(a.hi, b);
  return FastTwoSum(sum.hi, sum.lo + a.lo);
}

inline DoubleDouble Add(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = TwoSum(a.hi, b.hi);
  const DoubleDouble low = TwoSum(a.lo, b.lo);
  const DoubleDouble sum = FastTwoSum(high.hi, high.lo + low.hi);
  return FastTwoSum(sum.hi, sum.lo + low.lo);
}

inline DoubleDouble Multiply(DoubleDouble a, double b) {
  const DoubleDouble product = TwoProduct(a.hi, b);
  return FastTwoSum(product.hi, product.lo + a.lo * b);
}

inline DoubleDouble Multiply(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = TwoProduct(a.hi, b.hi);
  return FastTwoSum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

inline DoubleDouble Divide(DoubleDouble a, DoubleDouble b) {
  const double quotient = a.hi / b.hi;
  const DoubleDouble product = TwoProduct(quotient, b.hi);
  const double rest = ((a.hi - product.hi) - product.lo) + (a.lo - quotient * b.lo);
  return FastTwoSum(quotient, rest / b.hi);
}

// The square root of a positive number.
inline DoubleDouble SquareRoot(DoubleDouble a) {
  const double root = std::sqrt(a.hi);
  const DoubleDouble square = TwoProduct(root, root);
  return FastTwoSum(root, (((a.hi - square.hi) - square.lo) + a.lo) / (root + root));
}

// Horner's rule, with the coefficient of the lowest power first. Skips kFirst coefficients, which
// divides by x^kFirst.
template <size_t kFirst = 0, size_t kCount>
inline double Polynomial(double x, const double (&coefficients)[kCount]) {
  double sum = coefficients[kCount - 1];
  for (size_t i = kCount - 1; i-- > kFirst;) sum = sum * x + coefficients[i];
  return sum;
}

}  // namespace hlo::elementary

#endif  // HLO_CORE_KERNELS_DOUBLE_DOUBLE_H_

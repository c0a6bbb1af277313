// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/kernels/double_double.h"
#include "core/kernels/elementary.h"

// Roots and remainder.

namespace hlo::elementary {
namespace {

// A finite magnitude above 0 as significand * 2^exponent, the significand with its bit 52 set.
struct Decomposed {
  uint64_t significand;
  int exponent;
};
Decomposed Decompose(double magnitude) {
  const uint64_t bits = BitCast<uint64_t>(magnitude);
  const int field = static_cast<int>(bits >> 52);
  if (field != 0) return {(bits & 0xfffffffffffffu) | uint64_t{1} << 52, field - 1};
  const int shift = __builtin_clzll(bits) - 11;
  return {bits << shift, -shift};
}

// Inverse of Decompose for a significand below 2^53, exact.
double Compose(uint64_t significand, int exponent) {
  if (significand == 0) return 0;
  const int shift = std::min(__builtin_clzll(significand) - 11, exponent);
  // Bit 52, where it is set, adds one to the exponent field.
  return shift < 0 ? BitCast<double>(significand >> -shift)
                   : BitCast<double>((significand << shift) +
                                     (static_cast<uint64_t>(exponent - shift) << 52));
}

}  // namespace

double Cbrt(double x) {
  if (x == 0 || !IsFinite(x)) return x != x ? kNan : x;
  double magnitude = Magnitude(x);
  double unscale = 1;
  if (magnitude < 0x1p-900) {  // the errors of products would be subnormal
    magnitude *= 0x1p300;
    unscale = 0x1p-100;
  } else if (magnitude > 0x1p1000) {
    magnitude *= 0x1p-300;
    unscale = 0x1p100;
  }
  // A third of the exponent (and, roughly, of the significand) gives 5 bits; each step of Halley's
  // iteration triples them.
  double root = BitCast<double>(BitCast<uint64_t>(magnitude) / 3 + 0x2a9f7893782da1ceu);
  for (int i = 0; i < 2; ++i) {
    const double cube = root * root * root;
    root -= root * ((cube - magnitude) / (2 * cube + magnitude));
  }
  // One more step, from a 26-bit root, whose square is exact: two terms of (1 + d)^(1/3).
  root = HighHalf(root);
  const DoubleDouble cube = TwoProduct(root * root, root);
  const double rest = (magnitude - cube.hi) - cube.lo;
  const double step = rest / (3 * (root * root)) * (1 - rest / (3 * cube.hi));
  return WithSignOf((root + step) * unscale, x);
}

double Hypot(double x, double y) {
  double larger = Magnitude(x), smaller = Magnitude(y);
  if (larger == kInfinity || smaller == kInfinity) return kInfinity;
  if (x != x || y != y) return kNan;
  if (larger < smaller) std::swap(larger, smaller);
  if (smaller <= larger * 0x1p-60) return larger + smaller;
  double unscale = 1;
  if (larger > 0x1p500) {
    larger *= 0x1p-600;
    smaller *= 0x1p-600;
    unscale = 0x1p600;
  } else if (larger < 0x1p-400) {
    larger *= 0x1p600;
    smaller *= 0x1p600;
    unscale = 0x1p-600;
  }
  const DoubleDouble square = Add(TwoProduct(larger, larger), TwoProduct(smaller, smaller));
  return SquareRoot(square).hi * unscale;
}

double Rsqrt(double x) {
  if (x != x || x < 0) return kNan;
  return 1 / std::sqrt(x);
}

double Fmod(double x, double y) {
  const double x_magnitude = Magnitude(x), y_magnitude = Magnitude(y);
  if (!(x_magnitude < kInfinity) || y != y || y == 0) return kNan;
  if (x_magnitude < y_magnitude) return x;
  if (x == 0) return x;
  const Decomposed dividend = Decompose(x_magnitude), divisor = Decompose(y_magnitude);
  uint64_t rest = dividend.significand % divisor.significand;
  // Long division, 11 bits of the quotient at a time: 53 + 11 bits fit.
  int steps = dividend.exponent - divisor.exponent;
  while (steps > 0 && rest != 0) {
    const int step = std::min(steps, 11);
    rest = (rest << step) % divisor.significand;
    steps -= step;
  }
  return WithSignOf(Compose(rest, divisor.exponent), x);
}

}  // namespace hlo::elementary

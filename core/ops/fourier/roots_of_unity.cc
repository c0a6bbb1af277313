// SPDX-License-Identifier: Apache-2.0
#include "core/ops/fourier/roots_of_unity.h"

#include <utility>

#include "core/base/result.h"
#include "core/kernels/double_double.h"
#include "core/kernels/elementary.h"

namespace hlo {
namespace {

// pi / 2 and its rounding error
constexpr double kHalfPi = 1.5707963267948966;
constexpr double kHalfPiLow = 6.123233995736766e-17;

}  // namespace

std::complex<double> RootOfUnity(int64_t t, int64_t n) {
  const int64_t quarter = 4 * t / n;
  const int64_t rest = 4 * t - quarter * n;  // in units of a right angle / n
  // Uses the smaller of the angle and its complement, so that their sines and cosines match
  // exactly.
  const bool complement = 2 * rest > n;
  const auto parts = static_cast<double>(complement ? n - rest : rest);
  const double quotient = parts / static_cast<double>(n);
  // The angle is `angle` + `low`; the square of `low` is negligible.
  const elementary::DoubleDouble product = elementary::TwoProduct(quotient, static_cast<double>(n));
  const double missing = ((parts - product.hi) - product.lo) / static_cast<double>(n);
  const elementary::DoubleDouble high = elementary::TwoProduct(kHalfPi, quotient);
  const double angle = high.hi;
  const double low = high.lo + (kHalfPi * missing + kHalfPiLow * quotient);
  double cosine = elementary::Cos(angle);
  double sine = elementary::Sin(angle);
  cosine -= low * std::exchange(sine, sine + low * cosine);
  if (complement) std::swap(cosine, sine);
  if (2 * rest == n) sine = cosine;
  switch (quarter) {
    case 0:
      return {cosine, -sine};
    case 1:
      return {-sine, -cosine};
    case 2:
      return {-cosine, sine};
    default:
      return {sine, cosine};
  }
}

Result<RootsOfUnity> RootsOfUnity::Make(EvalContext& context, int64_t n) {
  RootsOfUnity roots;
  for (; roots.count_ * roots.count_ < n; roots.count_ *= 2) ++roots.shift_;
  const int64_t count = roots.count_;
  HLO_TRY(roots.roots_, context.Allocate(Shape::Array(ElementType::kC128, {2 * count})));
  std::complex<double>* root = roots.roots_.mutable_data<std::complex<double>>().data();
  for (int64_t i = 0; i < count; ++i) {
    root[i] = RootOfUnity(i % n, n);
    root[count + i] = RootOfUnity(i * count % n, n);
  }
  return roots;
}

}  // namespace hlo

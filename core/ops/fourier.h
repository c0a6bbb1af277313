// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_FOURIER_H_
#define HLO_CORE_OPS_FOURIER_H_

#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/ops/evaluate.h"

namespace hlo {

// exp(-2 pi i t / n) for 0 <= t < n <= 2^60. Exact on the axes; points mirrored at an axis have the
// same parts.
std::complex<double> RootOfUnity(int64_t t, int64_t n);

// The discrete Fourier transform of one length, X[k] = sum over j of x[j] exp(-2 pi i j k / n), in
// F64. Lengths of small prime factors are split into them (Stockham's order of the stages, without
// bit reversal); any other is turned into a convolution of a power of two (Bluestein).
class FourierPlan {
 public:
  // Allocates tables and workspace through the run; `length` is at least 1. Error R02.
  static Result<FourierPlan> Make(EvalContext& context, int64_t length);

  // Transforms `length` numbers in place.
  void Forward(std::complex<double>* x);
  // With the conjugate roots, divided by the length.
  void Inverse(std::complex<double>* x);

 private:
  using Complex = std::complex<double>;

  void MixedRadix(Complex* x);
  void Bluestein(Complex* x);

  int64_t length_ = 1;
  std::vector<int64_t> factors_;  // empty for Bluestein, and for length 1
  Literal roots_;                 // mixed radix: exp(-2 pi i t / n); Bluestein: exp(-pi i t^2 / n)
  Literal work_;
  Literal filter_;  // Bluestein: the transform of the conjugate roots, around 0
  std::unique_ptr<FourierPlan> power_of_two_;
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_FOURIER_H_

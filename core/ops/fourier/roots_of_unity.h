// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_FOURIER_ROOTS_OF_UNITY_H_
#define HLO_CORE_OPS_FOURIER_ROOTS_OF_UNITY_H_

#include <complex>
#include <cstdint>

#include "core/ops/evaluate.h"

namespace hlo {

// (ar br - ai bi, ar bi + ai br). The operator of std::complex differs between libraries. Infinite
// operands give NaN.
template <class T>
std::complex<T> ComplexProduct(std::complex<T> a, std::complex<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// exp(-2 pi i t / n) for 0 <= t < n <= 2^50, off by at most 0.8 ULP of 1. Exact on the axes; points
// mirrored at an axis have equal parts.
std::complex<double> RootOfUnity(int64_t t, int64_t n);

// Any of the n roots, each the product of two out of about 2 sqrt(n).
class RootsOfUnity {
 public:
  // Error R02.
  static Result<RootsOfUnity> Make(EvalContext& context, int64_t n);

  // exp(-2 pi i t / n) for 0 <= t < n.
  std::complex<double> operator[](int64_t t) const {
    const std::complex<double>* root = roots_.data<std::complex<double>>().data();
    return ComplexProduct(root[count_ + (t >> shift_)], root[t & (count_ - 1)]);
  }

 private:
  int shift_ = 0;
  int64_t count_ = 1;  // 2^shift_
  Literal roots_;      // for t < count, then for multiples of count
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_FOURIER_ROOTS_OF_UNITY_H_

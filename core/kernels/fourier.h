// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_FOURIER_H_
#define HLO_CORE_KERNELS_FOURIER_H_

#include <cstdint>
#include <vector>

namespace hlo {

// Complex numbers are pairs of T, float or double, as stored in literals.

// Columns transformed together: a cache line of real parts.
template <class T>
inline constexpr int64_t kFourierColumns = 64 / sizeof(T);

// The discrete Fourier transform of one length, X[k] = sum over j of x[j] exp(-2 pi i j k / n), as
// passes over its numbers in place (decimation in frequency). A pass of radix p over blocks of c
// numbers takes the numbers k + (c / p) j of a block, for each k < c / p, puts their transform of
// length p in their place, and multiplies number r of it by exp(-2 pi i k r / c) unless k = 0. The
// blocks of the next pass have c / p numbers.
struct FourierPasses {
  int64_t length = 1;
  std::vector<int32_t> radices;  // 2, 4, or odd up to kMaxRadix
  std::vector<int32_t> places;   // position of X[k] after the passes
  const void* roots = nullptr;   // exp(-2 pi i t / length) in T, for each t < length
};
inline constexpr int32_t kMaxRadix = 31;

// Twiddle factors of a transform of n1 n2 numbers as n2 columns of n1: X[k] of column c is
// multiplied by w^k for w = exp(-2 pi i c / (n1 n2)), the F64 product of row k / count of `coarse`
// and row k % count of `fine` rounded to T, where count = 2^shift and count^2 >= n1.
struct FourierTwiddles {
  // Real parts of all columns, then imaginary parts: w^b in row b of `fine`, w^(b count) in row b
  // of `coarse`.
  const double* fine = nullptr;
  const double* coarse = nullptr;
  int shift = 0;
  int64_t columns = 0;  // a multiple of kFourierColumns<T>

  const double* Fine(int64_t k) const { return fine + 2 * columns * (k & ((1 << shift) - 1)); }
  const double* Coarse(int64_t k) const { return coarse + 2 * columns * (k >> shift); }
};

// One call transforms up to kFourierColumns<T> columns: number j of column c is from[j from_step +
// c], number k of its transform to[k to_step + c].
struct FourierColumns {
  const void* from = nullptr;
  void* to = nullptr;  // may be `from`
  int64_t from_step = 0, to_step = 0;
  int64_t columns = 0;
  // Swaps real and imaginary parts of input and output, which conjugates the roots.
  bool swap_from = false, swap_to = false;
  double scale = 1;                           // scale of the results, rounded to T
  const FourierTwiddles* twiddles = nullptr;  // for the results, unless null
  int64_t first_column = 0;                   // column number in the twiddles
  void* work = nullptr;                       // 2 kFourierColumns<T> numbers T for each of `length`
};

using FourierFn = void (*)(const FourierPasses&, const FourierColumns&);

// T is double if `wide`. A complex product is (ar br - ai bi, ar bi + ai br); fusing would gain
// only 5 %.
FourierFn FourierKernel(bool wide);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_FOURIER_H_

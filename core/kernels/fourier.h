// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_FOURIER_H_
#define HLO_CORE_KERNELS_FOURIER_H_

#include <cstdint>
#include <vector>

namespace hlo {

// Complex numbers in arrays are pairs of T, float or double, as stored in literals. Those of up to
// kFourierColumns columns are transformed together. Their work is in rows: the real parts of number
// j of all columns, then the imaginary parts.
template <class T>
inline constexpr int64_t kFourierColumns = 64 / sizeof(T);  // a cache line of real parts
template <class T>
inline constexpr int64_t kFourierRow = 2 * kFourierColumns<T>;

// A pass of radix p over blocks of c numbers takes the numbers k + (c / p) j of a block, for each
// k < c / p, puts their transform of length p in their place, and multiplies number r of it by
// exp(-2 pi i k r / c) unless k = 0. The blocks of the next pass have c / p numbers.
struct FourierPass {
  int32_t radix = 1;               // one of kFourierRadices, or odd up to kMaxRadix
  const void* roots = nullptr;     // exp(-2 pi i t / p) in T, for each t < p
  const void* twiddles = nullptr;  // exp(-2 pi i k r / c) in T, for each k > 0 and r > 0
};
inline constexpr int32_t kFourierRadices[] = {2, 3, 4, 5, 6, 7, 8, 9, 10};
inline constexpr int32_t kMaxRadix = 31;

// The discrete Fourier transform of one length, X[k] = sum over j of x[j] exp(-2 pi i j k / n), as
// passes over its numbers (decimation in frequency). All are in place but the last one, whose
// blocks of p numbers are X[starts[block] + (n / p) r] for each r < p.
struct FourierPasses {
  int64_t length = 1;
  std::vector<FourierPass> passes;
  std::vector<int32_t> starts;
};

// A row of the transforms can be multiplied by twiddles: one for each column, in a row, or its
// first one for all columns.
enum class FourierTwiddles { kNone, kOfColumns, kSame };

// One call transforms some columns.
struct FourierColumns {
  void* rows = nullptr;  // number j of each column is in row j; overwritten
  void* results = nullptr;
  int64_t step = 0;     // between the rows of results, in T
  int64_t columns = 0;  // the others of a row are undefined
  FourierTwiddles twiddled = FourierTwiddles::kNone;
  const void* twiddles = nullptr;  // rows without steps
};

// Copies numbers of columns from an array, where they lie `step` numbers apart, to rows, or back.
struct FourierCopy {
  const void* from = nullptr;
  void* to = nullptr;
  int64_t step = 0;
  int64_t count = 0, columns = 0;
  bool swap = false;  // swaps real and imaginary parts, which conjugates the roots
  double scale = 1;   // of numbers that are written to an array, rounded to T
};

// Puts number k of column c at row c of a tile, in column k % kFourierColumns of tile k /
// kFourierColumns. Reads and writes kFourierColumns rows at a time.
struct FourierTurn {
  const void* rows = nullptr;
  int64_t count = 0;  // of rows
  void* tiles = nullptr;
  int64_t step = 0;  // between tiles, in T
};

// The spectrum X of n = 2m real numbers x and the transform Z of the numbers x[2j] + i x[2j + 1]:
//   2 E[k] = Z[k] + conj(Z[m - k]),  2i O[k] = Z[k] - conj(Z[m - k]),  X[k] = E[k] + w^k O[k],
// where Z[m] = Z[0], w = exp(-2 pi i / n), and X is stored up to X[m].
struct FourierHalves {
  int64_t count = 0;            // m
  const void* roots = nullptr;  // real parts of w^k / 2 for k <= m / 2, then imaginary parts
};

// T is double if `wide`. A complex product is (ar br - ai bi, ar bi + ai br); fusing would gain
// only 5 %.
struct FourierKernel {
  void (*transform)(const FourierPasses&, const FourierColumns&);
  void (*load)(const FourierCopy&);
  void (*store)(const FourierCopy&);
  void (*turn)(const FourierTurn&);
  void (*combine)(const FourierHalves&, const void* z, void* x);  // may be in place
  void (*separate)(const FourierHalves&, const void* x, void* z);
};

FourierKernel ChooseFourierKernel(bool wide);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_FOURIER_H_

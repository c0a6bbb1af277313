// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_MATMUL_H_
#define HLO_CORE_KERNELS_MATMUL_H_

#include <cstdint>

#include "core/types/convert.h"
#include "hlo/workers.h"

// Products of matrices: sums[r, c] = sum over k of left(r, k) * right(k, c), for each of a batch.
//
// The order of a sum of products, for the plain path and kernels: its terms are split into panels
// of kDepthPanel neighbors; a panel is summed in order, starting at 0; the sums of the panels are
// added in order. The bits therefore do not depend on target, tile, block, or thread. The error is
// at most (kDepthPanel + n / kDepthPanel) roundings of the terms, which is below the bound for n
// terms (numerics reference 12).
namespace hlo::kernels {

inline constexpr int64_t kDepthPanel = 256;

enum class MatmulType : uint8_t {
  kF32,
  kF64,
  // An element is a group of neighbors of a line. Sums are int32_t and wrap ...
  kPairs,        // two int16_t
  kQuads,        // four uint8_t of a left line, int8_t of a right one; see MultipliesQuads
  kSignedQuads,  // four int8_t; see MultipliesInRegisters
  // ... or float: the products of groups are added in an order of the target. For fast numerics
  // only.
  kBF16Pairs,  // two bfloat16; see MultipliesBF16
};

// A line is a row of the left matrix or a column of the right one. One of the two strides of an
// operand is 1. Strides are in elements.
struct MatmulLines {
  const void* data = nullptr;
  int64_t batch_stride = 0, line_stride = 0, depth_stride = 0;
  // If elements are stored in another type: converts them, and the bytes of one.
  ConvertFn widen = nullptr;
  int64_t stored_bytes = 0;
  // If groups are not stored, but each number of a line at a place of its own: the numbers of a
  // group, and the places; further numbers are zeros. Strides are in numbers. For columns that
  // JoinsNumbers() accepts.
  int64_t numbers = 1, places = 0;

  int64_t Offset(int64_t batch, int64_t line, int64_t k) const {
    return batch * batch_stride + line * line_stride + k * numbers * depth_stride;
  }
};

// Lines without a stride: the patches of a convolution. Must be thread-safe.
class LineFinder {
 public:
  virtual ~LineFinder() = default;
  // Sets lines[i] to element k of line `line + i`, for i in [0, count). Returns the number of
  // contiguous elements from there on in each of these lines, at least 1.
  virtual int64_t Find(int64_t line, int64_t count, int64_t k, const void** lines) const = 0;
};

// Whether the machine has registers for tiles that suit products of lines of `depth` contiguous
// groups: kSignedQuads and kBF16Pairs.
bool MultipliesInRegisters(int64_t rows, int64_t depth, int64_t columns);

// Whether kQuads is available on this target and faster than kPairs for a product of this size.
bool MultipliesQuads(int64_t rows, int64_t columns);
// Adds 128 to each int8_t of `count` groups: MatmulLines::widen of left lines.
void MakeUnsignedQuads(const void* from, size_t count, void* to);
// What that adds to the sums of each column, negated: -128 times the sum of the column of a matrix
// of int8_t, [places, columns], whose rows are `stride` apart.
void StartsOfColumns(const int8_t* matrix, int64_t stride, int64_t places, int64_t columns,
                     int32_t* starts);

// Whether columns may be given by numbers at places of their own (MatmulLines::numbers).
bool JoinsNumbers(int64_t rows, int64_t columns);

// Whether kBF16Pairs is available for lines of `depth` contiguous pairs, and faster than kF32.
bool MultipliesBF16(int64_t rows, int64_t depth, int64_t columns);
// Whether no sum of products of these bfloat16 numbers is below the normal range of float, which
// kBF16Pairs requires.
bool SumsStayNormal(const uint16_t* left, int64_t left_count, const uint16_t* right,
                    int64_t right_count);

struct Matmul {
  MatmulType type = MatmulType::kF32;
  bool fuse = false;  // fuse multiplications with additions where the target can
  int64_t batch = 1, rows = 0, depth = 0, columns = 0;
  MatmulLines left, right;
  const LineFinder* left_finder = nullptr;  // instead of `left`, for a batch of 1
  // Initial values of integer sums by column, [batch, columns], for sizes that MultipliesQuads()
  // accepts. nullptr: 0.
  const int32_t* starts = nullptr;
  void* sums = nullptr;
  int64_t sums_stride = 0;  // elements between rows; batches are contiguous
};

// Bytes of workspace for Multiply(), of any alignment.
int64_t MatmulScratchBytes(const Matmul& matmul);
// Requires positive sizes.
void Multiply(const Matmul& matmul, void* scratch, Workers& workers);

// Products of vectors at neighboring places: a depthwise convolution along a line.
struct LineProducts {
  const void* const* left;   // `terms` vectors of floats
  const void* const* right;  // `terms` vectors of the same length
  int64_t terms;             // at most kDepthPanel
  int64_t count;             // elements of a vector
  int64_t places = 1;
  int64_t left_step = 0;  // elements between the left vectors of neighboring places
};

// sums[p * count + i] = the sum over t ascending, from 0, of left[t][p * left_step + i] *
// right[t][i], for each place p and i < count.
void MultiplyLines(MatmulType type, bool fuse, const LineProducts& lines, void* sums);

}  // namespace hlo::kernels

#endif  // HLO_CORE_KERNELS_MATMUL_H_

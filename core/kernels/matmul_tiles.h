// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_MATMUL_TILES_H_
#define HLO_CORE_KERNELS_MATMUL_TILES_H_

#include <cstdint>

#include "core/kernels/matmul.h"

// The building blocks of matmul.cc and matmul_tiled.cc: functions on one panel or tile, compiled
// for every target. A "line" is a row of the left matrix or a column of the right one; a panel
// interleaves `width` lines, panel[k * width + line], for at most one depth panel. Elements are
// float, double, or a group in 32 bits (MatmulType).
namespace hlo::kernels {

// `depth` elements of each row of a tile, with strides in bytes.
struct LeftPart {
  const void* data;
  int64_t line_bytes, depth_bytes, depth;
};

// A product of panels: sums[r * sums_stride + c] (+)= the sum over k ascending, from 0, of left(r,
// k) * right(k, c), contiguous in c and otherwise with strides in bytes. The parts of the left rows
// follow each other in k. Lines beyond `rows` and `columns` are read up to the next multiple of
// row_step and column_step.
struct TileProduct {
  const LeftPart* left = nullptr;
  int64_t left_parts = 0;
  const void* right = nullptr;
  int64_t right_depth_bytes = 0;
  int64_t depth = 0, rows = 0, columns = 0;
  bool add = false;
  const int32_t* starts = nullptr;  // without `add`: initial values of integer sums by column
  void* sums = nullptr;
  int64_t sums_stride = 0;
};

struct MatmulTiles {
  // The largest tile, and its granularity: panels are multiples of these, tails narrower.
  int64_t rows = 0, row_step = 0;
  int64_t columns = 0, column_step = 0;
  int64_t element_bytes = 0;
  // Rows of the left side are contiguous in a single part, and not widened.
  bool takes_contiguous_rows = false;

  // Around the calls of `multiply` of a thread, if they must be prepared.
  void (*enter)() = nullptr;
  void (*leave)() = nullptr;

  // Packs contiguous lines from `count` <= width pointers; the rest of the panel is zeros.
  void (*interleave)(const void* const* lines, int64_t count, int64_t depth, int64_t width,
                     void* panel);
  // The same from interleaved lines: element k of line i at lines[k * stride + i].
  void (*gather)(const void* lines, int64_t stride, int64_t count, int64_t depth, int64_t width,
                 void* panel);
  // One place of a panel, from the numbers of its groups: `rows` has those of `count` columns.
  void (*join)(const void* const* rows, int64_t numbers, int64_t count, int64_t width, void* panel);
  void (*multiply)(const TileProduct& product);

  // to[i * stride] (+)= sums[i]
  void (*merge)(const void* sums, int64_t count, bool add, void* to, int64_t stride);

  // Few lines times many. sums[t * stride + i] += few[k * few_count + t] * element k of line i, in
  // order of k, for interleaved lines (element k of line i at lines[k * line_stride + i]) ...
  void (*accumulate_side_by_side)(const void* few, int64_t few_count, const void* lines,
                                  int64_t line_stride, int64_t count, int64_t depth, void* sums,
                                  int64_t stride);
  // ... and for contiguous lines (lines[i * line_stride + k]).
  void (*accumulate_lines)(const void* few, int64_t few_count, const void* lines,
                           int64_t line_stride, int64_t count, int64_t depth, void* sums,
                           int64_t stride);

  // See MultiplyLines.
  void (*multiply_lines)(const LineProducts& lines, void* sums);
};

const MatmulTiles& FloatTiles(MatmulType type, bool fuse);
// nullptr if the target does not support the type.
const MatmulTiles* ShortTiles(MatmulType type);
const MatmulTiles* BF16Tiles();
// nullptr if MultipliesInRegisters() does not hold, the left lines are not contiguous, or the
// registers do not support the type.
const MatmulTiles* RegisterTiles(const Matmul& matmul);

}  // namespace hlo::kernels

#endif  // HLO_CORE_KERNELS_MATMUL_TILES_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_MATMUL_LINES_H_
#define HLO_CORE_KERNELS_MATMUL_LINES_H_

#include <cstdint>

#include "core/kernels/matmul.h"
#include "core/kernels/matmul_tiles.h"

// How the splits of matmul.cc read lines: elements that are stored in a narrower type are widened a
// few thousand at a time, on the stack, so that there is no widened copy of a matrix.
namespace hlo::kernels {

inline constexpr int64_t kMaxElementBytes = 8;
inline constexpr int64_t kMaxLines = 32;  // of a panel

// Of a stored element.
inline int64_t StoredBytes(const MatmulTiles& tiles, const MatmulLines& lines) {
  return lines.widen == nullptr ? tiles.element_bytes / lines.numbers : lines.stored_bytes;
}

inline const uint8_t* AddressOf(const MatmulTiles& tiles, const MatmulLines& lines, int64_t batch,
                                int64_t line, int64_t k) {
  return static_cast<const uint8_t*>(lines.data) +
         lines.Offset(batch, line, k) * StoredBytes(tiles, lines);
}

// MatmulTiles::interleave for `count` contiguous lines like `from`.
void InterleaveLines(const MatmulTiles& tiles, const MatmulLines& from, const void* const* lines,
                     int64_t count, int64_t depth, int64_t width, void* panel);

// A panel of lines, [line, line + count) and [k, k + depth).
void PackPanel(const MatmulTiles& tiles, const MatmulLines& from, int64_t batch, int64_t line,
               int64_t count, int64_t k, int64_t depth, int64_t width, void* panel);

// sums[t * count + i] += few[k * few_count + t] * element k of line i of `many`, in order of k, for
// the `count` lines from `line` on and [k, k + depth).
void AccumulateMany(const MatmulTiles& tiles, const void* few, int64_t few_count,
                    const MatmulLines& many, int64_t batch, int64_t line, int64_t count, int64_t k,
                    int64_t depth, void* sums);

}  // namespace hlo::kernels

#endif  // HLO_CORE_KERNELS_MATMUL_LINES_H_

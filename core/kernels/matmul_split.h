// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_MATMUL_SPLIT_H_
#define HLO_CORE_KERNELS_MATMUL_SPLIT_H_

#include <algorithm>
#include <cstdint>

#include "core/base/checked.h"
#include "core/kernels/matmul.h"
#include "core/kernels/matmul_tiles.h"

// What the ways to split a matrix product share.
namespace hlo::kernels {

inline const MatmulTiles& TilesFor(MatmulType type, bool fuse) {
  if (type == MatmulType::kBF16Pairs) return *BF16Tiles();
  const bool is_float = type == MatmulType::kF32 || type == MatmulType::kF64;
  return is_float ? FloatTiles(type, fuse) : *ShortTiles(type);
}
inline const MatmulTiles& TilesFor(const Matmul& matmul) {
  const MatmulTiles* registers = RegisterTiles(matmul);
  return registers != nullptr ? *registers : TilesFor(matmul.type, matmul.fuse);
}

// Splits [0, size) into `tasks` runs of nearly equal length, a multiple of `step`.
struct Cut {
  int64_t size, length;

  Cut(int64_t of, int64_t most, int64_t step)
      : size(of), length(RoundUp(CeilDiv(of, CeilDiv(of, most)), step)) {}
  int64_t tasks() const { return CeilDiv(size, length); }
  int64_t begin(int64_t task) const { return task * length; }
  int64_t count(int64_t task) const { return std::min(length, size - begin(task)); }
};

// At least `tasks` runs, if none is then shorter than `least`; none is longer than `most`.
inline Cut CutFor(int64_t size, int64_t most, int64_t least, int64_t tasks, int64_t step) {
  return {size, std::clamp(CeilDiv(size, tasks), least, most), step};
}

}  // namespace hlo::kernels

#endif  // HLO_CORE_KERNELS_MATMUL_SPLIT_H_

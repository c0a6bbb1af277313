// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_COPY_PLANE_H_
#define HLO_CORE_KERNELS_COPY_PLANE_H_

#include <cstdint>

namespace hlo {

// Two dimensions of a box that is copied: `rows` lines of `count` elements. All steps are bytes
// between neighbors, where they are read and where they are written. Reading steps may be 0 or
// negative, writing steps negative; what is written must not overlap. Nothing need be aligned.
struct CopyPlane {
  int64_t rows = 1, row_from = 0, row_to = 0;
  int64_t count = 1, from = 0, to = 0;
};

// `from` and `to` point at the first element of the first line; the areas must not overlap.
using CopyPlaneFn = void (*)(const CopyPlane& plane, const uint8_t* from, uint8_t* to);

// The fastest way to copy planes that differ from this one at most in `rows`, with elements of 1,
// 2, 4, 8 or 16 bytes, on the chosen target (targets.h).
CopyPlaneFn ChooseCopyPlane(const CopyPlane& plane, int element_bytes);

// Copies `count` runs of `bytes` bytes, each read at from + offsets[i], behind each other.
void GatherRuns(const uint8_t* from, const int64_t* offsets, int64_t count, int64_t bytes,
                uint8_t* to);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_COPY_PLANE_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_COPY_PLANE_H_
#define HLO_CORE_KERNELS_COPY_PLANE_H_

#include <cstdint>

namespace hlo {

// Two dimensions of a box copy: `rows` lines of `count` elements. Steps are in bytes, for reads and
// writes. Read steps may be 0 or negative, write steps negative; writes must not overlap. No
// alignment is required.
struct CopyPlane {
  int64_t rows = 1, row_from = 0, row_to = 0;
  int64_t count = 1, from = 0, to = 0;
};

// `from` and `to` point at the first element of the first line; the areas must not overlap.
using CopyPlaneFn = void (*)(const CopyPlane& plane, const uint8_t* from, uint8_t* to);

// The fastest copy function for planes like this one with any `rows`, with elements of 1, 2, 4, 8,
// or 16 bytes, on the current target (targets.h). `past_cache`: of a result that is beyond the
// caches (kBeyondCachesBytes); long runs are then stored past them.
CopyPlaneFn ChooseCopyPlane(const CopyPlane& plane, int element_bytes, bool past_cache = false);

// Copies `count` runs of `bytes` bytes from from + offsets[i] to contiguous memory.
void GatherRuns(const uint8_t* from, const int64_t* offsets, int64_t count, int64_t bytes,
                uint8_t* to, bool past_cache = false);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_COPY_PLANE_H_

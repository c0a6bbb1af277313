// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_REDUCE_H_
#define HLO_CORE_KERNELS_REDUCE_H_

#include <cstddef>
#include <cstdint>

#include "hlo/element_type.h"

namespace hlo {

// The associative ops of recognized reductions.
enum class ReduceOp : uint8_t { kAdd, kMultiply, kMaximum, kMinimum, kAnd, kOr, kXor };

// A line of elements is reduced on this many lanes, independent of the vector width of the target.
inline constexpr size_t kReduceLanes = 16;

// Lanes combine elements of the same type, or f64 lanes those of f32 (wide_sums.h). In all modes,
// the operations and their order are as defined here, so the bits do not depend on the target.
struct ReduceKernel {
  // lanes[i] = start[i] combined with rows[r * stride + i] for each r < count in order, for each i
  // < width. `start` has the type of the lanes and may be `lanes`.
  void (*accumulate)(const void* start, const void* rows, size_t count, ptrdiff_t stride,
                     size_t width, void* lanes);
  // Only wide sums (wide_sums.h), otherwise nullptr: lanes[i] = start[i] plus `groups` groups of 8
  // elements each, from rows[(8 * g + r) * stride + i] for r < 8. No `start`: nothing is added to.
  void (*accumulate_groups)(const void* start, const void* rows, size_t groups, ptrdiff_t stride,
                            size_t width, void* lanes);
  // results[k] = the reduction of line k, which is `length` elements: element i goes to lane i %
  // 16, each lane takes its elements in order; then, as long as there are n > 1 lanes, those from h
  // on join lanes 0, 1, .., where h is the largest power of two below n. Length 0 is not allowed.
  // nullptr for the plain path.
  void (*lines)(const void* lines, size_t count, size_t length, void* results);
  // Scans `count` rows of `width` lanes: result r is op(result r - 1, row r), from first to last,
  // or backwards, op(row r, result r + 1), from last to first. `start` is the result before the
  // first one; without it, the first one is the row itself.
  void (*scan)(const void* rows, size_t count, size_t width, bool backwards, const void* start,
               void* results);
};

// For elements and lanes of one type: s32, u32, s64, u64, f32, or f64; bitwise ops have 32 bits.
// nullptr if there is no kernel.
const ReduceKernel* FindReduceKernel(ReduceOp op, ElementType type);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_REDUCE_H_

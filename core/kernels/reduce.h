// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_REDUCE_H_
#define HLO_CORE_KERNELS_REDUCE_H_

#include <cstddef>
#include <cstdint>

#include "hlo/element_type.h"

namespace hlo {

// The associative ops that reductions are recognized for.
enum class ReduceOp : uint8_t { kAdd, kMultiply, kMaximum, kMinimum, kAnd, kOr, kXor };

// A line of elements is reduced on this many lanes, whatever the width of the target's vectors.
inline constexpr size_t kReduceLanes = 16;

// Lanes of one type take in elements of the same type, or f64 lanes those of f32. In all modes the
// operations and their order are those written here, so that no target changes a bit.
struct ReduceKernel {
  // lanes[i] = start[i], which takes in rows[r * stride + i] for each r < count in order, for each
  // i < width. The start may be the lanes themselves; its type is theirs.
  void (*accumulate)(const void* start, const void* rows, size_t count, ptrdiff_t stride,
                     size_t width, void* lanes);
  // results[k] = the reduction of line k, which is `length` elements: element i goes to lane i %
  // 16, each lane takes its elements in order; then, as long as there are n > 1 lanes, those from h
  // on join lanes 0, 1, .., where h is the largest power of two below n. Length 0 is not allowed.
  void (*lines)(const void* lines, size_t count, size_t length, void* results);
  // Of `count` rows of `width` lanes: to row r goes op(result r - 1, row r), from first to last, or
  // backwards, from last to first, op(row r, result r + 1). The first one taken stays as it is.
  void (*scan)(const void* rows, size_t count, size_t width, bool backwards, void* results);
};

// nullptr where there is no kernel: lanes are s32, u32, s64, u64, f32 or f64; `kAnd` and its like
// have 32 bits, whatever they stand for.
const ReduceKernel* FindReduceKernel(ReduceOp op, ElementType element, ElementType lane);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_REDUCE_H_

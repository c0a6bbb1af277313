// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/transpose.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/base/blocks.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/transpose.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/transpose_tile-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Sides of a block of single copies, whose reads and writes stay in the L1 cache.
constexpr int64_t kBlock = 32;

template <int kBytes>
void TransposeSingly(const CopyPlane& plane, const uint8_t* from, uint8_t* to) {
  for (int64_t row0 = 0; row0 < plane.rows; row0 += kBlock) {
    const int64_t row_end = std::min(row0 + kBlock, plane.rows);
    for (int64_t i0 = 0; i0 < plane.count; i0 += kBlock) {
      const int64_t i_end = std::min(i0 + kBlock, plane.count);
      for (int64_t row = row0; row < row_end; ++row) {
        const uint8_t* line = from + row * kBytes;
        uint8_t* out = to + row * plane.row_to;
        for (int64_t i = i0; i < i_end; ++i) {
          std::memcpy(out + i * kBytes, line + i * plane.from, kBytes);
        }
      }
    }
  }
}

#if HWY_TARGET == HWY_SCALAR

template <int kBytes>
void Transpose(const CopyPlane& plane, const uint8_t* from, uint8_t* to) {
  TransposeSingly<kBytes>(plane, from, to);
}

#else

// Squares of two by two cache lines: whole lines are written together even if vectors are shorter,
// and the input lines are in few pages.
template <int kBytes>
constexpr int64_t kTogether = 2 * kCacheLineBytes / kBytes;
// A tile has enough instructions for out-of-order execution to hide the memory latency of only a
// few tiles. If the input exceeds the L2 cache, all input and output lines of a square are fetched
// before the first tile: a third faster for 16 MiB, and two thirds if lines are a power of two
// apart in large pages and conflict in the caches.
constexpr int64_t kFar = 2 << 20;

// Reads a byte of each cache line of `count` lines, each at most two cache lines long.
HWY_NOINLINE void FetchLines(const uint8_t* line, int64_t step, int64_t count, int64_t bytes) {
  const int64_t middle = std::min(kCacheLineBytes, bytes - 1), last = bytes - 1;
  uint32_t sum = 0;
  for (int64_t i = 0; i < count; ++i, line += step) sum += line[0] + line[middle] + line[last];
  [[maybe_unused]] volatile uint32_t kept = sum;  // keeps the reads
}

// The last tile of each line and column overlaps its neighbor to end at the edge.
template <int kBytes, class D>
void TransposeTiles(D d, const CopyPlane& plane, const uint8_t* from, uint8_t* to) {
  constexpr int64_t kRows = 16 / kBytes;
  constexpr int64_t kCount = HWY_MAX_LANES_D(D) * sizeof(hn::TFromD<D>) / kBytes;
  for (int64_t i0 = 0; i0 < plane.count; i0 += kTogether<kBytes>) {
    const int64_t i_end = std::min(i0 + kTogether<kBytes>, plane.count);
    for (int64_t row0 = 0; row0 < plane.rows; row0 += kTogether<kBytes>) {
      const int64_t row_end = std::min(row0 + kTogether<kBytes>, plane.rows);
      if (plane.count * std::abs(plane.from) > kFar) {
        FetchLines(from + row0 * kBytes + i0 * plane.from, plane.from, i_end - i0,
                   (row_end - row0) * kBytes);
        FetchLines(to + row0 * plane.row_to + i0 * kBytes, plane.row_to, row_end - row0,
                   (i_end - i0) * kBytes);
      }
      for (int64_t r = row0; r < row_end; r += kRows) {
        const int64_t row = std::min(r, plane.rows - kRows);
        for (int64_t j = i0; j < i_end; j += kCount) {
          const int64_t i = std::min(j, plane.count - kCount);
          TransposeTile<kBytes>(d, from + row * kBytes + i * plane.from, plane.from,
                                to + row * plane.row_to + i * kBytes, plane.row_to);
        }
      }
    }
  }
}

template <int kBytes>
void Transpose(const CopyPlane& plane, const uint8_t* from, uint8_t* to) {
  using T = LaneOf<kBytes>;
  const hn::ScalableTag<T> wide;
  const hn::FixedTag<T, 16 / sizeof(T)> narrow;
  const int64_t vector_count = static_cast<int64_t>(hn::Lanes(wide) * sizeof(T)) / kBytes;
  constexpr int64_t kSide = 16 / kBytes;
  if (plane.rows >= kSide && plane.count >= vector_count) {
    TransposeTiles<kBytes>(wide, plane, from, to);
  } else if (plane.rows >= kSide && plane.count >= kSide) {
    TransposeTiles<kBytes>(narrow, plane, from, to);
  } else {
    TransposeSingly<kBytes>(plane, from, to);
  }
}

#endif  // HWY_TARGET != HWY_SCALAR

template <int kBytes>
void Reverse(const CopyPlane& plane, const uint8_t* from, uint8_t* to) {
  using T = LaneOf<kBytes>;
  const hn::ScalableTag<T> d;
  const auto vector = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t row = 0; row < plane.rows; ++row) {
    int64_t i = 0;
    if constexpr (kBytes < 16) {
      for (; i + vector <= plane.count; i += vector) {
        const auto* last = reinterpret_cast<const T*>(from - (i + vector - 1) * kBytes);
        hn::StoreU(hn::Reverse(d, hn::LoadU(d, last)), d, reinterpret_cast<T*>(to + i * kBytes));
      }
    }
    for (; i < plane.count; ++i) std::memcpy(to + i * kBytes, from - i * kBytes, kBytes);
    from += plane.row_from;
    to += plane.row_to;
  }
}

CopyPlaneFn ChooseTranspose(int element_bytes) {
  switch (element_bytes) {
    case 1:
      return Transpose<1>;
    case 2:
      return Transpose<2>;
    case 4:
      return Transpose<4>;
    case 8:
      return Transpose<8>;
    default:
      return Transpose<16>;
  }
}

CopyPlaneFn ChooseReverse(int element_bytes) {
  switch (element_bytes) {
    case 1:
      return Reverse<1>;
    case 2:
      return Reverse<2>;
    case 4:
      return Reverse<4>;
    case 8:
      return Reverse<8>;
    default:
      return Reverse<16>;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace hlo
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {

HWY_EXPORT(ChooseTranspose);
HWY_EXPORT(ChooseReverse);

CopyPlaneFn TransposeFunction(int element_bytes) {
  return HWY_DYNAMIC_DISPATCH(ChooseTranspose)(element_bytes);
}

CopyPlaneFn ReverseFunction(int element_bytes) {
  return HWY_DYNAMIC_DISPATCH(ChooseReverse)(element_bytes);
}

}  // namespace hlo
#endif  // HWY_ONCE

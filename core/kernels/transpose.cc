// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/transpose.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/base/blocks.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/transpose.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Elements of 16 bytes are moved as pairs of lanes.
template <int kBytes>
using LaneOf = hwy::UnsignedFromSize<kBytes == 16 ? 8 : kBytes>;

// Both sides of a block of single copies: what it reads and writes stays in the L1 cache.
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

// One vector of 16-byte blocks that lie `step` bytes apart.
template <class D>
HWY_INLINE hn::Vec<D> LoadBlocks(D d, const uint8_t* from, int64_t step) {
  using T = hn::TFromD<D>;
  constexpr size_t kBlocks = HWY_MAX_LANES_D(D) * sizeof(T) / 16;
  if constexpr (kBlocks == 1) {
    return hn::LoadU(d, reinterpret_cast<const T*>(from));
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, LoadBlocks(half, from + static_cast<int64_t>(kBlocks / 2) * step, step),
                       LoadBlocks(half, from, step));
  }
}

// Transposes a tile in registers: kSide = 16 / kBytes elements of each of as many lines as fill a
// vector, so that every line that is written gets one whole vector. Block b of vector i is read
// at line b * kSide + i; log2(kSide) rounds of interleaving then transpose within the blocks.
template <int kBytes, class D>
HWY_INLINE void TransposeTile(D d, const uint8_t* from, int64_t from_step, uint8_t* to,
                              int64_t to_step) {
  constexpr size_t kSide = 16 / kBytes;
  hn::Vec<D> v[kSide], w[kSide];
  for (size_t i = 0; i < kSide; ++i) {
    v[i] = LoadBlocks(d, from + static_cast<int64_t>(i) * from_step,
                      from_step * static_cast<int64_t>(kSide));
  }
  for (size_t step = 1; step < kSide; step *= 2) {
    for (size_t i = 0; i < kSide / 2; ++i) {
      w[2 * i] = hn::InterleaveLower(d, v[i], v[i + kSide / 2]);
      w[2 * i + 1] = hn::InterleaveUpper(d, v[i], v[i + kSide / 2]);
    }
    for (size_t i = 0; i < kSide; ++i) v[i] = w[i];
  }
  for (size_t i = 0; i < kSide; ++i) {
    hn::StoreU(v[i], d, reinterpret_cast<hn::TFromD<D>*>(to + static_cast<int64_t>(i) * to_step));
  }
}

// Squares of two cache lines by two: whole lines are written together wherever a vector is shorter,
// and the lines that are read lie in few pages.
template <int kBytes>
constexpr int64_t kTogether = 2 * kCacheLineBytes / kBytes;
// A tile takes enough instructions that the processor waits for the memory of but few tiles at
// once: all lines of a square, those to be written too, are fetched before the first tile where
// what is read does not fit the L2 cache. This takes a third off the time of 16 MiB, and two thirds
// where lines lie a power of two apart in large pages, so that they drive each other out of caches.
constexpr int64_t kFar = 2 << 20;

// Reads a byte of each cache line that `count` lines touch, of at most two cache lines' bytes each.
HWY_NOINLINE void FetchLines(const uint8_t* line, int64_t step, int64_t count, int64_t bytes) {
  const int64_t middle = std::min(kCacheLineBytes, bytes - 1), last = bytes - 1;
  uint32_t sum = 0;
  for (int64_t i = 0; i < count; ++i, line += step) sum += line[0] + line[middle] + line[last];
  [[maybe_unused]] volatile uint32_t kept = sum;  // or the reads would be optimized away
}

// The last tile of each line and column is moved back over its neighbor to end with the plane.
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

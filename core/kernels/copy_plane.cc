// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/copy_plane.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "core/base/blocks.h"
#include "core/kernels/transpose.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace hlo {
namespace {

#ifdef __wasm__
constexpr int64_t kLongRun = 2048;  // below this, calling the host costs more
#else
constexpr int64_t kLongRun = 256;  // below this, a call costs more than the copy
#endif

// memcpy of a constant size is a load and a store; longer runs end with an overlapping chunk.
template <size_t kChunk>
inline void CopyChunks(const uint8_t* from, int64_t bytes, uint8_t* to) {
  constexpr auto kStep = static_cast<int64_t>(kChunk);
  for (int64_t at = 0; at + kStep < bytes; at += kStep) std::memcpy(to + at, from + at, kChunk);
  std::memcpy(to + bytes - kStep, from + bytes - kStep, kChunk);
}

inline void CopyRun(const uint8_t* from, int64_t bytes, uint8_t* to) {
  if (bytes >= kLongRun) {
    std::memcpy(to, from, static_cast<size_t>(bytes));
  } else if (bytes >= 16) {
    CopyChunks<16>(from, bytes, to);
  } else if (bytes >= 8) {
    CopyChunks<8>(from, bytes, to);
  } else if (bytes >= 4) {
    CopyChunks<4>(from, bytes, to);
  } else {
    for (int64_t i = 0; i < bytes; ++i) to[i] = from[i];
  }
}

[[gnu::noinline]] void CopyRuns(const CopyPlane& plane, const uint8_t* from, uint8_t* to) {
  const int64_t run = plane.count * plane.from;
  for (int64_t row = 0; row < plane.rows; ++row) {
    CopyRun(from, run, to);
    from += plane.row_from;
    to += plane.row_to;
  }
}

// Shorter runs have too few whole cache lines.
constexpr int64_t kShortestPastCache = 256;

#if defined(__x86_64__)

// Copies one cache line to an aligned one.
inline void CopyLinePastCache(const uint8_t* from, uint8_t* to) {
  for (int64_t at = 0; at < kCacheLineBytes; at += 16) {
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + at),
                     _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at)));
  }
}

// Copies `count` runs, source(i) to to + i * step. Whole lines are stored past the cache, which
// need not read them before they are overwritten. Reads are fetched ahead, also across the ends of
// runs, where hardware does not.
template <class Source>
void CopyPastCache(Source source, int64_t count, int64_t bytes, uint8_t* to, int64_t step) {
  constexpr int64_t kLinesAhead = 32;
  int64_t ahead = 0, at_ahead = 0;  // the run to fetch and the place in it
  const auto fetch = [&] {
    if (ahead == count) return;
    __builtin_prefetch(source(ahead) + at_ahead);
    at_ahead += kCacheLineBytes;
    if (at_ahead < bytes) return;
    at_ahead = 0;
    ++ahead;
  };
  for (int64_t k = 0; k < kLinesAhead; ++k) fetch();
  for (int64_t i = 0; i < count; ++i, to += step) {
    const uint8_t* from = source(i);
    int64_t at = -reinterpret_cast<intptr_t>(to) & (kCacheLineBytes - 1);
    CopyRun(from, at, to);
    for (; at + kCacheLineBytes <= bytes; at += kCacheLineBytes) {
      fetch();
      CopyLinePastCache(from + at, to + at);
    }
    if (at < bytes) {
      fetch();
      CopyRun(from + at, bytes - at, to + at);
    }
  }
  _mm_sfence();
}

void CopyRunsPastCache(const CopyPlane& plane, const uint8_t* from, uint8_t* to) {
  CopyPastCache([&](int64_t row) { return from + row * plane.row_from; }, plane.rows,
                plane.count * plane.from, to, plane.row_to);
}

constexpr CopyPlaneFn kCopyRunsPastCache = CopyRunsPastCache;

#else

constexpr CopyPlaneFn kCopyRunsPastCache = CopyRuns;

#endif

// Repeats a short run without gaps: doubles it until it is long, then copies it.
void RepeatRun(const CopyPlane& plane, const uint8_t* from, uint8_t* to) {
  constexpr int64_t kEnough = 4096;
  const int64_t total = plane.count * plane.from * plane.rows;
  int64_t block = plane.count * plane.from;
  std::memcpy(to, from, static_cast<size_t>(block));
  for (int64_t done = block; done < total;) {
    const int64_t more = std::min(block, total - done);
    std::memcpy(to + done, to, static_cast<size_t>(more));
    done += more;
    if (block < kEnough) block = done;
  }
}

// Whether all bytes of an element are equal, as those of a zero are.
template <int kBytes>
bool IsOneByte(const uint8_t* element) {
  return std::memcmp(element, element + 1, kBytes - 1) == 0;
}

template <int kBytes>
void FillRuns(const CopyPlane& plane, const uint8_t* from, uint8_t* to) {
  uint8_t pattern[16];
  const int64_t run = plane.count * kBytes;
  for (int64_t row = 0; row < plane.rows; ++row) {
    if (run >= kLongRun && IsOneByte<kBytes>(from)) {
      std::memset(to, *from, static_cast<size_t>(run));
    } else if (run < 16) {
      for (int64_t i = 0; i < run; i += kBytes) std::memcpy(to + i, from, kBytes);
    } else {
      for (int i = 0; i < 16; i += kBytes) std::memcpy(pattern + i, from, kBytes);
      for (int64_t i = 0; i + 16 < run; i += 16) std::memcpy(to + i, pattern, 16);
      // A whole number of elements before the end, so the pattern fits there too.
      std::memcpy(to + run - 16, pattern, 16);
    }
    from += plane.row_from;
    to += plane.row_to;
  }
}

// Side of the square copied at a time if columns are closer together than elements of a line.
constexpr int64_t kTile = 32;

template <int kBytes>
void CopyStrided(const CopyPlane& plane, const uint8_t* from, uint8_t* to) {
  for (int64_t row = 0; row < plane.rows; ++row) {
    for (int64_t i = 0; i < plane.count; ++i) {
      std::memcpy(to + i * plane.to, from + i * plane.from, kBytes);
    }
    from += plane.row_from;
    to += plane.row_to;
  }
}

template <int kBytes>
void CopyTiles(const CopyPlane& plane, const uint8_t* from, uint8_t* to) {
  CopyPlane tile = plane;
  for (int64_t row = 0; row < plane.rows; row += kTile) {
    tile.rows = std::min(kTile, plane.rows - row);
    for (int64_t i = 0; i < plane.count; i += kTile) {
      tile.count = std::min(kTile, plane.count - i);
      CopyStrided<kBytes>(tile, from + row * plane.row_from + i * plane.from,
                          to + row * plane.row_to + i * plane.to);
    }
  }
}

template <int kBytes>
CopyPlaneFn Choose(const CopyPlane& plane, bool past_cache) {
  if (plane.to == kBytes && plane.from == kBytes) {
    const int64_t run = plane.count * kBytes;
    const bool repeats = plane.row_from == 0 && plane.row_to == run && run < 1024;
    if (repeats) return RepeatRun;
    return past_cache && run >= kShortestPastCache ? kCopyRunsPastCache : CopyRuns;
  }
  if (plane.to == kBytes && plane.from == 0) return FillRuns<kBytes>;
  if (plane.to == kBytes && plane.from == -kBytes) return ReverseFunction(kBytes);
  if (plane.to == kBytes && plane.row_from == kBytes) return TransposeFunction(kBytes);
  if (std::abs(plane.row_from) < std::abs(plane.from)) return CopyTiles<kBytes>;
  return CopyStrided<kBytes>;
}

// Prefetch distance, in runs, for runs that are far apart.
constexpr int64_t kAhead = 8;

template <int kBytes>
void GatherElements(const uint8_t* from, const int64_t* offsets, int64_t count, uint8_t* to) {
  for (int64_t i = 0; i < count; ++i) std::memcpy(to + i * kBytes, from + offsets[i], kBytes);
}

}  // namespace

CopyPlaneFn ChooseCopyPlane(const CopyPlane& plane, int element_bytes, bool past_cache) {
  switch (element_bytes) {
    case 1:
      return Choose<1>(plane, past_cache);
    case 2:
      return Choose<2>(plane, past_cache);
    case 4:
      return Choose<4>(plane, past_cache);
    case 8:
      return Choose<8>(plane, past_cache);
    default:
      return Choose<16>(plane, past_cache);
  }
}

void GatherRuns(const uint8_t* from, const int64_t* offsets, int64_t count, int64_t bytes,
                uint8_t* to, [[maybe_unused]] bool past_cache) {
  switch (bytes) {
    case 1:
      return GatherElements<1>(from, offsets, count, to);
    case 2:
      return GatherElements<2>(from, offsets, count, to);
    case 4:
      return GatherElements<4>(from, offsets, count, to);
    case 8:
      return GatherElements<8>(from, offsets, count, to);
    case 16:
      return GatherElements<16>(from, offsets, count, to);
    default:
      break;
  }
#if defined(__x86_64__)
  if (past_cache && bytes >= kShortestPastCache) {
    return CopyPastCache([&](int64_t i) { return from + offsets[i]; }, count, bytes, to, bytes);
  }
#endif
  for (int64_t i = 0; i < count; ++i) {
    if (i + kAhead < count) __builtin_prefetch(from + offsets[i + kAhead]);
    CopyRun(from + offsets[i], bytes, to + i * bytes);
  }
}

}  // namespace hlo

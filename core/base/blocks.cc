// SPDX-License-Identifier: Apache-2.0
#include "core/base/blocks.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/checked.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace hlo {
namespace {

[[maybe_unused]] constexpr int64_t kHugePageBytes = int64_t{2} << 20;  // on Linux

uint8_t* NewAligned(int64_t bytes, int64_t alignment) {
  return static_cast<uint8_t*>(std::aligned_alloc(static_cast<size_t>(alignment),
                                                  static_cast<size_t>(RoundUp(bytes, alignment))));
}

}  // namespace

uint8_t* NewBlock(int64_t bytes) {
  if (bytes < kLargeBlockBytes) {
    return static_cast<uint8_t*>(std::malloc(static_cast<size_t>(bytes > 0 ? bytes : 1)));
  }
#if defined(__linux__)
  // One page fault instead of 512.
  if (bytes >= 2 * kHugePageBytes) {
    uint8_t* block = NewAligned(bytes, kHugePageBytes);
    if (block != nullptr) {
      madvise(block, static_cast<size_t>(RoundUp(bytes, kHugePageBytes)), MADV_HUGEPAGE);
    }
    return block;
  }
#endif
  return NewAligned(bytes, kCacheLineBytes);
}

void DeleteBlock(uint8_t* block) { std::free(block); }

AlignedBlock NewAlignedBlock(int64_t bytes) {
  uint8_t* block = NewAligned(std::max<int64_t>(bytes, 1), kCacheLineBytes);
  if (block == nullptr) std::abort();  // out of memory, as of operator new
  return AlignedBlock(block);
}

}  // namespace hlo

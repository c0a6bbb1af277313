// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_BASE_BLOCKS_H_
#define HLO_CORE_BASE_BLOCKS_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace hlo {

inline constexpr int64_t kCacheLineBytes = 64;
inline constexpr int64_t kLargeBlockBytes = 64 << 10;
// Arrays that are read and written together exceed the caches of most processors from this size.
inline constexpr int64_t kBeyondCachesBytes = 24 << 20;

// Uninitialized memory; aligned to a cache line from kLargeBlockBytes, and on huge pages, if the
// system has them, from some megabytes. nullptr if memory is short.
uint8_t* NewBlock(int64_t bytes);
void DeleteBlock(uint8_t* block);

struct BlockDeleter {
  void operator()(uint8_t* block) const { DeleteBlock(block); }
};
// Uninitialized memory of any size, aligned to a cache line: scratch space of kernels, where loads
// and stores that cross two lines are slow.
using AlignedBlock = std::unique_ptr<uint8_t[], BlockDeleter>;
AlignedBlock NewAlignedBlock(int64_t bytes);

// For containers that grow large.
template <class T>
struct BlockAllocator {
  using value_type = T;
  BlockAllocator() = default;
  template <class U>
  BlockAllocator(const BlockAllocator<U>&) {}

  T* allocate(size_t count) {
    uint8_t* block = NewBlock(static_cast<int64_t>(count * sizeof(T)));
    if (block == nullptr) std::abort();  // out of memory, which cannot be reported from here
    return reinterpret_cast<T*>(block);
  }
  void deallocate(T* things, size_t) { DeleteBlock(reinterpret_cast<uint8_t*>(things)); }
  bool operator==(const BlockAllocator&) const { return true; }
};

}  // namespace hlo

#endif  // HLO_CORE_BASE_BLOCKS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_RADIX_SORT_H_
#define HLO_CORE_KERNELS_RADIX_SORT_H_

#include <cstddef>
#include <cstdint>

namespace hlo {

// A key and its original position. In one word: items in ascending order of their words are in the
// stable order of their keys.
struct Keyed32 {
  Keyed32(uint32_t key, uint32_t position) : word(uint64_t{key} << 32 | position) {}
  uint32_t key() const { return static_cast<uint32_t>(word >> 32); }
  uint32_t position() const { return static_cast<uint32_t>(word); }

  uint64_t word;
};
// The same in two words.
class Keyed64 {
 public:
  Keyed64(uint64_t key, uint32_t position) : key_(key), position_(position) {}
  uint64_t key() const { return key_; }
  uint32_t position() const { return static_cast<uint32_t>(position_); }

 private:
  uint64_t key_, position_;
};

// Sorts by key in ascending order; stable. `scratch` has the same size.
void RadixSort(uint32_t* keys, size_t count, uint32_t* scratch);
void RadixSort(uint64_t* keys, size_t count, uint64_t* scratch);
void RadixSort(Keyed32* items, size_t count, Keyed32* scratch);
void RadixSort(Keyed64* items, size_t count, Keyed64* scratch);

// The key at position `k` (below `count`) in sorted order.
uint32_t KthSmallest(const uint32_t* keys, size_t count, size_t k);
uint64_t KthSmallest(const uint64_t* keys, size_t count, size_t k);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_RADIX_SORT_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_RADIX_SORT_H_
#define HLO_CORE_KERNELS_RADIX_SORT_H_

#include <cstddef>
#include <cstdint>

namespace hlo {

// A key and its original position.
struct Keyed32 {
  uint32_t key, index;
};
struct Keyed64 {
  uint64_t key, index;
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

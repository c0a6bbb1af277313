// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_SORT_WORDS_H_
#define HLO_CORE_KERNELS_SORT_WORDS_H_

#include <cstddef>
#include <cstdint>

#include "core/kernels/radix_sort.h"

namespace hlo {

// As RadixSort(), which these call unless a sort by SIMD instructions is faster on this machine.
void SortWords(uint32_t* keys, size_t count, uint32_t* scratch);
void SortWords(uint64_t* keys, size_t count, uint64_t* scratch);
// Requires different positions, ascending for equal keys.
void SortWords(Keyed32* items, size_t count, Keyed32* scratch);
void SortWords(Keyed64* items, size_t count, Keyed64* scratch);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_SORT_WORDS_H_

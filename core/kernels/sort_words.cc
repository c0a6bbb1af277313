// SPDX-License-Identifier: Apache-2.0
// Highway's vectorized quicksort is not stable, but words that are equal are the same, and items
// with different positions are never equal.
#include "core/kernels/sort_words.h"

// AVX3_ZEN4: Zen 4 takes 140 cycles to store a compressed vector, which the sort for this target
// avoids.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSE2 | HWY_SSSE3 | HWY_AVX3_SPR | HWY_ALL_SVE)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/sort_words.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/target_traits-inl.h"
#include "hwy/highway.h"
#if HWY_ARCH_X86
#define VQSORT_ONLY_STATIC 1
#include "hwy/contrib/sort/vqsort-inl.h"
#endif

#ifndef HLO_CORE_KERNELS_SORT_WORDS_CC_
#define HLO_CORE_KERNELS_SORT_WORDS_CC_
namespace hlo {

// Sorts where they are faster than RadixSort().
struct VectorSorts {
  void (*keys32)(uint32_t* keys, size_t count) = nullptr;
  void (*keys64)(uint64_t* keys, size_t count) = nullptr;
  void (*items32)(uint64_t* items, size_t count) = nullptr;  // of Keyed32
};

}  // namespace hlo
#endif

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {

#if HWY_ARCH_X86
template <class Word>
void VectorSort(Word* words, size_t count) {
  hwy::HWY_NAMESPACE::VQSortStatic(words, count, hwy::SortAscending());
}
#endif

// Without instructions that compress a vector, the sort takes as long as radix sort, except that of
// few keys.
VectorSorts ChooseVectorSorts() {
  VectorSorts sorts;
#if HWY_ARCH_X86
  // NOLINTNEXTLINE(misc-redundant-expression): for one of the targets
  if constexpr (HWY_TARGET <= HWY_AVX2) sorts.keys32 = VectorSort<uint32_t>;
  if constexpr (kIsAvx512) sorts.keys64 = sorts.items32 = VectorSort<uint64_t>;
#endif
  return sorts;
}

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {

HWY_EXPORT(ChooseVectorSorts);

void SortWords(uint32_t* keys, size_t count, uint32_t* scratch) {
  const VectorSorts sorts = HWY_DYNAMIC_DISPATCH(ChooseVectorSorts)();
  sorts.keys32 != nullptr ? sorts.keys32(keys, count) : RadixSort(keys, count, scratch);
}
void SortWords(uint64_t* keys, size_t count, uint64_t* scratch) {
  const VectorSorts sorts = HWY_DYNAMIC_DISPATCH(ChooseVectorSorts)();
  sorts.keys64 != nullptr ? sorts.keys64(keys, count) : RadixSort(keys, count, scratch);
}
void SortWords(Keyed32* items, size_t count, Keyed32* scratch) {
  const VectorSorts sorts = HWY_DYNAMIC_DISPATCH(ChooseVectorSorts)();
  sorts.items32 != nullptr ? sorts.items32(&items->word, count) : RadixSort(items, count, scratch);
}
void SortWords(Keyed64* items, size_t count, Keyed64* scratch) { RadixSort(items, count, scratch); }

}  // namespace hlo
#endif  // HWY_ONCE

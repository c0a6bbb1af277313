// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_SORT_MERGE_SORT_H_
#define HLO_CORE_OPS_SORT_MERGE_SORT_H_

#include <algorithm>
#include <cstdint>

#include "core/ops/evaluate.h"

namespace hlo {

class VectorFunction;

// The merge sort that defines `sort` (ops reference 10.5): halves at floor(n / 2), the right
// element first only if less(right, left). If the comparator is not a strict weak order, the result
// depends on this algorithm. `order` holds the positions to sort; `scratch` has the same size.
template <class Less>
void MergeSort(uint32_t* order, int64_t count, uint32_t* scratch, const Less& less) {
  if (count < 2) return;
  const int64_t half = count / 2;
  MergeSort(order, half, scratch, less);
  MergeSort(order + half, count - half, scratch, less);
  std::copy_n(order, half, scratch);
  int64_t left = 0, right = half, out = 0;
  while (left < half && right < count) {
    order[out++] = less(order[right], scratch[left]) ? order[right++] : scratch[left++];
  }
  std::copy(scratch + left, scratch + half, order + out);
}

// The same with a comparator of 2N scalars on lanes: independent merges of all lines make their
// next comparison together.
class LaneMergeSort {
 public:
  // `arrays`: the arrays to sort, as contiguous lines of `length` elements.
  LaneMergeSort(EvalContext& context, std::span<const Literal> arrays, const VectorFunction& less,
                int64_t length);
  ~LaneMergeSort();

  // Sorts `order`, which holds for each of `count` lines from `first` on its positions in ascending
  // order. `scratch` has the same size. Stops early if the run is cancelled.
  void Sort(int64_t first, int64_t count, uint32_t* order, uint32_t* scratch);

  // The maximum number of comparisons of a line.
  static int64_t Comparisons(int64_t length);

 private:
  struct Merge;
  struct Lanes;

  void MergeAll();
  static void Advance(Merge& merge, const uint8_t* is_less, size_t side);
  template <int kBytes>
  void FillLanes(const uint8_t* elements, uint8_t* right, uint8_t* left) const;
  void Compare();

  EvalContext& context_;
  std::span<const Literal> arrays_;
  const VectorFunction& less_;
  const int64_t length_;
  std::unique_ptr<Lanes> lanes_;
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_SORT_MERGE_SORT_H_

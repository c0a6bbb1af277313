// SPDX-License-Identifier: Apache-2.0
#include "core/ops/sort/merge_sort.h"

#include <cstring>
#include <memory>
#include <vector>

#include "core/ops/vector_function.h"
#include "core/types/native_type.h"

namespace hlo {

// With larger squares, wasted comparisons outweigh saved calls.
constexpr size_t kLongestSide = 16;

// A merge in progress: the remaining positions of both halves of a segment, and the output. The
// left half is in the scratch space.
struct LaneMergeSort::Merge {
  const uint32_t* left;
  const uint32_t* left_end;
  const uint32_t* right;
  const uint32_t* right_end;
  uint32_t* out;
  int64_t line_start;  // number of its first element
};

struct LaneMergeSort::Lanes {
  static constexpr size_t kMax = 1024;

  std::vector<Merge> merges;
  size_t side = 1;  // each merge uses side x side lanes
  std::unique_ptr<VectorFunction::Scratch> scratch;
  std::vector<std::vector<uint8_t>> values;  // of each parameter
  std::vector<const void*> inputs;
  uint8_t is_less[kMax];
};

LaneMergeSort::LaneMergeSort(EvalContext& context, std::span<const Literal> arrays,
                             const VectorFunction& less, int64_t length)
    : context_(context),
      arrays_(arrays),
      less_(less),
      length_(length),
      lanes_(std::make_unique<Lanes>()) {
  lanes_->scratch = less.NewScratch();
  for (const Literal& array : arrays) {
    const auto bytes = static_cast<size_t>(StorageBytes(array.element_type()));
    for (int side = 0; side < 2; ++side) lanes_->values.emplace_back(Lanes::kMax * bytes);
  }
  for (const auto& values : lanes_->values) lanes_->inputs.push_back(values.data());
}

LaneMergeSort::~LaneMergeSort() = default;

int64_t LaneMergeSort::Comparisons(int64_t length) {
  int64_t levels = 0;
  while ((int64_t{1} << levels) < length) ++levels;
  return levels * length;
}

void LaneMergeSort::Sort(int64_t first, int64_t count, uint32_t* order, uint32_t* scratch) {
  int64_t depth = 0;
  while ((int64_t{1} << depth) < length_) ++depth;
  for (; depth-- > 0;) {
    for (int64_t line = 0; line < count; ++line) {
      for (int64_t segment = 0; segment < int64_t{1} << depth; ++segment) {
        // The bits of the segment's number select the half on each level above.
        int64_t begin = 0, size = length_;
        for (int64_t level = depth; level-- > 0;) {
          const int64_t half = size / 2;
          const bool right = ((segment >> level) & 1) != 0;
          begin += right ? half : 0;
          size = right ? size - half : half;
        }
        if (size < 2) continue;
        uint32_t* from = order + line * length_ + begin;
        uint32_t* left = scratch + line * length_ + begin;
        std::copy_n(from, size / 2, left);
        lanes_->merges.push_back(
            {left, left + size / 2, from + size / 2, from + size, from, (first + line) * length_});
        if (lanes_->merges.size() == Lanes::kMax) MergeAll();
      }
    }
    MergeAll();
    if (context_.runtime().cancelled()) return;
  }
}

void LaneMergeSort::MergeAll() {
  std::vector<Merge>& merges = lanes_->merges;
  while (!merges.empty()) {
    // With few merges, lanes are free: each merge compares its next elements of both sides, all
    // pairs, and advances as far as the results allow.
    size_t side = kLongestSide;
    while (side > 1 && merges.size() * side * side > Lanes::kMax) side /= 2;
    lanes_->side = side;
    Compare();
    for (size_t m = merges.size(); m-- > 0;) {
      Merge& merge = merges[m];
      Advance(merge, lanes_->is_less + m * side * side, side);
      if (merge.left != merge.left_end && merge.right != merge.right_end) continue;
      std::copy(merge.left, merge.left_end, merge.out);  // the rest of the right half is in place
      merge = merges.back();
      merges.pop_back();
    }
  }
}

// is_less[r * side + l]: whether the right element r comes before the left element l.
void LaneMergeSort::Advance(Merge& merge, const uint8_t* is_less, size_t side) {
  const auto lefts = std::min(side, static_cast<size_t>(merge.left_end - merge.left));
  const auto rights = std::min(side, static_cast<size_t>(merge.right_end - merge.right));
  size_t left = 0, right = 0;
  while (left < lefts && right < rights) {
    const bool take_right = is_less[right * side + left] != 0;
    *merge.out++ = take_right ? merge.right[right++] : merge.left[left++];
  }
  merge.left += left;
  merge.right += right;
}

template <int kBytes>
void LaneMergeSort::FillLanes(const uint8_t* elements, uint8_t* right, uint8_t* left) const {
  const size_t side = lanes_->side;
  for (const Merge& merge : lanes_->merges) {
    const uint8_t* line = elements + static_cast<size_t>(merge.line_start) * kBytes;
    const auto lefts = static_cast<size_t>(merge.left_end - merge.left);
    const auto rights = static_cast<size_t>(merge.right_end - merge.right);
    for (size_t r = 0; r < side; ++r) {
      const uint32_t right_at = merge.right[std::min(r, rights - 1)];
      for (size_t l = 0; l < side; ++l, right += kBytes, left += kBytes) {
        std::memcpy(right, line + size_t{right_at} * kBytes, kBytes);
        std::memcpy(left, line + size_t{merge.left[std::min(l, lefts - 1)]} * kBytes, kBytes);
      }
    }
  }
}

// less(right, left) for each merge.
void LaneMergeSort::Compare() {
  for (size_t k = 0; k < arrays_.size(); ++k) {
    WithElementWidth(StorageBytes(arrays_[k].element_type()), [&]<class T>() {
      FillLanes<sizeof(T)>(arrays_[k].bytes(), lanes_->values[2 * k].data(),
                           lanes_->values[2 * k + 1].data());
    });
  }
  void* const outputs[] = {lanes_->is_less};
  const size_t count = lanes_->merges.size() * lanes_->side * lanes_->side;
  less_.Run(*lanes_->scratch, lanes_->inputs, outputs, static_cast<int64_t>(count));
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/ops/strided_copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string_view>
#include <vector>

#include "core/base/format.h"
#include "core/kernels/targets.h"
#include "core/ops/testing.h"

namespace hlo {
namespace {

using op_testing::BackwardWorkers;

// The reference for CopyBox: element by element, with indices computed by division.
void CopyNaively(const StridedBox& box, int bytes, const uint8_t* from, uint8_t* to) {
  int64_t count = 1;
  for (const int64_t size : box.sizes) count *= size;
  for (int64_t n = 0; n < count; ++n) {
    int64_t rest = n, source = 0, target = 0;
    for (size_t d = box.sizes.size(); d-- > 0;) {
      const int64_t at = rest % box.sizes[d];
      rest /= box.sizes[d];
      source += at * box.from_strides[d];
      target += at * box.to_strides[d];
    }
    std::memcpy(to + target * bytes, from + source * bytes, static_cast<size_t>(bytes));
  }
}

struct Area {
  int64_t low = 0, high = 0;  // first and last element in reach of the strides
};

Area AreaOf(const Dims& sizes, const Dims& strides) {
  Area area;
  for (size_t d = 0; d < sizes.size(); ++d) {
    (strides[d] < 0 ? area.low : area.high) += (sizes[d] - 1) * strides[d];
  }
  return area;
}

class RandomBoxes {
 public:
  explicit RandomBoxes(uint32_t seed) : random_(seed) {}

  int64_t Number(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random_() % static_cast<uint64_t>(high - low + 1));
  }

  // Up to five dimensions, written densely or with gaps, read in any order, reversed, or repeated.
  StridedBox Next() {
    StridedBox box;
    const int64_t rank = Number(0, 5);
    for (int64_t d = 0; d < rank; ++d) {
      box.sizes.push_back(Number(0, 9) == 0 ? Number(33, 70) : Number(1, 6));
    }
    box.to_strides = StridesInOrder(box.sizes, Ascending(rank), Number(0, 2) == 0);
    Dims order = Ascending(rank);
    if (Number(0, 1) == 0) std::shuffle(order.begin(), order.end(), random_);
    box.from_strides = StridesInOrder(box.sizes, order, Number(0, 2) == 0);
    for (int64_t& stride : box.from_strides) {
      const int64_t kind = Number(0, 5);
      if (kind == 0) stride = 0;
      if (kind == 1) stride = -stride;
    }
    return box;
  }

 private:
  static Dims Ascending(int64_t rank) {
    Dims order;
    for (int64_t d = 0; d < rank; ++d) order.push_back(d);
    return order;
  }
  // Strides of an array with dimensions in the given order, the last one fastest.
  Dims StridesInOrder(const Dims& sizes, const Dims& order, bool gaps) {
    Dims strides(sizes.size(), 0);
    int64_t stride = gaps ? Number(1, 3) : 1;
    for (size_t i = order.size(); i-- > 0;) {
      const auto d = static_cast<size_t>(order[i]);
      strides[d] = stride;
      stride *= sizes[d];
      if (gaps) stride += Number(0, 3);
    }
    return strides;
  }

  std::mt19937 random_;
};

// Source, destination, and the expected destination. uint64_t keeps them aligned.
class Case {
 public:
  Case(const StridedBox& box, int bytes) : box_(box), bytes_(bytes) {
    from_ = AreaOf(box.sizes, box.from_strides);
    to_ = AreaOf(box.sizes, box.to_strides);
  }
  int64_t size() const { return (from_.high - from_.low + to_.high + 2) * bytes_; }

  void Fill(RandomBoxes& random) {
    source_.resize(Words(from_.high - from_.low + 1));
    for (uint64_t& word : source_) {
      word = static_cast<uint64_t>(random.Number(0, INT64_MAX - 1)) * 2654435761u;
    }
    expected_.assign(Words(to_.high + 1), kUntouched);
    CopyNaively(box_, bytes_, First(), reinterpret_cast<uint8_t*>(expected_.data()));
  }
  ::testing::AssertionResult Agrees(KernelMode mode, Workers* workers) const {
    std::vector<uint64_t> got(expected_.size(), kUntouched);
    CopyBox(box_, bytes_, First(), got.data(), mode, workers);
    if (got == expected_) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure()
           << "sizes " << Braced({box_.sizes.data(), box_.sizes.size()}) << " from "
           << Braced({box_.from_strides.data(), box_.from_strides.size()}) << " to "
           << Braced({box_.to_strides.data(), box_.to_strides.size()}) << " bytes " << bytes_;
  }

 private:
  static constexpr uint64_t kUntouched = 0x5555555555555555u;

  size_t Words(int64_t elements) const { return static_cast<size_t>((elements * bytes_ + 7) / 8); }
  const uint8_t* First() const {
    return reinterpret_cast<const uint8_t*>(source_.data()) - from_.low * bytes_;
  }

  StridedBox box_;
  int bytes_;
  Area from_, to_;
  std::vector<uint64_t> source_, expected_;
};

class CopyBoxOfWidth : public ::testing::TestWithParam<int> {
 protected:
  ~CopyBoxOfWidth() override { UseKernelTarget(""); }
};

TEST_P(CopyBoxOfWidth, AgreesWithANaiveCopyOnRandomBoxes) {
  RandomBoxes boxes(7u + static_cast<uint32_t>(GetParam()));
  for (int trial = 0; trial < 400; ++trial) {
    Case random(boxes.Next(), GetParam());
    if (random.size() > 4 << 20) continue;
    random.Fill(boxes);
    ASSERT_TRUE(random.Agrees(KernelMode::kPlain, nullptr));
    for (const std::string_view target : KernelTargets()) {
      UseKernelTarget(target);
      ASSERT_TRUE(random.Agrees(KernelMode::kFast, nullptr)) << target;
    }
  }
}

TEST_P(CopyBoxOfWidth, TransposesPlanesOfEverySize) {
  RandomBoxes random(3);
  for (const std::string_view target : KernelTargets()) {
    UseKernelTarget(target);
    for (const int64_t rows : {1, 2, 3, 7, 8, 15, 16, 17, 31, 65, 130}) {
      for (const int64_t columns : {1, 2, 3, 4, 9, 16, 33, 64, 71, 129, 200}) {
        // Columns are read forward and backward; lines are written with a gap after each.
        for (const int64_t step : {1, -1}) {
          Case plane({{rows, columns}, {step, rows + 1}, {columns + 2, 1}}, GetParam());
          plane.Fill(random);
          ASSERT_TRUE(plane.Agrees(KernelMode::kFast, nullptr)) << target;
        }
      }
    }
  }
}

TEST_P(CopyBoxOfWidth, HasTheSameResultWithWorkers) {
  const int64_t rows = 700 / GetParam();
  RandomBoxes random(5);
  for (const StridedBox& box : {
           StridedBox{{3 * rows, 1, 1030}, {1, 1, 3 * rows}, {1030, 7, 1}},  // transposed
           StridedBox{{2, 1030, 3 * rows / 2}, {0, -1, 1030}, {1600 * rows, rows * 3 / 2, 1}},
           StridedBox{{5000 * rows}, {-1}, {1}},  // one line
       }) {
    Case large(box, GetParam());
    large.Fill(random);
    BackwardWorkers workers(1);
    ASSERT_TRUE(large.Agrees(KernelMode::kFast, &workers));
    EXPECT_GT(workers.most_tasks(), 1);
  }
}

INSTANTIATE_TEST_SUITE_P(AllWidths, CopyBoxOfWidth, ::testing::Values(1, 2, 4, 8, 16));

TEST(CopyBox, CopiesOneElementForABoxWithoutDimensions) {
  const uint32_t from = 7;
  uint32_t to = 0;
  CopyBox({}, 4, &from, &to);
  EXPECT_EQ(to, 7u);
}

TEST(CopyBox, TouchesNothingWhenASizeIsZero) {
  CopyBox({{3, 0, 5}, {0, 5, 1}, {0, 5, 1}}, 4, nullptr, nullptr);
}

TEST(StridedBoxMerged, DropsSizeOneAndMergesContiguousDimensions) {
  const StridedBox merged = StridedBox{{2, 1, 3, 4}, {12, 99, 4, 1}, {24, 7, 4, 1}}.Merged();
  EXPECT_EQ(merged.sizes, (Dims{2, 12}));
  EXPECT_EQ(merged.from_strides, (Dims{12, 1}));
  EXPECT_EQ(merged.to_strides, (Dims{24, 1}));
}

TEST(IsDense, IgnoresTheStridesOfSizeOneDimensions) {
  const Dims sizes = {2, 1, 3};
  const Dims dense = {3, 77, 1}, gaps = {4, 4, 1};
  EXPECT_TRUE(IsDense({sizes.data(), 3}, {dense.data(), 3}));
  EXPECT_FALSE(IsDense({sizes.data(), 3}, {gaps.data(), 3}));
}

}  // namespace
}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/ops/strided_copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace hlo {
namespace {

// Element by element, each index worked out by division: what CopyBox is held against.
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
  int64_t low = 0, high = 0;  // first and last element that the strides reach
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

  // Up to five dimensions; written densely or with gaps; read in any order, backwards, repeatedly.
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
  // Strides of an array whose dimensions lie in memory in the given order, the last one fastest.
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

class CopyBoxOfWidth : public ::testing::TestWithParam<int> {};

TEST_P(CopyBoxOfWidth, AgreesWithANaiveCopyOnRandomBoxes) {
  const int bytes = GetParam();
  RandomBoxes boxes(7u + static_cast<uint32_t>(bytes));
  for (int round = 0; round < 400; ++round) {
    const StridedBox box = boxes.Next();
    const Area from = AreaOf(box.sizes, box.from_strides);
    const Area to = AreaOf(box.sizes, box.to_strides);
    if ((from.high - from.low + to.high) * bytes > 4 << 20) continue;
    // uint64_t keeps the areas aligned.
    const auto words = [&](int64_t elements) {
      return static_cast<size_t>((elements * bytes + 7) / 8);
    };
    std::vector<uint64_t> source(words(from.high - from.low + 1));
    for (uint64_t& word : source) {
      word = static_cast<uint64_t>(boxes.Number(0, INT64_MAX - 1)) * 2654435761u;
    }
    std::vector<uint64_t> got(words(to.high + 1), 0x5555555555555555u), expected = got;
    const auto* first = reinterpret_cast<const uint8_t*>(source.data()) - from.low * bytes;
    CopyBox(box, bytes, first, got.data());
    CopyNaively(box, bytes, first, reinterpret_cast<uint8_t*>(expected.data()));
    ASSERT_EQ(got, expected) << "round " << round << " sizes "
                             << Braced({box.sizes.data(), box.sizes.size()}) << " from "
                             << Braced({box.from_strides.data(), box.from_strides.size()}) << " to "
                             << Braced({box.to_strides.data(), box.to_strides.size()});
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

TEST(StridedBoxMerged, DropsSizeOneAndMergesWhatRunsOnOnBothSides) {
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

// SPDX-License-Identifier: Apache-2.0
// Examples of layout reference, section 6.
#include "hlo/index.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/shape/testing.h"

namespace hlo {
namespace {

using testing_shape::List;
using testing_shape::Parsed;
using Numbers = std::vector<int64_t>;

TEST(Index, WalksInRowMajorOrder) {
  std::vector<Numbers> seen;
  for (Index at(Dims{2, 3}); !at.done(); at.Next()) {
    EXPECT_EQ(at.linear(), static_cast<int64_t>(seen.size()));
    seen.push_back(List(at.at()));
  }
  EXPECT_EQ(seen, (std::vector<Numbers>{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}));
  int scalars = 0;
  for (Index at(Dims{}); !at.done(); at.Next()) ++scalars;
  EXPECT_EQ(scalars, 1);
  EXPECT_TRUE(Index(Dims{3, 0}).done());
}

TEST(MultiToLinear, FollowsMinorToMajorAndHasAnInverse) {
  const Shape w = Parsed("f32[2,3,4]{1,2,0}");
  EXPECT_EQ(MultiToLinear(w, Dims{1, 2, 1}), 17);
  EXPECT_EQ(LinearToMulti(w, 17), (Dims{1, 2, 1}));
  for (int64_t p = 0; p < 24; ++p) EXPECT_EQ(MultiToLinear(w, LinearToMulti(w, p)), p);
  EXPECT_EQ(MultiToLinear(Parsed("f32[]"), Dims{}), 0);
  EXPECT_EQ(LinearToMulti(Parsed("f32[0,3]"), 0), (Dims{0, 0}));
}

TEST(BumpIndex, EndsWithZeros) {
  const Shape w = Parsed("f32[2,3,4]{1,2,0}");
  Dims index = {0, 2, 3};
  EXPECT_TRUE(BumpIndex(w, {index.data(), index.size()}));
  EXPECT_EQ(index, (Dims{1, 0, 0}));
  index = {1, 2, 3};
  EXPECT_FALSE(BumpIndex(w, {index.data(), index.size()}));
  EXPECT_EQ(index, (Dims{0, 0, 0}));
  Dims none = {0, 1};
  EXPECT_FALSE(BumpIndex(Parsed("f32[0,3]"), {none.data(), none.size()}));
}

TEST(IndexInBounds, ChecksLengthAndBothEnds) {
  const Shape w = Parsed("f32[2,3,4]");
  EXPECT_FALSE(IndexInBounds(w, Dims{1, 3, 0}));
  EXPECT_FALSE(IndexInBounds(w, Dims{-1, 0, 0}));
  EXPECT_FALSE(IndexInBounds(w, Dims{1, 2}));
  EXPECT_TRUE(IndexInBounds(w, Dims{1, 2, 3}));
}

TEST(Strides, CountElementsAndBytes) {
  const Shape w = Parsed("f32[2,3,4]{1,2,0}");
  EXPECT_EQ(List(LayoutStrides(w)), (Numbers{12, 1, 3}));
  EXPECT_EQ(DimensionStride(w, 0), 12);
  EXPECT_EQ(*ByteStrides(w), (Dims{48, 4, 12}));
  EXPECT_EQ(List(RowMajorStrides(Dims{2, 3, 4})), (Numbers{12, 4, 1}));
  EXPECT_EQ(ByteStrides(Parsed("f32[8]{0:T(4)}")), std::nullopt);
  EXPECT_EQ(ByteStrides(Parsed("s4[8]{0:E(4)}")), std::nullopt);
  EXPECT_EQ(List(RowMajorStrides(Dims{0, int64_t{1} << 40, int64_t{1} << 40})),
            (Numbers{INT64_MAX, int64_t{1} << 40, 1}));
}

TEST(CompareIndices, IsLexicographic) {
  EXPECT_EQ(CompareIndices(Dims{1, 0}, Dims{0, 9}), 1);
  EXPECT_EQ(CompareIndices(Dims{0, 9}, Dims{1, 0}), -1);
  EXPECT_EQ(CompareIndices(Dims{4, 2}, Dims{4, 2}), 0);
}

TEST(ForEachIndex, VisitsABoxWithStridesAndStopsOnRequest) {
  const Shape shape = Parsed("f32[9,9]");
  std::vector<Numbers> seen;
  const auto keep = [&](std::span<const int64_t> index) {
    seen.push_back(Numbers(index.begin(), index.end()));
    return true;
  };
  EXPECT_TRUE(ForEachIndex(shape, Dims{1, 2}, Dims{3, 5}, Dims{2, 2}, keep));
  EXPECT_EQ(seen, (std::vector<Numbers>{{1, 2}, {1, 4}, {1, 6}, {3, 2}, {3, 4}, {3, 6}}));
  int calls = 0;
  const auto stop = [&](std::span<const int64_t>) { return ++calls < 2; };
  EXPECT_FALSE(ForEachIndex(shape, Dims{0, 0}, Dims{9, 9}, Dims{1, 1}, stop));
  EXPECT_EQ(calls, 2);
  EXPECT_TRUE(ForEachIndex(shape, Dims{0, 0}, Dims{9, 0}, Dims{1, 1}, stop));
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace hlo

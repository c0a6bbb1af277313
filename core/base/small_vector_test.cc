// SPDX-License-Identifier: Apache-2.0
#include "hlo/small_vector.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace hlo {
namespace {

using Vector = SmallVector<int, 3>;

std::vector<int> Values(const Vector& v) { return std::vector<int>(v.begin(), v.end()); }

Vector Counting(int count) {
  Vector v;
  for (int i = 0; i < count; ++i) v.push_back(i);
  return v;
}

TEST(SmallVector, KeepsItsValuesWhenItOutgrowsTheInlineStorage) {
  for (int count = 0; count < 20; ++count) {
    const Vector v = Counting(count);
    ASSERT_EQ(v.size(), static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) EXPECT_EQ(v[static_cast<size_t>(i)], i);
  }
}

TEST(SmallVector, CopiesAreIndependent) {
  for (int count : {2, 7}) {
    const Vector original = Counting(count);
    Vector copy = original;
    copy[0] = 99;
    copy.push_back(5);
    EXPECT_EQ(original, Counting(count));
    copy = original;
    EXPECT_EQ(copy, original);
  }
}

TEST(SmallVector, MovingLeavesAnEmptyReusableVector) {
  for (int count : {0, 2, 3, 7}) {
    Vector from = Counting(count);
    Vector to = std::move(from);
    EXPECT_EQ(to, Counting(count));
    EXPECT_TRUE(from.empty());  // NOLINT(bugprone-use-after-move): this is what is tested
    for (int i = 0; i < 5; ++i) from.push_back(i);
    EXPECT_EQ(from, Counting(5));
    EXPECT_EQ(to, Counting(count));
  }
}

TEST(SmallVector, MoveAssignmentReleasesThePreviousStorage) {
  for (int before : {0, 2, 8}) {
    for (int after : {1, 9}) {
      Vector to = Counting(before);
      to = Counting(after);
      EXPECT_EQ(to, Counting(after));
    }
  }
}

TEST(SmallVector, AssignsToItself) {
  for (int count : {3, 6}) {
    Vector v = Counting(count);
    Vector& same = v;
    v = same;
    EXPECT_EQ(v, Counting(count));
    v = std::move(same);
    EXPECT_EQ(v, Counting(count));
  }
}

TEST(SmallVector, AssignsAPartOfItself) {
  Vector v = Counting(6);
  v.assign(v.begin() + 2, v.end());
  EXPECT_EQ(Values(v), (std::vector<int>{2, 3, 4, 5}));
}

TEST(SmallVector, InsertsAtBothEndsAndOnGrowth) {
  Vector v = {1, 3};
  v.insert(v.begin() + 1, 2);
  v.insert(v.begin(), 0);
  v.insert(v.end(), 4);
  EXPECT_EQ(v, Counting(5));
}

TEST(SmallVector, ErasesAtBothEnds) {
  Vector v = Counting(5);
  v.erase(v.begin());
  v.erase(v.end() - 1);
  EXPECT_EQ(Values(v), (std::vector<int>{1, 2, 3}));
  v.pop_back();
  EXPECT_EQ(v.back(), 2);
}

TEST(SmallVector, ResizingFillsOnlyTheNewElements) {
  Vector v = Counting(2);
  v.resize(5, 9);
  EXPECT_EQ(Values(v), (std::vector<int>{0, 1, 9, 9, 9}));
  v.resize(1);
  v.resize(3);
  EXPECT_EQ(Values(v), (std::vector<int>{0, 0, 0}));
}

TEST(SmallVector, DiffersInLengthOrInAnyValue) {
  EXPECT_FALSE(Counting(2) == Counting(3));
  EXPECT_FALSE((Vector{1, 2}) == (Vector{1, 3}));
  EXPECT_TRUE(Counting(0) == Vector());
}

TEST(SmallVector, CountAndValueAreNotAListOfTwo) {
  EXPECT_EQ(Values(Vector(2, 7)), (std::vector<int>{7, 7}));
  EXPECT_EQ(Values(Vector{2, 7}), (std::vector<int>{2, 7}));
}

}  // namespace
}  // namespace hlo

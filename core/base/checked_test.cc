// SPDX-License-Identifier: Apache-2.0
#include "core/base/checked.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace hlo {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

std::optional<int64_t> Product(const std::vector<int64_t>& sizes) { return CheckedProduct(sizes); }

TEST(CheckedMultiply, GivesTheProductUnlessItOverflows) {
  EXPECT_EQ(CheckedMultiply(1 << 30, 1 << 30), int64_t{1} << 60);
  EXPECT_EQ(CheckedMultiply(kMax, 1), kMax);
  EXPECT_EQ(CheckedMultiply(int64_t{1} << 62, -2), kMin);
  EXPECT_EQ(CheckedMultiply(int64_t{1} << 62, 2), std::nullopt);
  EXPECT_EQ(CheckedMultiply(kMin, -1), std::nullopt);
}

TEST(CheckedAdd, GivesTheSumUnlessItOverflows) {
  EXPECT_EQ(CheckedAdd(kMax - 1, 1), kMax);
  EXPECT_EQ(CheckedAdd(kMax, kMin), -1);
  EXPECT_EQ(CheckedAdd(kMax, 1), std::nullopt);
  EXPECT_EQ(CheckedAdd(kMin, -1), std::nullopt);
}

TEST(CheckedProduct, OfNothingIsOne) { EXPECT_EQ(Product({}), 1); }

TEST(CheckedProduct, IsZeroWhereverTheZeroIs) {
  EXPECT_EQ(Product({kMax, kMax, 0}), 0);
  EXPECT_EQ(Product({0, kMax, kMax}), 0);
}

TEST(CheckedProduct, DetectsOverflowInTheMiddle) {
  EXPECT_EQ(Product({3, 4, 5}), 60);
  EXPECT_EQ(Product({int64_t{1} << 32, int64_t{1} << 30}), int64_t{1} << 62);
  EXPECT_EQ(Product({int64_t{1} << 32, int64_t{1} << 32, 1}), std::nullopt);
}

TEST(RoundUp, GivesTheNextMultiple) {
  EXPECT_EQ(RoundUp(0, 64), 0);
  EXPECT_EQ(RoundUp(1, 64), 64);
  EXPECT_EQ(RoundUp(64, 64), 64);
  EXPECT_EQ(RoundUp(65, 3), 66);
}

TEST(CeilDiv, RoundsUpWithoutOverflow) {
  EXPECT_EQ(CeilDiv(0, 5), 0);
  EXPECT_EQ(CeilDiv(1, 5), 1);
  EXPECT_EQ(CeilDiv(10, 5), 2);
  EXPECT_EQ(CeilDiv(kMax, 2), kMax / 2 + 1);
  EXPECT_EQ(CeilDiv(kMax, kMax), 1);
}

}  // namespace
}  // namespace hlo

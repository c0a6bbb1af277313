// SPDX-License-Identifier: Apache-2.0
#include "core/literal/block_pool.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "core/literal/memory_budget.h"
#include "hlo/literal.h"

namespace hlo {
namespace {

constexpr int64_t kMegabyte = 1 << 20;

TEST(BlockPool, ReusesAKeptBlock) {
  BlockPool pool(10 * kMegabyte);
  uint8_t* first = pool.Take(kMegabyte);
  ASSERT_NE(first, nullptr);
  std::memset(first, 1, kMegabyte);
  pool.Give(first, kMegabyte);
  uint8_t* second = pool.Take(kMegabyte - 100);  // of the same class
  EXPECT_EQ(second, first);
  pool.Give(second, kMegabyte - 100);
}

TEST(BlockPool, DoesNotReuseABlockThatIsTooSmall) {
  BlockPool pool(10 * kMegabyte);
  pool.Give(pool.Take(kMegabyte), kMegabyte);
  uint8_t* larger = pool.Take(kMegabyte + kMegabyte / 8);
  ASSERT_NE(larger, nullptr);
  std::memset(larger, 1, kMegabyte + kMegabyte / 8);
  pool.Give(larger, kMegabyte + kMegabyte / 8);
}

TEST(BlockPool, AlignsLargeBlocksToCacheLines) {
  BlockPool pool(0);
  for (const int64_t bytes : {int64_t{64} << 10, 3 * kMegabyte + 5, 9 * kMegabyte}) {
    uint8_t* block = pool.Take(bytes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 64, 0u) << bytes;
    pool.Give(block, bytes);
  }
}

TEST(BlockPool, AcceptsAnyNumberOfReturnedBlocks) {
  BlockPool pool(1000 * kMegabyte);
  std::vector<uint8_t*> blocks;
  for (int64_t i = 0; i < 100; ++i) blocks.push_back(pool.Take(kMegabyte));
  for (uint8_t* block : blocks) pool.Give(block, kMegabyte);
  pool.KeepAtMost(kMegabyte);
  uint8_t* block = pool.Take(kMegabyte);
  ASSERT_NE(block, nullptr);
  pool.Give(block, kMegabyte);
}

TEST(BlockPool, OutlivesTheRunWhileALiteralUsesIt) {
  Literal literal;
  {
    auto budget =
        std::make_shared<MemoryBudget>(10 * kMegabyte, std::make_shared<BlockPool>(10 * kMegabyte));
    literal = Literal::Zeros(Shape::Array(ElementType::kF32, {kMegabyte}), budget).value();
    EXPECT_EQ(budget->used(), 4 * kMegabyte);
    budget->pool()->KeepAtMost(0);
  }
  EXPECT_EQ(literal.data<float>()[kMegabyte - 1], 0.0f);
}

TEST(BlockPool, KeepsBytesThatNoBudgetCounts) {
  auto budget =
      std::make_shared<MemoryBudget>(4 * kMegabyte, std::make_shared<BlockPool>(10 * kMegabyte));
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(Literal::Allocate(Shape::Array(ElementType::kF32, {kMegabyte}), budget).ok());
  }
  EXPECT_EQ(budget->used(), 0);
  EXPECT_EQ(budget->peak(), 4 * kMegabyte);
}

}  // namespace
}  // namespace hlo

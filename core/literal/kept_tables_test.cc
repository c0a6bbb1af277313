// SPDX-License-Identifier: Apache-2.0
#include "core/literal/kept_tables.h"

#include <gtest/gtest.h>

namespace hlo {
namespace {

constexpr TableKey::Kind kKind = TableKey::Kind::kFourier;

std::shared_ptr<const void> Number(int number) { return std::make_shared<const int>(number); }
int NumberIn(const std::shared_ptr<const void>& table) {
  return table == nullptr ? -1 : *static_cast<const int*>(table.get());
}

TEST(KeptTables, AreFoundByTheirWholeKey) {
  KeptTables tables;
  tables.Keep({kKind, 1, 8}, Number(7), 100);
  EXPECT_EQ(NumberIn(tables.Find({kKind, 1, 8})), 7);
  EXPECT_EQ(tables.Find({kKind, 2, 8}), nullptr);
  EXPECT_EQ(tables.Find({kKind, 1, 9}), nullptr);
  EXPECT_EQ(tables.Find({TableKey::Kind::kChirp, 1, 8}), nullptr);
}

TEST(KeptTables, AreDroppedOldestFirst) {
  KeptTables tables;
  for (int i = 0; i < 6; ++i) {
    tables.Keep({kKind, 0, i}, Number(i), KeptTables::kMaxTableBytes);
  }
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(NumberIn(tables.Find({kKind, 0, i})), i < 2 ? -1 : i);
  }
}

TEST(KeptTables, DoNotIncludeLargeOnes) {
  KeptTables tables;
  tables.Keep({kKind, 0, 1}, Number(1), 100);
  tables.Keep({kKind, 0, 2}, Number(2), KeptTables::kMaxTableBytes + 1);
  EXPECT_EQ(NumberIn(tables.Find({kKind, 0, 1})), 1);
  EXPECT_EQ(tables.Find({kKind, 0, 2}), nullptr);
}

}  // namespace
}  // namespace hlo

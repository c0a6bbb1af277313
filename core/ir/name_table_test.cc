// SPDX-License-Identifier: Apache-2.0
#include "core/ir/name_table.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>

namespace hlo {
namespace {

struct Thing {
  std::string name;
};

TEST(NameTable, FindsWhatWasAddedThroughEveryGrowth) {
  NameTable<Thing> table;
  EXPECT_EQ(table.Find("0"), nullptr);
  std::deque<Thing> things;
  for (int i = 0; i < 5000; ++i) {
    things.push_back({std::to_string(i)});
    table.Add(&things.back());
  }
  for (Thing& thing : things) EXPECT_EQ(table.Find(thing.name), &thing);
  EXPECT_EQ(table.Find("5000"), nullptr);
  EXPECT_EQ(table.Find(""), nullptr);
}

TEST(NameTable, TheFirstObjectWithANameKeepsIt) {
  NameTable<Thing> table;
  Thing first{"x"}, second{"x"};
  table.Add(&first);
  table.Add(&second);
  EXPECT_EQ(table.Find("x"), &first);
}

}  // namespace
}  // namespace hlo

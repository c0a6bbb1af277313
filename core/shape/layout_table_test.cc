// SPDX-License-Identifier: Apache-2.0
#include "core/shape/layout_table.h"

#include <gtest/gtest.h>

#include "core/shape/testing.h"

namespace hlo {
namespace {

using testing_shape::Parsed;

std::string Table(const char* shape) {
  Result<std::string> table = LayoutTable(Parsed(shape));
  EXPECT_TRUE(table.ok()) << shape;
  return table.ok() ? table.value() : "";
}

// The numbers are those of layout reference 3.4, computed there by hand.
TEST(LayoutTable, DrawsElementsAndMemoryOfATiledArray) {
  EXPECT_EQ(Table("f32[3,5]{1,0:T(2,2)}"),
            "f32[3,5]{1,0:T(2,2)}\n"
            "  elements 15, cells 24 of 32 bits each, padding 9\n"
            "\n"
            "position of each element, y down, x across\n"
            "       0   1   2   3   4\n"
            "  0    0   1   4   5   8\n"
            "  1    2   3   6   7  10\n"
            "  2   12  13  16  17  20\n"
            "\n"
            "element at each position, a dot for padding\n"
            "   0   (0,0)  (0,1)  (1,0)  (1,1)\n"
            "   4   (0,2)  (0,3)  (1,2)  (1,3)\n"
            "   8   (0,4)      .  (1,4)      .\n"
            "  12   (2,0)  (2,1)      .      .\n"
            "  16   (2,2)  (2,3)      .      .\n"
            "  20   (2,4)      .      .      .\n");
}

TEST(LayoutTable, DrawsAScalarAndAnEmptyArray) {
  EXPECT_EQ(Table("f32[]"),
            "f32[]\n"
            "  elements 1, cells 1 of 32 bits each, padding 0\n"
            "\n"
            "position of the element\n"
            "\n"
            "     0\n"
            "\n"
            "element at each position, a dot for padding\n"
            "  0   ()\n");
  EXPECT_NE(Table("f32[0,3]").find("no elements, no memory"), std::string::npos);
}

TEST(LayoutTable, StaysSmallForAHugeArray) {
  const std::string table = Table("bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}");
  EXPECT_LT(table.size(), 20'000U);
  EXPECT_NE(table.find("... 5 more slices"), std::string::npos);
  EXPECT_NE(table.find("p = 7, z = 0"), std::string::npos);
  EXPECT_NE(table.find("(7,0,1279,16383)"), std::string::npos);  // the last cell of the memory
}

}  // namespace
}  // namespace hlo

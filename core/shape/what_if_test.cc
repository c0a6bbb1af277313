// SPDX-License-Identifier: Apache-2.0
#include "core/shape/what_if.h"

#include <gtest/gtest.h>

#include "core/shape/testing.h"

namespace hlo {
namespace {

using testing_shape::Parsed;

std::vector<LayoutChoice> Ranked(const char* shape) {
  auto choices = RankLayouts(Parsed(shape));
  EXPECT_TRUE(choices.ok()) << shape;
  return choices.ok() ? std::move(choices.value()) : std::vector<LayoutChoice>();
}

const LayoutChoice& Current(const std::vector<LayoutChoice>& choices) {
  size_t found = 0;
  size_t count = 0;
  for (size_t i = 0; i < choices.size(); ++i) {
    if (choices[i].current) found = i, ++count;
  }
  EXPECT_EQ(count, 1U);
  return choices[found];
}

const LayoutChoice* Find(const std::vector<LayoutChoice>& choices, const std::string& layout) {
  for (const LayoutChoice& choice : choices) {
    if (LayoutText(choice.shape.layout) == layout) return &choice;
  }
  return nullptr;
}

// By hand: 1000 rows of 4 values in tiles of 8 by 128 take 125 * 8 * 128 cells; transposed, 4 rows
// fill one row of tiles that is 8 wide: 8 * 8 * 128 cells.
TEST(WhatIf, FindsTheOrderThatWastesLess) {
  const auto choices = Ranked("f32[1000,4]{1,0:T(8,128)}");
  EXPECT_EQ(Current(choices).bytes, 1000 * 128 * 4);
  const LayoutChoice* turned = Find(choices, "{0,1:T(8,128)}");
  ASSERT_NE(turned, nullptr);
  EXPECT_EQ(turned->bytes, 8 * 1024 * 4);
  EXPECT_LT(turned->rank, Current(choices).rank);
  const LayoutChoice* lower = Find(choices, "{0,1:T(4,128)}");
  ASSERT_NE(lower, nullptr);
  EXPECT_EQ(lower->bytes, 4 * 1024 * 4);
  EXPECT_EQ(choices.front().bytes, 1000 * 4 * 4);  // no tiles, no padding
  EXPECT_TRUE(choices.front().shape.layout.tiles.empty());
}

TEST(WhatIf, RanksBySizeAndSharesARankAmongEquals) {
  const auto choices = Ranked("bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)S(1)}");
  EXPECT_EQ(Current(choices).rank, 1);  // nothing is wasted
  for (size_t i = 1; i < choices.size(); ++i) {
    EXPECT_LE(choices[i - 1].bytes, choices[i].bytes);
    EXPECT_EQ(choices[i - 1].bytes == choices[i].bytes, choices[i - 1].rank == choices[i].rank);
    EXPECT_EQ(choices[i].shape.layout.memory_space, 1);
  }
}

TEST(WhatIf, OffersTheTilesOfTheElementWidth) {
  EXPECT_NE(Find(Ranked("s8[40,300]"), "{1,0:T(8,128)(4,1)}"), nullptr);
  EXPECT_NE(Find(Ranked("bf16[10,200]"), "{1,0:T(8,128)(2,1)}"), nullptr);
  EXPECT_NE(Find(Ranked("f32[300]"), "{0:T(256)}"), nullptr);
}

TEST(WhatIf, CountsEveryChoiceOnce) {
  const auto choices = Ranked("f32[6,7,8]{2,1,0:T(8,128)}");
  for (size_t i = 0; i < choices.size(); ++i) {
    for (size_t j = i + 1; j < choices.size(); ++j) {
      EXPECT_FALSE(choices[i].shape.layout == choices[j].shape.layout);
    }
  }
  EXPECT_EQ(choices.size(), 1U + 6 * 3);  // no tiles; ordered pairs of dimensions, three tilings
}

TEST(WhatIf, WorksForScalarsAndEmptyArrays) {
  EXPECT_TRUE(Current(Ranked("f32[]")).current);
  EXPECT_EQ(Current(Ranked("f32[0,4]{1,0:T(8,128)}")).bytes, 0);
}

TEST(WhatIf, WritesATextTable) {
  const std::string text = LayoutChoicesText(Ranked("f32[1000,4]{1,0:T(8,128)}"));
  EXPECT_EQ(text.find("f32[1000,4]{1,0:T(8,128)}: rank "), 0U);
  EXPECT_NE(text.find("<- this one"), std::string::npos);
  EXPECT_NE(text.find("  no tiles\n"), std::string::npos);
}

}  // namespace
}  // namespace hlo

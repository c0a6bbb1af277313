// SPDX-License-Identifier: Apache-2.0
#include "hlo/suggest.h"

#include <gtest/gtest.h>

namespace hlo {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(EditDistance("multipy", "multiply", 2), 1u);
  EXPECT_EQ(EditDistance("reduce", "redce", 2), 1u);
  EXPECT_EQ(EditDistance("tanh", "tank", 2), 1u);
  EXPECT_EQ(EditDistance("sotr", "sort", 2), 1u);
  EXPECT_EQ(EditDistance("", "ab", 2), 2u);
  EXPECT_EQ(EditDistance("kitten", "sitting", 5), 3u);  // the textbook pair
}

TEST(EditDistance, IgnoresCaseAndStopsAtTheLimit) {
  EXPECT_EQ(EditDistance("F32", "f32", 2), 0u);
  EXPECT_EQ(EditDistance("kitten", "sitting", 2), 3u);
  EXPECT_EQ(EditDistance("a", "abcdefgh", 2), 3u);
}

TEST(Suggestion, NamesTheNearestWords) {
  Suggestion one("multipy");
  for (const char* word : {"add", "multiply", "minimum"}) one.Consider(word);
  EXPECT_EQ(one.Question(), "; did you mean 'multiply'?");
  EXPECT_EQ(one.unique(), "multiply");
}

TEST(Suggestion, NamesAtMostTwoWordsThoseWithTheSameStartFirst) {
  Suggestion two("ad");
  for (const char* word : {"pad", "add", "and"}) two.Consider(word);
  EXPECT_EQ(two.Question(), "; did you mean 'add' or 'and'?");
  EXPECT_EQ(two.unique(), "");
}

TEST(Suggestion, IsEmptyIfNothingIsNear) {
  Suggestion none("frobnicate");
  none.Consider("add");
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.Question(), "");
}

}  // namespace
}  // namespace hlo

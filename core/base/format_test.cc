// SPDX-License-Identifier: Apache-2.0
#include "core/base/format.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace hlo {
namespace {

TEST(Format, ReplacesEachPairOfBracesByTheNextArgument) {
  EXPECT_EQ(Format("{} of {}", {3, "seven"}), "3 of seven");
  EXPECT_EQ(Format("{}{}", {-1, std::string("x")}), "-1x");
}

TEST(Format, KeepsSurplusBraces) {
  EXPECT_EQ(Format("a {} b {}", {1}), "a 1 b {}");
  EXPECT_EQ(Format("{1,0} {", {}), "{1,0} {");
  EXPECT_EQ(Format("f32[2]{0} {}", {"end"}), "f32[2]{0} end");
}

TEST(Format, IgnoresBracesInsideArguments) { EXPECT_EQ(Format("{} {}", {"{}", 5}), "{} 5"); }

TEST(Format, IgnoresSurplusArguments) { EXPECT_EQ(Format("only {}", {1, 2}), "only 1"); }

TEST(Format, WritesTheLimitsOf64BitIntegers) {
  EXPECT_EQ(Format("{}", {std::numeric_limits<int64_t>::min()}), "-9223372036854775808");
  EXPECT_EQ(Format("{}", {std::numeric_limits<uint64_t>::max()}), "18446744073709551615");
  EXPECT_EQ(Format("{}", {std::numeric_limits<uint32_t>::max()}), "4294967295");
  EXPECT_EQ(Format("{}", {int8_t{-5}}), "-5");
}

TEST(Format, KeepsTextWithZeroBytesAndEmptyText) {
  const std::string text("a\0b", 3);
  EXPECT_EQ(Format("<{}>", {text}), std::string("<a\0b>", 5));
  EXPECT_EQ(Format("<{}>", {""}), "<>");
  EXPECT_EQ(Format("", {1}), "");
}

TEST(Braced, WritesListsAsInHloText) {
  const std::vector<int64_t> none, one = {7}, some = {2, -1, 0};
  EXPECT_EQ(Braced(none), "{}");
  EXPECT_EQ(Braced(one), "{7}");
  EXPECT_EQ(Braced(some), "{2,-1,0}");
  EXPECT_EQ(Joined(some, ", "), "2, -1, 0");
  EXPECT_EQ(Joined(none), "");
}

}  // namespace
}  // namespace hlo

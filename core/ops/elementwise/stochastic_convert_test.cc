// SPDX-License-Identifier: Apache-2.0
// Ops reference 6.5. Expected values are from the reference or computed by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;

Literal Rounded(const Literal& x, const Literal& random, std::string_view to) {
  return OpCall("stochastic-convert").Operand(x).Operand(random).Declare(to).Value();
}

TEST(StochasticConvert, RoundsAwayWhenTheDrawIsBelowTheFraction) {
  const Literal x = Array("f32[5]", {2.25, 2.25, -2.25, -2.25, 2});
  const Literal random = Array("u32[5]", {0, 1073741824, 0, 1073741824, 0});
  EXPECT_TRUE(SameBits(Rounded(x, random, "s32[5]"), Array("s32[5]", {3, 2, -3, -2, 2})));
}

TEST(StochasticConvert, SaturatesAndConvertsNanToZero) {
  const Literal x = Array("f32[7]", {NAN, INFINITY, -INFINITY, 127.5, -127.5, 128, -128});
  const Literal random = Array("u32[7]", {0, 0, 0, 0, 0, 0, 0});
  EXPECT_TRUE(
      SameBits(Rounded(x, random, "s8[7]"), Array("s8[7]", {0, 127, -128, 127, -128, 127, -128})));
}

TEST(StochasticConvert, ComparesAllBitsOfTheDraw) {
  const Literal half = Array("f64[2]", {0.5, 0.5});
  const Literal random = Bits("u64[2]", {0x7fffffffffffffff, 0x8000000000000000});
  EXPECT_TRUE(SameBits(Rounded(half, random, "s64[2]"), Array("s64[2]", {1, 0})));
  // 0.75 * 2^4 = 12.
  EXPECT_TRUE(SameBits(Rounded(Array("f4e2m1fn[2]", {1.5, 1.5}), Array("u4[2]", {7, 8}), "s2[2]"),
                       Array("s2[2]", {1, 1})));
  EXPECT_TRUE(
      SameBits(Rounded(Array("f16[2]", {-0.75, -0.75}), Array("u16[2]", {49151, 49152}), "s1[2]"),
               Array("s1[2]", {-1, 0})));
}

TEST(StochasticConvert, RejectsBrokenRules) {
  const auto rejection = [](std::string_view x, std::string_view random, std::string_view to) {
    return OpCall("stochastic-convert")
        .OperandShape(x)
        .OperandShape(random)
        .Declare(to)
        .Rejection();
  };
  EXPECT_EQ(
      rejection("s32[]", "u32[]", "s8[]"),
      "stochastic-convert.C1: `stochastic-convert`: the operand must be floating-point, got s32");
  EXPECT_EQ(rejection("f32[]", "u16[]", "s8[]"),
            "stochastic-convert.C2: `stochastic-convert`: the random bits must be u32, got u16");
  EXPECT_EQ(rejection("f32[4]", "u32[2]", "s8[4]"),
            "stochastic-convert.C3: `stochastic-convert`: operand dimensions must match, got {4} "
            "and {2}");
  EXPECT_EQ(rejection("f32[]", "u32[]", "f16[]"),
            "stochastic-convert.C4: `stochastic-convert`: the result must be a signed integer, got "
            "f16; other types are not implemented");
}

}  // namespace
}  // namespace hlo

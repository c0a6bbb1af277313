// SPDX-License-Identifier: Apache-2.0
// Ops reference 5.3.
#include "core/ops/elementwise/elementwise_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

TEST(Clamp, LimitsTheMiddleOperandToTheBounds) {
  EXPECT_TRUE(SameBits(Call3("clamp", Scalar(ElementType::kS32, 0), Array("s32[3]", {-1, 5, 9}),
                             Scalar(ElementType::kS32, 6))
                           .Value(),
                       Array("s32[3]", {0, 5, 6})));
  EXPECT_TRUE(SameBits(Call3("clamp", Array("f16[3]", {0, 1, 2}), Array("f16[3]", {5, 0, 2}),
                             Array("f16[3]", {3, 3, 3}))
                           .Value(),
                       Array("f16[3]", {3, 1, 2})));
  // Bounds of different kinds, and narrow integers by their signedness.
  EXPECT_TRUE(SameBits(Call3("clamp", Scalar(ElementType::kS4, -2), Array("s4[3]", {-8, 0, 7}),
                             Array("s4[3]", {7, -1, 5}))
                           .Value(),
                       Array("s4[3]", {-2, -1, 5})));
  EXPECT_TRUE(SameBits(Call3("clamp", Scalar(ElementType::kU8, 10), Array("u8[2]", {200, 3}),
                             Scalar(ElementType::kU8, 150))
                           .Value(),
                       Array("u8[2]", {150, 10})));
}

TEST(Clamp, PropagatesNanAndPrefersTheUpperBound) {
  const auto clamp = [](double low, const std::vector<double>& x, double high) {
    return Call3("clamp", Scalar(ElementType::kF32, low), Array(VectorOf("f32", x.size()), x),
                 Scalar(ElementType::kF32, high))
        .Value();
  };
  EXPECT_TRUE(SameBits(clamp(5, {1, 7}, 3), Array("f32[2]", {3, 3})));
  EXPECT_TRUE(SameBits(clamp(0, {kNan}, 1), Array("f32[1]", {kNan})));
  EXPECT_TRUE(SameBits(clamp(kNan, {0}, 1), Array("f32[1]", {kNan})));
  EXPECT_TRUE(SameBits(clamp(0, {0}, kNan), Array("f32[1]", {kNan})));
  EXPECT_TRUE(SameBits(clamp(-0.0, {0.0}, 1), Array("f32[1]", {0.0})));
}

TEST(ClampRules, AreChecked) {
  const auto rejection = [](const char* low, const char* x, const char* high) {
    return OpCall("clamp").OperandShape(low).OperandShape(x).OperandShape(high).Rejection();
  };
  EXPECT_EQ(
      rejection("f32[]", "f32[]", "s32[]"),
      "clamp.C1: `clamp`: all operands must have the same element type, got f32, f32, and s32");
  EXPECT_EQ(rejection("c64[]", "c64[]", "c64[]"),
            "clamp.C2: `clamp`: the element type must be int or float, got c64; complex values are "
            "not ordered");
  EXPECT_EQ(rejection("pred[]", "pred[]", "pred[]"),
            "clamp.C2: `clamp`: the element type must be int or float, got pred");
  EXPECT_EQ(rejection("f32[3]", "f32[4]", "f32[]"),
            "clamp.C3: `clamp`: min must be a scalar or have dimensions {4}, got {3}");
  EXPECT_EQ(rejection("f32[]", "f32[4]", "f32[1]"),
            "clamp.C3: `clamp`: max must be a scalar or have dimensions {4}, got {1}");
}

}  // namespace
}  // namespace hlo

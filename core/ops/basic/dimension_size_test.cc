// SPDX-License-Identifier: Apache-2.0
// get-dimension-size and set-dimension-size: ops reference 17.
#include <gtest/gtest.h>

#include "core/ops/computation_testing.h"
#include "core/ops/control/async.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

TEST(GetDimensionSize, ReturnsTheBoundOrTheDynamicSize) {
  const auto size = [](const Literal& x, int64_t d) {
    return OpCall("get-dimension-size").Operand(x).Set(Attr::dimensions, Ints{d}).Value();
  };
  Literal x = Array("f32[<=3,2]", {1, 2, 3, 4, 5, 6});
  EXPECT_TRUE(SameBits(size(x, 1), Array("s32[]", {2})));
  EXPECT_TRUE(SameBits(size(x, 0), Array("s32[]", {3})));
  x.set_dynamic_sizes({1, 2});
  EXPECT_TRUE(SameBits(size(x, 0), Array("s32[]", {1})));
}

TEST(GetDimensionSize, RejectsBrokenRules) {
  const auto rejection = [](std::string_view shape, Ints dimensions) {
    return OpCall("get-dimension-size")
        .OperandShape(shape)
        .Set(Attr::dimensions, dimensions)
        .Rejection();
  };
  EXPECT_EQ(
      rejection("f32[3]", {1}),
      "get-dimension-size.C1: `get-dimension-size`: `dimensions` entries must be in [0, 1), got 1");
  EXPECT_EQ(rejection("f32[3,3]", {0, 1}),
            "get-dimension-size.C1: `get-dimension-size`: `dimensions` must have 1 entry, got 2");
  EXPECT_EQ(
      rejection("(f32[3])", {0}),
      "get-dimension-size.C1: `get-dimension-size`: operand 0 must be an array, got (f32[3])");
}

OpCall SetSize(const Literal& x, int64_t d, double size) {
  OpCall call("set-dimension-size");
  call.Operand(x).Operand(Array("s32[]", {size})).Set(Attr::dimensions, Ints{d});
  return call;
}

TEST(SetDimensionSize, DropsElementsBeyondTheSize) {
  const Literal x = Array("s32[2,3]", {1, 2, 3, 4, 5, 6});
  const Literal got = SetSize(x, 1, 2).Value();
  EXPECT_EQ(ShapeText(got.shape(), false), "s32[2,<=3]");
  EXPECT_EQ(got.dynamic_sizes(), (Dims{2, 2}));
  EXPECT_EQ(CodesOf(got), CodesOf(x));
  const Literal again = SetSize(got, 1, 3).Value();
  EXPECT_EQ(again.dynamic_sizes(), (Dims{2, 3}));
  EXPECT_EQ(SetSize(got, 0, 0).Value().dynamic_sizes(), (Dims{0, 2}));
}

TEST(SetDimensionSize, RejectsASizeOutOfBoundsAtRunTime) {
  const Literal x = Array("s32[2,3]", {1, 2, 3, 4, 5, 6});
  for (const auto& [size, message] :
       {std::pair(4, "`set-dimension-size`: the size must be at most the bound 3, got 4"),
        std::pair(-1, "`set-dimension-size`: the size must not be negative, got -1")}) {
    const Result<Literal> got = SetSize(x, 1, size).Evaluate();
    ASSERT_FALSE(got.ok());
    EXPECT_EQ(got.error().code, "R08");
    EXPECT_EQ(got.error().message, message);
  }
}

TEST(SetDimensionSize, RejectsBrokenRules) {
  const auto rejection = [](std::string_view size, int64_t d) {
    return OpCall("set-dimension-size")
        .OperandShape("f32[3]")
        .OperandShape(size)
        .Set(Attr::dimensions, Ints{d})
        .Rejection();
  };
  EXPECT_EQ(
      rejection("s32[]", 1),
      "set-dimension-size.C1: `set-dimension-size`: `dimensions` entries must be in [0, 1), got 1");
  EXPECT_EQ(rejection("s64[]", 0),
            "set-dimension-size.C2: `set-dimension-size`: the size must be s32[], got s64[]");
}

}  // namespace
}  // namespace hlo

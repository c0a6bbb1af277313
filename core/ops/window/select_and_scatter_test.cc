// SPDX-License-Identifier: Apache-2.0
// select-and-scatter: ops reference 10.3, expected values are from its examples or computed by
// hand.
#include <gtest/gtest.h>

#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

class SelectAndScatter : public ::testing::Test {
 protected:
  Computation* Choose(std::string_view direction) {
    ComputationBuilder f(module_, "s" + std::to_string(module_.computations.size()));
    Instruction* a = f.Parameter("f32[]");
    f.Compare(direction, a, f.Parameter("f32[]"));
    return f.Get();
  }
  OpCall Call(const Literal& x, const Literal& source, const Window& window,
              std::string_view direction, std::string_view combine) {
    OpCall op("select-and-scatter");
    op.Operand(x).Operand(source).Operand(Array("f32[]", {0})).Set(Attr::window, window);
    op.Set(Attr::select, Choose(direction));
    op.Set(Attr::scatter, BinaryComputation(module_, combine, "f32[]"));
    return op;
  }

  Module module_;
};

TEST_F(SelectAndScatter, MatchesTheExampleOfTheReference) {
  const Literal x = Array("f32[4,2]", {1, 5, 2, 5, 3, 6, 4, 4});
  const Literal source = Array("f32[2,2]", {5, 6, 7, 8});
  const Window window{{{3, 2, 0, 1, 1, 1, false}, {1, 1, 0, 0, 1, 1, false}}};
  EXPECT_TRUE(SameBits(Call(x, source, window, "GE", "add").Value(),
                       Array("f32[4,2]", {0, 0, 0, 0, 5, 14, 7, 0})));
}

TEST_F(SelectAndScatter, CombinesValuesForTheSameElement) {
  const Window window{{{2, 1, 0, 0, 1, 1, false}}};
  EXPECT_TRUE(SameBits(
      Call(Array("f32[3]", {1, 9, 2}), Array("f32[2]", {2, 6}), window, "GE", "add").Value(),
      Array("f32[3]", {0, 8, 0})));
  // (0 - 2) - 6: the current value is the first argument.
  EXPECT_TRUE(SameBits(
      Call(Array("f32[3]", {1, 9, 2}), Array("f32[2]", {2, 6}), window, "GE", "subtract").Value(),
      Array("f32[3]", {0, -8, 0})));
}

TEST_F(SelectAndScatter, BreaksTiesByTheSelectFunction) {
  const Window window{{{2, 2, 0, 0, 1, 1, false}}};
  const Literal x = Array("f32[2]", {3, 3});
  const Literal source = Array("f32[1]", {7});
  EXPECT_TRUE(SameBits(Call(x, source, window, "GE", "add").Value(), Array("f32[2]", {7, 0})));
  EXPECT_TRUE(SameBits(Call(x, source, window, "GT", "add").Value(), Array("f32[2]", {0, 7})));
}

TEST_F(SelectAndScatter, DropsTheSourceOfAWindowOfPadding) {
  const Window window{{{1, 1, 1, 0, 1, 1, false}}};
  EXPECT_TRUE(SameBits(
      Call(Array("f32[2]", {3, 4}), Array("f32[3]", {7, 8, 9}), window, "GE", "add").Value(),
      Array("f32[2]", {8, 9})));
}

TEST_F(SelectAndScatter, RejectsBrokenRules) {
  const Literal x = Array("f32[4]", {1, 2, 3, 4});
  const Literal source = Array("f32[2]", {1, 2});
  const auto rejection = [&](const Window& window) {
    return Call(x, source, window, "GE", "add").Rejection();
  };
  EXPECT_EQ(
      rejection({{{2, 1, 0, 0, 1, 1, false}}}),
      "select-and-scatter.C1: `select-and-scatter`: the source must have dimensions {3}, got {2}");
  EXPECT_EQ(rejection({{{2, 2, 0, 0, 2, 1, false}}}),
            "select-and-scatter.C2: `select-and-scatter`: the base dilation must be 1, got 2");
  EXPECT_EQ(rejection({{{2, 2, 0, 0, 1, 2, false}}}),
            "select-and-scatter.C2: `select-and-scatter`: the window dilation must be 1, got 2");
  const Window window{{{2, 2, 0, 0, 1, 1, false}}};
  EXPECT_EQ(Call(x, Array("s32[2]", {1, 2}), window, "GE", "add").Rejection(),
            "select-and-scatter.C3: `select-and-scatter`: the source must have element type f32, "
            "got s32");
  OpCall select = Call(x, source, window, "GE", "add");
  select.Set(Attr::select, BinaryComputation(module_, "add", "f32[]"));
  EXPECT_EQ(select.Rejection(),
            "select-and-scatter.C4: `select-and-scatter`: `select` must return pred[], got f32[]");
  OpCall scatter = Call(x, source, window, "GE", "add");
  scatter.Set(Attr::scatter, Choose("GE"));
  EXPECT_EQ(scatter.Rejection(),
            "select-and-scatter.C5: `select-and-scatter`: `scatter` must return f32[], got pred[]");
}

}  // namespace
}  // namespace hlo

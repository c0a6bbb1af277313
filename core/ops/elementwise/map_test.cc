// SPDX-License-Identifier: Apache-2.0
// Ops reference 10.4: expected values are from its examples or computed by hand.
#include <gtest/gtest.h>

#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

TEST(Map, AppliesTheComputationToEachElement) {
  Module module;
  OpCall op("map");
  op.Operand(Array("s32[2,2]", {10, 20, 30, 40})).Operand(Array("s32[2,2]", {1, 2, 3, 4}));
  op.Set(Attr::dimensions, Ints{0, 1});
  op.Set(Attr::to_apply, BinaryComputation(module, "subtract", "s32[]"));
  EXPECT_TRUE(SameBits(op.Value(), Array("s32[2,2]", {9, 18, 27, 36})));
  EXPECT_EQ(op.runtime.calls, 4);
}

TEST(Map, ReturnsTheTypeOfTheRoot) {
  Module module;
  ComputationBuilder f(module, "f");
  Instruction* a = f.Parameter("f64[]");
  f.Compare("LT", a, f.Parameter("f64[]"));
  OpCall op("map");
  op.Operand(Array("f64[2]", {1, 4})).Operand(Array("f64[2]", {2, 3}));
  op.Set(Attr::dimensions, Ints{0}).Set(Attr::to_apply, f.Get());
  EXPECT_TRUE(SameBits(op.Value(), Array("pred[2]", {1, 0})));
}

TEST(Map, MakesNoCallsForAnEmptyArray) {
  Module module;
  OpCall op("map");
  op.Operand(Array("s32[0]", {})).Operand(Array("s32[0]", {})).Set(Attr::dimensions, Ints{0});
  op.Set(Attr::to_apply, BinaryComputation(module, "add", "s32[]"));
  EXPECT_TRUE(SameBits(op.Value(), Array("s32[0]", {})));
  EXPECT_EQ(op.runtime.calls, 0);
}

TEST(MapInfer, RejectsBrokenRules) {
  Module module;
  Computation* add = BinaryComputation(module, "add", "f32[]");
  const auto rejection = [&](std::string_view a, std::string_view b, Ints dimensions,
                             Computation* f) {
    OpCall op("map");
    op.OperandShape(a).OperandShape(b).Set(Attr::dimensions, std::move(dimensions));
    return op.Set(Attr::to_apply, f).Rejection();
  };
  EXPECT_EQ(rejection("f32[3]", "f32[4]", {0}, add),
            "map.C1: `map`: operand dimensions must match, got {3} and {4}");
  EXPECT_EQ(rejection("f32[3,2]", "f32[3,2]", {1, 0}, add),
            "map.C2: `map`: `dimensions` must list all dimensions in order, got {1,0} for rank 2");
  EXPECT_EQ(rejection("f32[3,2]", "f32[3,2]", {0}, add),
            "map.C2: `map`: `dimensions` must list all dimensions in order, got {0} for rank 2");
  EXPECT_EQ(rejection("f32[3]", "s32[3]", {0}, add),
            "map.C3: `map`: `to_apply` parameter 1 must be s32[], got f32[]");
  EXPECT_EQ(rejection("f32[3]", "f32[3]", {0}, BinaryComputation(module, "add", "f32[2]")),
            "map.C3: `map`: `to_apply` parameter 0 must be f32[], got f32[2]");
}

}  // namespace
}  // namespace hlo

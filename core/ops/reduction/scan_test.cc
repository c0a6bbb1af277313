// SPDX-License-Identifier: Apache-2.0
// Ops reference 10.7: expected values are from its examples or computed by hand.
#include <gtest/gtest.h>

#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

// f(x, c) = (x + c, x + c)
Computation* RunningSum(Module& module, std::string_view shape) {
  ComputationBuilder f(module, "f" + std::to_string(module.computations.size()));
  Instruction* x = f.Parameter(shape);
  Instruction* sum = f.Op("add", {x, f.Parameter(shape)});
  f.Op("tuple", {sum, sum});
  return f.Get();
}

OpCall Scan(const Literal& x, const Literal& carry, int64_t dimension, Computation* f) {
  OpCall op("scan");
  op.Operand(x).Operand(carry).Set(Attr::dimensions, Ints{dimension});
  op.Set(Attr::num_carries, int64_t{1}).Set(Attr::to_apply, f);
  return op;
}

TEST(Scan, MatchesTheExamplesOfTheReference) {
  Module module;
  const Literal x = Array("s32[3]", {1, 2, 3});
  OpCall forward = Scan(x, Array("s32[]", {0}), 0, RunningSum(module, "s32[]"));
  const Literal sums = forward.Value();
  EXPECT_TRUE(SameBits(sums.elements()[0], Array("s32[3]", {1, 3, 6})));
  EXPECT_TRUE(SameBits(sums.elements()[1], Array("s32[]", {6})));
  OpCall backward = Scan(x, Array("s32[]", {0}), 0, RunningSum(module, "s32[]"));
  const Literal reversed = backward.Set(Attr::is_reverse, true).Value();
  EXPECT_TRUE(SameBits(reversed.elements()[0], Array("s32[3]", {6, 5, 3})));
  EXPECT_TRUE(SameBits(reversed.elements()[1], Array("s32[]", {6})));
}

TEST(Scan, ReturnsTheInitialValueForAnEmptyInput) {
  Module module;
  const Literal result =
      Scan(Array("s32[0]", {}), Array("s32[]", {5}), 0, RunningSum(module, "s32[]")).Value();
  EXPECT_TRUE(SameBits(result.elements()[0], Array("s32[0]", {})));
  EXPECT_TRUE(SameBits(result.elements()[1], Array("s32[]", {5})));
}

TEST(Scan, IteratesOverAnyDimension) {
  Module module;
  const Literal x = Array("s32[2,3]", {1, 2, 3, 4, 5, 6});
  const Literal rows =
      Scan(x, Array("s32[3]", {0, 0, 10}), 0, RunningSum(module, "s32[3]")).Value();
  EXPECT_TRUE(SameBits(rows.elements()[0], Array("s32[2,3]", {1, 2, 13, 5, 7, 19})));
  EXPECT_TRUE(SameBits(rows.elements()[1], Array("s32[3]", {5, 7, 19})));
  const Literal columns = Scan(x, Array("s32[2]", {0, 0}), 1, RunningSum(module, "s32[2]")).Value();
  EXPECT_TRUE(SameBits(columns.elements()[0], Array("s32[2,3]", {1, 3, 6, 4, 9, 15})));
  EXPECT_TRUE(SameBits(columns.elements()[1], Array("s32[2]", {6, 15})));
}

TEST(Scan, ReturnsASingleValueWithoutATuple) {
  Module module;
  // The carry alone: f(x, c) = c - x.
  ComputationBuilder f(module, "f");
  Instruction* x = f.Parameter("s32[]");
  Instruction* c = f.Parameter("s32[]");
  f.Op("subtract", {c, x});
  EXPECT_TRUE(SameBits(Scan(Array("s32[3]", {1, 2, 3}), Array("s32[]", {10}), 0, f.Get()).Value(),
                       Array("s32[]", {4})));
}

TEST(ScanInfer, RejectsBrokenRules) {
  Module module;
  Computation* sum = RunningSum(module, "f32[]");
  const auto rejection = [&](std::string_view a, std::string_view b, int64_t carries,
                             Computation* f) {
    OpCall op("scan");
    op.OperandShape(a).OperandShape(b).Set(Attr::dimensions, Ints{0});
    return op.Set(Attr::num_carries, carries).Set(Attr::to_apply, f).Rejection();
  };
  EXPECT_EQ(rejection("f32[3]", "f32[4]", 0, sum),
            "scan.C1: `scan`: scanned sizes must match, got 3 and 4");
  EXPECT_EQ(rejection("f32[]", "f32[]", 1, sum),
            "scan.C1: `scan`: `dimensions` entries must be in [0, 0), got 0");
  EXPECT_EQ(rejection("f32[3]", "f32[]", 3, sum),
            "scan.C2: `scan`: `num_carries` must be in [0, 2], got 3");
  EXPECT_EQ(rejection("f32[3]", "f32[]", -1, sum),
            "scan.C2: `scan`: `num_carries` must be in [0, 2], got -1");
  ComputationBuilder f(module, "f");
  Instruction* x = f.Parameter("f32[]");
  f.Parameter("f32[]");
  Instruction* pair = f.Op("broadcast", {x}, "f32[2]", [](Attributes&) {});
  f.Op("tuple", {x, pair});
  EXPECT_EQ(rejection("f32[3]", "f32[]", 1, f.Get()),
            "scan.C3: `scan`: `to_apply` must return f32[] for carry 0, got f32[2]");
}

}  // namespace
}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// Ops reference 14.6.
#include <gtest/gtest.h>

#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

// x + 1, x * 2, -x.
std::vector<Computation*> SeedBranches(Module& module) {
  ComputationBuilder plus(module, "plus");
  Instruction* x = plus.Parameter("s32[]");
  plus.Op("add", {x, plus.Constant(S32(1))});
  ComputationBuilder times(module, "times");
  x = times.Parameter("s32[]");
  times.Op("multiply", {x, times.Constant(S32(2))});
  return {plus.Get(), times.Get(), UnaryComputation(module, "negate", "s32[]")};
}

TEST(Conditional, RunsTheLastBranchForAnIndexOutOfRange) {
  Module module;
  const std::vector<Computation*> branches = SeedBranches(module);
  const auto run = [&](double index) {
    OpCall op("conditional");
    op.Operand(S32(index)).Operand(S32(10)).Operand(S32(10)).Operand(S32(10));
    const Literal got = op.Set(Attr::branch_computations, branches).Value();
    EXPECT_EQ(op.runtime.calls, 1);
    return got.data<int32_t>()[0];
  };
  EXPECT_EQ(run(0), 11);
  EXPECT_EQ(run(1), 20);
  EXPECT_EQ(run(2), -10);
  EXPECT_EQ(run(-1), -10);
  EXPECT_EQ(run(7), -10);
}

TEST(Conditional, SelectsByPred) {
  Module module;
  const std::vector<Computation*> branches = SeedBranches(module);
  const auto run = [&](double selector) {
    OpCall op("conditional");
    op.Operand(Array("pred[]", {selector})).Operand(S32(10)).Operand(S32(30));
    op.Set(Attr::true_computation, branches[0]).Set(Attr::false_computation, branches[1]);
    return op.Value().data<int32_t>()[0];
  };
  EXPECT_EQ(run(1), 11);
  EXPECT_EQ(run(0), 60);
}

TEST(Conditional, MergesDynamicFlagsOfItsBranches) {
  Module module;
  OpCall op("conditional");
  op.OperandShape("s32[]").OperandShape("f32[<=2,3]").OperandShape("f32[2,<=3]");
  op.Set(Attr::branch_computations,
         std::vector<Computation*>{UnaryComputation(module, "negate", "f32[<=2,3]"),
                                   UnaryComputation(module, "negate", "f32[2,<=3]")});
  const Result<Shape> shape = op.Infer();
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(ShapeText(shape.value(), false), "f32[<=2,<=3]");
}

TEST(Conditional, RejectsBrokenRules) {
  Module module;
  const std::vector<Computation*> branches = SeedBranches(module);
  const auto indexed = [&](std::string_view selector, const std::vector<std::string_view>& operands,
                           std::vector<Computation*> computations) {
    OpCall op("conditional");
    op.OperandShape(selector);
    for (const std::string_view operand : operands) op.OperandShape(operand);
    op.Set(Attr::branch_computations, std::move(computations));
    return op.Rejection();
  };
  EXPECT_EQ(indexed("f32[]", {"s32[]"}, {branches[0]}),
            "conditional.C1: `conditional`: the selector must be pred[] or s32[], got f32[]");
  EXPECT_EQ(indexed("s32[1]", {"s32[]"}, {branches[0]}),
            "conditional.C1: `conditional`: the selector must be pred[] or s32[], got s32[1]");
  EXPECT_EQ(indexed("pred[]", {"s32[]", "s32[]", "s32[]"}, branches),
            "conditional.C2: `conditional`: a pred selector requires 2 branches, got 3");
  EXPECT_EQ(indexed("pred[]", {"s32[]", "s32[]"}, {branches[0], branches[1]}),
            "conditional.C2: `conditional`: a pred selector requires `true_computation` and "
            "`false_computation`");
  EXPECT_EQ(indexed("s32[]", {"s32[]"}, {}),
            "conditional.C2: `conditional`: an s32 selector requires at least 1 branch, got 0");
  EXPECT_EQ(indexed("s32[]", {"s32[]"}, {branches[0], branches[1]}),
            "conditional.C2: `conditional`: must have one operand per branch, got 1 operand for 2 "
            "branches");
  EXPECT_EQ(indexed("s32[]", {"s32[]", "f32[]"}, {branches[0], branches[1]}),
            "conditional.C3: `conditional`: operand 2 must be s32[] like the parameter of branch "
            "1, got f32[]");
  EXPECT_EQ(indexed("s32[]", {"s32[]"}, {BinaryComputation(module, "add", "s32[]")}),
            "conditional.C3: `conditional`: branch 0 must take 1 parameter, got 2");
  EXPECT_EQ(indexed("s32[]", {"s32[]", "f32[]"},
                    {branches[0], UnaryComputation(module, "negate", "f32[]")}),
            "conditional.C4: `conditional`: branch 1 must return s32[] like branch 0, got f32[]");
}

}  // namespace
}  // namespace hlo

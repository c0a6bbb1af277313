// SPDX-License-Identifier: Apache-2.0
// copy-start, copy-done, async-start, async-update, async-done. Expected values are from the ops
// reference or computed by hand.
#include "core/ops/control/async.h"

#include <gtest/gtest.h>

#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

// A call whose operand is an instruction of opcode `maker`.
class MadeBy {
 public:
  MadeBy(std::string_view op, std::string_view maker) : call(op) {
    maker_.op = FindOp(maker);
    call.instruction().operands = {&maker_};
  }
  OpCall call;

 private:
  Instruction maker_;
};

TEST(CopyStart, ReturnsCopySourceAndContext) {
  const Literal x = Array("f32[2]", {1, -2});
  const Literal bundle = OpCall("copy-start").Operand(x).Declare("(f32[2], f32[2], u32[])").Value();
  EXPECT_TRUE(SameBits(bundle, Literal::Tuple({x, x, Array("u32[]", {0})})));
  EXPECT_TRUE(SameBits(MadeBy("copy-done", "copy-start").call.Operand(bundle).Value(), x));
}

TEST(CopyStart, RejectsNonArrays) {
  EXPECT_EQ(OpCall("copy-start").OperandShape("(f32[2])").Rejection(),
            "copy-start.C1: `copy-start`: operand 0 must be an array, got (f32[2])");
}

TEST(CopyDone, RejectsOtherOperands) {
  EXPECT_EQ(MadeBy("copy-done", "add").call.OperandShape("f32[2]").Rejection(),
            "copy-done.C1: `copy-done`: the operand must be `copy-start`, got `add`");
}

OpCall AsyncNegate(Module& module, std::string_view parameter) {
  ComputationBuilder f(module, "f");
  f.Op("negate", {f.Parameter(parameter)});
  OpCall call("async-start");
  call.Set(Attr::calls, f.Get());
  return call;
}

TEST(AsyncStart, RunsTheComputationImmediately) {
  Module module;
  const Literal x = Array("f32[2]", {1, -2});
  const Literal negated = Array("f32[2]", {-1, 2});
  const Literal bundle =
      AsyncNegate(module, "f32[2]").Operand(x).Declare("((f32[2]), f32[2], u32[], s32[2])").Value();
  EXPECT_TRUE(SameBits(bundle, Literal::Tuple({Literal::Tuple({x}), negated, Array("u32[]", {0}),
                                               Array("s32[2]", {0, 0})})));
  EXPECT_TRUE(SameBits(MadeBy("async-update", "async-start").call.Operand(bundle).Value(), bundle));
  EXPECT_TRUE(SameBits(MadeBy("async-done", "async-update").call.Operand(bundle).Value(), negated));
}

TEST(AsyncStart, RejectsBrokenRules) {
  const auto rejection = [](std::string_view operand, std::string_view result) {
    Module module;
    return AsyncNegate(module, "f32[3]").OperandShape(operand).Declare(result).Rejection();
  };
  EXPECT_EQ(rejection("s32[3]", "((s32[3]), f32[3], u32[])"),
            "async-start.C1: `async-start`: operand 0 must be f32[3] like parameter 0, got s32[3]");
  EXPECT_EQ(
      rejection("f32[3]", "((f32[3]), f32[2], u32[])"),
      "async-start.C2: `async-start`: result element 1 must be f32[3] like the root, got f32[2]");
  EXPECT_EQ(
      rejection("f32[3]", "((f32[2]), f32[3], u32[])"),
      "async-start.C2: `async-start`: result element 0 must match operands (f32[3]), got (f32[2])");
  EXPECT_EQ(rejection("f32[3]", "f32[3]"),
            "async-start.C2: `async-start`: the result must be a tuple of at least 2 elements, got "
            "f32[3]");
}

TEST(AsyncDone, RejectsOtherOperands) {
  EXPECT_EQ(MadeBy("async-done", "add").call.OperandShape("f32[2]").Rejection(),
            "async-done.C1: `async-done`: the operand must be `async-start` or `async-update`, got "
            "`add`");
  EXPECT_EQ(MadeBy("async-update", "add").call.OperandShape("f32[2]").Rejection(),
            "async-update.C1: `async-update`: the operand must be `async-start` or `async-update`, "
            "got `add`");
}

TEST(CheckAsyncUsers, RequiresExactlyOneDone) {
  const auto faults = [](int dones, bool element) {
    Module module;
    ComputationBuilder f(module, "f");
    Instruction* start = f.Op("copy-start", {f.Parameter("f32[2]")});
    for (int i = 0; i < dones; ++i) f.Op("copy-done", {start});
    if (element) f.Element(start, 0);
    std::string text;
    for (const AsyncFault& fault : CheckAsyncUsers(*f.Get())) {
      text += fault.start->name + ": " + fault.error.code + ": " + fault.error.message;
    }
    return text;
  };
  EXPECT_EQ(faults(1, false), "");
  EXPECT_EQ(faults(0, false),
            "copy-start1: copy-start.C2: `copy-start` must be used by exactly one `copy-done`, "
            "got 0 users");
  EXPECT_EQ(faults(1, true),
            "copy-start1: copy-start.C2: `copy-start` must be used by exactly one `copy-done`, "
            "got 2 users");
  EXPECT_NE(faults(2, false), "");
}

}  // namespace
}  // namespace hlo

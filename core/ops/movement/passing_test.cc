// SPDX-License-Identifier: Apache-2.0
// Ops that pass values on: opt-barrier, domain, after-all, add-dependency, copy-start, copy-done,
// async-start, async-update, async-done, shuffle, get- and set-dimension-size, replica-id,
// partition-id. Expected values are those of the ops reference, or worked out by hand.
#include <gtest/gtest.h>

#include "core/ops/control/async.h"
#include "core/ops/testing_computation.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

Literal Pair() { return Literal::Tuple({Array("f32[2]", {1, -2}), Literal::Token()}); }

// ---- opt-barrier, domain ----

TEST(OptBarrier, PassesAnyValueOn) {
  for (const std::string_view op : {"opt-barrier", "domain"}) {
    EXPECT_TRUE(SameBits(OpCall(op).Operand(Pair()).Value(), Pair()));
    const Literal got = OpCall(op).Operand(Array("f32[2,2]", {1, 2, 3, 4})).Value();
    EXPECT_TRUE(SameBits(got, Array("f32[2,2]", {1, 2, 3, 4})));
  }
}

TEST(OptBarrier, RejectsAnotherShapeOrCount) {
  EXPECT_EQ(OpCall("opt-barrier").OperandShape("f32[2]").OperandShape("f32[2]").Rejection(),
            "opt-barrier.C1: `opt-barrier`: needs 1 operand, got 2");
  EXPECT_EQ(OpCall("domain").OperandShape("f32[2]").Declare("f32[3]").Rejection(),
            "domain.C1: `domain`: result is f32[3], operand is f32[2]");
}

// ---- after-all, add-dependency ----

TEST(AfterAll, JoinsAnyNumberOfTokens) {
  EXPECT_TRUE(OpCall("after-all").Value().shape().IsToken());
  EXPECT_TRUE(OpCall("after-all")
                  .Operand(Literal::Token())
                  .Operand(Literal::Token())
                  .Value()
                  .shape()
                  .IsToken());
  EXPECT_EQ(OpCall("after-all").OperandShape("f32[]").Rejection(),
            "after-all.C1: `after-all`: operand 0 is f32[], expected token[]");
}

TEST(AddDependency, GivesTheValue) {
  EXPECT_TRUE(SameBits(
      OpCall("add-dependency").Operand(Pair(), true).Operand(Literal::Token()).Value(), Pair()));
  EXPECT_EQ(OpCall("add-dependency").OperandShape("f32[2]").OperandShape("f32[]").Rejection(),
            "add-dependency.C1: `add-dependency`: operand 1 is f32[], expected token[]");
}

// ---- copy-start, copy-done ----

// A call whose operand is said to be made by `maker`.
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

TEST(CopyStart, GivesCopySourceAndContext) {
  const Literal x = Array("f32[2]", {1, -2});
  const Literal bundle =
      OpCall("copy-start").Operand(x).Declare("(f32[2], f32[2], u32[])").Value();
  EXPECT_TRUE(SameBits(bundle, Literal::Tuple({x, x, Array("u32[]", {0})})));
  EXPECT_TRUE(SameBits(MadeBy("copy-done", "copy-start").call.Operand(bundle).Value(), x));
}

TEST(CopyStart, RejectsWhatIsNoArray) {
  EXPECT_EQ(OpCall("copy-start").OperandShape("(f32[2])").Rejection(),
            "copy-start.C1: `copy-start`: operand is (f32[2]), expected an array");
}

TEST(CopyDone, RejectsWhatIsNoCopyStart) {
  EXPECT_EQ(MadeBy("copy-done", "add").call.OperandShape("f32[2]").Rejection(),
            "copy-done.C1: `copy-done`: operand is add, expected copy-start");
}

// ---- async-start, async-update, async-done ----

OpCall AsyncNegate(Module& module, std::string_view parameter) {
  ComputationBuilder f(module, "f");
  f.Op("negate", {f.Parameter(parameter)});
  OpCall call("async-start");
  call.Set(Attr::calls, f.Get());
  return call;
}

TEST(AsyncStart, RunsTheComputationAtOnce) {
  Module module;
  const Literal x = Array("f32[2]", {1, -2});
  const Literal negated = Array("f32[2]", {-1, 2});
  const Literal bundle = AsyncNegate(module, "f32[2]")
                             .Operand(x)
                             .Declare("((f32[2]), f32[2], u32[], s32[2])")
                             .Value();
  EXPECT_TRUE(SameBits(bundle, Literal::Tuple({Literal::Tuple({x}), negated, Array("u32[]", {0}),
                                               Array("s32[2]", {0, 0})})));
  EXPECT_TRUE(
      SameBits(MadeBy("async-update", "async-start").call.Operand(bundle).Value(), bundle));
  EXPECT_TRUE(
      SameBits(MadeBy("async-done", "async-update").call.Operand(bundle).Value(), negated));
}

TEST(AsyncStart, RejectsBrokenRules) {
  const auto rejection = [](std::string_view operand, std::string_view result) {
    Module module;
    return AsyncNegate(module, "f32[3]").OperandShape(operand).Declare(result).Rejection();
  };
  EXPECT_EQ(rejection("s32[3]", "((s32[3]), f32[3], u32[])"),
            "async-start.C1: `async-start`: argument 0 is s32[3], parameter 0 is f32[3]");
  EXPECT_EQ(rejection("f32[3]", "((f32[3]), f32[2], u32[])"),
            "async-start.C2: `async-start`: element 1 is f32[2], computation returns f32[3]");
  EXPECT_EQ(rejection("f32[3]", "((f32[2]), f32[3], u32[])"),
            "async-start.C2: `async-start`: element 0 is (f32[2]), the arguments are (f32[3])");
  EXPECT_EQ(rejection("f32[3]", "f32[3]"),
            "async-start.C2: `async-start`: result is f32[3], not a tuple of 2 or more");
}

TEST(AsyncDone, RejectsWhatWasNotStarted) {
  EXPECT_EQ(MadeBy("async-done", "add").call.OperandShape("f32[2]").Rejection(),
            "async-done.C1: `async-done`: operand is add, expected async-start or async-update");
  EXPECT_EQ(MadeBy("async-update", "add").call.OperandShape("f32[2]").Rejection(),
            "async-update.C1: `async-update`: operand is add, expected async-start or "
            "async-update");
}

TEST(CheckAsyncUsers, WantsOneUserThatGoesOn) {
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
            "copy-start1: copy-start.C2: `copy-start`: must be consumed by exactly one copy-done, "
            "has 0 users");
  EXPECT_EQ(faults(1, true),
            "copy-start1: copy-start.C2: `copy-start`: must be consumed by exactly one copy-done, "
            "has 2 users");
  EXPECT_NE(faults(2, false), "");
}

// ---- shuffle ----

Literal Rotated(const Literal& x, Ints dimensions, Ints shifts) {
  return OpCall("shuffle")
      .Operand(x)
      .Set(Attr::dimensions, dimensions)
      .Set(Attr::mode, std::string("rotate"))
      .Set(Attr::shifts, shifts)
      .Value();
}

TEST(Shuffle, RotatesToTheLeftByAPositiveShift) {
  const Literal x = Array("s32[4]", {1, 2, 3, 4});
  EXPECT_TRUE(SameBits(Rotated(x, {0}, {1}), Array("s32[4]", {2, 3, 4, 1})));
  EXPECT_TRUE(SameBits(Rotated(x, {0}, {-1}), Array("s32[4]", {4, 1, 2, 3})));
  EXPECT_TRUE(SameBits(Rotated(x, {0}, {-9}), Array("s32[4]", {4, 1, 2, 3})));
  EXPECT_TRUE(SameBits(Rotated(x, {0}, {8}), x));
  EXPECT_TRUE(SameBits(Rotated(x, {0}, {INT64_MIN}), x));
  EXPECT_TRUE(SameBits(Rotated(x, {}, {}), x));
}

TEST(Shuffle, RotatesSeveralDimensions) {
  // Rows up by one, then columns left by one.
  EXPECT_TRUE(SameBits(Rotated(Array("u8[2,3]", {1, 2, 3, 4, 5, 6}), {0, 1}, {1, 1}),
                       Array("u8[2,3]", {5, 6, 4, 2, 3, 1})));
  EXPECT_EQ(Rotated(Array("u8[0,3]", {}), {0}, {5}).element_count(), 0);
}

TEST(Shuffle, RejectsBrokenRules) {
  const auto rejection = [](Ints dimensions, Ints shifts, std::string_view mode) {
    return OpCall("shuffle")
        .OperandShape("f32[2,2]")
        .Set(Attr::dimensions, dimensions)
        .Set(Attr::mode, std::string(mode))
        .Set(Attr::shifts, shifts)
        .Rejection();
  };
  EXPECT_EQ(rejection({0, 1}, {1}, "rotate"), "shuffle.C1: `shuffle`: 2 dimensions, 1 shift");
  EXPECT_EQ(rejection({0, 0}, {1, 1}, "rotate"), "shuffle.C2: `shuffle`: dimension 0 listed twice");
  EXPECT_EQ(rejection({2}, {1}, "rotate"),
            "shuffle.C2: `shuffle`: dimension 2 out of range for rank 2");
  EXPECT_EQ(rejection({0}, {1}, "permute"),
            "R07: `shuffle`: mode permute is not implemented; only rotate is");
}

// ---- sizes ----

TEST(GetDimensionSize, GivesBoundOrLiveSize) {
  const auto size = [](const Literal& x, int64_t d) {
    return OpCall("get-dimension-size").Operand(x).Set(Attr::dimensions, Ints{d}).Value();
  };
  Literal x = Array("f32[<=3,2]", {1, 2, 3, 4, 5, 6});
  EXPECT_TRUE(SameBits(size(x, 1), Array("s32[]", {2})));
  EXPECT_TRUE(SameBits(size(x, 0), Array("s32[]", {3})));
  x.set_live_sizes({1, 2});
  EXPECT_TRUE(SameBits(size(x, 0), Array("s32[]", {1})));
}

TEST(GetDimensionSize, RejectsBrokenRules) {
  const auto rejection = [](std::string_view shape, Ints dimensions) {
    return OpCall("get-dimension-size")
        .OperandShape(shape)
        .Set(Attr::dimensions, dimensions)
        .Rejection();
  };
  EXPECT_EQ(rejection("f32[3]", {1}),
            "get-dimension-size.C1: `get-dimension-size`: dimension 1 out of range for rank 1");
  EXPECT_EQ(rejection("f32[3,3]", {0, 1}),
            "get-dimension-size.C1: `get-dimension-size`: dimensions must have 1 entry, got 2");
  EXPECT_EQ(rejection("(f32[3])", {0}),
            "get-dimension-size.C1: `get-dimension-size`: operand must be an array, got (f32[3])");
}

OpCall SetSize(const Literal& x, int64_t d, double size) {
  OpCall call("set-dimension-size");
  call.Operand(x).Operand(Array("s32[]", {size})).Set(Attr::dimensions, Ints{d});
  return call;
}

TEST(SetDimensionSize, MakesTheRestDead) {
  const Literal x = Array("s32[2,3]", {1, 2, 3, 4, 5, 6});
  const Literal got = SetSize(x, 1, 2).Value();
  EXPECT_EQ(ShapeText(got.shape(), false), "s32[2,<=3]");
  EXPECT_EQ(got.live_sizes(), (Dims{2, 2}));
  EXPECT_EQ(CodesOf(got), CodesOf(x));
  const Literal again = SetSize(got, 1, 3).Value();
  EXPECT_EQ(again.live_sizes(), (Dims{2, 3}));
  EXPECT_EQ(SetSize(got, 0, 0).Value().live_sizes(), (Dims{0, 2}));
}

TEST(SetDimensionSize, RejectsASizeOutsideTheBoundWhenItRuns) {
  const Literal x = Array("s32[2,3]", {1, 2, 3, 4, 5, 6});
  for (const auto& [size, message] :
       {std::pair(4, "`set-dimension-size`: size 4 exceeds bound 3"),
        std::pair(-1, "`set-dimension-size`: size -1 is negative")}) {
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
  EXPECT_EQ(rejection("s32[]", 1),
            "set-dimension-size.C1: `set-dimension-size`: dimension 1 out of range for rank 1");
  EXPECT_EQ(rejection("s64[]", 0),
            "set-dimension-size.C2: `set-dimension-size`: size has type s64[], expected s32[]");
}

// ---- replica-id, partition-id ----

TEST(DeviceId, IsZeroOnOneDevice) {
  EXPECT_TRUE(SameBits(OpCall("replica-id").Value(), Array("u32[]", {0})));
  EXPECT_TRUE(SameBits(OpCall("partition-id").Value(), Array("u32[]", {0})));
}

TEST(DeviceId, RejectsOperandsAndOtherResults) {
  EXPECT_EQ(OpCall("replica-id").OperandShape("u32[]").Rejection(),
            "replica-id.C1: `replica-id`: takes no operands, got 1");
  EXPECT_EQ(OpCall("partition-id").Declare("s32[]").Rejection(),
            "partition-id.C1: `partition-id`: result is s32[], expected u32[]");
}

}  // namespace
}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// tuple, get-tuple-element, call, fusion, while, conditional: ops reference 14.1 to 14.6.
#include <gtest/gtest.h>

#include "core/ops/testing_computation.h"

namespace hlo {
namespace {

using namespace op_testing;

Literal S32(double value) { return Array("s32[]", {value}); }

// x -> op(x, x) or op(x) on a shape.
Computation* UnaryComputation(Module& module, std::string_view opcode, std::string_view shape,
                              bool twice = false) {
  ComputationBuilder f(module, "g" + std::to_string(module.computations.size()));
  Instruction* x = f.Parameter(shape);
  f.Op(opcode, twice ? std::vector<Instruction*>{x, x} : std::vector<Instruction*>{x});
  return f.Get();
}

// ---- tuple, get-tuple-element ----

TEST(Tuple, GroupsValues) {
  const Literal a = Array("f32[2]", {1, 2});
  const Literal got = OpCall("tuple").Operand(a).Operand(S32(3)).Value();
  EXPECT_EQ(ShapeText(got.shape(), false), "(f32[2], s32[])");
  EXPECT_TRUE(SameBits(got, Literal::Tuple({a, S32(3)})));
  EXPECT_EQ(got.elements()[0].bytes(), a.bytes());
}

TEST(Tuple, MayBeEmptyOrHoldTuplesAndTokens) {
  EXPECT_TRUE(OpCall("tuple").Value().elements().empty());
  const Literal got =
      OpCall("tuple").Operand(Literal::Token()).Operand(Literal::Tuple({S32(1)})).Value();
  EXPECT_EQ(ShapeText(got.shape(), false), "(token[], (s32[]))");
}

TEST(Tuple, RejectsADeclaredShapeThatDiffers) {
  EXPECT_EQ(OpCall("tuple")
                .OperandShape("f32[10]")
                .OperandShape("f32[]")
                .Declare("(f32[10], s32[])")
                .Rejection(),
            "tuple.C1: `tuple`: element 1 is s32[], operand 1 is f32[]");
  EXPECT_EQ(OpCall("tuple").OperandShape("f32[]").Declare("(f32[], f32[])").Rejection(),
            "tuple.C1: `tuple`: 1 operand cannot have shape (f32[], f32[])");
}

TEST(GetTupleElement, TakesOneElement) {
  const Literal tuple = Literal::Tuple({Array("f32[2]", {1, 2}), Literal::Tuple({S32(7)})});
  for (const bool last_use : {false, true}) {
    EXPECT_TRUE(SameBits(
        OpCall("get-tuple-element").Operand(tuple, last_use).Set(Attr::index, int64_t{1}).Value(),
        Literal::Tuple({S32(7)})));
  }
}

TEST(GetTupleElement, RejectsWhatIsNoTupleAndABadIndex) {
  EXPECT_EQ(
      OpCall("get-tuple-element").OperandShape("f32[2]").Set(Attr::index, int64_t{0}).Rejection(),
      "get-tuple-element.C1: `get-tuple-element`: operand has shape f32[2], not a tuple");
  EXPECT_EQ(OpCall("get-tuple-element")
                .OperandShape("(f32[2], s32[])")
                .Set(Attr::index, int64_t{2})
                .Rejection(),
            "get-tuple-element.C2: `get-tuple-element`: index 2 out of range for a tuple of 2");
}

// ---- call, fusion ----

TEST(Call, RunsItsComputation) {
  Module module;
  Computation* f = BinaryComputation(module, "subtract", "s32[]");
  EXPECT_TRUE(SameBits(
      OpCall("call").Operand(S32(9)).Operand(S32(4)).Set(Attr::to_apply, f).Value(), S32(5)));
}

TEST(Call, GivesTheResultTheLayoutLabelOfTheInstruction) {
  Module module;
  ComputationBuilder identity(module, "identity");
  identity.Parameter("f32[2,2]{0,1}");
  const Literal x = Array("f32[2,2]{1,0}", {1, 2, 3, 4});
  const Literal got = OpCall("call").Operand(x).Set(Attr::to_apply, identity.Get()).Value();
  EXPECT_EQ(ShapeText(got.shape()), "f32[2,2]{0,1}");
  EXPECT_TRUE(SameBits(got, x));
}

TEST(Call, RejectsArgumentsThatDoNotFit) {
  Module module;
  Computation* f = BinaryComputation(module, "add", "f32[]");
  const auto call = [&] {
    OpCall op("call");
    op.Set(Attr::to_apply, f);
    return op;
  };
  EXPECT_EQ(call().OperandShape("f32[]").OperandShape("s32[]").Rejection(),
            "call.C1: `call`: argument 1 is s32[], parameter 1 is f32[]");
  EXPECT_EQ(call().OperandShape("f32[]").Rejection(),
            "call.C1: `call`: to_apply takes 2 parameters, expected 1");
  EXPECT_EQ(call().OperandShape("f32[]").OperandShape("f32[]").Declare("f32[3]").Rejection(),
            "call.C2: `call`: result is f32[3], computation returns f32[]");
}

TEST(Call, RejectsAComputationThatCallsItself) {
  Module module;
  ComputationBuilder f(module, "f");
  f.Parameter("f32[]");
  OpCall op("call");
  op.instruction().parent = f.Get();
  EXPECT_EQ(op.OperandShape("f32[]").Set(Attr::to_apply, f.Get()).Rejection(),
            "call.C3: `call`: computation `f` calls itself");
}

TEST(Call, RejectsAComputationThatIsStillBeingRead) {
  Module module;
  Computation* outer = module.AddComputation("outer");
  EXPECT_EQ(OpCall("call").Set(Attr::to_apply, outer).Rejection(),
            "call.C3: `call`: computation `outer` calls itself");
}

TEST(Call, CannotRunAComputationThatIsNotGiven) {
  Module module;
  Computation* f = UnaryComputation(module, "negate", "f32[]");
  f->invented = true;
  const Result<Literal> result =
      OpCall("call").Operand(Array("f32[]", {1})).Set(Attr::to_apply, f).Evaluate();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "R07");
}

TEST(Fusion, RunsItsComputationWhateverItsKind) {
  Module module;
  Computation* f = UnaryComputation(module, "add", "f32[2]", true);
  for (const char* kind : {"kLoop", "kInput", "kOutput", "kCustom"}) {
    EXPECT_TRUE(SameBits(OpCall("fusion")
                             .Operand(Array("f32[2]", {1, 2}))
                             .Set(Attr::calls, f)
                             .SetWord(Attr::kind, kind)
                             .Value(),
                         Array("f32[2]", {2, 4})));
  }
}

TEST(Fusion, RejectsWhatCallRejectsAndUnknownKinds) {
  Module module;
  Computation* f = UnaryComputation(module, "negate", "f32[]");
  EXPECT_EQ(OpCall("fusion")
                .OperandShape("s32[]")
                .Set(Attr::calls, f)
                .SetWord(Attr::kind, "kLoop")
                .Rejection(),
            "fusion.C1: `fusion`: argument 0 is s32[], parameter 0 is f32[]");
  EXPECT_EQ(OpCall("fusion").OperandShape("f32[]").Set(Attr::calls, f).Rejection(),
            "fusion.C2: `fusion`: unknown fusion kind -1");
}

// ---- while ----

// The seed's loop: i < limit; (i + 1, v + constant).
struct SeedLoop {
  explicit SeedLoop(double limit) {
    ComputationBuilder c(module, "condition");
    Instruction* state = c.Parameter("(s32[], f32[2])");
    c.Compare("LT", c.Element(state, 0), c.Constant(S32(limit)));
    condition = c.Get();
    ComputationBuilder b(module, "body");
    state = b.Parameter("(s32[], f32[2])");
    Instruction* next = b.Op("add", {b.Element(state, 0), b.Constant(S32(1))});
    Instruction* sum = b.Op("add", {b.Element(state, 1), b.Constant(Array("f32[2]", {0.5, 2}))});
    b.Op("tuple", {next, sum});
    body = b.Get();
  }
  OpCall While(const Literal& init) {
    OpCall op("while");
    op.Operand(init).Set(Attr::condition, condition).Set(Attr::body, body);
    return op;
  }
  Module module;
  Computation* condition = nullptr;
  Computation* body = nullptr;
};

TEST(While, RepeatsTheBodyAsLongAsTheConditionHolds) {
  SeedLoop loop(1000);
  OpCall op = loop.While(Literal::Tuple({S32(0), Array("f32[2]", {0, 0})}));
  EXPECT_TRUE(SameBits(op.Value(), Literal::Tuple({S32(1000), Array("f32[2]", {500, 2000})})));
  EXPECT_EQ(op.runtime.iterations, 1000);
  EXPECT_EQ(op.runtime.calls, 2001);
}

TEST(While, MayRunNoRound) {
  SeedLoop loop(0);
  const Literal init = Literal::Tuple({S32(0), Array("f32[2]", {3, 4})});
  OpCall op = loop.While(init);
  EXPECT_TRUE(SameBits(op.Value(), init));
  EXPECT_EQ(op.runtime.iterations, 0);
}

// Says stop when a given round is about to start.
class StoppingRuntime : public FakeRuntime {
 public:
  Status LoopIteration(const Instruction& loop, int64_t iteration) override {
    if (iteration == 3) return Fail("R04", "stopped in {}", {loop.name});
    return {};
  }
};

TEST(While, StopsWhenTheRuntimeSaysSo) {
  SeedLoop loop(1000);
  OpCall op = loop.While(Literal::Tuple({S32(0), Array("f32[2]", {0, 0})}));
  const Result<Shape> shape = op.Infer();
  ASSERT_TRUE(shape.ok());
  op.instruction().shape = &shape.value();
  Literal init = Literal::Tuple({S32(0), Array("f32[2]", {0, 0})});
  Literal* operands[] = {&init};
  const bool last_use[] = {true};
  StoppingRuntime runtime;
  EvalContext context(op.instruction(), operands, last_use, runtime);
  const Result<Literal> result = op.instruction().op->evaluate(context);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "R04");
  EXPECT_EQ(runtime.calls, 7);  // three rounds and one more condition
}

TEST(While, RejectsComputationsThatDoNotFit) {
  Module module;
  Computation* to_pred = [&] {
    ComputationBuilder f(module, "c");
    Instruction* x = f.Parameter("s32[]");
    f.Compare("LT", x, x);
    return f.Get();
  }();
  Computation* negate = UnaryComputation(module, "negate", "s32[]");
  Computation* of_f32 = UnaryComputation(module, "negate", "f32[]");
  Computation* binary = BinaryComputation(module, "add", "s32[]");
  ComputationBuilder widen(module, "widen");
  Instruction* x = widen.Parameter("s32[]");
  widen.Op("tuple", {x, x});
  const auto loop = [&](Computation* condition, Computation* body) {
    OpCall op("while");
    op.OperandShape("s32[]").Set(Attr::condition, condition).Set(Attr::body, body);
    return op;
  };
  EXPECT_EQ(loop(negate, negate).Rejection(),
            "while.C1: `while`: condition returns s32[], expected pred[]");
  EXPECT_EQ(loop(of_f32, negate).Rejection(),
            "while.C1: `while`: condition takes f32[], loop state is s32[]");
  EXPECT_EQ(loop(binary, negate).Rejection(),
            "while.C1: `while`: condition takes 2 parameters, expected 1");
  EXPECT_EQ(loop(to_pred, of_f32).Rejection(),
            "while.C2: `while`: body takes f32[], loop state is s32[]");
  EXPECT_EQ(loop(to_pred, widen.Get()).Rejection(),
            "while.C2: `while`: body returns (s32[], s32[]), loop state is s32[]");
  EXPECT_EQ(loop(to_pred, negate).Declare("s32[1]").Rejection(),
            "while.C3: `while`: result shape s32[1] differs from the loop state s32[]");
  EXPECT_EQ(loop(to_pred, negate).Rejection(), "");
}

// ---- conditional ----

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

TEST(Conditional, RunsTheBranchOfTheIndexAndTheLastOneForAllOthers) {
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

TEST(Conditional, ChoosesByPred) {
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

TEST(Conditional, RejectsWhatDoesNotFit) {
  Module module;
  const std::vector<Computation*> branches = SeedBranches(module);
  const auto indexed = [&](std::string_view selector, std::vector<std::string_view> operands,
                           std::vector<Computation*> computations) {
    OpCall op("conditional");
    op.OperandShape(selector);
    for (const std::string_view operand : operands) op.OperandShape(operand);
    op.Set(Attr::branch_computations, std::move(computations));
    return op.Rejection();
  };
  EXPECT_EQ(indexed("f32[]", {"s32[]"}, {branches[0]}),
            "conditional.C1: `conditional`: selector is f32[], expected pred[] or s32[]");
  EXPECT_EQ(indexed("s32[1]", {"s32[]"}, {branches[0]}),
            "conditional.C1: `conditional`: selector is s32[1], expected pred[] or s32[]");
  EXPECT_EQ(indexed("pred[]", {"s32[]", "s32[]", "s32[]"}, branches),
            "conditional.C2: `conditional`: 3 branches with a pred selector, expected 2");
  EXPECT_EQ(indexed("pred[]", {"s32[]", "s32[]"}, {branches[0], branches[1]}),
            "conditional.C2: `conditional`: a pred selector needs true_computation and "
            "false_computation");
  EXPECT_EQ(indexed("s32[]", {"s32[]"}, {}),
            "conditional.C2: `conditional`: an s32 selector needs at least 1 branch");
  EXPECT_EQ(indexed("s32[]", {"s32[]"}, {branches[0], branches[1]}),
            "conditional.C2: `conditional`: 2 branches and 1 operand for them");
  EXPECT_EQ(indexed("s32[]", {"s32[]", "f32[]"}, {branches[0], branches[1]}),
            "conditional.C3: `conditional`: branch 1 expects s32[], operand is f32[]");
  EXPECT_EQ(indexed("s32[]", {"s32[]"}, {BinaryComputation(module, "add", "s32[]")}),
            "conditional.C3: `conditional`: branch 0 takes 2 parameters, expected 1");
  EXPECT_EQ(indexed("s32[]", {"s32[]", "f32[]"},
                    {branches[0], UnaryComputation(module, "negate", "f32[]")}),
            "conditional.C4: `conditional`: branch 0 returns s32[], branch 1 f32[]");
}

}  // namespace
}  // namespace hlo

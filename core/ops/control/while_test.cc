// SPDX-License-Identifier: Apache-2.0
// Ops reference 14.5.
#include <gtest/gtest.h>

#include "core/base/result.h"
#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

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

TEST(While, RepeatsTheBodyWhileTheConditionIsTrue) {
  SeedLoop loop(1000);
  OpCall op = loop.While(Literal::Tuple({S32(0), Array("f32[2]", {0, 0})}));
  EXPECT_TRUE(SameBits(op.Value(), Literal::Tuple({S32(1000), Array("f32[2]", {500, 2000})})));
  EXPECT_EQ(op.runtime.iterations, 1000);
  EXPECT_EQ(op.runtime.calls, 2001);
}

TEST(While, MayRunNoIteration) {
  SeedLoop loop(0);
  const Literal init = Literal::Tuple({S32(0), Array("f32[2]", {3, 4})});
  OpCall op = loop.While(init);
  EXPECT_TRUE(SameBits(op.Value(), init));
  EXPECT_EQ(op.runtime.iterations, 0);
}

// Returns an error before a given iteration.
class StoppingRuntime : public FakeRuntime {
 public:
  Status LoopIteration(const Instruction& loop, int64_t iteration) override {
    if (iteration == 3) return Fail("R04", "stopped in {}", {loop.name});
    return {};
  }
};

TEST(While, StopsAtAnErrorOfTheRuntime) {
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
  EXPECT_EQ(runtime.calls, 7);  // three iterations and one more condition
}

TEST(While, RejectsComputationsThatDoNotMatch) {
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
            "while.C1: `while`: `condition` must return pred[], got s32[]");
  EXPECT_EQ(loop(of_f32, negate).Rejection(),
            "while.C1: `while`: `condition` must take the loop state s32[], got f32[]");
  EXPECT_EQ(loop(binary, negate).Rejection(),
            "while.C1: `while`: `condition` must take 1 parameter, got 2");
  EXPECT_EQ(loop(to_pred, of_f32).Rejection(),
            "while.C2: `while`: `body` must take the loop state s32[], got f32[]");
  EXPECT_EQ(loop(to_pred, widen.Get()).Rejection(),
            "while.C2: `while`: `body` must return the loop state s32[], got (s32[], s32[])");
  EXPECT_EQ(loop(to_pred, negate).Declare("s32[1]").Rejection(),
            "while.C3: `while`: the result must match the loop state s32[], got s32[1]");
  EXPECT_EQ(loop(to_pred, negate).Rejection(), "");
}

}  // namespace
}  // namespace hlo

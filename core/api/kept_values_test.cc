// SPDX-License-Identifier: Apache-2.0
// Values of runs that were cancelled, and values of single iterations of loops.
#include <gtest/gtest.h>

#include "core/engine/plan/plan.h"
#include "core/ir/module.h"
#include "hlo/hlo.h"

namespace hlo::api {
namespace {

// x doubles and y grows by x: x = 2^i, y = 2^i - 1 before iteration i. The vector has i in all
// elements.
constexpr char kLoop[] = R"(HloModule loop
more {
  tested = (s32[], s32[], s32[], s32[3]) parameter(0)
  ti = s32[] get-tuple-element(tested), index=0
  n = s32[] constant(20)
  ROOT less = pred[] compare(ti, n), direction=LT
}
step {
  state = (s32[], s32[], s32[], s32[3]) parameter(0)
  i = s32[] get-tuple-element(state), index=0
  x = s32[] get-tuple-element(state), index=1
  y = s32[] get-tuple-element(state), index=2
  v = s32[3] get-tuple-element(state), index=3
  one = s32[] constant(1)
  j = s32[] add(i, one)
  twice = s32[] add(x, x)
  sum = s32[] add(x, y)
  u = s32[3] broadcast(j), dimensions={}
  ROOT next = (s32[], s32[], s32[], s32[3]) tuple(j, twice, sum, u)
}
ENTRY e {
  zero = s32[] constant(0)
  start = s32[] constant(1)
  before = s32[] negate(start)
  vz = s32[3] broadcast(zero), dimensions={}
  init = (s32[], s32[], s32[], s32[3]) tuple(zero, start, zero, vz)
  w = (s32[], s32[], s32[], s32[3]) while(init), condition=more, body=step
  after = s32[] get-tuple-element(w), index=2
  ROOT r = s32[] negate(after)
})";

// The loop of `outer` runs `inner` i + 1 times in iteration i.
constexpr char kNested[] = R"(HloModule nested
inner_more {
  it = (s32[], s32[]) parameter(0)
  ij = s32[] get-tuple-element(it), index=0
  im = s32[] get-tuple-element(it), index=1
  ROOT il = pred[] compare(ij, im), direction=LE
}
inner_step {
  is = (s32[], s32[]) parameter(0)
  j = s32[] get-tuple-element(is), index=0
  m = s32[] get-tuple-element(is), index=1
  one = s32[] constant(1)
  jj = s32[] add(j, one)
  ten = s32[] constant(10)
  tens = s32[] multiply(m, ten)
  both = s32[] add(tens, j)
  ROOT in = (s32[], s32[]) tuple(jj, m)
}
outer_more {
  ot = (s32[], f32[2]) parameter(0)
  oi = s32[] get-tuple-element(ot), index=0
  on = s32[] constant(5)
  ROOT ol = pred[] compare(oi, on), direction=LT
}
outer_step {
  os = (s32[], f32[2]) parameter(0)
  i = s32[] get-tuple-element(os), index=0
  f = f32[2] get-tuple-element(os), index=1
  zero = s32[] constant(0)
  first = (s32[], s32[]) tuple(zero, i)
  inner = (s32[], s32[]) while(first), condition=inner_more, body=inner_step
  k = s32[] get-tuple-element(inner), index=0
  oone = s32[] constant(1)
  ii = s32[] add(i, oone)
  ROOT out = (s32[], f32[2]) tuple(ii, f)
}
ENTRY e {
  ez = s32[] constant(0)
  ef = f32[2] constant({1, 2})
  ei = (s32[], f32[2]) tuple(ez, ef)
  ROOT outer = (s32[], f32[2]) while(ei), condition=outer_more, body=outer_step
})";

class Tested {
 public:
  explicit Tested(const std::string& text) : program_(Program::FromText(text)) {
    for (const Diagnostic& diagnostic : program_.diagnostics()) {
      ADD_FAILURE() << diagnostic.message;
    }
  }

  Program& program() { return program_; }
  int64_t Id(std::string_view name) const {
    for (const auto& computation : program_.module()->computations) {
      const Instruction* found = computation->Find(name);
      if (found != nullptr) return found->Number();
    }
    ADD_FAILURE() << "no instruction " << name;
    return -1;
  }
  // The elements of an array as numbers; empty if it has no value.
  std::vector<double> Of(std::string_view name) const {
    const KeptValue kept = program_.ValueOf(Id(name));
    return kept.kept ? kept.value.ElementNumbers({}, 0, 100) : std::vector<double>();
  }

  RunOutcome Run(RunOptions options = {}) {
    options.keep_values = true;
    if (!options.shown) options.shown = std::vector<int64_t>();
    return program_.Run({}, options);
  }
  // Cancels the run after some slices of a few steps each.
  RunOutcome RunAndCancel(int64_t slices, RunOptions options = {}) {
    options.suspend = [this] { return ++calls_ % 4 == 0; };
    RunOutcome outcome = Run(options);
    for (int64_t i = 1; i < slices && outcome.suspended; ++i) outcome = program_.Resume();
    EXPECT_TRUE(outcome.suspended);
    return program_.Cancel();
  }

 private:
  Program program_;
  int64_t calls_ = 0;
};

using Numbers = std::vector<double>;

std::string Endless(std::string text, const std::string& bound) {
  return text.replace(text.find(bound), bound.size(), "constant(2000000000)");
}

TEST(ShownValues, DoNotNeedACallOfAnUnknownFunctionThatNothingUses) {
  Tested unused(R"(
ENTRY e {
  x = f32[2] constant({1, 2})
  c = s32[2] custom-call(x), custom_call_target="unknown"
  n = s32[2] negate(c)
  ROOT y = f32[2] negate(x)
})");
  EXPECT_TRUE(unused.Run().ok);
  EXPECT_EQ(unused.Of("y"), (Numbers{-1, -2}));
  EXPECT_EQ(unused.Of("c"), Numbers{});
  EXPECT_EQ(unused.Of("n"), Numbers{});
}

TEST(ShownValues, BeforeAFailureAreComputedInsideOfFusions) {
  Tested failing(R"(
fused {
  p = f32[4] parameter(0)
  q = f32[4] parameter(1)
  a = f32[4] add(p, p)
  ROOT b = f32[4] multiply(a, q)
}
ENTRY e {
  x = f32[4] constant({1, 2, 3, 4})
  n = f32[4] negate(x)
  f = f32[4] fusion(x, n), kind=kLoop, calls=fused
  c = f32[4] custom-call(x), custom_call_target="unknown"
  ROOT t = (f32[4], f32[4], f32[4]) tuple(f, n, c)
})");
  RunOptions options;
  options.shown = std::vector<int64_t>{failing.Id("x")};
  EXPECT_FALSE(failing.Run(options).ok);
  EXPECT_EQ(failing.Of("a"), (Numbers{2, 4, 6, 8}));
  EXPECT_EQ(failing.Of("b"), (Numbers{-2, -8, -18, -32}));
  EXPECT_EQ(failing.Of("f"), (Numbers{-2, -8, -18, -32}));
  EXPECT_EQ(failing.Of("c"), Numbers{});
}

TEST(Iterations, HaveValuesOfTheirOwn) {
  Tested loop(kLoop);
  ASSERT_TRUE(loop.Run().ok);
  for (const int64_t i : {3, 19, 0, 11}) {
    ASSERT_TRUE(loop.program().ShowIteration(loop.Id("w"), i));
    const double power = static_cast<double>(int64_t{1} << i), number = static_cast<double>(i);
    EXPECT_EQ(loop.Of("i"), Numbers{number});
    EXPECT_EQ(loop.Of("ti"), Numbers{number});
    EXPECT_EQ(loop.Of("x"), Numbers{power});
    EXPECT_EQ(loop.Of("y"), Numbers{power - 1});
    EXPECT_EQ(loop.Of("sum"), Numbers{2 * power - 1});
    EXPECT_EQ(loop.Of("u"), Numbers(3, number + 1));
    EXPECT_EQ(loop.program().ValueOf(loop.Id("sum")).executions, 1);
    EXPECT_EQ(loop.program().Iterations()[loop.Id("w")].shown, i);
    // Outside the loop nothing changes.
    EXPECT_EQ(loop.Of("after"), Numbers{(1 << 20) - 1});
  }
  ASSERT_TRUE(loop.program().ShowIteration(loop.Id("w"), std::nullopt));
  EXPECT_EQ(loop.Of("i"), Numbers{19});
  EXPECT_EQ(loop.program().ValueOf(loop.Id("sum")).executions, 20);
  EXPECT_EQ(loop.program().Iterations()[loop.Id("w")].shown, -1);
}

TEST(Iterations, BeyondTheLastOneHaveNoValuesInTheBody) {
  Tested loop(kLoop);
  ASSERT_TRUE(loop.Run().ok);
  ASSERT_TRUE(loop.program().ShowIteration(loop.Id("w"), 20));
  EXPECT_EQ(loop.Of("less"), Numbers{0});
  EXPECT_EQ(loop.Of("sum"), Numbers{});
}

TEST(Iterations, OfALoopInALoopAreThoseOfTheShownOne) {
  Tested nested(kNested);
  ASSERT_TRUE(nested.Run().ok);
  Program& program = nested.program();
  EXPECT_EQ(nested.Of("both"), Numbers{44});
  ASSERT_TRUE(program.ShowIteration(nested.Id("outer"), 2));
  EXPECT_EQ(nested.Of("both"), Numbers{22});
  EXPECT_EQ(nested.Of("k"), Numbers{3});
  EXPECT_EQ(program.Iterations()[nested.Id("inner")].last, 3);
  ASSERT_TRUE(program.ShowIteration(nested.Id("inner"), 1));
  EXPECT_EQ(nested.Of("both"), Numbers{21});
  EXPECT_EQ(nested.Of("k"), Numbers{3});
  // Another iteration of the outer loop has other iterations of the inner one.
  ASSERT_TRUE(program.ShowIteration(nested.Id("outer"), 3));
  EXPECT_EQ(nested.Of("both"), Numbers{33});
  ASSERT_TRUE(program.ShowIteration(nested.Id("outer"), std::nullopt));
  ASSERT_TRUE(program.ShowIteration(nested.Id("inner"), 2));
  EXPECT_EQ(nested.Of("both"), Numbers{42});
}

TEST(Iterations, AreNotShownOfARunThatCannotBeRepeated) {
  std::string random = kLoop;
  random.replace(random.find("negate(start)"), 13, "rng(zero, start), distribution=rng_uniform");
  Tested loop(random);
  ASSERT_TRUE(loop.Run().ok);
  EXPECT_FALSE(loop.program().ShowIteration(loop.Id("w"), 3));
  EXPECT_FALSE(Tested(kLoop).program().ShowIteration(0, 3));
}

TEST(CancelledRuns, KeepWhatCameBeforeTheLoopAndItsState) {
  Tested loop(Endless(kLoop, "constant(20)"));
  const RunOutcome outcome = loop.RunAndCancel(50);
  EXPECT_EQ(outcome.error.code, "R04");
  EXPECT_EQ(loop.Of("before"), Numbers{-1});
  EXPECT_EQ(loop.Of("after"), Numbers{});
  const LoopCount count = loop.program().Iterations()[loop.Id("w")];
  EXPECT_TRUE(count.cancelled);
  EXPECT_GT(count.shown, 5);
  EXPECT_EQ(count.shown + 1, count.last);
  EXPECT_EQ(loop.Of("i"), Numbers{static_cast<double>(count.shown)});
  EXPECT_EQ(loop.Of("u"), Numbers(3, static_cast<double>(count.shown + 1)));
  // Earlier iterations can be shown, too.
  ASSERT_TRUE(loop.program().ShowIteration(loop.Id("w"), 4));
  EXPECT_EQ(loop.Of("sum"), Numbers{31});
}

TEST(CancelledRuns, KeepTheStateOfACompiledLoop) {
  Tested loop(R"(HloModule compiled
more { t = s32[] parameter(0) n = s32[] constant(2000000000) ROOT less = pred[] compare(t, n), direction=LT }
step { i = s32[] parameter(0) one = s32[] constant(1) ROOT j = s32[] add(i, one) }
ENTRY e { z = s32[] constant(7) before = s32[] negate(z) ROOT w = s32[] while(z), condition=more, body=step })");
  EXPECT_EQ(loop.RunAndCancel(3).error.code, "R04");
  const LoopCount count = loop.program().Iterations()[loop.Id("w")];
  EXPECT_GT(count.shown, 1000);
  EXPECT_EQ(count.last, count.shown);
  EXPECT_EQ(loop.Of("i"), Numbers{static_cast<double>(count.shown + 7)});
  EXPECT_EQ(loop.Of("j"), Numbers{static_cast<double>(count.shown + 8)});
  EXPECT_EQ(loop.Of("before"), Numbers{-7});
}

TEST(Iterations, FarAwayAreReachedInSeveralSteps) {
  Tested loop(R"(HloModule far
more { t = s32[] parameter(0) n = s32[] constant(20000000) ROOT less = pred[] compare(t, n), direction=LT }
step { i = s32[] parameter(0) one = s32[] constant(1) ROOT j = s32[] add(i, one) }
ENTRY e { z = s32[] constant(0) ROOT w = s32[] while(z), condition=more, body=step })");
  ASSERT_TRUE(loop.Run().ok);
  ASSERT_TRUE(loop.program().ShowIteration(loop.Id("w"), 500));
  EXPECT_EQ(loop.Of("i"), Numbers{500});
  int64_t shown = 500;
  for (int calls = 0; shown < 1000000; ++calls) {
    ASSERT_LT(calls, 20);
    ASSERT_TRUE(loop.program().ShowIteration(loop.Id("w"), 1000000));
    const int64_t next = loop.program().Iterations()[loop.Id("w")].shown;
    ASSERT_GT(next, shown);
    shown = next;
    EXPECT_EQ(loop.Of("i"), Numbers{static_cast<double>(shown)});
  }
  EXPECT_EQ(shown, 1000000);
}

TEST(CancelledRuns, KeepTheValuesOfBothLoops) {
  std::string text = kNested;
  const std::string bound = "compare(ij, im), direction=LE";
  Tested nested(text.replace(text.find(bound), bound.size(), "compare(ij, ij), direction=EQ"));
  EXPECT_EQ(nested.RunAndCancel(100).error.code, "R04");
  std::map<int64_t, LoopCount> counts = nested.program().Iterations();
  EXPECT_TRUE(counts[nested.Id("outer")].cancelled);
  EXPECT_EQ(counts[nested.Id("outer")].shown, 0);
  EXPECT_EQ(nested.Of("i"), Numbers{0});
}

TEST(SuspendedRuns, HaveTheValuesThatTheyHaveShown) {
  Tested loop(kLoop);
  RunOptions options;
  options.shown = {loop.Id("before"), loop.Id("after")};
  options.suspend = [calls = int64_t{0}]() mutable { return ++calls >= 3; };
  RunOutcome outcome = loop.Run(options);
  ASSERT_TRUE(outcome.suspended);
  EXPECT_GT(outcome.steps, 0);
  EXPECT_EQ(loop.Of("before"), Numbers{-1});
  EXPECT_EQ(loop.Of("after"), Numbers{});
  EXPECT_FALSE(loop.program().ShowIteration(loop.Id("w"), 0));
  while (outcome.suspended) outcome = loop.program().Resume();
  EXPECT_TRUE(outcome.ok);
  EXPECT_EQ(loop.Of("after"), Numbers{(1 << 20) - 1});
  EXPECT_EQ(loop.Of("x"), Numbers{1 << 19});
}

TEST(SuspendedRuns, AreOverWhenThereIsNone) {
  Tested loop(kLoop);
  EXPECT_FALSE(loop.program().Resume().suspended);
  EXPECT_FALSE(loop.program().Cancel().ok);
}

TEST(LargeArrays, AreLeftOutWithAllThatNeedThem) {
  Tested large(R"(HloModule large
ENTRY e {
  p = f32[100000000] parameter(0)
  q = f32[2] parameter(1)
  n = f32[100000000] negate(p)
  s = f32[2] slice(n), slice={[0:2]}
  c = f32[2] cosine(q)
  ROOT t = (f32[2], f32[2]) tuple(c, s)
})");
  RunOptions options;
  options.keep_values = true;
  options.partial = true;
  options.limits.max_elements = 1 << 20;
  const std::vector<Value> arguments = {Value(),
                                        large.program().MakeArgument(1, "zeros", 0).value()};
  EXPECT_TRUE(large.program().Run({arguments}, options).ok);
  EXPECT_EQ(large.Of("c"), Numbers(2, 1));
  EXPECT_EQ(large.Of("q"), Numbers(2, 0));
  for (const char* name : {"p", "n", "s"}) EXPECT_EQ(large.Of(name), Numbers{}) << name;
  // The same where the root does not need them, and where values are recomputed.
  std::string text = large.program().source();
  text.replace(text.find("ROOT"), 5, "").replace(text.find("c = f32"), 0, "ROOT ");
  Tested unneeded(text);
  options.shown = std::vector<int64_t>();
  EXPECT_TRUE(unneeded.program().Run({arguments}, options).ok);
  EXPECT_EQ(unneeded.Of("c"), Numbers(2, 1));
  for (const char* name : {"p", "n", "s"}) EXPECT_EQ(unneeded.Of(name), Numbers{}) << name;

  options.partial = false;
  const RunOutcome outcome = large.program().Run({arguments}, options);
  EXPECT_EQ(outcome.error.code, "R02");
  EXPECT_EQ(outcome.error.message,
            "an array must have at most 1048576 elements in this run, 'p' has 100000000");
}

}  // namespace
}  // namespace hlo::api

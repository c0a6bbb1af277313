// SPDX-License-Identifier: Apache-2.0
// Values of a run that keeps only some of them, and recomputes the others.
#include "core/api/recorder.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/engine/random_program_testing.h"
#include "core/ir/module.h"

namespace hlo::api {
namespace {

constexpr char kTwoSums[] = R"(HloModule loop
double {
  a = f32[4] parameter(0)
  ROOT twice = f32[4] add(a, a)
}
more {
  tested = (s32[], f32[4], f32[4]) parameter(0)
  i = s32[] get-tuple-element(tested), index=0
  n = s32[] constant(5)
  ROOT less = pred[] compare(i, n), direction=LT
}
step {
  state = (s32[], f32[4], f32[4]) parameter(0)
  j = s32[] get-tuple-element(state), index=0
  one = s32[] constant(1)
  k = s32[] add(j, one)
  x = f32[4] get-tuple-element(state), index=1
  y = f32[4] get-tuple-element(state), index=2
  grown = f32[4] fusion(x), kind=kLoop, calls=double
  sum = f32[4] add(grown, y)
  unused = f32[4] exponential(sum)
  ROOT next = (s32[], f32[4], f32[4]) tuple(k, sum, y)
}
ENTRY e {
  p = f32[4] parameter(0)
  zero = s32[] constant(0)
  q = f32[4] negate(p)
  init = (s32[], f32[4], f32[4]) tuple(zero, q, p)
  w = (s32[], f32[4], f32[4]) while(init), condition=more, body=step
  out = f32[4] get-tuple-element(w), index=1
  ROOT r = f32[4] sqrt(out)
})";

// Rows are normalized in one step with fusion.
constexpr char kSoftmax[] = R"(
max { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] maximum(a, b) }
sum { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }
ENTRY e {
  x = f32[8,64] parameter(0)
  low = f32[] constant(-inf)
  zero = f32[] constant(0)
  m = f32[8] reduce(x, low), dimensions={1}, to_apply=max
  mb = f32[8,64] broadcast(m), dimensions={0}
  d = f32[8,64] subtract(x, mb)
  e = f32[8,64] exponential(d)
  s = f32[8] reduce(e, zero), dimensions={1}, to_apply=sum
  sb = f32[8,64] broadcast(s), dimensions={0}
  ROOT r = f32[8,64] divide(e, sb)
})";

constexpr char kShared[] = R"(
shared { a = f32[4] parameter(0) n = f32[4] negate(a) ROOT r = f32[4] multiply(n, a) }
small { a = f32[4] parameter(0) ROOT h = f32[4] cosine(a) }
large { a = f32[4] parameter(0) ROOT h = f32[4] sine(a) }
ENTRY e {
  p = f32[4] parameter(0)
  f1 = f32[4] fusion(p), kind=kLoop, calls=shared
  c = pred[] constant(false)
  b = f32[4] conditional(c, f1, f1), true_computation=small, false_computation=large
  f2 = f32[4] fusion(b), kind=kLoop, calls=shared
  ROOT t = (f32[4], f32[4]) tuple(f1, f2)
})";

constexpr char kDevices[] = R"(HloModule m, replica_count=3
sum { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }
ENTRY e {
  p = f32[4] parameter(0)
  n = u32[] replica-id()
  f = f32[] convert(n)
  fb = f32[4] broadcast(f), dimensions={}
  m = f32[4] multiply(fb, p)
  s = f32[4] all-reduce(m), replica_groups={}, to_apply=sum
  ROOT r = f32[4] negate(s)
})";

constexpr char kRandom[] = R"(
ENTRY e {
  p = f32[4] parameter(0)
  low = f32[] constant(0)
  high = f32[] constant(1)
  u = f32[4] rng(low, high), distribution=rng_uniform
  v = f32[4] rng(low, high), distribution=rng_uniform
  d = f32[4] subtract(u, v)
  ROOT r = f32[4] multiply(d, p)
})";

int64_t CountOf(const Program& program) {
  int64_t count = 0;
  for (const auto& computation : program.module()->computations) {
    count += std::ssize(computation->instructions);
  }
  return count;
}

RunOutcome RunOf(Program& program, std::optional<std::vector<int64_t>> shown, int64_t steps = 0) {
  RunOptions options;
  options.keep_values = true;
  options.keep_devices = program.replicas();
  if (steps > 0) options.limits.max_steps = steps;
  options.shown = std::move(shown);
  std::vector<Value> arguments;
  for (size_t i = 0; i < program.parameter_count(); ++i) {
    arguments.push_back(program.MakeArgument(i, "random", 3).value());
  }
  return program.Run({arguments}, options);
}

// Every value is that of a run that keeps all, whatever is shown during the run.
void ExpectValuesOfACompleteRun(const std::string& text, std::vector<int64_t> shown,
                                int64_t steps = 0) {
  Program complete = Program::FromText(text), program = Program::FromText(text);
  ASSERT_TRUE(program.ok()) << text;
  const RunOutcome expected = RunOf(complete, std::nullopt, steps);
  const RunOutcome outcome = RunOf(program, shown, steps);
  ASSERT_EQ(outcome.ok, expected.ok);
  EXPECT_EQ(outcome.error.message, expected.error.message);
  EXPECT_EQ(outcome.steps, expected.steps);
  const int64_t count = CountOf(program);
  for (int64_t device = 0; device < program.replicas(); ++device) {
    // In both directions, so that values are recomputed in different orders.
    for (int64_t i = 0; i < count; ++i) {
      const int64_t id = device % 2 == 0 ? count - 1 - i : i;
      const KeptValue got = program.ValueOf(id, device), wanted = complete.ValueOf(id, device);
      ASSERT_EQ(got.executions, wanted.executions) << "instruction " << id << text;
      ASSERT_EQ(got.kept, wanted.kept) << "instruction " << id << text;
      if (!got.kept) continue;
      ASSERT_EQ(got.value.DifferenceFrom(wanted.value, 0), "") << "instruction " << id << text;
    }
  }
}

void ExpectValuesForAllKindsOfShownSets(const std::string& text) {
  const int64_t count = CountOf(Program::FromText(text));
  std::vector<int64_t> all(static_cast<size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  ExpectValuesOfACompleteRun(text, {});
  ExpectValuesOfACompleteRun(text, all);
  for (const int64_t id : all) ExpectValuesOfACompleteRun(text, {id});
}

TEST(ShownValues, AreThoseOfACompleteRunInALoop) { ExpectValuesForAllKindsOfShownSets(kTwoSums); }

TEST(ShownValues, AreThoseOfACompleteRunInRows) { ExpectValuesForAllKindsOfShownSets(kSoftmax); }

TEST(ShownValues, AreThoseOfTheLastExecutionOfSharedComputations) {
  ExpectValuesForAllKindsOfShownSets(kShared);
}

TEST(ShownValues, AreThoseOfEachDevice) { ExpectValuesForAllKindsOfShownSets(kDevices); }

TEST(ShownValues, AreNotDrawnAgain) { ExpectValuesForAllKindsOfShownSets(kRandom); }

TEST(ShownValues, AreThoseBeforeTheStepLimit) {
  std::string endless = kTwoSums;
  endless.replace(endless.find("LT"), 2, "GE");
  endless.replace(endless.find("constant(5)"), 11, "constant(0)");
  Program complete = Program::FromText(endless), program = Program::FromText(endless);
  EXPECT_FALSE(RunOf(complete, std::nullopt, 1000).ok);
  const RunOutcome outcome = RunOf(program, std::vector<int64_t>{}, 1000);
  EXPECT_EQ(outcome.error.code, "R01");
  const KeptValue sum = program.ValueOf(13), expected = complete.ValueOf(13);
  // 17 steps per iteration; the limit may fall before or after the last sum.
  EXPECT_NEAR(static_cast<double>(expected.executions), 1000.0 / 17, 1);
  EXPECT_NEAR(static_cast<double>(sum.executions), static_cast<double>(expected.executions), 1);
  EXPECT_TRUE(sum.kept);
  EXPECT_EQ(program.ValueOf(21).executions, 0);
  EXPECT_EQ(program.ValueOf(18).executions, 1);
}

TEST(ShownValues, AreThoseOfRandomPrograms) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    RandomProgram random(seed);
    const std::string text = random.Text();
    std::vector<int64_t> shown;
    for (int64_t id = 0; id < CountOf(Program::FromText(text)); ++id) {
      if ((seed + static_cast<uint64_t>(id)) % 3 == 0) shown.push_back(id);
    }
    ExpectValuesOfACompleteRun(text, shown);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(ShownValues, DoNotPreventFusion) {
  const Program program = Program::FromText(kTwoSums);
  const std::string plan = program.PlanText(KernelMode::kFast);
  EXPECT_NE(plan.find("fused 2 instructions"), std::string::npos) << plan;
  EXPECT_EQ(plan.find("shows"), std::string::npos) << plan;
  const std::vector<int64_t> sum = {13};
  const std::string shown = program.PlanText(KernelMode::kFast, sum);
  EXPECT_NE(shown.find("shows %sum"), std::string::npos) << shown;
}

TEST(LoopCounts, AreThoseOfRunsThatFuseAndCompileLoops) {
  Program loop = Program::FromText(kTwoSums);
  RunOf(loop, std::vector<int64_t>{});
  EXPECT_EQ(loop.Iterations().at(20).starts, 1);
  EXPECT_EQ(loop.Iterations().at(20).iterations, 5);
  Program scalar = Program::FromText(R"(
more { i = s32[] parameter(0) n = s32[] constant(7) ROOT less = pred[] compare(i, n), direction=LT }
next { j = s32[] parameter(0) one = s32[] constant(1) ROOT sum = s32[] add(j, one) }
ENTRY e { z = s32[] constant(0) ROOT w = s32[] while(z), condition=more, body=next })");
  RunOf(scalar, std::vector<int64_t>{});
  EXPECT_EQ(scalar.Iterations().size(), 1U);
  EXPECT_EQ(scalar.Iterations().at(7).starts, 1);
  EXPECT_EQ(scalar.Iterations().at(7).iterations, 7);
  EXPECT_EQ(scalar.ValueOf(5).executions, 7);
}

}  // namespace
}  // namespace hlo::api

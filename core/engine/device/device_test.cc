// SPDX-License-Identifier: Apache-2.0
// Devices that run a program together: collectives at any call depth, schedules, limits.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine/device/devices_testing.h"

namespace hlo {
namespace {

using namespace devices_testing;

// Each iteration sums over all devices: 3 iterations from (1, 2, 3) give 6, 18, 54.
constexpr std::string_view kLoop = R"(
less {
  p = (s32[], s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  three = s32[] constant(3)
  ROOT l = pred[] compare(i, three), direction=LT
}
body {
  p = (s32[], s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = s32[] get-tuple-element(p), index=1
  one = s32[] constant(1)
  next = s32[] add(i, one)
  ar = s32[] all-reduce(x), replica_groups={}, to_apply=sum
  ROOT t = (s32[], s32[]) tuple(next, ar)
}
ENTRY e {
  r = u32[] replica-id()
  id = s32[] convert(r)
  one = s32[] constant(1)
  x = s32[] add(id, one)
  zero = s32[] constant(0)
  t = (s32[], s32[]) tuple(zero, x)
  w = (s32[], s32[]) while(t), condition=less, body=body
  ROOT v = s32[] get-tuple-element(w), index=1
}
)";

TEST(Devices, RendezvousInsideALoop) {
  EXPECT_EQ(Program(kLoop).Run(3).values, (Values{{54}, {54}, {54}}));
}

TEST(Devices, RunAloneWithoutOthers) { EXPECT_EQ(Program(kLoop).Run(1).values, (Values{{1}})); }

TEST(Devices, GiveTheSameResultsInAnySchedule) {
  const Program program(kLoop);
  const Ran in_order = program.Run(5);
  EXPECT_EQ(program.Run(5, Schedule::kReversed).values, in_order.values);
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Ran shuffled = program.Run(5, {Schedule::kShuffled, seed});
    EXPECT_EQ(shuffled.values, in_order.values) << seed;
    EXPECT_EQ(shuffled.steps, in_order.steps) << seed;
  }
}

TEST(Devices, CountTheSameStepsOnEveryPath) {
  const Program program(kLoop);
  RunOptions plain;
  plain.replicas = 3;
  plain.kernel_mode = KernelMode::kPlain;
  EXPECT_EQ(program.Run(plain).steps, program.Run(3).steps);
}

// ---- every place that can call a computation ----

constexpr std::string_view kAddUp = R"(
add_up {
  x = s32[] parameter(0)
  ROOT ar = s32[] all-reduce(x), replica_groups={}, to_apply=sum
}
)";

std::string WithId(std::string_view called, std::string_view rest) {
  return std::string(called) + R"(
ENTRY e {
  r = u32[] replica-id()
  id = s32[] convert(r)
)" + std::string(rest) +
         "}";
}

TEST(Devices, RendezvousInsideCallsAndFusions) {
  const Program program(WithId(kAddUp, R"(
  a = s32[] call(id), to_apply=add_up
  b = s32[] fusion(a), kind=kLoop, calls=add_up
  ROOT c = s32[] negate(b)
)"));
  EXPECT_EQ(program.Run(3).values, (Values{{-9}, {-9}, {-9}}));
}

TEST(Devices, RendezvousInsideABranchThatAllTake) {
  const Program program(WithId(std::string(kAddUp) + "same { ROOT x = s32[] parameter(0) }", R"(
  yes = pred[] constant(true)
  ROOT c = s32[] conditional(yes, id, id), true_computation=add_up, false_computation=same
)"));
  EXPECT_EQ(program.Run(3).values, (Values{{3}, {3}, {3}}));
}

TEST(Devices, TakeDifferentBranchesAndRendezvousAfterwards) {
  const Program program(WithId(std::string(kAddUp) + R"(
alone {
  x = s32[] parameter(0)
  ROOT ar = s32[] all-reduce(x), replica_groups={{0},{1},{2}}, to_apply=sum
}
same { ROOT x = s32[] parameter(0) }
)",
                               R"(
  one = s32[] constant(1)
  is_one = pred[] compare(id, one), direction=EQ
  c = s32[] conditional(is_one, id, id), true_computation=alone, false_computation=same
  ROOT d = s32[] call(c), to_apply=add_up
)"));
  EXPECT_EQ(program.Run(3).values, (Values{{3}, {3}, {3}}));
}

// Device 0 starts a, participates in b, then completes a; the others participate in b before a.
TEST(Devices, StartARendezvousWithoutWaiting) {
  const Program program(WithId(kAddUp, R"(
  start = s32[] all-reduce-start(id), replica_groups={}, to_apply=sum
  ten = s32[] constant(10)
  big = s32[] multiply(id, ten)
  b = s32[] call(big), to_apply=add_up
  a = s32[] all-reduce-done(start)
  ROOT t = s32[] add(a, b)
)"));
  EXPECT_EQ(program.Run(3).values, (Values{{33}, {33}, {33}}));
}

TEST(Devices, RunAnAsyncComputationConcurrentlyWithTheirOwn) {
  const Program program(WithId(kAddUp, R"(
  start = ((s32[]), s32[], u32[]) async-start(id), calls=add_up
  update = ((s32[]), s32[], u32[]) async-update(start)
  one = s32[] constant(1)
  other = s32[] all-reduce(one), replica_groups={}, to_apply=sum
  done = s32[] async-done(update)
  ROOT t = s32[] add(done, other)
)"));
  for (const auto order : {Schedule::kInOrder, Schedule::kReversed, Schedule::kShuffled}) {
    EXPECT_EQ(program.Run(4, {order, 7}).values, (Values{{10}, {10}, {10}, {10}}));
  }
}

// An asynchronous computation and the one around it reach the same all-reduce, in an order that
// depends on the schedule.
TEST(Devices, DoNotMixRendezvousOfComputationsThatRunAtTheSameTime) {
  const Program program(WithId(std::string(kAddUp) + R"(
twice {
  x = s32[] parameter(0)
  a = s32[] all-reduce(x), replica_groups={}, to_apply=sum
  ROOT b = s32[] call(x), to_apply=add_up, control-predecessors={a}
}
)",
                               R"(
  hundred = s32[] constant(100)
  y = s32[] multiply(id, hundred)
  start = ((s32[]), s32[], u32[]) async-start(y), calls=twice
  m = s32[] call(id), to_apply=add_up, control-predecessors={start}
  d = s32[] async-done(start)
  ROOT t = s32[] subtract(d, m)
)"));
  for (uint64_t seed = 0; seed < 20; ++seed) {
    // 0 + 100 + 200 less 0 + 1 + 2.
    EXPECT_EQ(program.Run(3, {Schedule::kShuffled, seed}).values, (Values{{297}, {297}, {297}}));
  }
}

// ---- observers ----

TEST(Devices, ShowEveryExchangeToTheObserver) {
  struct Recorder : Observer {
    void InstructionDone(const Instruction& instruction, const Literal&, int depth) override {
      if (instruction.name == "ar") depths.push_back(depth);
    }
    void LoopIteration(const Instruction&, int64_t) override { ++iterations; }
    void Exchanged(const Exchange& exchange) override {
      names.push_back(exchange.instruction.name);
      EXPECT_EQ((std::vector<int64_t>(exchange.participants.begin(), exchange.participants.end())),
                (std::vector<int64_t>{0, 1}));
      EXPECT_EQ((std::vector<int64_t>(exchange.bytes.begin(), exchange.bytes.end())),
                (std::vector<int64_t>{4, 4}));
    }
    std::vector<std::string> names;
    std::vector<int> depths;
    int iterations = 0;
  } recorder;
  RunOptions options;
  options.replicas = 2;
  EXPECT_EQ(Program(kLoop).Run(options, &recorder).values, (Values{{12}, {12}}));
  EXPECT_EQ(recorder.names, (std::vector<std::string>{"ar", "ar", "ar"}));
  EXPECT_EQ(recorder.depths, (std::vector<int>{1, 1, 1}));
  EXPECT_EQ(recorder.iterations, 3);
}

// ---- limits ----

TEST(Devices, StopAtTheLimits) {
  const Program program(kLoop);
  RunOptions options;
  options.replicas = 3;
  options.limits.max_steps = 60;
  EXPECT_EQ(program.Run(options).code, "R01");
  options.limits.max_steps = 1000;
  options.limits.max_depth = 1;
  EXPECT_EQ(program.Run(options).code, "R03");
  options.limits.max_depth = 2;
  EXPECT_EQ(program.Run(options).code, "");
  const std::atomic<bool> cancel = true;
  options.cancel = &cancel;
  EXPECT_EQ(program.Run(options).code, "R04");
}

TEST(Devices, MustNotCommunicateInAComputationAppliedToElements) {
  const Program program(std::string(kAddUp) + R"(
ENTRY e {
  x = s32[3] parameter(0)
  ROOT m = s32[3] map(x), dimensions={0}, to_apply=add_up
}
)");
  const Ran ran = program.Run(2);
  EXPECT_EQ(ran.code, "V04");
  EXPECT_EQ(ran.instruction, "m");
}

}  // namespace
}  // namespace hlo

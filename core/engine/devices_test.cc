// SPDX-License-Identifier: Apache-2.0
// Devices that run a program together: meetings at any depth of calls, schedules, deadlocks.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/engine/engine.h"
#include "core/text/text.h"

namespace hlo {
namespace {

constexpr std::string_view kSum = R"(
sum {
  x = s32[] parameter(0)
  y = s32[] parameter(1)
  ROOT s = s32[] add(x, y)
}
)";

// What a run gives: the values of an s32 array or scalar by device, or its error.
struct Ran {
  std::vector<std::vector<int32_t>> values;
  std::string code, message, note, instruction;
  RunStatistics statistics;
};

struct Program {
  explicit Program(std::string_view rest, bool with_sum = true)
      : text((with_sum ? std::string(kSum) : std::string()) + std::string(rest)),
        parsed(ParseModule(text)) {
    for (const Diagnostic& diagnostic : parsed.diagnostics) ADD_FAILURE() << diagnostic.message;
    executable = Executable::Compile(*parsed.module);
  }

  Ran Run(RunOptions options) const {
    Ran ran;
    std::vector<Literal> results;
    RunFailure failure;
    if (!executable->Run({{}}, options, results, ran.statistics, failure)) {
      ran.code = failure.error->code;
      ran.message = failure.error->message;
      ran.note = failure.error->note;
      if (failure.instruction != nullptr) ran.instruction = failure.instruction->name;
    }
    for (const Literal& result : results) {
      const auto data = result.data<int32_t>();
      ran.values.emplace_back(data.begin(), data.end());
    }
    return ran;
  }
  Ran Run(int64_t replicas, Schedule schedule = Schedule::kInOrder, uint64_t seed = 0) const {
    RunOptions options;
    options.replicas = replicas;
    options.schedule = schedule;
    options.schedule_seed = seed;
    return Run(options);
  }

  std::string text;
  ParsedModule parsed;
  std::unique_ptr<Executable> executable;
};

using Values = std::vector<std::vector<int32_t>>;

// Each round adds up what all devices have: 3 rounds from (1, 2, 3) give 6, 18, 54.
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

TEST(Devices, MeetInsideALoop) {
  EXPECT_EQ(Program(kLoop).Run(3).values, (Values{{54}, {54}, {54}}));
}

TEST(Devices, OfOneMeetThemselves) { EXPECT_EQ(Program(kLoop).Run(1).values, (Values{{1}})); }

TEST(Devices, GiveTheSameInAnySchedule) {
  const Program program(kLoop);
  const Ran in_order = program.Run(5);
  EXPECT_EQ(program.Run(5, Schedule::kReversed).values, in_order.values);
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Ran shuffled = program.Run(5, Schedule::kShuffled, seed);
    EXPECT_EQ(shuffled.values, in_order.values) << seed;
    EXPECT_EQ(shuffled.statistics.steps, in_order.statistics.steps) << seed;
  }
}

TEST(Devices, CountTheSameStepsOnEveryPath) {
  const Program program(kLoop);
  RunOptions plain;
  plain.replicas = 3;
  plain.kernel_mode = KernelMode::kPlain;
  EXPECT_EQ(program.Run(plain).statistics.steps, program.Run(3).statistics.steps);
}

}  // namespace
}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// Devices that run a program together: meetings at any depth of calls, schedules, deadlocks.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
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

// ---- everywhere a computation can be called ----

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
)" + std::string(rest) + "}";
}

TEST(Devices, MeetInsideCallsAndFusions) {
  const Program program(WithId(kAddUp, R"(
  a = s32[] call(id), to_apply=add_up
  b = s32[] fusion(a), kind=kLoop, calls=add_up
  ROOT c = s32[] negate(b)
)"));
  EXPECT_EQ(program.Run(3).values, (Values{{-9}, {-9}, {-9}}));
}

TEST(Devices, MeetInsideABranchThatAllTake) {
  const Program program(WithId(std::string(kAddUp) + "same { ROOT x = s32[] parameter(0) }", R"(
  yes = pred[] constant(true)
  ROOT c = s32[] conditional(yes, id, id), true_computation=add_up, false_computation=same
)"));
  EXPECT_EQ(program.Run(3).values, (Values{{3}, {3}, {3}}));
}

TEST(Devices, TakeOtherBranchesAndMeetAfterwards) {
  const Program program(WithId(std::string(kAddUp) + R"(
alone {
  x = s32[] parameter(0)
  ROOT ar = s32[] all-reduce(x), replica_groups={{0},{1},{2}}, to_apply=sum
}
same { ROOT x = s32[] parameter(0) }
)", R"(
  one = s32[] constant(1)
  is_one = pred[] compare(id, one), direction=EQ
  c = s32[] conditional(is_one, id, id), true_computation=alone, false_computation=same
  ROOT d = s32[] call(c), to_apply=add_up
)"));
  EXPECT_EQ(program.Run(3).values, (Values{{3}, {3}, {3}}));
}

// Device 0 starts a, then meets at b, then ends a; the others meet at b before they come to a.
TEST(Devices, StartAMeetingWithoutWaiting) {
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

TEST(Devices, RunAnAsyncComputationBesideTheirOwn) {
  const Program program(WithId(kAddUp, R"(
  start = ((s32[]), s32[], u32[]) async-start(id), calls=add_up
  update = ((s32[]), s32[], u32[]) async-update(start)
  one = s32[] constant(1)
  other = s32[] all-reduce(one), replica_groups={}, to_apply=sum
  done = s32[] async-done(update)
  ROOT t = s32[] add(done, other)
)"));
  for (const Schedule schedule : {Schedule::kInOrder, Schedule::kReversed, Schedule::kShuffled}) {
    EXPECT_EQ(program.Run(4, schedule, 7).values, (Values{{10}, {10}, {10}, {10}}));
  }
}

// ---- sends and receives ----

// A ring in which a value goes on while the loop works on the one before: what was started in one
// round is ended in the next, so that the bundles pass through the state of the loop.
constexpr std::string_view kPipeline = R"(
less {
  p = (s32[], s32[], (s32[], u32[], token[]), (s32[], u32[], token[])) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  two = s32[] constant(2)
  ROOT l = pred[] compare(i, two), direction=LT
}
body {
  p = (s32[], s32[], (s32[], u32[], token[]), (s32[], u32[], token[])) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  sum = s32[] get-tuple-element(p), index=1
  recv0 = (s32[], u32[], token[]) get-tuple-element(p), index=2
  sent0 = (s32[], u32[], token[]) get-tuple-element(p), index=3
  got = (s32[], token[]) recv-done(recv0), channel_id=1
  sent = token[] send-done(sent0), channel_id=1
  x = s32[] get-tuple-element(got), index=0
  total = s32[] add(sum, x)
  t = token[] after-all(sent)
  recv1 = (s32[], u32[], token[]) recv(t), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,2},{2,0}}"}
  sent1 = (s32[], u32[], token[]) send(x, t), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,2},{2,0}}"}, control-predecessors={recv1}
  one = s32[] constant(1)
  next = s32[] add(i, one)
  ROOT n = (s32[], s32[], (s32[], u32[], token[]), (s32[], u32[], token[])) tuple(next, total, recv1, sent1)
}
ENTRY e {
  id = u32[] partition-id()
  base = u32[] constant(10)
  x0 = u32[] add(id, base)
  x = s32[] convert(x0)
  t = token[] after-all()
  r = (s32[], u32[], token[]) recv(t), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,2},{2,0}}"}
  s = (s32[], u32[], token[]) send(x, t), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,2},{2,0}}"}, control-predecessors={r}
  zero = s32[] constant(0)
  init = (s32[], s32[], (s32[], u32[], token[]), (s32[], u32[], token[])) tuple(zero, zero, r, s)
  w = (s32[], s32[], (s32[], u32[], token[]), (s32[], u32[], token[])) while(init), condition=less, body=body
  lr = (s32[], u32[], token[]) get-tuple-element(w), index=2
  ls = (s32[], u32[], token[]) get-tuple-element(w), index=3
  last = (s32[], token[]) recv-done(lr), channel_id=1
  done = token[] send-done(ls), channel_id=1
  y = s32[] get-tuple-element(last), index=0
  v = s32[] get-tuple-element(w), index=1
  ROOT both = s32[] add(v, y)
}
)";

TEST(Devices, CarryTransfersThroughALoop) {
  const Program program(kPipeline, /*with_sum=*/false);
  RunOptions options;
  options.partitions = 3;
  // Three times around the ring of three: each gets all three values.
  EXPECT_EQ(program.Run(options).values, (Values{{33}, {33}, {33}}));
  options.schedule = Schedule::kReversed;
  EXPECT_EQ(program.Run(options).values, (Values{{33}, {33}, {33}}));
}

TEST(Devices, GetZerosWhereNobodySends) {
  const Program program(R"(
ENTRY e {
  r = u32[] replica-id()
  id = s32[] convert(r)
  ten = s32[] constant(10)
  x = s32[] add(id, ten)
  t = token[] after-all()
  recv = (s32[], u32[], token[]) recv(t), channel_id=0, frontend_attributes={_xla_send_recv_source_target_pairs="{{1,0}}"}
  send = (s32[], u32[], token[]) send(x, t), channel_id=0, frontend_attributes={_xla_send_recv_source_target_pairs="{{1,0}}"}, control-predecessors={recv}
  got = (s32[], token[]) recv-done(recv), channel_id=0
  sent = token[] send-done(send), channel_id=0
  ROOT y = s32[] get-tuple-element(got), index=0
}
)", false);
  EXPECT_EQ(program.Run(2).values, (Values{{11}, {0}}));
}

// ---- the host ----

Literal S32(std::vector<int32_t> values) {
  Literal literal =
      Literal::Allocate(Shape::Array(ElementType::kS32, {static_cast<int64_t>(values.size())}))
          .value();
  std::copy(values.begin(), values.end(), literal.mutable_data<int32_t>().begin());
  return literal;
}

constexpr std::string_view kFeeds = R"(
ENTRY e {
  t = token[] after-all()
  a = (s32[2], token[]) infeed(t)
  x = s32[2] get-tuple-element(a), index=0
  u = token[] get-tuple-element(a), index=1
  n = s32[2] negate(x)
  v = token[] outfeed(n, u), outfeed_shape=s32[2]
  recv = (s32[2], u32[], token[]) recv(v), channel_id=5, is_host_transfer=true
  got = (s32[2], token[]) recv-done(recv), channel_id=5, is_host_transfer=true
  y = s32[2] get-tuple-element(got), index=0
  send = (s32[2], u32[], token[]) send(y, v), channel_id=6, is_host_transfer=true
  sent = token[] send-done(send), channel_id=6, is_host_transfer=true
  ROOT s = s32[2] add(x, y)
}
)";

TEST(Devices, TalkToTheHostEachByItself) {
  const Program program(kFeeds, false);
  HostQueues host;
  host.infeed = {{S32({1, 2})}, {S32({3, 4})}};
  host.receives[5] = {{S32({10, 20})}};
  RunOptions options;
  options.replicas = 2;
  options.host = &host;
  EXPECT_EQ(program.Run(options).values, (Values{{11, 22}, {13, 24}}));
  ASSERT_EQ(host.outfeed.size(), 2u);
  EXPECT_EQ(host.outfeed[1][0].data<int32_t>()[1], -4);
  EXPECT_EQ(host.sends[6][0][0].data<int32_t>()[1], 20);
}

TEST(Devices, SayThatTheInfeedIsEmpty) {
  const Ran ran = Program(kFeeds, false).Run(1);
  EXPECT_EQ(ran.code, "R10");
  EXPECT_EQ(ran.message, "deadlock: device 0 waits in %a: infeed queue of device 0 is empty");
}

TEST(Devices, RefuseAnInfeedOfAnotherShape) {
  HostQueues host;
  host.infeed = {{S32({1, 2, 3})}};
  RunOptions options;
  options.host = &host;
  const Ran ran = Program(kFeeds, false).Run(options);
  EXPECT_EQ(ran.code, "R08");
  EXPECT_EQ(ran.message, "`infeed`: expected s32[2], the queue of device 0 holds s32[3]");
}

// ---- watching ----

TEST(Devices, ShowEveryExchangeToTheObserver) {
  struct Watcher : Observer {
    void InstructionDone(const Instruction& instruction, const Literal&, int depth) override {
      if (instruction.name == "ar") depths.push_back(depth);
    }
    void LoopIteration(const Instruction&, int64_t) override { ++rounds; }
    void Exchanged(const Exchange& exchange) override {
      names.push_back(exchange.instruction.name);
      EXPECT_EQ((std::vector<int64_t>(exchange.members.begin(), exchange.members.end())),
                (std::vector<int64_t>{0, 1}));
      EXPECT_EQ((std::vector<int64_t>(exchange.bytes.begin(), exchange.bytes.end())),
                (std::vector<int64_t>{4, 4}));
    }
    std::vector<std::string> names;
    std::vector<int> depths;
    int rounds = 0;
  } watcher;
  RunOptions options;
  options.replicas = 2;
  options.observer = &watcher;
  EXPECT_EQ(Program(kLoop).Run(options).values, (Values{{12}, {12}}));
  EXPECT_EQ(watcher.names, (std::vector<std::string>{"ar", "ar", "ar"}));
  EXPECT_EQ(watcher.depths, (std::vector<int>{1, 1, 1}));
  EXPECT_EQ(watcher.rounds, 3);
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

TEST(Devices, MayNotMeetInWhatIsAppliedToElements) {
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

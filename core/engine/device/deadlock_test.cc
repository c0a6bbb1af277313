// SPDX-License-Identifier: Apache-2.0
// Messages when no device can advance: collectives reference 9.2.
#include <gtest/gtest.h>

#include <string>

#include "core/engine/device/devices_testing.h"

namespace hlo {
namespace {

using namespace devices_testing;

// Device r runs 1 + r iterations.
const std::string kUnequalLoops = std::string(kSum) + R"(
more {
  p = (s32[], s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] get-tuple-element(p), index=1
  ROOT l = pred[] compare(i, n), direction=LT
}
body {
  p = (s32[], s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] get-tuple-element(p), index=1
  one = s32[] constant(1)
  ar = s32[] all-reduce(one), replica_groups={}, to_apply=sum
  next = s32[] add(i, one)
  ROOT t = (s32[], s32[]) tuple(next, n)
}
ENTRY e {
  r = u32[] replica-id()
  id = s32[] convert(r)
  one = s32[] constant(1)
  n = s32[] add(id, one)
  zero = s32[] constant(0)
  t = (s32[], s32[]) tuple(zero, n)
  ROOT w = (s32[], s32[]) while(t), condition=more, body=body
}
)";

TEST(Deadlock, OfDifferentTripCountsNamesTheIterations) {
  for (const Schedule schedule : {Schedule::kInOrder, Schedule::kReversed, Schedule::kShuffled}) {
    const Ran ran = RunText(kUnequalLoops, 2, 1, schedule);
    EXPECT_EQ(ran.code, "R10");
    EXPECT_EQ(ran.message,
              "deadlock: device 1 waits in %ar (iteration 2) for device 0, which has finished");
    EXPECT_EQ(ran.note, "device 0 left loop %w after 1 iteration, device 1 is in iteration 2");
    EXPECT_EQ(ran.instruction, "ar");
  }
}

TEST(Deadlock, GroupsDevicesThatWaitAlike) {
  EXPECT_EQ(RunText(kUnequalLoops, 6).message,
            "deadlock: devices 1 to 5 wait in %ar (iteration 2) for device 0, which has finished");
}

TEST(Deadlock, OfABranchThatOnlySomeDevicesTakeNamesTheBranches) {
  const Ran ran = RunText(std::string(kSum) + R"(
add_up {
  x = s32[] parameter(0)
  ROOT ar = s32[] all-reduce(x), replica_groups={}, to_apply=sum
}
same { ROOT x = s32[] parameter(0) }
ENTRY e {
  r = u32[] replica-id()
  id = s32[] convert(r)
  one = s32[] constant(1)
  small = pred[] compare(id, one), direction=LT
  ROOT c = s32[] conditional(small, id, id), true_computation=add_up, false_computation=same
}
)",
                          3);
  EXPECT_EQ(ran.message,
            "deadlock: device 0 waits in %ar for devices 1 and 2, which have finished");
  EXPECT_EQ(ran.note, "in %c, device 0 took branch 'add_up' and device 1 branch 'same'");
}

// Device 0 participates in a, then b; device 1 in b, then a.
TEST(Deadlock, OfCrossedOrderNamesTheCycle) {
  const Ran ran = RunText(std::string(kSum) + R"(
first {
  x = s32[] parameter(0)
  a = s32[] all-reduce(x), channel_id=1, replica_groups={}, to_apply=sum
  ROOT b = s32[] all-reduce(a), channel_id=2, replica_groups={}, to_apply=sum
}
second {
  x = s32[] parameter(0)
  c = s32[] all-reduce(x), channel_id=2, replica_groups={}, to_apply=sum
  ROOT d = s32[] all-reduce(c), channel_id=1, replica_groups={}, to_apply=sum
}
ENTRY e {
  r = u32[] replica-id()
  id = s32[] convert(r)
  one = s32[] constant(1)
  small = pred[] compare(id, one), direction=LT
  ROOT c = s32[] conditional(small, id, id), true_computation=first, false_computation=second
}
)",
                          2);
  EXPECT_EQ(ran.code, "R10");
  EXPECT_EQ(ran.message,
            "deadlock: device 0 waits in %a for device 1; device 1 waits in %c for device 0");
  EXPECT_EQ(ran.note,
            "a cycle: device 0 in %a waits for device 1 in %c waits for device 0; "
            "in %c, device 0 took branch 'first' and device 1 branch 'second'");
}

// Both wait for data that the other sends only afterwards.
TEST(Deadlock, OfReceivesBeforeSendsNamesTheCycle) {
  const Ran ran = RunText(R"(
ENTRY e {
  x = s32[] constant(1)
  t = token[] after-all()
  r = (s32[], u32[], token[]) recv(t), channel_id=3, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,0}}"}
  got = (s32[], token[]) recv-done(r), channel_id=3
  u = token[] get-tuple-element(got), index=1
  s = (s32[], u32[], token[]) send(x, u), channel_id=3, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,0}}"}
  sent = token[] send-done(s), channel_id=3
  ROOT y = s32[] get-tuple-element(got), index=0
}
)",
                          1, 2);
  EXPECT_EQ(ran.message,
            "deadlock: device 0 waits in %got for a send on channel 3 by device 1; device 1 waits "
            "in %got for a send on channel 3 by device 0");
  EXPECT_EQ(ran.note, "a cycle: device 0 in %got waits for device 1 in %got waits for device 0");
}

TEST(Deadlock, OfDifferentOperationsOnAChannelIsAMismatch) {
  const Ran ran = RunText(std::string(kSum) + R"(
first {
  x = s32[] parameter(0)
  ROOT a = s32[] all-reduce(x), channel_id=1, replica_groups={}, to_apply=sum
}
second {
  x = s32[] parameter(0)
  y = s32[1] reshape(x)
  b = s32[2] all-gather(y), channel_id=1, replica_groups={}, dimensions={0}
  s = s32[1] slice(b), slice={[0:1]}
  ROOT z = s32[] reshape(s)
}
)" + std::string(kTwoBranches),
                          2);
  EXPECT_EQ(ran.code, "R11");
  EXPECT_EQ(
      ran.message,
      "device 0 participates with `all-reduce` %a and device 1 with `all-gather` %b on channel 1, "
      "which are different operations");
}

}  // namespace
}  // namespace hlo

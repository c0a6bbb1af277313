// SPDX-License-Identifier: Apache-2.0
// Sends and receives between devices, and between a device and the host.
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/engine/device/devices_testing.h"

namespace hlo {
namespace {

using namespace devices_testing;

// ---- sends and receives ----

// A ring in which a value travels while the loop works on the previous one: a transfer started in
// one iteration is completed in the next, so the bundles are part of the loop state.
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

TEST(Transfers, SpanLoopIterations) {
  const Program program(kPipeline, /*with_sum=*/false);
  RunOptions options;
  options.partitions = 3;
  // Three steps around a ring of three: each device gets all three values.
  EXPECT_EQ(program.Run(options).values, (Values{{33}, {33}, {33}}));
  options.schedule = Schedule::kReversed;
  EXPECT_EQ(program.Run(options).values, (Values{{33}, {33}, {33}}));
}

TEST(Transfers, GiveZerosWhereNoDeviceSends) {
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
)",
                        false);
  EXPECT_EQ(program.Run(2).values, (Values{{11}, {0}}));
}

// Three iterations; the pair is active only in the second, so device 1 adds 5 once.
TEST(Transfers, AreInactiveOutsideTheirIterations) {
  const Program program(R"(
less {
  p = (s32[], s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  three = s32[] constant(3)
  ROOT l = pred[] compare(i, three), direction=LT
}
body {
  p = (s32[], s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  v = s32[] get-tuple-element(p), index=1
  five = s32[] constant(5)
  t = token[] after-all()
  r = (s32[], u32[], token[]) recv(t), channel_id=0, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1}}",_xla_send_recv_validation="{{1,1}}"}
  s = (s32[], u32[], token[]) send(five, t), channel_id=0, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1}}",_xla_send_recv_validation="{{1,1}}"}, control-predecessors={r}
  got = (s32[], token[]) recv-done(r), channel_id=0
  sent = token[] send-done(s), channel_id=0
  x = s32[] get-tuple-element(got), index=0
  total = s32[] add(v, x)
  one = s32[] constant(1)
  next = s32[] add(i, one)
  ROOT n = (s32[], s32[]) tuple(next, total)
}
ENTRY e {
  zero = s32[] constant(0)
  init = (s32[], s32[]) tuple(zero, zero)
  w = (s32[], s32[]) while(init), condition=less, body=body
  ROOT y = s32[] get-tuple-element(w), index=1
}
)",
                        false);
  EXPECT_EQ(program.Run(2).values, (Values{{0}, {5}}));
}

// ---- the host ----

Literal S32(const std::vector<int32_t>& values) {
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

TEST(Transfers, ExchangeValuesWithTheHostForEachDevice) {
  const Program program(kFeeds, false);
  RunOptions options;
  options.replicas = 2;
  options.infeed = {{S32({1, 2})}, {S32({3, 4})}};
  options.receives[5] = {{S32({10, 20})}};
  Ran ran = program.Run(options);
  EXPECT_EQ(ran.values, (Values{{11, 22}, {13, 24}}));
  ASSERT_EQ(ran.host.outfeed.size(), 2u);
  EXPECT_EQ(ran.host.outfeed[1][0].data<int32_t>()[1], -4);
  EXPECT_EQ(ran.host.sends[6][0][0].data<int32_t>()[1], 20);
}

TEST(Transfers, ReportAnEmptyInfeedQueue) {
  const Ran ran = Program(kFeeds, false).Run(1);
  EXPECT_EQ(ran.code, "R10");
  EXPECT_EQ(ran.message, "deadlock: device 0 waits in %a: infeed queue of device 0 is empty");
}

TEST(Transfers, RejectAnInfeedOfAnotherShape) {
  RunOptions options;
  options.infeed = {{S32({1, 2, 3})}};
  const Ran ran = Program(kFeeds, false).Run(options);
  EXPECT_EQ(ran.code, "R08");
  EXPECT_EQ(ran.message,
            "`infeed`: the next value in the queue of device 0 must be s32[2], got s32[3]");
}

}  // namespace
}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// Devices in several processes, simulated by threads with queues between them.
#include "core/engine/device/remote_run.h"

#include <gtest/gtest.h>

#if !defined(__EMSCRIPTEN__)  // which has no threads here

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/engine/device/devices_testing.h"

namespace hlo {
namespace {

using namespace devices_testing;

// The queues of messages to each process.
struct Queues {
  explicit Queues(size_t size) : to(size) {}

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::deque<std::vector<uint8_t>>> to;
};

class QueueTransport : public Transport {
 public:
  QueueTransport(Queues& queues, int64_t rank) : queues_(queues), rank_(rank) {}

  int64_t rank() const override { return rank_; }
  int64_t size() const override { return std::ssize(queues_.to); }
  void Send(int64_t to, std::vector<uint8_t> message) override {
    const std::lock_guard<std::mutex> lock(queues_.mutex);
    queues_.to[static_cast<size_t>(to)].push_back(std::move(message));
    queues_.changed.notify_all();
  }
  std::vector<uint8_t> Receive() override {
    std::unique_lock<std::mutex> lock(queues_.mutex);
    auto& own = queues_.to[static_cast<size_t>(rank_)];
    queues_.changed.wait(lock, [&] { return !own.empty(); });
    std::vector<uint8_t> message = std::move(own.front());
    own.pop_front();
    return message;
  }

 private:
  Queues& queues_;
  const int64_t rank_;
};

// The outcomes of the processes, rank 0 first.
std::vector<Ran> RunRemotely(const std::string& text, int64_t replicas, size_t processes) {
  Queues queues(processes);
  std::vector<Ran> all(processes);
  std::vector<std::thread> threads;
  for (size_t rank = 0; rank < processes; ++rank) {
    threads.emplace_back([&, rank] {
      QueueTransport transport(queues, static_cast<int64_t>(rank));
      RunOptions options;
      options.replicas = replicas;
      options.runner = std::make_shared<const RemoteRunner>(transport);
      for (int32_t device = 1; device <= replicas; ++device) {
        options.infeed.push_back({Literal::Scalar<int32_t>(ElementType::kS32, device)});
      }
      all[rank] = Program(text, /*with_sum=*/true).Run(options);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return all;
}

std::string WithIterations(std::string_view iterations) {
  return R"(
more {
  p = (s32[], s32[], s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] get-tuple-element(p), index=1
  ROOT l = pred[] compare(i, n), direction=LT
}
body {
  p = (s32[], s32[], s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] get-tuple-element(p), index=1
  x = s32[] get-tuple-element(p), index=2
  one = s32[] constant(1)
  ar = s32[] all-reduce(x), replica_groups={}, to_apply=sum
  next = s32[] add(i, one)
  ROOT t = (s32[], s32[], s32[]) tuple(next, n, ar)
}
ENTRY e {
  r = u32[] replica-id()
  id = s32[] convert(r)
  three = s32[] constant(3)
  zero = s32[] constant(0)
  t = (s32[], s32[], s32[]) tuple(zero, )" +
         std::string(iterations) + R"(, id)
  w = (s32[], s32[], s32[]) while(t), condition=more, body=body
  ROOT v = s32[] get-tuple-element(w), index=2
}
)";
}

TEST(RemoteRun, GivesTheFirstProcessAllResults) {
  const std::vector<Ran> all = RunRemotely(WithIterations("three"), 3, 3);
  EXPECT_EQ(all[0].code, "");
  EXPECT_EQ(all[0].values, (Values{{27}, {27}, {27}}));
  EXPECT_EQ(all[1].code, "");
  EXPECT_TRUE(all[1].values.empty());
}

TEST(RemoteRun, ExplainsADeadlockEverywhere) {
  for (const Ran& ran : RunRemotely(WithIterations("id"), 3, 3)) {
    EXPECT_EQ(ran.code, "R10");
    EXPECT_EQ(
        ran.message,
        "deadlock: devices 1 and 2 wait in %ar (iteration 1) for device 0, which has finished");
    EXPECT_EQ(ran.note, "device 0 left loop %w after 0 iterations, device 1 is in iteration 1");
    EXPECT_EQ(ran.instruction, "ar");
  }
}

TEST(RemoteRun, CollectsHostOutputInTheFirstProcess) {
  const std::vector<Ran> all = RunRemotely(R"(
ENTRY e {
  t = token[] after-all()
  a = (s32[], token[]) infeed(t)
  x = s32[] get-tuple-element(a), index=0
  u = token[] get-tuple-element(a), index=1
  n = s32[] negate(x)
  v = token[] outfeed(n, u), outfeed_shape=s32[]
  r = (s32[], u32[], token[]) recv(v), channel_id=0, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1}}"}
  s = (s32[], u32[], token[]) send(x, v), channel_id=0, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1}}"}, control-predecessors={r}
  got = (s32[], token[]) recv-done(r), channel_id=0
  sent = token[] send-done(s), channel_id=0
  ROOT y = s32[] get-tuple-element(got), index=0
}
)",
                                           2, 2);
  EXPECT_EQ(all[0].values, (Values{{0}, {1}}));
  const auto& outfeed = all[0].host.outfeed;
  ASSERT_EQ(outfeed.size(), 2u);
  EXPECT_EQ(outfeed[0].at(0).data<int32_t>()[0], -1);
  EXPECT_EQ(outfeed[1].at(0).data<int32_t>()[0], -2);
}

TEST(RemoteRun, FailsEverywhereWhenOneFails) {
  const std::vector<Ran> all = RunRemotely(R"(
ENTRY e {
  t = token[] after-all()
  a = (s32[2], token[]) infeed(t)
  x = s32[2] get-tuple-element(a), index=0
  ROOT ar = s32[2] all-reduce(x), replica_groups={}, to_apply=sum
}
)",
                                           2, 2);
  for (const Ran& ran : all) {
    EXPECT_EQ(ran.code, "R08");
    EXPECT_EQ(ran.message,
              "`infeed`: the next value in the queue of device 0 must be s32[2], got s32[]");
    EXPECT_EQ(ran.instruction, "a");
  }
}

TEST(RemoteRun, RequiresOneProcessPerDevice) {
  EXPECT_EQ(RunRemotely(WithIterations("three"), 3, 2)[0].message,
            "3 replicas x 1 partitions require 3 processes, got 2");
}

}  // namespace
}  // namespace hlo

#endif

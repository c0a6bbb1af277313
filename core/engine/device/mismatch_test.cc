// SPDX-License-Identifier: Apache-2.0
// What devices that meet on a channel must agree in.
#include <gtest/gtest.h>

#include <string>

#include "core/engine/device/devices_testing.h"

namespace hlo {
namespace {

using namespace devices_testing;

Ran RunText(const std::string& text, int64_t replicas, int64_t partitions = 1,
            Schedule schedule = Schedule::kInOrder) {
  RunOptions options;
  options.replicas = replicas;
  options.partitions = partitions;
  options.schedule = schedule;
  return Program(text, /*with_sum=*/false).Run(options);
}

TEST(Meetings, OnOneChannelMustHaveTheSameCombiner) {
  const Ran ran = RunText(std::string(kSum) + R"(
product {
  x = s32[] parameter(0)
  y = s32[] parameter(1)
  ROOT s = s32[] multiply(x, y)
}
first {
  x = s32[] parameter(0)
  ROOT a = s32[] all-reduce(x), channel_id=1, replica_groups={}, to_apply=sum
}
second {
  x = s32[] parameter(0)
  ROOT b = s32[] all-reduce(x), channel_id=1, replica_groups={}, to_apply=product
}
)" + kTwoBranches,
                          2);
  EXPECT_EQ(ran.code, "R11");
  EXPECT_EQ(
      ran.message,
      "`all-reduce`: device 1 comes with %b and device 0 with %a to one meeting of channel 1, "
      "with to_apply 'product' and 'sum'");
}

TEST(Meetings, TakeCombinersOfOtherNamesForTheSame) {
  const Ran ran = RunText(std::string(kSum) + R"(
sum_again {
  a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT c = s32[] add(a, b)
}
first {
  x = s32[] parameter(0)
  ROOT a = s32[] all-reduce(x), channel_id=1, replica_groups={}, to_apply=sum
}
second {
  x = s32[] parameter(0)
  ROOT b = s32[] all-reduce(x), channel_id=1, replica_groups={{0,1}}, to_apply=sum_again
}
)" + kTwoBranches,
                          2);
  EXPECT_EQ(ran.code, "");
}

}  // namespace
}  // namespace hlo

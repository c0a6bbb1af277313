// SPDX-License-Identifier: Apache-2.0
// What the participants of a collective on one channel must agree on.
#include <gtest/gtest.h>

#include <string>

#include "core/engine/device/devices_testing.h"

namespace hlo {
namespace {

using namespace devices_testing;

TEST(Mismatch, RequiresTheSameCombinerOnOneChannel) {
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
)" + std::string(kTwoBranches),
                          2);
  EXPECT_EQ(ran.code, "R11");
  EXPECT_EQ(ran.message,
            "`all-reduce`: device 1 participates with %b and device 0 with %a in one rendezvous of "
            "channel 1, "
            "with `to_apply` 'product' and 'sum'");
}

TEST(Mismatch, IgnoresTheNamesInCombiners) {
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
)" + std::string(kTwoBranches),
                          2);
  EXPECT_EQ(ran.code, "");
}

}  // namespace
}  // namespace hlo

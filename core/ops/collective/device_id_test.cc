// SPDX-License-Identifier: Apache-2.0
// replica-id and partition-id.
#include <gtest/gtest.h>

#include "core/ops/computation_testing.h"
#include "core/ops/control/async.h"

namespace hlo {
namespace {

using namespace op_testing;

TEST(DeviceId, IsZeroOnOneDevice) {
  EXPECT_TRUE(SameBits(OpCall("replica-id").Value(), Array("u32[]", {0})));
  EXPECT_TRUE(SameBits(OpCall("partition-id").Value(), Array("u32[]", {0})));
}

TEST(DeviceId, RejectsOperandsAndOtherResults) {
  EXPECT_EQ(OpCall("replica-id").OperandShape("u32[]").Rejection(),
            "replica-id.C1: `replica-id` takes no operands, got 1");
  EXPECT_EQ(OpCall("partition-id").Declare("s32[]").Rejection(),
            "partition-id.C1: `partition-id`: the result must be u32[], got s32[]");
}

}  // namespace
}  // namespace hlo

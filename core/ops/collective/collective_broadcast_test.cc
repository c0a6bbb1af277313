// SPDX-License-Identifier: Apache-2.0
// collective-broadcast and collective-reduce: the numbers of the collectives reference, section 4.
#include <gtest/gtest.h>

#include "core/ops/collective/collective_testing.h"
#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

TEST(CollectiveBroadcast, ReturnsTheOperandOfTheFirstParticipant) {
  CollectiveCall call = GroupCall("collective-broadcast", {4, 1}, Groups({{1, 0}, {2, 3}}));
  GiveRunningExample(call);
  ExpectRows(call.Values(), {{10, 11}, {10, 11}, {20, 21}, {20, 21}});
  CollectiveCall some = GroupCall("collective-broadcast", {4, 1}, Groups({{3, 0}}));
  GiveRunningExample(some);
  ExpectRows(some.Values(), {{30, 31}, {0, 0}, {0, 0}, {30, 31}});
}

TEST(CollectiveReduce, ReturnsTheSumToTheFirstParticipantAndZerosToOthers) {
  Module module;
  CollectiveCall call = GroupCall("collective-reduce", {4, 1}, Groups({{1, 0}, {2, 3}}));
  call.Set(Attr::to_apply, BinaryComputation(module, "add", "f32[]"));
  GiveRunningExample(call);
  ExpectRows(call.Values(), {{0, 0}, {10, 12}, {50, 52}, {0, 0}});
}

}  // namespace
}  // namespace hlo

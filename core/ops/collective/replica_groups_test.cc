// SPDX-License-Identifier: Apache-2.0
// The tables of the collectives reference, sections 1 to 3.
#include "core/ops/collective/replica_groups.h"

#include <gtest/gtest.h>

#include "core/ops/collective/collective_testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Lists = std::vector<std::vector<int64_t>>;

CollectiveCall AllReduce(Topology topology, ReplicaGroups groups) {
  CollectiveCall call("all-reduce", topology);
  call.Set(Attr::replica_groups, std::move(groups));
  return call;
}

// ---- 2.2: the iota form ----

TEST(IotaForm, IsTransposedAndSplit) {
  EXPECT_EQ(IotaGroups(2, 4, {8}).Expand(), (Lists{{0, 1, 2, 3}, {4, 5, 6, 7}}));
  EXPECT_EQ(IotaGroups(2, 4, {4, 2}, {1, 0}).Expand(), (Lists{{0, 2, 4, 6}, {1, 3, 5, 7}}));
  EXPECT_EQ(IotaGroups(2, 2, {2, 2}, {1, 0}).Expand(), (Lists{{0, 2}, {1, 3}}));
  EXPECT_EQ(IotaGroups(4, 2, {2, 2, 2}, {2, 0, 1}).Expand(),
            (Lists{{0, 2}, {4, 6}, {1, 3}, {5, 7}}));
  EXPECT_EQ(IotaGroups(4, 2, {2, 2, 2}, {1, 0, 2}).Expand(),
            (Lists{{0, 1}, {4, 5}, {2, 3}, {6, 7}}));
  EXPECT_EQ(IotaGroups(3, 10, {6, 5}, {1, 0}).Expand(),
            (Lists{{0, 5, 10, 15, 20, 25, 1, 6, 11, 16},
                   {21, 26, 2, 7, 12, 17, 22, 27, 3, 8},
                   {13, 18, 23, 28, 4, 9, 14, 19, 24, 29}}));
}

TEST(IotaForm, ExpandsToTheGroupsOfTheListForm) {
  EXPECT_EQ(AllReduce({8, 1}, IotaGroups(2, 4, {4, 2}, {1, 0})).Participants(),
            AllReduce({8, 1}, Groups({{0, 2, 4, 6}, {1, 3, 5, 7}})).Participants());
}

// ---- 3: modes, on two replicas of two partitions ----

TEST(GroupParticipants, AreReplicasOfTheSamePartitionWithoutAChannel) {
  EXPECT_EQ(AllReduce({2, 2}, Groups({{0, 1}})).Participants(),
            (Lists{{0, 2}, {1, 3}, {0, 2}, {1, 3}}));
  EXPECT_EQ(AllReduce({2, 2}, Groups({{0}, {1}})).Participants(), (Lists{{0}, {1}, {2}, {3}}));
  EXPECT_EQ(AllReduce({2, 2}, Groups({})).Participants(), (Lists{{0, 2}, {1, 3}, {0, 2}, {1, 3}}));
}

TEST(GroupParticipants, AreAllPartitionsOfTheReplicasWithAChannel) {
  const auto channel = [](ReplicaGroups groups) {
    return AllReduce({2, 2}, std::move(groups)).Set(Attr::channel_id, int64_t{1}).Participants();
  };
  EXPECT_EQ(channel(Groups({{0}, {1}})), (Lists{{0, 1}, {0, 1}, {2, 3}, {2, 3}}));
  const Lists everybody(4, {0, 1, 2, 3});
  EXPECT_EQ(channel(Groups({{0, 1}})), everybody);
  EXPECT_EQ(channel(Groups({})), everybody);
  EXPECT_EQ(channel(Groups({{1, 0}})), Lists(4, {2, 3, 0, 1}));
}

TEST(GroupParticipants, AreDevicesWithGlobalIds) {
  EXPECT_EQ(AllReduce({2, 2}, Groups({{0, 3}, {1, 2}}))
                .Set(Attr::channel_id, int64_t{1})
                .Set(Attr::use_global_device_ids, true)
                .Participants(),
            (Lists{{0, 3}, {1, 2}, {1, 2}, {0, 3}}));
}

TEST(GroupParticipants, ArePartitionsWhereTheOpHasNoGlobalIds) {
  EXPECT_EQ(CollectiveCall("collective-reduce", {2, 2})
                .Set(Attr::replica_groups, Groups({{1, 0}}))
                .Set(Attr::channel_id, int64_t{1})
                .Participants(),
            (Lists{{1, 0}, {1, 0}, {3, 2}, {3, 2}}));
}

TEST(GroupParticipants, MayDifferInNumber) {
  EXPECT_EQ(AllReduce({3, 2}, Groups({{0}, {1, 2}})).Participants(),
            (Lists{{0}, {1}, {2, 4}, {3, 5}, {2, 4}, {3, 5}}));
  EXPECT_EQ(AllReduce({3, 2}, Groups({{0}, {1, 2}, {3, 4, 5}}))
                .Set(Attr::channel_id, int64_t{1})
                .Set(Attr::use_global_device_ids, true)
                .Participants(),
            (Lists{{0}, {1, 2}, {1, 2}, {3, 4, 5}, {3, 4, 5}, {3, 4, 5}}));
}

TEST(GroupParticipants, AreEmptyForADeviceInNoGroup) {
  EXPECT_EQ(CollectiveCall("collective-broadcast", {4, 1})
                .Set(Attr::replica_groups, Groups({{3, 0}}))
                .Participants(),
            (Lists{{3, 0}, {}, {}, {3, 0}}));
}

// ---- 2.3: groups and the number of devices ----

TEST(GroupParticipants, RejectGroupsForOtherDevices) {
  EXPECT_EQ(AllReduce({4, 1}, Groups({{0, 1}, {2}})).ParticipantsRejection(),
            "V04: `all-reduce`: replica 3 must be in a group");
  EXPECT_EQ(AllReduce({4, 1}, Groups({{0, 1}, {2, 4}})).ParticipantsRejection(),
            "V04: `all-reduce`: replica ids must be in [0, 4), got 4");
  EXPECT_EQ(AllReduce({4, 1}, IotaGroups(2, 4, {8})).ParticipantsRejection(),
            "V04: `all-reduce`: the groups must contain 4 replicas, got 8");
  EXPECT_EQ(AllReduce({2, 2}, Groups({{0, 1}, {2}}))
                .Set(Attr::channel_id, int64_t{1})
                .Set(Attr::use_global_device_ids, true)
                .ParticipantsRejection(),
            "V04: `all-reduce`: device 3 must be in a group");
}

TEST(CheckDevices, AcceptsAnyGroupsWithAHeaderOfOneDevice) {
  Instruction instruction;
  instruction.op = &GetOpDef(Opcode::kAllReduce);
  instruction.attributes.Set(Attr::replica_groups, Groups({{0, 1}, {2, 3}}));
  EXPECT_TRUE(CheckDevices(instruction, {1, 1}).ok());
  EXPECT_TRUE(CheckDevices(instruction, {1, 4}).ok());  // the ids are not partitions
  EXPECT_FALSE(CheckDevices(instruction, {2, 1}).ok());
  EXPECT_TRUE(CheckDevices(instruction, {4, 1}).ok());
  EXPECT_TRUE(CheckDevices(instruction, {INT64_MAX, INT64_MAX}).ok());  // never runs
}

// ---- 9.1: rules that do not depend on the devices ----

std::string Rejection(std::string_view opcode, ReplicaGroups groups) {
  return OpCall(opcode)
      .Set(Attr::replica_groups, std::move(groups))
      .OperandShape("f32[2]")
      .Rejection();
}

TEST(ReplicaGroupRules, AreCheckedWithoutDevices) {
  EXPECT_EQ(Rejection("all-reduce", Groups({{0, 1}, {1, 2}})),
            "V04: `all-reduce`: replica 1 must appear only once");
  EXPECT_EQ(Rejection("all-reduce", Groups({{0, 1}, {}})),
            "V04: `all-reduce`: group 1 must not be empty");
  EXPECT_EQ(Rejection("all-reduce", Groups({{0, -1}})),
            "V04: `all-reduce`: replica ids must not be negative, got -1");
}

TEST(ReplicaGroupRules, RequireAChannelAndGroupsForGlobalIds) {
  EXPECT_EQ(OpCall("all-reduce")
                .OperandShape("f32[2]")
                .Set(Attr::use_global_device_ids, true)
                .Rejection(),
            "V04: `all-reduce`: `use_global_device_ids` requires `channel_id`");
  EXPECT_EQ(OpCall("all-reduce")
                .OperandShape("f32[2]")
                .Set(Attr::channel_id, int64_t{1})
                .Set(Attr::use_global_device_ids, true)
                .Rejection(),
            "V04: `all-reduce`: `use_global_device_ids` requires non-empty `replica_groups`");
}

}  // namespace
}  // namespace hlo

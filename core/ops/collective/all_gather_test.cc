// SPDX-License-Identifier: Apache-2.0
// The numbers of the collectives reference, section 4.
#include <gtest/gtest.h>

#include <string>

#include "core/ops/collective/collective_testing.h"
#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

Rows Gather(ReplicaGroups groups) {
  CollectiveCall call = GroupCall("all-gather", {4, 1}, std::move(groups));
  Along(call, 0).Declare("f32[4]");
  GiveRunningExample(call);
  Rows rows;
  for (const Literal& value : call.Values()) {
    const auto data = value.data<float>();
    rows.emplace_back(data.begin(), data.end());
  }
  return rows;
}

TEST(AllGather, JoinsInGroupOrder) {
  EXPECT_EQ(Gather(Groups({{0, 2}, {1, 3}})),
            (Rows{{0, 1, 20, 21}, {10, 11, 30, 31}, {0, 1, 20, 21}, {10, 11, 30, 31}}));
  EXPECT_EQ(Gather(Groups({{2, 0}, {1, 3}})),
            (Rows{{20, 21, 0, 1}, {10, 11, 30, 31}, {20, 21, 0, 1}, {10, 11, 30, 31}}));
}

TEST(AllGather, OrdersPartitionsInsideReplicas) {
  CollectiveCall call = GroupCall("all-gather", {2, 2}, Groups({{1, 0}}));
  Along(call, 0).Set(Attr::channel_id, int64_t{1}).Declare("f32[4]");
  for (const double number : {1, 10, 100, 1000}) call.Give({Array("f32[1]", {number})});
  ExpectRows(call.Values(), Rows(4, {100, 1000, 1, 10}));
}

TEST(AllGather, JoinsAlongAnInnerDimensionAndSubBytes) {
  CollectiveCall call = GroupCall("all-gather", {2, 1}, Groups({}));
  Along(call, 1).Declare("s4[2,4]");
  call.Give({Array("s4[2,2]", {1, 2, 3, 4})}).Give({Array("s4[2,2]", {-5, -6, 7, -8})});
  EXPECT_TRUE(SameBits(call.Values()[1], Array("s4[2,4]", {1, 2, -5, -6, 3, 4, 7, -8})));
}

TEST(AllGather, GathersEachOperandSeparately) {
  CollectiveCall call = GroupCall("all-gather", {2, 1}, Groups({}));
  Along(call, 0).Declare("(f32[2], pred[0])");
  call.Give({Array("f32[1]", {1}), Array("pred[0]", {})});
  call.Give({Array("f32[1]", {2}), Array("pred[0]", {})});
  EXPECT_TRUE(
      SameBits(call.Values()[0], Literal::Tuple({Array("f32[2]", {1, 2}), Array("pred[0]", {})})));
}

std::string GatherRejection(std::string_view result, ReplicaGroups groups, int64_t dimension = 0,
                            Topology topology = {4, 1}) {
  CollectiveCall call = GroupCall("all-gather", topology, std::move(groups));
  Along(call, dimension).Declare(result);
  GiveRunningExample(call);
  return call.Rejection();
}

TEST(AllGather, RejectsAResultOfAnotherSize) {
  EXPECT_EQ(GatherRejection("f32[6]", Groups({{0, 1, 2, 3}})),
            "all-gather.C1: `all-gather`: dimension 0 of the result must be 2 x 4 = 8, got 6");
  EXPECT_EQ(GatherRejection("f32[6]", Groups({})),
            "all-gather.C1: `all-gather`: dimension 0 of the result must be 2 x 4 = 8, got 6");
  EXPECT_EQ(
      GatherRejection("f32[5]", Groups({})),
      "all-gather.C1: `all-gather`: dimension 0 of the result must be a multiple of 2, got 5");
  EXPECT_EQ(
      GatherRejection("f32[8,1]", Groups({})),
      "all-gather.C1: `all-gather`: the result must be 1 array of the rank of the operand, got "
      "f32[8,1]");
}

TEST(AllGather, RejectsABadDimensionAndUnevenGroups) {
  EXPECT_EQ(GatherRejection("f32[8]", Groups({}), 1),
            "all-gather.C1: `all-gather`: `dimensions` entries must be in [0, 1), got 1");
  EXPECT_EQ(GatherRejection("f32[8]", Groups({{0}, {1, 2, 3}})),
            "V04: `all-gather`: group 1 must have 1 member like group 0, got 3");
}

}  // namespace
}  // namespace hlo

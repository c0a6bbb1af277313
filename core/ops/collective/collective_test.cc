// SPDX-License-Identifier: Apache-2.0
// all-gather, reduce-scatter, all-to-all, collective-broadcast, collective-reduce: the numbers
// of the collectives reference, section 4. Replica r of four holds [10r, 10r + 1].
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/ops/collective/testing_collective.h"
#include "core/ops/testing_computation.h"

namespace hlo {
namespace {

using namespace op_testing;
using Rows = std::vector<std::vector<double>>;

std::string VectorShape(size_t size) { return "f32[" + std::to_string(size) + "]"; }

CollectiveCall Call(std::string_view opcode, Topology topology, ReplicaGroups groups) {
  CollectiveCall call(opcode, topology);
  call.Set(Attr::replica_groups, std::move(groups));
  return call;
}
CollectiveCall& Along(CollectiveCall& call, int64_t dimension) {
  return call.Set(Attr::dimensions, std::vector<int64_t>{dimension});
}
void GiveRunningExample(CollectiveCall& call) {
  for (double r = 0; r < 4; ++r) call.Give({Array("f32[2]", {10 * r, 10 * r + 1})});
}
void ExpectRows(const std::vector<Literal>& got, const Rows& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (size_t k = 0; k < got.size(); ++k) {
    EXPECT_TRUE(SameBits(got[k], Array(VectorShape(expected[k].size()), expected[k])))
        << "device " << k;
  }
}

// ---- all-gather ----

Rows Gather(ReplicaGroups groups) {
  CollectiveCall call = Call("all-gather", {4, 1}, std::move(groups));
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
  CollectiveCall call = Call("all-gather", {2, 2}, Groups({{1, 0}}));
  Along(call, 0).Set(Attr::channel_id, int64_t{1}).Declare("f32[4]");
  for (const double number : {1, 10, 100, 1000}) call.Give({Array("f32[1]", {number})});
  ExpectRows(call.Values(), Rows(4, {100, 1000, 1, 10}));
}

TEST(AllGather, JoinsAlongAnInnerDimensionAndSubBytes) {
  CollectiveCall call = Call("all-gather", {2, 1}, Groups({}));
  Along(call, 1).Declare("s4[2,4]");
  call.Give({Array("s4[2,2]", {1, 2, 3, 4})}).Give({Array("s4[2,2]", {-5, -6, 7, -8})});
  EXPECT_TRUE(SameBits(call.Values()[1], Array("s4[2,4]", {1, 2, -5, -6, 3, 4, 7, -8})));
}

TEST(AllGather, GathersEachOperandByItself) {
  CollectiveCall call = Call("all-gather", {2, 1}, Groups({}));
  Along(call, 0).Declare("(f32[2], pred[0])");
  call.Give({Array("f32[1]", {1}), Array("pred[0]", {})});
  call.Give({Array("f32[1]", {2}), Array("pred[0]", {})});
  EXPECT_TRUE(SameBits(call.Values()[0],
                       Literal::Tuple({Array("f32[2]", {1, 2}), Array("pred[0]", {})})));
}

std::string GatherRejection(std::string_view result, ReplicaGroups groups, int64_t dimension = 0,
                            Topology topology = {4, 1}) {
  CollectiveCall call = Call("all-gather", topology, std::move(groups));
  Along(call, dimension).Declare(result);
  GiveRunningExample(call);
  return call.Rejection();
}

TEST(AllGather, RejectsAResultOfAnotherSize) {
  EXPECT_EQ(GatherRejection("f32[6]", Groups({{0, 1, 2, 3}})),
            "all-gather.C1: `all-gather`: dimension 0 of the result is 6, expected 2 x 4 = 8");
  EXPECT_EQ(GatherRejection("f32[6]", Groups({})),
            "all-gather.C1: `all-gather`: dimension 0 of the result is 6, expected 2 x 4 = 8");
  EXPECT_EQ(GatherRejection("f32[5]", Groups({})),
            "all-gather.C1: `all-gather`: dimension 0 is 2 in the operand and 5 in the result");
  EXPECT_EQ(GatherRejection("f32[8,1]", Groups({})),
            "all-gather.C1: `all-gather`: result is f32[8,1], expected 1 array of the rank of the "
            "operand");
}

TEST(AllGather, RejectsABadDimensionAndUnevenGroups) {
  EXPECT_EQ(GatherRejection("f32[8]", Groups({}), 1),
            "all-gather.C1: `all-gather`: dimension 1 out of range for rank 1");
  EXPECT_EQ(GatherRejection("f32[8]", Groups({{0}, {1, 2, 3}})),
            "V04: `all-gather`: group 1 has 3 members, group 0 has 1");
}

// ---- reduce-scatter ----

TEST(ReduceScatter, GivesBlocksByPlaceInTheGroup) {
  Module module;
  CollectiveCall call = Call("reduce-scatter", {4, 1}, Groups({{0, 2}, {3, 1}}));
  Along(call, 0).Set(Attr::to_apply, BinaryComputation(module, "add", "f32[]")).Declare("f32[1]");
  GiveRunningExample(call);
  ExpectRows(call.Values(), {{20}, {42}, {22}, {40}});
}

TEST(ReduceScatter, CutsAnInnerDimension) {
  Module module;
  CollectiveCall call = Call("reduce-scatter", {2, 1}, Groups({}));
  Along(call, 1).Set(Attr::to_apply, BinaryComputation(module, "add", "s32[]"));
  call.Declare("s32[2,1]");
  call.Give({Array("s32[2,2]", {1, 2, 3, 4})}).Give({Array("s32[2,2]", {10, 20, 30, 40})});
  const std::vector<Literal> got = call.Values();
  EXPECT_TRUE(SameBits(got[0], Array("s32[2,1]", {11, 33})));
  EXPECT_TRUE(SameBits(got[1], Array("s32[2,1]", {22, 44})));
}

TEST(ReduceScatter, RejectsASizeThatIsNotDivisible) {
  Module module;
  CollectiveCall call = Call("reduce-scatter", {4, 1}, Groups({{0, 1, 2, 3}}));
  Along(call, 0).Set(Attr::to_apply, BinaryComputation(module, "add", "f32[]")).Declare("f32[1]");
  GiveRunningExample(call);
  EXPECT_EQ(call.Rejection(),
            "reduce-scatter.C1: `reduce-scatter`: size 2 of dimension 0 is not divisible by group "
            "size 4");
}

// ---- all-to-all ----

TEST(AllToAll, ExchangesBlocks) {
  CollectiveCall call = Call("all-to-all", {4, 1}, Groups({}));
  Along(call, 0);
  for (double r = 0; r < 4; ++r) {
    call.Give({Array("f32[4]", {10 * r, 10 * r + 1, 10 * r + 2, 10 * r + 3})});
  }
  ExpectRows(call.Values(),
             {{0, 10, 20, 30}, {1, 11, 21, 31}, {2, 12, 22, 32}, {3, 13, 23, 33}});
}

TEST(AllToAll, ExchangesOperandsInGroupOrder) {
  CollectiveCall call = Call("all-to-all", {4, 1}, Groups({{1, 2}, {3, 0}}));
  for (double r = 0; r < 4; ++r) call.Give({Scalar(ElementType::kF32, r),
                                            Scalar(ElementType::kF32, 10 + r)});
  const std::vector<Literal> got = call.Values();
  const Rows expected = {{13, 10}, {1, 2}, {11, 12}, {3, 0}};
  for (size_t k = 0; k < 4; ++k) {
    EXPECT_TRUE(SameBits(got[k], Literal::Tuple({Scalar(ElementType::kF32, expected[k][0]),
                                                 Scalar(ElementType::kF32, expected[k][1])})))
        << k;
  }
}

TEST(AllToAll, RejectsSizesAndCountsThatDoNotFitTheGroups) {
  CollectiveCall odd = Call("all-to-all", {4, 1}, Groups({}));
  Along(odd, 0);
  GiveRunningExample(odd);
  EXPECT_EQ(odd.Rejection(),
            "all-to-all.C1: `all-to-all`: size 2 of dimension 0 is not divisible by group size 4");
  CollectiveCall few = Call("all-to-all", {4, 1}, Groups({{0, 1, 2, 3}}));
  GiveRunningExample(few);
  EXPECT_EQ(few.Rejection(),
            "all-to-all.C1: `all-to-all`: 1 operand for groups of 4; one operand a member is "
            "needed");
}

// ---- collective-broadcast, collective-reduce ----

TEST(CollectiveBroadcast, GivesTheOperandOfTheFirst) {
  CollectiveCall call = Call("collective-broadcast", {4, 1}, Groups({{1, 0}, {2, 3}}));
  GiveRunningExample(call);
  ExpectRows(call.Values(), {{10, 11}, {10, 11}, {20, 21}, {20, 21}});
  CollectiveCall some = Call("collective-broadcast", {4, 1}, Groups({{3, 0}}));
  GiveRunningExample(some);
  ExpectRows(some.Values(), {{30, 31}, {0, 0}, {0, 0}, {30, 31}});
}

TEST(CollectiveReduce, GivesTheFirstTheSumAndTheOthersZeros) {
  Module module;
  CollectiveCall call = Call("collective-reduce", {4, 1}, Groups({{1, 0}, {2, 3}}));
  call.Set(Attr::to_apply, BinaryComputation(module, "add", "f32[]"));
  GiveRunningExample(call);
  ExpectRows(call.Values(), {{0, 0}, {10, 12}, {50, 52}, {0, 0}});
}

}  // namespace
}  // namespace hlo

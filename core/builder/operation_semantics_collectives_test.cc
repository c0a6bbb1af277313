// SPDX-License-Identifier: Apache-2.0
// The multi-device examples of the operation semantics, written with the builder and run on that
// many replicas.
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using builder_testing::Json;
using builder_testing::RunOnReplicas;
using enum ElementType;
using Results = std::vector<std::string>;

Value TwoFloats(Builder& b) { return Parameter(b, 0, Shape::Array(kF32, {2}), "x"); }

Results RunOnTwo(Builder& b, const std::string& first, const std::string& second) {
  return RunOnReplicas(b.Build(), {{Json("f32[2]", first)}, {Json("f32[2]", second)}}, 2);
}

TEST(SemanticsAllGather, ConcatenatesTheOperandsOfAllReplicas) {
  Builder b("allgather");
  AllGather(TwoFloats(b), /*all_gather_dimension=*/0, /*shard_count=*/2);
  const std::string all = Json("f32[4]{0}", "[1,2.5,3,5.25]");
  EXPECT_EQ(RunOnTwo(b, "[1.0,2.5]", "[3.0,5.25]"), Results({all, all}));
}

TEST(SemanticsAllReduce, AddsTheOperandsOfAllReplicas) {
  Builder b("allreduce");
  AllReduce(TwoFloats(b), ScalarFunction("add", kF32, Add));
  const std::string sum = Json("f32[2]{0}", "[4,7.75]");
  EXPECT_EQ(RunOnTwo(b, "[1.0,2.5]", "[3.0,5.25]"), Results({sum, sum}));
}

TEST(SemanticsCrossReplicaSum, IsAllReduceByAddition) {
  Builder b("crossreplicasum");
  const Value x = TwoFloats(b);
  CrossReplicaSum(Tuple(b, {x, -x}));
  const std::string sum =
      "{\"tuple\":[" + Json("f32[2]{0}", "[4,7.75]") + "," + Json("f32[2]{0}", "[-4,-7.75]") + "]}";
  EXPECT_EQ(RunOnTwo(b, "[1.0,2.5]", "[3.0,5.25]"), Results({sum, sum}));
}

// {0,2} and {1,3} reduce separately: 1 + 4 and 2 + 8.
TEST(SemanticsAllReduce, KeepsGroupsSeparate) {
  Builder b("allreduce");
  const Value id = ConvertElementType(ReplicaId(b), kS32);
  Participants groups;
  groups.replica_groups = {{0, 2}, {1, 3}};
  AllReduce(ShiftLeft(One(b, kS32), id), ScalarFunction("add", kS32, Add), groups);
  const std::string even = Json("s32[]", "5"), odd = Json("s32[]", "10");
  EXPECT_EQ(RunOnReplicas(b.Build(), {{}}, 4), Results({even, odd, even, odd}));
}

TEST(SemanticsReduceScatter, LeavesEachReplicaOneBlock) {
  Builder b("reducescatter");
  ReduceScatter(TwoFloats(b), ScalarFunction("add", kF32, Add), /*scatter_dimension=*/0,
                /*shard_count=*/2);
  EXPECT_EQ(RunOnTwo(b, "[1.0,2.25]", "[3.0,5.25]"),
            Results({Json("f32[1]{0}", "[4]"), Json("f32[1]{0}", "[7.5]")}));
}

// f32[4,16] on four cores: rows 4i to 4i+3 of core j are columns 4j to 4j+3 of core i.
TEST(SemanticsAllToAll, TurnsColumnsOfOneIntoRowsOfAnother) {
  Builder b("alltoall");
  const Shape shape = Shape::Array(kF32, {4, 16});
  const Value core = ConvertElementType(ReplicaId(b), kF32) * ConstantR0<float>(b, 1000);
  const Value x = core + Iota(b, shape, 0) * ConstantR0<float>(b, 16) + Iota(b, shape, 1);
  const Value result = AllToAll(x, /*split_dimension=*/1, /*concat_dimension=*/0,
                                /*split_count=*/4);
  EXPECT_EQ(ShapeText(result.shape(), false), "f32[16,4]");
  Slice(result, {11, 0}, {12, 4});  // row 3 of core 2, which began with 2048
  EXPECT_EQ(RunOnReplicas(b.Build(), {{}}, 4),
            Results({Json("f32[1,4]{1,0}", "[[2048,2049,2050,2051]]"),
                     Json("f32[1,4]{1,0}", "[[2052,2053,2054,2055]]"),
                     Json("f32[1,4]{1,0}", "[[2056,2057,2058,2059]]"),
                     Json("f32[1,4]{1,0}", "[[2060,2061,2062,2063]]")}));
}

TEST(SemanticsCollectivePermute, GivesZerosToDevicesThatAreNotATarget) {
  Builder b("permute");
  const Value id = ReplicaId(b) + One(b, kU32);
  CollectivePermute(id, {{0, 1}, {1, 2}});
  EXPECT_EQ(RunOnReplicas(b.Build(), {{}}, 3),
            Results({Json("u32[]", "0"), Json("u32[]", "1"), Json("u32[]", "2")}));
}

}  // namespace
}  // namespace hlo::builder

// SPDX-License-Identifier: Apache-2.0
// Ops reference 2.4, and the instructions that other functions create.
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using builder_testing::Argument;
using builder_testing::Body;
using builder_testing::ErrorOf;
using builder_testing::Made;
using builder_testing::ReadAgain;
using enum ElementType;

TEST(BuilderAllToAll, SplitsAndJoinsAlongDifferentDimensions) {
  Builder b("alltoall");
  const Value x = Parameter(b, 0, Shape::Array(kF32, {4, 16}), "x");
  AllToAll(x, /*split_dimension=*/1, /*concat_dimension=*/0, /*split_count=*/4);
  EXPECT_EQ(Body(b.Build()),
            "%x = f32[4,16]{1,0} parameter(0)\n"
            "%all-to-all = f32[4,16]{1,0} all-to-all(%x), replica_groups={}, "
            "dimensions={1}\n"
            "%reshape = f32[4,4,4]{2,1,0} reshape(%all-to-all)\n"
            "%transpose = f32[4,4,4]{2,1,0} transpose(%reshape), "
            "dimensions={1,0,2}\n"
            "ROOT %reshape.1 = f32[16,4]{1,0} reshape(%transpose)\n");
}

TEST(BuilderAllToAll, MovesTheBlocksInFrontOfALaterDimension) {
  Builder b("alltoall");
  const Value x = Parameter(b, 0, Shape::Array(kF32, {6, 5, 7}), "x");
  EXPECT_EQ(ShapeText(AllToAll(x, 0, 2, 3).shape(), false), "f32[2,5,21]");
  EXPECT_EQ(ShapeText(AllToAll(x, 2, 1, 7).shape(), false), "f32[6,35,1]");
  EXPECT_EQ(ShapeText(AllToAll(x, 1, 1, 5).shape(), false), "f32[6,5,7]");
  AllToAll(x, 1, 0, 2);
  EXPECT_EQ(ErrorOf(b.Build()), "V04: `all-to-all`: dimension 1 (5) is not divisible by 2");
}

TEST(BuilderCollectives, HaveTheShapesOfTheirBlocks) {
  Builder b("collectives");
  const Value x = Parameter(b, 0, Shape::Array(kF32, {4, 6}), "x");
  const Function add = ScalarFunction("add", kF32, Add);
  EXPECT_EQ(ShapeText(AllGather(x, 1, 2).shape(), false), "f32[4,12]");
  EXPECT_EQ(ShapeText(ReduceScatter(x, add, 0, 2).shape(), false), "f32[2,6]");
  EXPECT_EQ(ShapeText(CollectivePermute(x, {{0, 1}, {1, 0}}).shape(), false), "f32[4,6]");
  EXPECT_EQ(ShapeText(AllReduce(Tuple(b, {x, x}), add).shape(), false), "(f32[4,6], f32[4,6])");
  EXPECT_EQ(ShapeText(CrossReplicaSum(Tuple(b, {x})).shape(), false), "(f32[4,6])");
  EXPECT_EQ(ShapeText(ReplicaId(b).shape(), false), "u32[]");
  ReadAgain(b.Build());
}

TEST(BuilderTransfers, CreateTheirTokens) {
  Builder in("infeed");
  Infeed(in, Shape::Array(kF32, {3}));
  EXPECT_EQ(Body(in.Build()),
            "%after-all = token[] after-all()\n"
            "%infeed = (f32[3]{0}, token[]) infeed(%after-all)\n"
            "ROOT %get-tuple-element = f32[3]{0} get-tuple-element(%infeed), index=0\n");
  Builder out("outfeed");
  const Value x = Argument(out, 0, "f32[3]", "x");
  EXPECT_EQ(ShapeText(Outfeed(x).shape()), "()");
  EXPECT_EQ(Body(out.Build()),
            "%x = f32[3]{0} parameter(0)\n"
            "%after-all = token[] after-all()\n"
            "%outfeed = token[] outfeed(%x, %after-all), outfeed_shape=f32[3]{0}\n"
            "ROOT %tuple = () tuple()\n");
}

TEST(BuilderTransfers, AreSplitInTwo) {
  Builder b("transfer");
  Send(Argument(b, 0, "f32[3]", "x"), 2);
  Recv(b, Shape::Array(kF32, {3}), 2);
  EXPECT_EQ(Body(b.Build()),
            "%x = f32[3]{0} parameter(0)\n"
            "%after-all = token[] after-all()\n"
            "%send = (f32[3]{0}, u32[], token[]) send(%x, %after-all), channel_id=2\n"
            "%send-done = token[] send-done(%send), channel_id=2\n"
            "%after-all.1 = token[] after-all()\n"
            "%recv = (f32[3]{0}, u32[], token[]) recv(%after-all.1), channel_id=2\n"
            "%recv-done = (f32[3]{0}, token[]) recv-done(%recv), channel_id=2\n"
            "ROOT %get-tuple-element = f32[3]{0} get-tuple-element(%recv-done), index=0\n");
}

TEST(BuilderOpcodes, OfOtherDevices) {
  Participants linked;
  linked.replica_groups = {{0}, {1}};
  linked.channel_id = 3;
  EXPECT_EQ(Made([&](Builder&, Value x) { CollectiveBroadcast(x, linked); }),
            "f32[2,3]{1,0} collective-broadcast(%x), channel_id=3, replica_groups={{0},{1}}");
  linked.use_global_device_ids = true;
  EXPECT_EQ(Made([&](Builder&, Value x) { AllGather(x, 1, 1, linked); }),
            "f32[2,3]{1,0} all-gather(%x), channel_id=3, replica_groups={{0},{1}}, "
            "dimensions={1}, use_global_device_ids=true");
  EXPECT_EQ(Made([](Builder& b, Value) { PartitionId(b); }), "u32[] partition-id()");
}

}  // namespace
}  // namespace hlo::builder

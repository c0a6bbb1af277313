// SPDX-License-Identifier: Apache-2.0
// `all-reduce`: collectives reference 4.2 and the table of section 3.
#include <gtest/gtest.h>

#include <vector>

#include "core/ops/collective/collective_testing.h"
#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

// all-reduce of one number per device.
std::vector<Literal> ReduceNumbers(CollectiveCall call, const std::vector<double>& numbers) {
  Module module;
  call.Set(Attr::to_apply, BinaryComputation(module, "add", "s32[]"));
  for (const double number : numbers) call.Give({Array("s32[]", {number})});
  return call.Values();
}

void ExpectNumbers(const std::vector<Literal>& got, const std::vector<double>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (size_t device = 0; device < got.size(); ++device) {
    EXPECT_TRUE(SameBits(got[device], Array("s32[]", {expected[device]}))) << device;
  }
}

CollectiveCall On(Topology topology, ReplicaGroups groups) {
  CollectiveCall call("all-reduce", topology);
  call.Set(Attr::replica_groups, std::move(groups));
  return call;
}

TEST(AllReduce, CombinesTheParticipants) {
  const std::vector<double> given = {1, 10, 100, 1000};
  ExpectNumbers(ReduceNumbers(On({2, 2}, Groups({{0, 1}})), given), {101, 1010, 101, 1010});
  ExpectNumbers(ReduceNumbers(On({2, 2}, Groups({{0}, {1}})), given), given);
  CollectiveCall pairs = On({2, 2}, Groups({{0}, {1}}));
  pairs.Set(Attr::channel_id, int64_t{1});
  ExpectNumbers(ReduceNumbers(std::move(pairs), given), {11, 11, 1100, 1100});
  CollectiveCall flat = On({2, 2}, Groups({{0, 3}, {1, 2}}));
  flat.Set(Attr::channel_id, int64_t{1}).Set(Attr::use_global_device_ids, true);
  ExpectNumbers(ReduceNumbers(std::move(flat), given), {1001, 110, 110, 1001});
}

TEST(AllReduce, LeavesAGroupOfOneAlone) {
  ExpectNumbers(ReduceNumbers(On({4, 1}, Groups({{0}, {1, 2, 3}})), {1, 10, 100, 1000}),
                {1, 1110, 1110, 1110});
}

TEST(AllReduce, FoldsInGroupOrderInTheElementType) {
  Module module;
  Computation* add = BinaryComputation(module, "add", "bf16[]");
  // 256 + 1 is 256 in bf16 (ties to even), 1 + 1 + 256 is 258.
  const auto reduce = [&](std::vector<int64_t> group) {
    CollectiveCall call = On({3, 1}, Groups({std::move(group)}));
    call.Set(Attr::to_apply, add);
    for (const double number : {256, 1, 1}) call.Give({Array("bf16[1]", {number})});
    return call.Values()[0];
  };
  EXPECT_TRUE(SameBits(reduce({0, 1, 2}), Array("bf16[1]", {256})));
  EXPECT_TRUE(SameBits(reduce({1, 2, 0}), Array("bf16[1]", {258})));
}

TEST(AllReduce, CallsAnyComputation) {
  Module module;
  CollectiveCall call = On({3, 1}, Groups({{2, 0, 1}}));
  call.Set(Attr::to_apply, BinaryComputation(module, "subtract", "s8[]"));
  for (const double number : {1, 20, 100}) call.Give({Array("s8[2]", {number, -number})});
  for (const Literal& value : call.Values()) {
    EXPECT_TRUE(SameBits(value, Array("s8[2]", {79, -79})));  // 100 - 1 - 20
  }
}

TEST(AllReduce, SumsEveryType) {
  struct Case {
    const char* shape;
    double a, b, sum;
  };
  for (const Case& c : {Case{"pred[1]", 1, 1, 1}, Case{"s4[1]", 7, 1, -8}, Case{"u2[1]", 3, 3, 2},
                        Case{"f16[1]", 1.5, 2.25, 3.75}, Case{"f8e4m3fn[1]", 1, 1.25, 2.25},
                        Case{"f64[1]", 0.5, 0.25, 0.75}, Case{"u64[1]", 5, 6, 11}}) {
    Module module;
    const std::string scalar = std::string(Name(ShapeOf(c.shape).element_type)) + "[]";
    CollectiveCall call = On({2, 1}, Groups({}));
    call.Set(Attr::to_apply, BinaryComputation(module, "add", scalar));
    call.Give({Array(c.shape, {c.a})}).Give({Array(c.shape, {c.b})});
    EXPECT_TRUE(SameBits(call.Values()[1], Array(c.shape, {c.sum}))) << c.shape;
  }
}

TEST(AllReduce, ReducesEachOperandSeparately) {
  Module module;
  CollectiveCall call = On({2, 1}, Groups({}));
  call.Set(Attr::to_apply, BinaryComputation(module, "maximum", "f32[]"));
  call.Give({Array("f32[2]", {1, 5}), Array("f32[]", {-3})});
  call.Give({Array("f32[2]", {2, 4}), Array("f32[]", {-4})});
  const Literal expected = Literal::Tuple({Array("f32[2]", {2, 5}), Array("f32[]", {-3})});
  for (const Literal& value : call.Values()) EXPECT_TRUE(SameBits(value, expected));
}

TEST(AllReduce, CombinesLongArraysInBlocks) {
  Module module;
  CollectiveCall call = On({3, 1}, Groups({}));
  call.Set(Attr::to_apply, BinaryComputation(module, "add", "s32[]"));
  std::vector<double> ramp(10001), sum(10001);
  for (size_t i = 0; i < ramp.size(); ++i) {
    ramp[i] = static_cast<double>(i);
    sum[i] = 3 * ramp[i];
  }
  for (int device = 0; device < 3; ++device) call.Give({Array("s32[10001]", ramp)});
  EXPECT_TRUE(SameBits(call.Values()[2], Array("s32[10001]", sum)));
}

TEST(AllReduce, RejectsACombinerOfAnotherTypeAndAChannelBelowOne) {
  Module module;
  CollectiveCall wrong = On({2, 1}, Groups({}));
  wrong.Set(Attr::to_apply, BinaryComputation(module, "add", "s32[]"));
  wrong.Give({Array("f32[]", {1})}).Give({Array("f32[]", {1})});
  EXPECT_EQ(wrong.Rejection(),
            "all-reduce.C1: `all-reduce`: `to_apply` parameter 0 must be f32[], got s32[]");
  CollectiveCall channel = On({2, 1}, Groups({}));
  channel.Set(Attr::channel_id, int64_t{0}).Give({Array("f32[]", {1})});
  EXPECT_EQ(channel.Rejection(), "V04: `all-reduce`: `channel_id` must be greater than 0, got 0");
}

}  // namespace
}  // namespace hlo

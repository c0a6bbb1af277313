// SPDX-License-Identifier: Apache-2.0
// Collectives reference 3 and 4.5.
#include <gtest/gtest.h>

#include <vector>

#include "core/ops/collective/collective_testing.h"
#include "core/ops/collective/source_target_pairs.h"

namespace hlo {
namespace {

using namespace op_testing;
using Lists = std::vector<std::vector<int64_t>>;

CollectiveCall Permute(Topology topology, SourceTargetPairs pairs) {
  CollectiveCall call("collective-permute", topology);
  call.Set(Attr::source_target_pairs, IdPairs{std::move(pairs)});
  return call;
}

void ExpectNumbers(CollectiveCall call, const std::vector<double>& given,
                   const std::vector<double>& expected) {
  for (const double number : given) call.Give({Array("f32[]", {number})});
  const std::vector<Literal> got = call.Values();
  for (size_t k = 0; k < expected.size(); ++k) {
    EXPECT_TRUE(SameBits(got[k], Array("f32[]", {expected[k]}))) << "device " << k;
  }
}

TEST(CollectivePermute, SendsTheOperandOfTheSourceToTheTarget) {
  ExpectNumbers(Permute({4, 1}, {{0, 1}, {1, 2}, {2, 3}}), {1, 2, 3, 4}, {0, 1, 2, 3});
  ExpectNumbers(Permute({4, 1}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}), {1, 2, 3, 4}, {4, 1, 2, 3});
  ExpectNumbers(Permute({4, 1}, {{1, 1}}), {1, 2, 3, 4}, {0, 2, 0, 0});
  ExpectNumbers(Permute({2, 1}, {}), {1, 2}, {0, 0});
}

TEST(CollectivePermute, SwapsPartitionsInsideReplicasWithAChannel) {
  CollectiveCall call = Permute({2, 2}, {{0, 1}, {1, 0}});
  call.Set(Attr::channel_id, int64_t{1});
  ExpectNumbers(std::move(call), {1, 10, 100, 1000}, {10, 1, 1000, 100});
}

TEST(CollectivePermute, GroupsDevicesConnectedByPairs) {
  EXPECT_EQ(Permute({6, 1}, {{4, 0}, {0, 2}, {3, 3}}).Participants(),
            (Lists{{0, 2, 4}, {}, {0, 2, 4}, {3}, {0, 2, 4}, {}}));
}

TEST(CollectivePermute, PermutesAllOperands) {
  CollectiveCall call = Permute({2, 1}, {{0, 1}});
  call.Give({Array("f32[1]", {1}), Array("c64[]", {2, 3})});
  call.Give({Array("f32[1]", {4}), Array("c64[]", {5, 6})});
  const std::vector<Literal> got = call.Values();
  EXPECT_TRUE(SameBits(got[0], Literal::Tuple({Array("f32[1]", {0}), Array("c64[]", {0, 0})})));
  EXPECT_TRUE(SameBits(got[1], Literal::Tuple({Array("f32[1]", {1}), Array("c64[]", {2, 3})})));
}

TEST(CollectivePermute, RejectsRepeatedNegativeAndUnknownIds) {
  const auto rejection = [](SourceTargetPairs pairs) {
    return Permute({4, 1}, std::move(pairs)).Give({Array("f32[]", {1})}).Rejection();
  };
  EXPECT_EQ(rejection({{0, 1}, {0, 2}}),
            "collective-permute.C1: `collective-permute`: replica 0 must be the source of at most "
            "1 pair, got 2");
  EXPECT_EQ(rejection({{0, 1}, {2, 1}}),
            "collective-permute.C1: `collective-permute`: replica 1 must be the target of at most "
            "1 pair, got 2");
  EXPECT_EQ(
      rejection({{-1, 1}}),
      "collective-permute.C1: `collective-permute`: replica ids must not be negative, got -1");
  EXPECT_EQ(rejection({{0, 4}}),
            "collective-permute.C1: `collective-permute`: replica ids must be in [0, 4), got 4");
}

TEST(CollectivePermute, ChecksTheInPlaceFormWithoutEvaluatingIt) {
  const auto in_place = [](std::string_view offsets) {
    OpCall call("collective-permute");
    call.Set(Attr::source_target_pairs, IdPairs{{{0, 1}}})
        .Set(Attr::permute_slice_sizes, IntLists{{{1, 2}}})
        .OperandShape("f32[4,2]")
        .OperandShape("f32[8,2]")
        .OperandShape("(s32[], s32[])")
        .OperandShape(offsets);
    Result<Shape> shape = call.Infer();
    return shape.ok() ? ShapeText(shape.value(), false) : shape.error().code;
  };
  EXPECT_EQ(in_place("(s32[], s32[])"), "f32[8,2]");
  EXPECT_EQ(in_place("((s32[], s32[]))"), "f32[8,2]");
  EXPECT_EQ(in_place("(s32[])"), "collective-permute.C1");
}

}  // namespace
}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// The numbers of the collectives reference, section 4.
#include <gtest/gtest.h>

#include <vector>

#include "core/ops/collective/collective_testing.h"
#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

TEST(ReduceScatter, AssignsBlocksInGroupOrder) {
  Module module;
  CollectiveCall call = GroupCall("reduce-scatter", {4, 1}, Groups({{0, 2}, {3, 1}}));
  Along(call, 0).Set(Attr::to_apply, BinaryComputation(module, "add", "f32[]")).Declare("f32[1]");
  GiveRunningExample(call);
  ExpectRows(call.Values(), {{20}, {42}, {22}, {40}});
}

TEST(ReduceScatter, SplitsAnInnerDimension) {
  Module module;
  CollectiveCall call = GroupCall("reduce-scatter", {2, 1}, Groups({}));
  Along(call, 1).Set(Attr::to_apply, BinaryComputation(module, "add", "s32[]"));
  call.Declare("s32[2,1]");
  call.Give({Array("s32[2,2]", {1, 2, 3, 4})}).Give({Array("s32[2,2]", {10, 20, 30, 40})});
  const std::vector<Literal> got = call.Values();
  EXPECT_TRUE(SameBits(got[0], Array("s32[2,1]", {11, 33})));
  EXPECT_TRUE(SameBits(got[1], Array("s32[2,1]", {22, 44})));
}

TEST(ReduceScatter, RejectsASizeThatIsNotDivisible) {
  Module module;
  CollectiveCall call = GroupCall("reduce-scatter", {4, 1}, Groups({{0, 1, 2, 3}}));
  Along(call, 0).Set(Attr::to_apply, BinaryComputation(module, "add", "f32[]")).Declare("f32[1]");
  GiveRunningExample(call);
  EXPECT_EQ(call.Rejection(),
            "reduce-scatter.C1: `reduce-scatter`: the size of dimension 0 must be divisible by "
            "group size 4, got 2");
}

}  // namespace
}  // namespace hlo

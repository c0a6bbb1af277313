// SPDX-License-Identifier: Apache-2.0
// The numbers of the collectives reference, section 4.
#include <gtest/gtest.h>

#include <vector>

#include "core/ops/collective/collective_testing.h"
#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

TEST(AllToAll, ExchangesBlocks) {
  CollectiveCall call = GroupCall("all-to-all", {4, 1}, Groups({}));
  Along(call, 0);
  for (double r = 0; r < 4; ++r) {
    call.Give({Array("f32[4]", {10 * r, 10 * r + 1, 10 * r + 2, 10 * r + 3})});
  }
  ExpectRows(call.Values(), {{0, 10, 20, 30}, {1, 11, 21, 31}, {2, 12, 22, 32}, {3, 13, 23, 33}});
}

TEST(AllToAll, ExchangesOperandsInGroupOrder) {
  CollectiveCall call = GroupCall("all-to-all", {4, 1}, Groups({{1, 2}, {3, 0}}));
  for (double r = 0; r < 4; ++r)
    call.Give({Scalar(ElementType::kF32, r), Scalar(ElementType::kF32, 10 + r)});
  const std::vector<Literal> got = call.Values();
  const Rows expected = {{13, 10}, {1, 2}, {11, 12}, {3, 0}};
  for (size_t k = 0; k < 4; ++k) {
    EXPECT_TRUE(SameBits(got[k], Literal::Tuple({Scalar(ElementType::kF32, expected[k][0]),
                                                 Scalar(ElementType::kF32, expected[k][1])})))
        << k;
  }
}

TEST(AllToAll, RejectsSizesAndCountsThatDoNotMatchTheGroups) {
  CollectiveCall odd = GroupCall("all-to-all", {4, 1}, Groups({}));
  Along(odd, 0);
  GiveRunningExample(odd);
  EXPECT_EQ(odd.Rejection(),
            "all-to-all.C1: `all-to-all`: the size of dimension 0 must be divisible by group size "
            "4, got 2");
  CollectiveCall few = GroupCall("all-to-all", {4, 1}, Groups({{0, 1, 2, 3}}));
  GiveRunningExample(few);
  EXPECT_EQ(few.Rejection(),
            "all-to-all.C1: `all-to-all`: must have one operand per group member, got 1 operand "
            "for groups of 4");
}

}  // namespace
}  // namespace hlo

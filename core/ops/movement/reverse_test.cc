// SPDX-License-Identifier: Apache-2.0
// Ops reference 7.8. Expected values are from the reference or computed by hand.
#include <gtest/gtest.h>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

OpCall Reverse(const Literal& operand, Ints dimensions) {
  OpCall op("reverse");
  op.Operand(operand).Set(Attr::dimensions, std::move(dimensions));
  return op;
}

TEST(Reverse, ReversesTheListedDimensions) {
  const Literal x = Array("f32[2,2]", {1, 2, 3, 4});
  EXPECT_TRUE(SameBits(Reverse(x, {0, 1}).Value(), Array("f32[2,2]", {4, 3, 2, 1})));
  EXPECT_TRUE(SameBits(Reverse(x, {0}).Value(), Array("f32[2,2]", {3, 4, 1, 2})));
  EXPECT_TRUE(SameBits(Reverse(x, {1}).Value(), Array("f32[2,2]", {2, 1, 4, 3})));
  EXPECT_TRUE(SameBits(Reverse(x, {}).Value(), x));
}

TEST(Reverse, WorksOnEmptyArrays) {
  EXPECT_EQ(Reverse(Array("f32[3,0]", {}), {0, 1}).Value().element_count(), 0);
}

TEST(Reverse, RejectsBadDimensions) {
  const Literal x = Array("f32[1,2]", {1, 2});
  EXPECT_EQ(Reverse(x, {2}).Rejection(),
            "reverse.C1: `reverse`: `dimensions` entries must be in [0, 2), got 2");
  EXPECT_EQ(Reverse(x, {1, 1}).Rejection(),
            "reverse.C1: `reverse`: `dimensions` entries must be unique, got 1 twice");
}

}  // namespace
}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// Ops reference 3.35.
#include "core/ops/elementwise/elementwise_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

TEST(Copy, KeepsAllBitsAndUsesTheDeclaredLayout) {
  const Literal x = Bits("f32[2]", {0x7fa00001, 0x80000000});
  EXPECT_EQ(CodesOf(OpCall("copy").Operand(x).Value()), CodesOf(x));
  const Literal pair = Literal::Tuple({x, Array("s32[1]", {3})});
  EXPECT_TRUE(SameBits(OpCall("copy").Operand(pair).Value(), pair));
  EXPECT_EQ(OpCall("copy").OperandShape("f32[2,2]").Declare("f32[4]").Rejection(),
            "copy.C2: `copy`: the result must match operand f32[2,2], got f32[4]");
  EXPECT_EQ(OpCall("copy").OperandShape("f32[2,2]").Declare("f32[2,2]{0,1}").Rejection(), "");
  EXPECT_EQ(OpCall("copy").Rejection(), "copy.C1: `copy` takes 1 operand, got 0");
}

}  // namespace
}  // namespace hlo

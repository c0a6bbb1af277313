// SPDX-License-Identifier: Apache-2.0
// Ops reference 6.3. Expected values are from the reference or computed by hand.
#include <gtest/gtest.h>

#include "core/literal/memory_budget.h"
#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;

Literal Recast(const Literal& value, std::string_view to) {
  return OpCall("bitcast").Operand(value).Declare(to).Value();
}

TEST(Bitcast, IsAReshapeOfDefaultLayouts) {
  const Literal value = Array("f32[2,3]", {1, 2, 3, 4, 5, 6});
  const Literal got = Recast(value, "f32[3,2]");
  EXPECT_TRUE(SameBits(got, Array("f32[3,2]", {1, 2, 3, 4, 5, 6})));
  EXPECT_EQ(got.bytes(), value.bytes());
}

TEST(Bitcast, IsATransposeOfOppositeLayouts) {
  // Rows 1 2 3 / 4 5 6 are 1 2 3 4 5 6 in memory; column-major [3,2] reads them as its columns.
  EXPECT_TRUE(SameBits(Recast(Array("f32[2,3]", {1, 2, 3, 4, 5, 6}), "f32[3,2]{0,1}"),
                       Array("f32[3,2]", {1, 4, 2, 5, 3, 6})));
  EXPECT_TRUE(SameBits(Recast(Array("f32[2,3]{0,1}", {1, 2, 3, 4, 5, 6}), "f32[6]"),
                       Array("f32[6]", {1, 4, 2, 5, 3, 6})));
}

TEST(Bitcast, ShowsThePaddingOfTiles) {
  // Tile of 2x2 on 1x3: [[1 2][. .]] [[3 .][. .]].
  EXPECT_TRUE(SameBits(Recast(Array("s32[1,3]{1,0:T(2,2)}", {1, 2, 3}), "s32[8]"),
                       Array("s32[8]", {1, 2, 0, 0, 3, 0, 0, 0})));
}

TEST(Bitcast, ReadsOtherWidths) {
  EXPECT_TRUE(SameBits(Recast(Array("f32[2]", {1, -2}), "u16[4]"),
                       Array("u16[4]", {0, 0x3f80, 0, 0xc000})));
  EXPECT_TRUE(SameBits(Recast(Array("u8[3]", {0, 1, 7}), "pred[3]"), Array("pred[3]", {0, 1, 1})));
  // Packed: the first element of a byte in its high bits.
  EXPECT_TRUE(SameBits(Recast(Array("u8[1]", {0x21}), "u4[2]{0:E(4)}"), Array("u4[2]", {2, 1})));
}

TEST(Bitcast, RejectsOtherSizesAndTuples) {
  EXPECT_EQ(OpCall("bitcast").OperandShape("f32[4]").Declare("f32[3]").Rejection(),
            "bitcast.C1: `bitcast`: the result must have 16 bytes, got 12");
  EXPECT_EQ(OpCall("bitcast").OperandShape("(f32[4])").Declare("f32[4]").Rejection(),
            "bitcast.C2: `bitcast`: the operand must be an array, got (f32[4])");
  EXPECT_EQ(OpCall("bitcast").OperandShape("f32[4]").Declare("f32[?]").Rejection(),
            "bitcast.C2: `bitcast`: the result must have a bounded size, got f32[?]");
}

TEST(Bitcast, RespectsTheMemoryLimit) {
  auto budget = std::make_shared<MemoryBudget>(40);
  OpCall call("bitcast");
  call.runtime = FakeRuntime(budget);
  const Result<Literal> got = call.Operand(Array("f32[4,2]", {1, 2, 3, 4, 5, 6, 7, 8}))
                                  .Declare("f32[8]{0:T(2)}")
                                  .Evaluate();
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().code, "R02");
}

}  // namespace
}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// Dynamic sizes, ops reference 1.5; expected values by hand.
#include "core/ops/dynamic_shape.h"

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;

Literal Cut(Literal array, const Dims& live) {
  array.set_dynamic_sizes(live);
  return array;
}

// The stored elements, including those beyond the dynamic sizes.
Literal Stored(const Literal& array) {
  Shape shape = array.shape();
  shape.dynamic = 0;
  return array.WithShape(shape);
}

TEST(DynamicShape, SkipsElementsBeyondTheDynamicSizes) {
  OpCall call("reverse");
  call.Operand(Cut(Array("s32[<=5]", {1, 2, 3, 8, 9}), {3}));
  const Literal got = call.Set(Attr::dimensions, std::vector<int64_t>{0}).Value();
  EXPECT_EQ(got.dynamic_sizes(), Dims({3}));
  EXPECT_TRUE(SameBits(Stored(got), Array("s32[5]", {3, 2, 1, 0, 0})));
}

TEST(DynamicShape, IsStaticIfSizesEqualBounds) {
  OpCall call("reverse");
  call.Operand(Cut(Array("s32[<=3]", {1, 2, 3}), {3}));
  EXPECT_TRUE(SameBits(Stored(call.Set(Attr::dimensions, std::vector<int64_t>{0}).Value()),
                       Array("s32[3]", {3, 2, 1})));
}

TEST(DynamicShape, KeepsDynamicSizesInADimensionDeclaredStatic) {
  OpCall call("pad");
  call.Operand(Cut(Array("s32[<=3]", {1, 2, 9}), {2})).Operand(Array("s32[]", {7}));
  const Literal got = call.Set(Attr::padding, PaddingConfig{{{1, 0, 0}}}).Value();
  EXPECT_TRUE(got.shape().IsDynamic(0));
  EXPECT_EQ(got.dynamic_sizes(), Dims({3}));
  EXPECT_TRUE(SameBits(Stored(got), Array("s32[4]", {7, 1, 2, 0})));
}

TEST(DynamicShape, ReportsTheRuleThatSizesBreak) {
  OpCall call("concatenate");
  call.Operand(Cut(Array("s32[1,<=3]", {1, 2, 3}), {1, 2}));
  call.Operand(Cut(Array("s32[1,<=3]", {1, 2, 3}), {1, 1}));
  const Result<Literal> got = call.Set(Attr::dimensions, std::vector<int64_t>{0}).Evaluate();
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().code, "R08");
  EXPECT_EQ(got.error().message,
            "`concatenate`: dimension 1 of operand 1 must be 2 like operand 0, got 1");
}

TEST(DynamicShape, IsRejectedWhereMemoryIsReinterpreted) {
  OpCall call("bitcast");
  call.Operand(Cut(Array("s32[<=2]", {1, 2}), {1})).Declare("u32[2]");
  const Result<Literal> got = call.Evaluate();
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().code, "R07");
}

TEST(DynamicShape, PadsASliceWithZeros) {
  OpCall call("slice");
  call.Operand(Cut(Array("s32[<=4]", {1, 2, 8, 9}), {2}));
  call.Set(Attr::slice, SliceConfig{{{1, 4, 1}}});
  EXPECT_TRUE(SameBits(call.Value(), Array("s32[3]", {2, 0, 0})));
}

}  // namespace
}  // namespace hlo

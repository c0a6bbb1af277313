// SPDX-License-Identifier: Apache-2.0
// Ops reference 7.9. Expected values are from the reference or computed by hand.
#include <gtest/gtest.h>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;

OpCall Slice(const Literal& operand, std::vector<SliceDimension> dims) {
  OpCall op("slice");
  op.Operand(operand).Set(Attr::slice, SliceConfig{std::move(dims)});
  return op;
}

TEST(Slice, ReturnsABox) {
  EXPECT_TRUE(
      SameBits(Slice(Array("f32[5]", CountTo(5)), {{2, 4, 1}}).Value(), Array("f32[2]", {2, 3})));
  EXPECT_TRUE(SameBits(Slice(Array("f32[4,3]", CountTo(12)), {{2, 4, 1}, {1, 3, 1}}).Value(),
                       Array("f32[2,2]", {7, 8, 10, 11})));
}

TEST(Slice, UsesItsStride) {
  const Literal x = Array("s8[5]", CountTo(5));
  EXPECT_TRUE(SameBits(Slice(x, {{0, 5, 2}}).Value(), Array("s8[3]", {0, 2, 4})));
  EXPECT_TRUE(SameBits(Slice(x, {{1, 5, 3}}).Value(), Array("s8[2]", {1, 4})));
  EXPECT_TRUE(SameBits(Slice(x, {{1, 5, INT64_MAX}}).Value(), Array("s8[1]", {1})));
}

TEST(Slice, MayBeEmpty) {
  EXPECT_EQ(ShapeText(Slice(Array("f32[5]", CountTo(5)), {{5, 5, 1}}).Value().shape(), false),
            "f32[0]");
}

TEST(Slice, OfAWholeDimensionStaysDynamic) {
  OpCall op("slice");
  op.OperandShape("f32[<=4,<=4,<=1]")
      .Set(Attr::slice, SliceConfig{{{0, 4, 1}, {0, 3, 1}, {0, 1, 1}}});
  const Result<Shape> shape = op.Infer();
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(ShapeText(shape.value(), false), "f32[<=4,3,1]");
}

TEST(Slice, RejectsBadRanges) {
  const Literal x = Array("f32[5]", CountTo(5));
  EXPECT_EQ(Slice(Array("f32[1,2]", {1, 2}), {{0, 1, 1}}).Rejection(),
            "slice.C1: `slice`: must have one range per dimension, got 1 for rank 2");
  EXPECT_EQ(Slice(x, {{0, 6, 1}}).Rejection(),
            "slice.C2: `slice`: the limit of dimension 0 must be at most 5, got 6");
  EXPECT_EQ(Slice(x, {{3, 2, 1}}).Rejection(),
            "slice.C2: `slice`: the start of dimension 0 must be at most the limit 2, got 3");
  EXPECT_EQ(Slice(x, {{-1, 2, 1}}).Rejection(),
            "slice.C2: `slice`: the start of dimension 0 must not be negative, got -1");
  EXPECT_EQ(Slice(x, {{0, 2, 0}}).Rejection(),
            "slice.C3: `slice`: the stride of dimension 0 must be at least 1, got 0");
}

}  // namespace
}  // namespace hlo

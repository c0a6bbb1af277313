// SPDX-License-Identifier: Apache-2.0
// Ops reference 7.5. Expected values are from the reference or computed by hand.
#include <gtest/gtest.h>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;

OpCall Reshape(const Literal& operand, std::string_view shape) {
  OpCall op("reshape");
  op.Operand(operand).Declare(shape);
  return op;
}

std::string ReshapedShape(std::string_view from, std::string_view to, int64_t inferred = -1) {
  OpCall op("reshape");
  op.OperandShape(from).Declare(to);
  if (inferred >= 0) op.Set(Attr::inferred_dimension, inferred);
  const Result<Shape> shape = op.Infer();
  return shape.ok() ? ShapeText(shape.value(), false)
                    : shape.error().code + ": " + shape.error().message;
}

TEST(Reshape, KeepsTheRowMajorOrder) {
  // The seed's v[i,j,k] = 10*(i+1) + 5*j + k.
  const Literal v = Array("f32[4,2,3]", {10, 11, 12, 15, 16, 17, 20, 21, 22, 25, 26, 27,
                                         30, 31, 32, 35, 36, 37, 40, 41, 42, 45, 46, 47});
  EXPECT_TRUE(SameBits(Reshape(v, "f32[8,3]").Value(),
                       Array("f32[8,3]", {10, 11, 12, 15, 16, 17, 20, 21, 22, 25, 26, 27,
                                          30, 31, 32, 35, 36, 37, 40, 41, 42, 45, 46, 47})));
}

TEST(Reshape, SharesTheBytes) {
  const Literal v = Array("s16[2,3]", {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(Reshape(v, "s16[3,2]").Value().bytes(), v.bytes());
}

TEST(Reshape, ConvertsBetweenSizesOfOneAndAScalar) {
  EXPECT_TRUE(
      SameBits(Reshape(Array("f32[1,1]", {5}), "f32[]").Value(), Scalar(ElementType::kF32, 5)));
  EXPECT_TRUE(
      SameBits(Reshape(Scalar(ElementType::kF32, 5), "f32[1,1]").Value(), Array("f32[1,1]", {5})));
}

TEST(Reshape, ConvertsBetweenEmptyShapes) {
  EXPECT_EQ(Reshape(Array("f32[0,7]", {}), "f32[3,0,2]").Value().element_count(), 0);
}

TEST(Reshape, RejectsAnotherTypeOrCount) {
  EXPECT_EQ(ReshapedShape("f32[2]", "s32[2]"),
            "reshape.C1: `reshape`: the result type must be f32, got s32");
  EXPECT_EQ(ReshapedShape("f32[4,6]", "f32[4,5]"),
            "reshape.C2: `reshape`: the result must have 24 elements, got 20");
}

TEST(Reshape, CarriesADynamicSizeToOneDimension) {
  EXPECT_EQ(ReshapedShape("f32[<=4,6]", "f32[4,2,3]"), "f32[<=4,2,3]");
  EXPECT_EQ(ReshapedShape("f32[<=4,6]", "f32[24]"), "f32[<=24]");
  EXPECT_EQ(ReshapedShape("f32[<=6]", "f32[1,6,1]"), "f32[1,<=6,1]");
  EXPECT_EQ(ReshapedShape("f32[2,<=6]", "f32[2,<=3,2]"), "f32[2,<=3,2]");
  EXPECT_EQ(ReshapedShape("f32[2,<=6]", "f32[2,3,2]", 2), "f32[2,3,<=2]");
}

TEST(Reshape, RejectsAnAmbiguousDynamicSize) {
  EXPECT_EQ(ReshapedShape("f32[<=6]", "f32[3,2]"),
            "reshape.C3: `reshape`: the result dimension for dynamic dimension 0 is ambiguous");
  EXPECT_EQ(ReshapedShape("f32[4,<=3]", "f32[<=3,4]"),
            "reshape.C3: `reshape`: the result dimension for dynamic dimension 1 is ambiguous");
  EXPECT_EQ(ReshapedShape("f32[6]", "f32[3,2]", 2),
            "reshape.C3: `reshape`: `inferred_dimension` must be in [0, 2), got 2");
}

TEST(Reshape, PacksTheLiveElements) {
  Literal operand = Array("f32[2,<=3]", {1, 2, 9, 3, 4, 9});
  operand.set_dynamic_sizes({2, 2});
  const Literal result = Reshape(operand, "f32[<=6]").Value();
  EXPECT_EQ(result.dynamic_sizes(), Dims({4}));
  EXPECT_TRUE(SameBits(result.WithShape(ShapeOf("f32[6]")), Array("f32[6]", {1, 2, 3, 4, 0, 0})));
}

TEST(Reshape, RejectsLiveElementsThatDoNotFillWholeRows) {
  Literal operand = Array("f32[<=4]", {1, 2, 3, 4});
  operand.set_dynamic_sizes({3});
  const Result<Literal> result = Reshape(operand, "f32[<=2,2]").Evaluate();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "R08");
  EXPECT_EQ(
      result.error().message,
      "`reshape`: the number of live elements must be a multiple of 2 to fill dimension 0, got 3");
}

}  // namespace
}  // namespace hlo

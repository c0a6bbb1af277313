// SPDX-License-Identifier: Apache-2.0
// constant, parameter, iota, broadcast, reshape: ops reference 7.1 to 7.5. Expected values are
// those of the reference, or counted by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

// ---- constant ----

OpCall Constant(const Literal& value) {
  OpCall op("constant");
  op.instruction().literal = std::make_shared<const Literal>(value);
  return op;
}

TEST(Constant, GivesItsLiteralUnderTheDeclaredLayout) {
  const Literal value = Array("f32[2,2]", {1, 2, 3, 4});
  const Literal got = Constant(value).Declare("f32[2,2]{0,1}").Value();
  EXPECT_TRUE(SameBits(got, value));
  EXPECT_EQ(ShapeText(got.shape()), "f32[2,2]{0,1}");
}

TEST(Constant, RejectsAValueOfOtherSizes) {
  EXPECT_EQ(Constant(Array("f32[2]", {1, 2})).Declare("f32[3]").Rejection(),
            "constant.C1: `constant`: the value is f32[2], the declared shape f32[3]");
}

TEST(Constant, RejectsDynamicSizes) {
  EXPECT_EQ(Constant(Array("f32[2]", {1, 2})).Declare("f32[<=2]").Rejection(),
            "constant.C1: `constant`: dimension 0 is dynamic; a constant has static sizes");
}

TEST(Constant, RejectsAValueOfAnotherType) {
  EXPECT_EQ(Constant(Array("s32[]", {300})).Declare("s8[]").Rejection(),
            "constant.C2: `constant`: a value of s32[] cannot stand for s8[]");
}

TEST(Constant, RejectsTokensAlsoInsideATuple) {
  EXPECT_EQ(OpCall("constant").Declare("(f32[], token[])").Rejection(),
            "constant.C3: `constant`: a token cannot be a constant");
}

TEST(Constant, CannotRunWhenTheTextElidedItsValue) {
  const Result<Literal> result = OpCall("constant").Declare("f32[100]").Evaluate();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "R05");
}

// ---- parameter ----

TEST(Parameter, HasTheDeclaredShape) {
  OpCall op("parameter");
  op.instruction().parameter_number = 0;
  const Result<Shape> shape = op.Declare("(f32[<=3], token[])").Infer();
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(ShapeText(shape.value(), false), "(f32[<=3], token[])");
}

TEST(Parameter, RejectsANegativeNumber) {
  OpCall op("parameter");
  op.instruction().parameter_number = -2;
  EXPECT_EQ(op.Declare("f32[]").Rejection(), "parameter.C1: `parameter`: number -2 is negative");
}

// ---- iota ----

Literal Iota(std::string_view shape, int64_t dimension) {
  return OpCall("iota").Declare(shape).Set(Attr::iota_dimension, dimension).Value();
}

TEST(Iota, CountsAlongItsDimension) {
  EXPECT_TRUE(SameBits(Iota("s32[4,8]", 0),
                       Array("s32[4,8]", {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,
                                          2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3})));
  EXPECT_TRUE(SameBits(Iota("s32[4,8]", 1),
                       Array("s32[4,8]", {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7,
                                          0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7})));
  EXPECT_TRUE(
      SameBits(Iota("f64[2,3,2]", 1), Array("f64[2,3,2]", {0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2})));
}

TEST(Iota, WrapsIntegers) {
  EXPECT_EQ(Iota("s8[201]", 0).data<int8_t>()[200], -56);
  EXPECT_TRUE(SameBits(Iota("u2[6]", 0), Array("u2[6]", {0, 1, 2, 3, 0, 1})));
  EXPECT_TRUE(SameBits(Iota("s1[3]", 0), Array("s1[3]", {0, -1, 0})));
}

TEST(Iota, RoundsFloatsOnce) {
  // bf16 has 8 significant bits: 257 lies between 256 and 258 and goes to the even one.
  EXPECT_EQ(CodesOf(Iota("bf16[258]", 0))[257], 0x4380u);
  // f8e4m3fn: 464 is the tie between 448, the largest number, and NaN at 480; it goes to even.
  const std::vector<uint64_t> codes = CodesOf(Iota("f8e4m3fn[466]", 0));
  EXPECT_EQ(codes[464], 0x7Eu);
  EXPECT_EQ(codes[465], 0x7Fu);
}

TEST(Iota, GivesComplexNumbersWithoutImaginaryPart) {
  EXPECT_TRUE(SameBits(Iota("c128[3]", 0), Array("c128[3]", {0, 0, 1, 0, 2, 0})));
}

TEST(Iota, WorksOnEmptyArrays) { EXPECT_EQ(Iota("f32[0,3]", 1).element_count(), 0); }

TEST(Iota, CountsBeyondItsInternalBlocks) {
  const Literal numbers = Iota("s32[2000]", 0);
  for (int32_t i = 0; i < 2000; ++i) ASSERT_EQ(numbers.data<int32_t>()[static_cast<size_t>(i)], i);
}

TEST(Iota, RejectsBadUses) {
  EXPECT_EQ(OpCall("iota").Operand(Scalar(ElementType::kF32, 1)).Declare("f32[2]").Rejection(),
            "iota.C1: `iota`: takes no operands, got 1");
  EXPECT_EQ(OpCall("iota").Declare("pred[2]").Set(Attr::iota_dimension, int64_t{0}).Rejection(),
            "iota.C2: `iota`: element type pred is not supported (allowed: int, float, complex)");
  EXPECT_EQ(OpCall("iota").Declare("s32[]").Set(Attr::iota_dimension, int64_t{0}).Rejection(),
            "iota.C3: `iota`: needs rank 1 or more; use constant for a scalar");
  EXPECT_EQ(OpCall("iota").Declare("s32[2,2]").Set(Attr::iota_dimension, int64_t{2}).Rejection(),
            "iota.C4: `iota`: iota_dimension 2 out of range for rank 2");
  EXPECT_EQ(OpCall("iota").Declare("s32[<=2]").Set(Attr::iota_dimension, int64_t{0}).Rejection(),
            "V02: `iota`: dynamic iota is not supported, got s32[<=2]{0}");
}

TEST(Iota, PointsAtItsAttribute) {
  const Result<Shape> shape =
      OpCall("iota").Declare("s32[2]").Set(Attr::iota_dimension, int64_t{-1}).Infer();
  ASSERT_FALSE(shape.ok());
  EXPECT_EQ(shape.error().anchor, Anchor::kAttribute);
  EXPECT_EQ(shape.error().attribute, "iota_dimension");
}

// ---- broadcast ----

OpCall Broadcast(const Literal& operand, std::string_view shape, Ints dimensions) {
  OpCall op("broadcast");
  op.Operand(operand).Declare(shape).Set(Attr::dimensions, std::move(dimensions));
  return op;
}

TEST(Broadcast, RepeatsAScalar) {
  EXPECT_TRUE(SameBits(Broadcast(Scalar(ElementType::kF32, 2), "f32[2,3]", {}).Value(),
                       Array("f32[2,3]", {2, 2, 2, 2, 2, 2})));
}

TEST(Broadcast, MayLeaveOutTheDimensionsOfAScalar) {
  OpCall op("broadcast");
  op.Operand(Scalar(ElementType::kS4, -3)).Declare("s4[3]");
  EXPECT_TRUE(SameBits(op.Value(), Array("s4[3]", {-3, -3, -3})));
}

TEST(Broadcast, RepeatsAVectorAsRowsOrColumns) {
  const Literal row = Array("f32[2]", {7, 8});
  EXPECT_TRUE(
      SameBits(Broadcast(row, "f32[3,2]", {1}).Value(), Array("f32[3,2]", {7, 8, 7, 8, 7, 8})));
  EXPECT_TRUE(
      SameBits(Broadcast(row, "f32[2,3]", {0}).Value(), Array("f32[2,3]", {7, 7, 7, 8, 8, 8})));
}

TEST(Broadcast, TransposesWhenItsDimensionsDoNotIncrease) {
  EXPECT_TRUE(SameBits(Broadcast(Array("s32[2,3]", {1, 2, 3, 4, 5, 6}), "s32[3,2]", {1, 0}).Value(),
                       Array("s32[3,2]", {1, 4, 2, 5, 3, 6})));
}

TEST(Broadcast, MovesElementsOf16Bytes) {
  EXPECT_TRUE(SameBits(Broadcast(Array("c128[2]", {1, 2, 3, -0.0}), "c128[2,2]", {0}).Value(),
                       Array("c128[2,2]", {1, 2, 1, 2, 3, -0.0, 3, -0.0})));
}

TEST(Broadcast, WorksOnEmptyArrays) {
  EXPECT_EQ(Broadcast(Array("f32[2]", {7, 8}), "f32[0,2]", {1}).Value().element_count(), 0);
  EXPECT_EQ(Broadcast(Array("f32[0]", {}), "f32[0,5]", {0}).Value().element_count(), 0);
}

TEST(Broadcast, KeepsNanPayloads) {
  EXPECT_EQ(CodesOf(Broadcast(Bits("f32[]", {0xffc12345}), "f32[2]", {}).Value()),
            (std::vector<uint64_t>{0xffc12345, 0xffc12345}));
}

TEST(Broadcast, CarriesDynamicFlags) {
  OpCall op("broadcast");
  op.OperandShape("f32[<=3]").Declare("f32[2,3]").Set(Attr::dimensions, Ints{1});
  const Result<Shape> shape = op.Infer();
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(ShapeText(shape.value(), false), "f32[2,<=3]");
}

TEST(Broadcast, RejectsBadDimensions) {
  const Literal matrix = Array("f32[1,2]", {1, 2});
  EXPECT_EQ(Broadcast(matrix, "f32[1,2,3]", {0}).Rejection(),
            "broadcast.C1: `broadcast`: dimensions has 1 entry, operand has rank 2");
  EXPECT_EQ(Broadcast(matrix, "f32[1,2,3]", {0, 3}).Rejection(),
            "broadcast.C2: `broadcast`: dimension 3 out of range for rank 3");
  EXPECT_EQ(Broadcast(matrix, "f32[1,2,3]", {0, 0}).Rejection(),
            "broadcast.C2: `broadcast`: dimension 0 listed twice");
  EXPECT_EQ(Broadcast(matrix, "f32[3,4,2]", {1, 2}).Rejection(),
            "broadcast.C3: `broadcast`: operand dim 0 is 1 but result dim 1 is 4; HLO broadcast "
            "does not stretch size-1 dimensions");
  EXPECT_EQ(Broadcast(matrix, "s32[1,2,3]", {0, 1}).Rejection(),
            "broadcast.C4: `broadcast`: result type s32, operand f32");
}

TEST(Broadcast, StopsBeforeAnArrayThatIsTooLarge) {
  const Result<Literal> result =
      Broadcast(Scalar(ElementType::kF32, 1), "f32[1000000,1000000]", {}).Evaluate();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "R02");
}

TEST(Broadcast, RejectsATupleAndAMissingShape) {
  EXPECT_EQ(OpCall("broadcast").OperandShape("(f32[2], s32[])").Declare("f32[2]").Rejection(),
            "V02: `broadcast`: operand 0 must be an array, got (f32[2], s32[])");
  EXPECT_EQ(OpCall("broadcast").OperandShape("f32[]").Rejection(),
            "P08: the result shape of `broadcast` does not follow from its operands");
}

// ---- reshape ----

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

TEST(Reshape, GoesBetweenOnesAndAScalar) {
  EXPECT_TRUE(
      SameBits(Reshape(Array("f32[1,1]", {5}), "f32[]").Value(), Scalar(ElementType::kF32, 5)));
  EXPECT_TRUE(
      SameBits(Reshape(Scalar(ElementType::kF32, 5), "f32[1,1]").Value(), Array("f32[1,1]", {5})));
}

TEST(Reshape, GoesBetweenAnyEmptyShapes) {
  EXPECT_EQ(Reshape(Array("f32[0,7]", {}), "f32[3,0,2]").Value().element_count(), 0);
}

TEST(Reshape, RejectsAnotherTypeOrCount) {
  EXPECT_EQ(ReshapedShape("f32[2]", "s32[2]"),
            "reshape.C1: `reshape`: result type s32, operand f32");
  EXPECT_EQ(ReshapedShape("f32[4,6]", "f32[4,5]"),
            "reshape.C2: `reshape`: 24 elements cannot become 20");
}

TEST(Reshape, CarriesADynamicSizeToTheOneDimensionThatTakesItUp) {
  EXPECT_EQ(ReshapedShape("f32[<=4,6]", "f32[4,2,3]"), "f32[<=4,2,3]");
  EXPECT_EQ(ReshapedShape("f32[<=4,6]", "f32[24]"), "f32[<=24]");
  EXPECT_EQ(ReshapedShape("f32[<=6]", "f32[1,6,1]"), "f32[1,<=6,1]");
  EXPECT_EQ(ReshapedShape("f32[2,<=6]", "f32[2,<=3,2]"), "f32[2,<=3,2]");
  EXPECT_EQ(ReshapedShape("f32[2,<=6]", "f32[2,3,2]", 2), "f32[2,3,<=2]");
}

TEST(Reshape, RejectsADynamicSizeThatIsNotDetermined) {
  EXPECT_EQ(ReshapedShape("f32[<=6]", "f32[3,2]"),
            "reshape.C3: `reshape`: cannot tell the size of dynamic dimension 0");
  EXPECT_EQ(ReshapedShape("f32[4,<=3]", "f32[<=3,4]"),
            "reshape.C3: `reshape`: cannot tell the size of dynamic dimension 1");
  EXPECT_EQ(ReshapedShape("f32[6]", "f32[3,2]", 2),
            "reshape.C3: `reshape`: inferred_dimension 2 out of range for rank 2");
}

TEST(Reshape, PacksTheLiveElements) {
  Literal operand = Array("f32[2,<=3]", {1, 2, 9, 3, 4, 9});
  operand.set_live_sizes({2, 2});
  const Literal result = Reshape(operand, "f32[<=6]").Value();
  EXPECT_EQ(result.live_sizes(), Dims({4}));
  EXPECT_TRUE(SameBits(result.WithShape(ShapeOf("f32[6]")), Array("f32[6]", {1, 2, 3, 4, 0, 0})));
}

TEST(Reshape, RejectsLiveElementsThatFillNoWholeRows) {
  Literal operand = Array("f32[<=4]", {1, 2, 3, 4});
  operand.set_live_sizes({3});
  const Result<Literal> result = Reshape(operand, "f32[<=2,2]").Evaluate();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "R08");
  EXPECT_EQ(result.error().message,
            "`reshape`: 3 live elements cannot fill dimension 0: each step takes 2");
}

}  // namespace
}  // namespace hlo

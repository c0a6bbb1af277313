// SPDX-License-Identifier: Apache-2.0
// transpose, reverse, slice, concatenate, pad: ops reference 7.7 to 7.11. Expected values are those
// of the reference, or counted by hand.
#include <gtest/gtest.h>

#include <numeric>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

std::vector<double> CountTo(int n) {
  std::vector<double> numbers(static_cast<size_t>(n));
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return numbers;
}

// ---- transpose ----

OpCall Transpose(const Literal& operand, Ints permutation) {
  OpCall op("transpose");
  op.Operand(operand).Set(Attr::dimensions, std::move(permutation));
  return op;
}

TEST(Transpose, SwapsRowsAndColumns) {
  EXPECT_TRUE(SameBits(Transpose(Array("f32[2,3]", {1, 2, 3, 4, 5, 6}), {1, 0}).Value(),
                       Array("f32[3,2]", {1, 4, 2, 5, 3, 6})));
}

TEST(Transpose, UsesThePermutationAndNotItsInverse) {
  const Literal x = Array("s32[2,3,4]", CountTo(24));
  const Literal got = Transpose(x, {1, 2, 0}).Value();
  ASSERT_EQ(ShapeText(got.shape(), false), "s32[3,4,2]");
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) {
      for (int k = 0; k < 2; ++k) {
        EXPECT_EQ(got.data<int32_t>()[static_cast<size_t>((i * 4 + j) * 2 + k)],
                  (k * 3 + i) * 4 + j);
      }
    }
  }
}

TEST(Transpose, SharesTheBytesWhenNothingMoves) {
  const Literal x = Array("f32[1,5,1]", CountTo(5));
  EXPECT_EQ(Transpose(x, {1, 2, 0}).Value().bytes(), x.bytes());
}

TEST(Transpose, MovesNarrowAndWideElements) {
  EXPECT_TRUE(SameBits(Transpose(Array("u4[2,2]", {1, 2, 3, 15}), {1, 0}).Value(),
                       Array("u4[2,2]", {1, 3, 2, 15})));
  EXPECT_TRUE(SameBits(Transpose(Array("c128[2,2]", {1, 2, 3, 4, 5, 6, 7, 8}), {1, 0}).Value(),
                       Array("c128[2,2]", {1, 2, 5, 6, 3, 4, 7, 8})));
}

TEST(Transpose, WorksOnEmptyArraysAndScalars) {
  EXPECT_EQ(ShapeText(Transpose(Array("f32[0,3]", {}), {1, 0}).Value().shape(), false), "f32[3,0]");
  EXPECT_TRUE(SameBits(Transpose(Array("f32[]", {4}), {}).Value(), Array("f32[]", {4})));
}

TEST(Transpose, CarriesDynamicSizes) {
  Literal operand = AllocateOrFail(ShapeOf("f32[2,<=3]"));
  operand.set_live_sizes({2, 1});
  const Literal got = Transpose(operand, {1, 0}).Value();
  EXPECT_EQ(ShapeText(got.shape(), false), "f32[<=3,2]");
  EXPECT_EQ(got.live_sizes(), (Dims{1, 2}));
}

TEST(Transpose, RejectsWhatIsNoPermutation) {
  const Literal x = Array("f32[1,2]", {1, 2});
  EXPECT_EQ(Transpose(x, {0, 0}).Rejection(),
            "transpose.C1: `transpose`: {0,0} is not a permutation of rank 2");
  EXPECT_EQ(Transpose(x, {0}).Rejection(),
            "transpose.C1: `transpose`: {0} is not a permutation of rank 2");
  EXPECT_EQ(Transpose(x, {0, 2}).Rejection(),
            "transpose.C1: `transpose`: {0,2} is not a permutation of rank 2");
}

// ---- reverse ----

OpCall Reverse(const Literal& operand, Ints dimensions) {
  OpCall op("reverse");
  op.Operand(operand).Set(Attr::dimensions, std::move(dimensions));
  return op;
}

TEST(Reverse, TurnsTheListedDimensionsAround) {
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
            "reverse.C1: `reverse`: dimension 2 out of range for rank 2");
  EXPECT_EQ(Reverse(x, {1, 1}).Rejection(), "reverse.C1: `reverse`: dimension 1 listed twice");
}

// ---- slice ----

OpCall Slice(const Literal& operand, std::vector<SliceDimension> dims) {
  OpCall op("slice");
  op.Operand(operand).Set(Attr::slice, SliceConfig{std::move(dims)});
  return op;
}

TEST(Slice, TakesABox) {
  EXPECT_TRUE(
      SameBits(Slice(Array("f32[5]", CountTo(5)), {{2, 4, 1}}).Value(), Array("f32[2]", {2, 3})));
  EXPECT_TRUE(SameBits(Slice(Array("f32[4,3]", CountTo(12)), {{2, 4, 1}, {1, 3, 1}}).Value(),
                       Array("f32[2,2]", {7, 8, 10, 11})));
}

TEST(Slice, StepsByItsStride) {
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
            "slice.C1: `slice`: 1 range for rank 2");
  EXPECT_EQ(Slice(x, {{0, 6, 1}}).Rejection(),
            "slice.C2: `slice`: limit 6 exceeds dimension size 5 (dimension 0)");
  EXPECT_EQ(Slice(x, {{3, 2, 1}}).Rejection(),
            "slice.C2: `slice`: start 3 of dimension 0 is greater than limit 2");
  EXPECT_EQ(Slice(x, {{-1, 2, 1}}).Rejection(),
            "slice.C2: `slice`: start -1 of dimension 0 is negative");
  EXPECT_EQ(Slice(x, {{0, 2, 0}}).Rejection(), "slice.C3: `slice`: stride 0 in dimension 0");
}

// ---- concatenate ----

OpCall Concatenate(const std::vector<Literal>& operands, Ints dimensions) {
  OpCall op("concatenate");
  for (const Literal& operand : operands) op.Operand(operand);
  op.Set(Attr::dimensions, std::move(dimensions));
  return op;
}

TEST(Concatenate, PutsOperandsOneAfterTheOther) {
  EXPECT_TRUE(SameBits(
      Concatenate({Array("f32[2]", {2, 3}), Array("f32[2]", {4, 5}), Array("f32[2]", {6, 7})}, {0})
          .Value(),
      Array("f32[6]", {2, 3, 4, 5, 6, 7})));
  EXPECT_TRUE(SameBits(
      Concatenate({Array("f32[3,2]", {1, 2, 3, 4, 5, 6}), Array("f32[1,2]", {7, 8})}, {0}).Value(),
      Array("f32[4,2]", {1, 2, 3, 4, 5, 6, 7, 8})));
}

TEST(Concatenate, JoinsRowsAlongTheLastDimension) {
  EXPECT_TRUE(
      SameBits(Concatenate({Array("s4[2,2]", {1, 2, 3, 4}), Array("s4[2,1]", {5, 6})}, {1}).Value(),
               Array("s4[2,3]", {1, 2, 5, 3, 4, 6})));
}

TEST(Concatenate, LetsEmptyOperandsAddNothing) {
  EXPECT_TRUE(SameBits(
      Concatenate({Array("f32[0]", {}), Array("f32[2]", {4, 5}), Array("f32[0]", {})}, {0}).Value(),
      Array("f32[2]", {4, 5})));
  EXPECT_EQ(Concatenate({Array("f32[0]", {}), Array("f32[0]", {})}, {0}).Value().element_count(),
            0);
}

TEST(Concatenate, OfOneOperandIsTheOperand) {
  const Literal x = Array("f32[2]", {4, 5});
  EXPECT_TRUE(SameBits(Concatenate({x}, {0}).Value(), x));
}

TEST(Concatenate, IsDynamicWhereAnyOperandIs) {
  OpCall op("concatenate");
  op.OperandShape("f32[2,3]").OperandShape("f32[<=2,<=3]").Set(Attr::dimensions, Ints{0});
  const Result<Shape> shape = op.Infer();
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(ShapeText(shape.value(), false), "f32[<=4,<=3]");
}

TEST(Concatenate, RejectsWhatDoesNotFit) {
  const Literal x = Array("f32[1,2]", {1, 2});
  EXPECT_EQ(Concatenate({}, {0}).Rejection(),
            "concatenate.C1: `concatenate`: needs at least 1 operand");
  EXPECT_EQ(Concatenate({Array("f32[]", {1})}, {0}).Rejection(),
            "concatenate.C2: `concatenate`: scalars cannot be concatenated (operand 0)");
  EXPECT_EQ(Concatenate({x, Array("f32[2]", {1, 2})}, {0}).Rejection(),
            "concatenate.C2: `concatenate`: operand 1 has rank 1, operand 0 has rank 2");
  EXPECT_EQ(Concatenate({x, Array("s32[1,2]", {1, 2})}, {0}).Rejection(),
            "concatenate.C2: `concatenate`: operand 1 is s32, operand 0 is f32");
  EXPECT_EQ(Concatenate({Array("f32[2]", {1, 2})}, {1}).Rejection(),
            "concatenate.C3: `concatenate`: dimension 1 out of range for rank 1");
  EXPECT_EQ(Concatenate({x}, {0, 1}).Rejection(),
            "concatenate.C3: `concatenate`: dimensions has 2 entries, expected 1");
  EXPECT_EQ(Concatenate({x, Array("f32[1,3]", {1, 2, 3})}, {0}).Rejection(),
            "concatenate.C4: `concatenate`: dimension 1 is 2 in operand 0 and 3 in operand 1");
}

TEST(Concatenate, RejectsASizeBeyond63Bits) {
  OpCall op("concatenate");
  op.OperandShape("s8[9223372036854775807]").OperandShape("s8[1]");
  EXPECT_EQ(op.Set(Attr::dimensions, Ints{0}).Rejection(),
            "S09: `concatenate`: the size of dimension 0 exceeds 63 bits");
}

// ---- pad ----

OpCall Pad(const Literal& operand, const Literal& value, std::vector<PaddingDimension> dims) {
  OpCall op("pad");
  op.Operand(operand).Operand(value).Set(Attr::padding, PaddingConfig{std::move(dims)});
  return op;
}

TEST(Pad, SpreadsElementsApartAndAddsEdges) {
  const Literal got =
      Pad(Array("f32[2,3]", {1, 2, 3, 4, 5, 6}), Array("f32[]", {0}), {{0, 2, 1}, {1, 1, 2}})
          .Value();
  EXPECT_TRUE(SameBits(got, Array("f32[5,9]", {0, 1, 0, 0, 2, 0, 0, 3, 0,  //
                                               0, 0, 0, 0, 0, 0, 0, 0, 0,  //
                                               0, 4, 0, 0, 5, 0, 0, 6, 0,  //
                                               0, 0, 0, 0, 0, 0, 0, 0, 0,  //
                                               0, 0, 0, 0, 0, 0, 0, 0, 0})));
}

TEST(Pad, CropsInteriorPaddingAtANegativeEdge) {
  const Literal x = Array("s32[3]", {1, 2, 3});
  EXPECT_TRUE(SameBits(Pad(x, Array("s32[]", {0}), {{-1, 1, 1}}).Value(),
                       Array("s32[5]", {0, 2, 0, 3, 0})));
  EXPECT_TRUE(SameBits(Pad(x, Array("s32[]", {9}), {{-1, -1, 0}}).Value(), Array("s32[1]", {2})));
  EXPECT_TRUE(SameBits(Pad(x, Array("s32[]", {9}), {{-2, -2, 1}}).Value(), Array("s32[1]", {2})));
}

TEST(Pad, MayLeaveNoElementOfTheOperand) {
  const Literal x = Array("s32[3]", {1, 2, 3});
  EXPECT_TRUE(SameBits(Pad(x, Array("s32[]", {9}), {{-5, 4, 0}}).Value(), Array("s32[2]", {9, 9})));
  EXPECT_TRUE(SameBits(Pad(x, Array("s32[]", {9}), {{4, -5, 0}}).Value(), Array("s32[2]", {9, 9})));
  EXPECT_EQ(Pad(x, Array("s32[]", {9}), {{-3, 0, 0}}).Value().element_count(), 0);
}

TEST(Pad, GivesAnEmptyDimensionItsEdgesOnly) {
  EXPECT_TRUE(SameBits(Pad(Array("s32[0]", {}), Array("s32[]", {7}), {{1, 2, 5}}).Value(),
                       Array("s32[3]", {7, 7, 7})));
}

TEST(Pad, SurvivesHugeNumbers) {
  const Literal x = Array("s8[2]", {1, 2});
  const Literal zero = Array("s8[]", {0});
  // 2 + (2^62) + low = 3: the second element lies at 2^62 + 1 - (2^62 - 1) = 2.
  const int64_t big = int64_t{1} << 62;
  EXPECT_TRUE(SameBits(Pad(x, zero, {{1 - big, 0, big}}).Value(), Array("s8[3]", {0, 0, 2})));
  EXPECT_TRUE(
      SameBits(Pad(x, zero, {{INT64_MIN, INT64_MAX, 2}}).Value(), Array("s8[3]", {0, 0, 0})));
  EXPECT_EQ(Pad(x, zero, {{INT64_MAX, 0, 0}}).Rejection(),
            "S09: `pad`: the size of dimension 0 exceeds 63 bits");
}

TEST(Pad, MovesNarrowAndWideElements) {
  EXPECT_TRUE(
      SameBits(Pad(Array("f8e4m3fn[1]", {-0.0}), Array("f8e4m3fn[]", {2}), {{1, 0, 0}}).Value(),
               Array("f8e4m3fn[2]", {2, -0.0})));
  EXPECT_TRUE(SameBits(Pad(Array("c128[1]", {1, 2}), Array("c128[]", {3, 4}), {{0, 1, 0}}).Value(),
                       Array("c128[2]", {1, 2, 3, 4})));
}

TEST(Pad, RejectsBadPadding) {
  const Literal x = Array("f32[1,2]", {1, 2});
  const Literal zero = Array("f32[]", {0});
  EXPECT_EQ(Pad(x, zero, {{0, 0, 0}}).Rejection(),
            "pad.C1: `pad`: padding has 1 entry, operand rank is 2");
  EXPECT_EQ(Pad(x, Array("s32[]", {0}), {{0, 0, 0}, {0, 0, 0}}).Rejection(),
            "pad.C2: `pad`: padding value is s32[], operand is f32");
  EXPECT_EQ(Pad(x, Array("f32[1]", {0}), {{0, 0, 0}, {0, 0, 0}}).Rejection(),
            "pad.C2: `pad`: padding value is f32[1], operand is f32");
  EXPECT_EQ(Pad(x, zero, {{0, 0, 0}, {0, 0, -1}}).Rejection(),
            "pad.C3: `pad`: interior padding -1 in dimension 1");
  EXPECT_EQ(Pad(x, zero, {{-1, -2, 0}, {0, 0, 0}}).Rejection(),
            "pad.C4: `pad`: dimension 0 would have size -2");
}

}  // namespace
}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// Examples of layout reference, sections 1, 4.4, 4.5 and 7.
#include "hlo/shape.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/shape/testing.h"
#include "hlo/index.h"
#include "hlo/shape_util.h"

namespace hlo {
namespace {

using testing_shape::List;
using testing_shape::Parsed;
using Numbers = std::vector<int64_t>;

TEST(Shape, CountsElementsAndRanks) {
  EXPECT_EQ(ElementCount(Parsed("f32[]")).value(), 1);
  EXPECT_EQ(ElementCount(Parsed("f32[2,<=3]")).value(), 6);
  EXPECT_EQ(ElementCount(Shape::Array(ElementType::kF32, {INT64_MAX, INT64_MAX, 0})).value(), 0);
  EXPECT_EQ(ElementCount(Shape::Array(ElementType::kF32, {INT64_MAX, 2})).error().code, "S09");
  EXPECT_EQ(ElementCount(Parsed("f32[?,0]")).error().code, "S09");
  EXPECT_EQ(TrueRank(Parsed("f32[1,5,1,3]")), 2);
  EXPECT_EQ(TrueRank(Parsed("f32[0,3]")), 2);
  EXPECT_TRUE(IsEffectiveScalar(Parsed("f32[1,1]")));
  EXPECT_FALSE(IsEffectiveScalar(Parsed("f32[0]")));
  EXPECT_TRUE(HasDegenerateDimensions(Parsed("f32[1,5]")));
  EXPECT_FALSE(HasDegenerateDimensions(Parsed("f32[0,5]")));
  EXPECT_TRUE(IsZeroElementArray(Parsed("f32[3,0]")));
  EXPECT_FALSE(IsZeroElementArray(Parsed("()")));
}

TEST(Shape, CountsTheBytesOfItsLeaves) {
  EXPECT_EQ(DenseBytes(Parsed("(f32[3], (s4[5], token[]), pred[2])")).value(), 12 + 5 + 2);
  EXPECT_EQ(DenseBytes(Shape::Array(ElementType::kF64, {INT64_MAX})).error().code, "S09");
  const Shape half = Shape::Array(ElementType::kU8, {INT64_MAX});
  EXPECT_EQ(DenseBytes(Shape::Tuple({half, half})).error().code, "S09");
}

TEST(IsEffectivelyMostMajor, LooksThroughDimensionsOfSizeOne) {
  const Shape shape = Parsed("f32[1,5,1,3]{3,1,2,0}");
  EXPECT_TRUE(IsEffectivelyMostMajor(shape, 0));
  EXPECT_TRUE(IsEffectivelyMostMajor(shape, 2));
  EXPECT_TRUE(IsEffectivelyMostMajor(shape, 1));
  EXPECT_FALSE(IsEffectivelyMostMajor(shape, 3));
}

TEST(Shape, ComparesWithAndWithoutSomeParts) {
  const Shape a = Parsed("(f32[<=2,3]{0,1:T(2)}, u8[])"), b = Parsed("(f32[2,3]{1,0}, u8[])");
  EXPECT_FALSE(a == b);
  EXPECT_TRUE(Compatible(a, b));
  EXPECT_FALSE(Compatible(a, Parsed("(f16[2,3], u8[])")));
  EXPECT_TRUE(CompatibleIgnoringElementType(a, Parsed("(f16[2,3], s64[])")));
  EXPECT_FALSE(CompatibleIgnoringElementType(a, Parsed("(f16[2,4], s64[])")));
  EXPECT_FALSE(CompatibleIgnoringElementType(Parsed("token[]"), Parsed("f32[]")));
  EXPECT_TRUE(EqualIgnoringFpPrecision(Parsed("f32[2]{0:S(1)}"), Parsed("bf16[2]{0:S(1)}")));
  EXPECT_FALSE(EqualIgnoringFpPrecision(Parsed("f32[2]"), Parsed("s32[2]")));
  EXPECT_FALSE(EqualIgnoringFpPrecision(Parsed("f32[2]{0:S(1)}"), Parsed("bf16[2]")));
  EXPECT_TRUE(SameDimensions(Parsed("f32[2,3]{0,1}"), Parsed("u8[2,3]")));
  EXPECT_TRUE(SameElementType(Parsed("f32[2]"), Parsed("f32[]")));
  ShapeCompare compare;
  compare.dynamic = false;
  compare.parts.tiles = false;
  EXPECT_TRUE(Equal(Parsed("f32[<=4]{0:T(2)}"), Parsed("f32[4]"), compare));
  compare.dims = false;
  EXPECT_TRUE(Equal(Parsed("f32[7]"), Parsed("f32[4]"), compare));
}

TEST(Shape, NamesPartsOfTuplesByPath) {
  const Shape shape = Parsed("(f32[2], (s32[], u8[4]))");
  EXPECT_EQ(ShapeText(*Subshape(shape, Dims{1, 1})), "u8[4]{0}");
  EXPECT_EQ(Subshape(shape, Dims{}), &shape);
  EXPECT_EQ(Subshape(shape, Dims{2}), nullptr);
  EXPECT_EQ(Subshape(shape, Dims{0, 0}), nullptr);
  EXPECT_EQ(Subshape(shape, Dims{-1}), nullptr);
  EXPECT_EQ(LeafIndices(shape), (std::vector<ShapeIndex>{{0}, {1, 0}, {1, 1}}));
  std::vector<ShapeIndex> all;
  ForEachSubshape(shape, [&](const Shape&, const ShapeIndex& at) { all.push_back(at); });
  EXPECT_EQ(all, (std::vector<ShapeIndex>{{}, {0}, {1}, {1, 0}, {1, 1}}));
}

TEST(NewShapes, AgreeWithTheExamplesOfTheReference) {
  const Shape a = Parsed("f32[2,3,4]{0,2,1}"), b = Parsed("f32[2,3]{1,0}");
  EXPECT_EQ(ShapeText(PermuteDimensions(Dims{1, 2, 0}, a).value()), "f32[3,4,2]{2,1,0}");
  EXPECT_EQ(ShapeText(DeleteDimension(1, a)), "f32[2,4]{0,1}");
  EXPECT_EQ(ShapeText(DeleteDimensions(Dims{0, 2}, a)), "f32[3]{0}");
  EXPECT_EQ(ShapeText(DropDegenerateDimensions(Parsed("f32[1,5,1,3]{3,1,2,0}"))), "f32[5,3]{1,0}");
  EXPECT_EQ(ShapeText(AppendMajorDimension(4, b)), "f32[2,3,4]{1,0,2}");
  EXPECT_EQ(ShapeText(AppendMinorDimension(4, b)), "f32[2,3,4]{2,1,0}");
  EXPECT_EQ(ShapeText(PrependMajorDimension(4, b)), "f32[4,2,3]{2,1,0}");
  EXPECT_EQ(ShapeText(FilterDimensions([](int64_t d) { return d != 2; }, a)), "f32[2,3]{0,1}");
  EXPECT_EQ(PermuteDimensions(Dims{0, 0, 1}, a).error().code, "V01");
  EXPECT_EQ(PermuteDimensions(Dims{1, 0}, a).error().code, "V01");
}

TEST(NewShapes, CarryDynamicFlagsSplitsAndPaddingAlong) {
  const Shape shape = Parsed("f32[<=6,7,<=8]{0,2,1:SC(0:3)(2:1,5)}");  // splits of dims 1 and 0
  EXPECT_EQ(ShapeText(DeleteDimension(2, shape)), "f32[<=6,7]{0,1:SC(0:3)(1:1,5)}");
  EXPECT_EQ(ShapeText(DeleteDimension(1, shape)), "f32[<=6,<=8]{0,1:SC(1:1,5)}");
  EXPECT_EQ(ShapeText(PrependMajorDimension(2, shape)), "f32[2,<=6,7,<=8]{1,3,2,0:SC(1:3)(3:1,5)}");
  EXPECT_EQ(ShapeText(PermuteDimensions(Dims{2, 0, 1}, shape).value()),
            "f32[<=8,<=6,7]{1,0,2:SC(0:3)(2:1,5)}");
  Shape padded = Parsed("f32[2,3]{0,1}");
  padded.layout.padded_dimensions = {4, 5};
  EXPECT_EQ(List(PermuteDimensions(Dims{1, 0}, padded).value().layout.padded_dimensions),
            (Numbers{5, 4}));
  EXPECT_EQ(List(PrependMajorDimension(9, padded).layout.padded_dimensions), (Numbers{9, 4, 5}));
  EXPECT_EQ(List(DeleteDimension(0, padded).layout.padded_dimensions), (Numbers{5}));
}

TEST(NewShapes, AreUnchangedByAPermutationAndItsInverse) {
  const Shape shape = Parsed("f32[2,<=3,4,5]{2,0,3,1:T(2,2)}");
  const Shape there = PermuteDimensions(Dims{3, 1, 0, 2}, shape).value();
  EXPECT_EQ(PermuteDimensions(Dims{2, 1, 3, 0}, there).value(), shape);
}

TEST(ChangeElementType, DropsAnElementSizeThatNoLongerFits) {
  EXPECT_EQ(ShapeText(ChangeElementType(Parsed("s4[3]{0:E(4)}"), ElementType::kU4)),
            "u4[3]{0:E(4)}");
  EXPECT_EQ(ShapeText(ChangeElementType(Parsed("s4[3]{0:T(2)E(4)}"), ElementType::kS8)),
            "s8[3]{0:T(2)}");
  EXPECT_EQ(ShapeText(ChangeElementType(Parsed("(f32[3], u8[])"), ElementType::kF16)),
            "(f16[3]{0}, f16[])");
}

TEST(Normalize, DropsRedundantParts) {
  Shape shape = Parsed("(f32[3]{0:E(32)}, s4[3]{0:E(4)})");
  shape.elements[0].layout.tail_padding = 0;
  const Shape normal = Normalize(shape);
  EXPECT_TRUE(normal.elements[0].layout == Layout::Descending(1));
  EXPECT_EQ(normal.elements[1].layout.element_bits, 4);
  EXPECT_EQ(ShapeText(WithDefaultLayout(Parsed("(f32[2,3]{0,1:T(2)S(1)}, token[])"))),
            "(f32[2,3]{1,0}, token[])");
}

TEST(SizeShortcuts, DifferFromTheDefinitionAsTheReferenceSays) {
  const Shape tiled = Parsed("f32[3,5]{1,0:T(2,2)(4)}");
  EXPECT_EQ(ArraySize(tiled).value(), 24 * 4);
  EXPECT_EQ(ByteSizeOf(tiled).value(), 60);
  EXPECT_EQ(LinearIndexFirstTileOnly(Parsed("f32[5]{0:T(2,4)}"), Dims{4}).value(), 4);
  EXPECT_EQ(LinearIndexFirstTileOnly(Parsed("f32[3,5]{1,0:T(2,2)(4)}"), Dims{2, 3}).value(), 17);
  EXPECT_EQ(LinearIndexFirstTileOnly(Parsed("f32[]{:T(8)}"), Dims{}).value(), 0);
  EXPECT_EQ(ArraySize(Parsed("f32[10]{0:L(8)}")).value(), 40);
  EXPECT_EQ(ArraySize(Parsed("f32[3,5]{1,0:T(2,2)L(10)}")).value(), 120);
  EXPECT_EQ(ArraySize(Parsed("f32[3,4]{1,0:T(*,5)}")).error().code, "S03");
  EXPECT_EQ(ArrayDataSize(Parsed("f32[3,5]{1,0:T(2,2)}")).value(), 21 * 4);
  EXPECT_EQ(ByteSizeOf(Parsed("s4[3,5]{1,0:E(4)}")).value(), 8);
  EXPECT_EQ(ByteSizeOf(Parsed("(f32[9], token[])")).value(), 16);
  EXPECT_EQ(ByteSizeOf(Parsed("token[]")).value(), 0);
  EXPECT_EQ(ByteSizeOf(Parsed("opaque[]"), 4).value(), 4);
  EXPECT_EQ(SerializedSize(Parsed("(pred[10], s4[3], f32[2], token[])")).value(), 2 + 2 + 8);
}

TEST(Splits, LimitWhatOneMemoryHolds) {
  const Shape shape = Parsed("pred[123,456]{1,0:SC(1:50,200)}");
  EXPECT_EQ(MaxSplitSize(shape, 1), 256);
  EXPECT_EQ(MaxSplitSize(shape, 0), 123);
  EXPECT_EQ(PerMemoryElementCount(shape).value(), 31488);
  EXPECT_EQ(MaxSplitSize(Parsed("f32[10,4]{0,1:SC(1:7)}"), 0), 7);
}

TEST(CommonFactors, CutsWherePrefixProductsAgree) {
  EXPECT_EQ(CommonFactors(Dims{4, 6}, Dims{2, 2, 6}).value(),
            (std::vector<FactorCut>{{0, 0}, {1, 2}, {2, 3}}));
  EXPECT_EQ(CommonFactors(Dims{}, Dims{1}).value(), (std::vector<FactorCut>{{0, 0}, {0, 1}}));
  EXPECT_EQ(CommonFactors(Dims{0, 3}, Dims{5, 0}).value(),
            (std::vector<FactorCut>{{0, 0}, {2, 2}}));
  EXPECT_EQ(CommonFactors(Dims{2}, Dims{3}).error().code, "V01");
  EXPECT_EQ(CommonFactors(Dims{INT64_MAX, 2}, Dims{3}).error().code, "S09");
}

TEST(Reshapes, ReportWhichDimensionsTheyKeep) {
  EXPECT_EQ(DimensionsUnmodifiedByReshape(Dims{4, 6}, Dims{2, 2, 6}).value(),
            (std::vector<DimensionPair>{{1, 2}}));
  EXPECT_EQ(InsertedOrDeleted1Sized(Dims{2, 1, 3}, Dims{2, 3, 1}), (DegenerateChange{{1}, {2}}));
  EXPECT_EQ(InsertedOrDeleted1Sized(Dims{1, 1, 2}, Dims{1, 2}), (DegenerateChange{{1}, {}}));
  EXPECT_EQ(InsertedOrDeleted1Sized(Dims{2, 3}, Dims{3, 2}), std::nullopt);
}

TEST(CopyLayout, CopiesLeafByLeaf) {
  const Shape from = Parsed("(f32[2,3]{0,1:S(1)}, token[])");
  EXPECT_EQ(ShapeText(CopyLayout(from, Parsed("(u8[5,7], token[])")).value()),
            "(u8[5,7]{0,1:S(1)}, token[])");
  EXPECT_EQ(CopyLayout(from, Parsed("(u8[5], token[])")).error().code, "V01");
  EXPECT_EQ(CopyLayout(Parsed("s4[2]{0:E(4)}"), Parsed("s8[2]")).error().code, "S08");
}

}  // namespace
}  // namespace hlo

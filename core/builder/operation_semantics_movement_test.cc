// SPDX-License-Identifier: Apache-2.0
// The data movement examples of the operation semantics, written with the builder: built, printed,
// parsed, run, and compared with the numbers of the text.
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using builder_testing::Json;
using builder_testing::ResultOf;

using enum ElementType;

// f32[4x2x3], 10 to 47.
Value RunningArray(Builder& b) {
  const Value rows = ConstantR2<float>(b, {{10, 11, 12},
                                           {15, 16, 17},
                                           {20, 21, 22},
                                           {25, 26, 27},
                                           {30, 31, 32},
                                           {35, 36, 37},
                                           {40, 41, 42},
                                           {45, 46, 47}});
  return Reshape(rows, {4, 2, 3});
}

TEST(SemanticsBroadcast, RepeatsAScalar) {
  Builder b("broadcast");
  Broadcast(ConstantR0<float>(b, 2.0f), {2, 3});
  EXPECT_EQ(ResultOf(b.Build()), Json("f32[2,3]{1,0}", "[[2,2,2],[2,2,2]]"));
}

TEST(SemanticsBitcastConvert, ChangesTheLastDimensionWithTheWidth) {
  Builder b("bitcast");
  const Value x = Parameter(b, 0, Shape::Array(kF32, {10}), "input");
  const Value halves = BitcastConvertType(x, kF16);
  EXPECT_EQ(ShapeText(halves.shape()), "f16[10,2]{1,0}");
  EXPECT_EQ(ShapeText(BitcastConvertType(halves, kF32).shape()), "f32[10]{0}");
  const Value scalar = Parameter(b, 1, Shape::Scalar(kF32), "scalar");
  EXPECT_EQ(ShapeText(BitcastConvertType(scalar, kF16).shape()), "f16[2]{0}");
  EXPECT_TRUE(b.ok());
}

TEST(SemanticsCollapse, MergesAllDimensions) {
  Builder b("collapse");
  Collapse(RunningArray(b), {0, 1, 2});
  EXPECT_EQ(ResultOf(b.Build()), Json("f32[24]{0}",
                                      "[10,11,12,15,16,17,20,21,22,25,26,27,"
                                      "30,31,32,35,36,37,40,41,42,45,46,47]"));
}

// The text shows the two rank-2 results with their labels exchanged; the sizes here follow from its
// definition (ops reference 2.3).
TEST(SemanticsCollapse, MergesTwoDimensions) {
  Builder upper("collapse");
  Collapse(RunningArray(upper), {0, 1});
  EXPECT_EQ(ResultOf(upper.Build()), Json("f32[8,3]{1,0}",
                                          "[[10,11,12],[15,16,17],[20,21,22],[25,26,27],"
                                          "[30,31,32],[35,36,37],[40,41,42],[45,46,47]]"));
  Builder lower("collapse");
  Collapse(RunningArray(lower), {1, 2});
  EXPECT_EQ(ResultOf(lower.Build()), Json("f32[4,6]{1,0}",
                                          "[[10,11,12,15,16,17],[20,21,22,25,26,27],"
                                          "[30,31,32,35,36,37],[40,41,42,45,46,47]]"));
}

TEST(SemanticsConcat, JoinsVectors) {
  Builder b("concat");
  ConcatInDim(b,
              {ConstantR1<int32_t>(b, {2, 3}), ConstantR1<int32_t>(b, {4, 5}),
               ConstantR1<int32_t>(b, {6, 7})},
              0);
  EXPECT_EQ(ResultOf(b.Build()), Json("s32[6]{0}", "[2,3,4,5,6,7]"));
}

TEST(SemanticsConcat, JoinsMatrices) {
  Builder builder("concat");
  const Value a = ConstantR2<int32_t>(builder, {{1, 2}, {3, 4}, {5, 6}});
  const Value b = ConstantR2<int32_t>(builder, {{7, 8}});
  ConcatInDim(builder, {a, b}, 0);
  EXPECT_EQ(ResultOf(builder.Build()), Json("s32[4,2]{1,0}", "[[1,2],[3,4],[5,6],[7,8]]"));
}

TEST(SemanticsIota, CountsAlongOneDimension) {
  Builder rows("iota");
  Iota(rows, Shape::Array(kS32, {4, 8}), 0);
  EXPECT_EQ(ResultOf(rows.Build()), Json("s32[4,8]{1,0}",
                                         "[[0,0,0,0,0,0,0,0],[1,1,1,1,1,1,1,1],"
                                         "[2,2,2,2,2,2,2,2],[3,3,3,3,3,3,3,3]]"));
  Builder columns("iota");
  Iota(columns, Shape::Array(kS32, {4, 8}), 1);
  EXPECT_EQ(ResultOf(columns.Build()), Json("s32[4,8]{1,0}",
                                            "[[0,1,2,3,4,5,6,7],[0,1,2,3,4,5,6,7],"
                                            "[0,1,2,3,4,5,6,7],[0,1,2,3,4,5,6,7]]"));
}

TEST(SemanticsReshape, KeepsTheOrderOfTheElements) {
  Builder b("reshape");
  const Value v = RunningArray(b);
  Tuple(b, {Reshape(v, {0, 1, 2}, {24}), Reshape(v, {0, 1, 2}, {8, 3})});
  EXPECT_EQ(ResultOf(b.Build()), "{\"tuple\":[" +
                                     Json("f32[24]{0}",
                                          "[10,11,12,15,16,17,20,21,22,25,26,27,"
                                          "30,31,32,35,36,37,40,41,42,45,46,47]") +
                                     "," +
                                     Json("f32[8,3]{1,0}",
                                          "[[10,11,12],[15,16,17],[20,21,22],[25,26,27],"
                                          "[30,31,32],[35,36,37],[40,41,42],[45,46,47]]") +
                                     "]}");
}

TEST(SemanticsReshape, ReordersTheDimensionsFirst) {
  Builder b("reshape");
  const Value v = RunningArray(b);
  Tuple(b, {Reshape(v, {1, 2, 0}, {24}), Reshape(v, {1, 2, 0}, {8, 3}),
            Reshape(v, {1, 2, 0}, {2, 6, 2})});
  EXPECT_EQ(ResultOf(b.Build()), "{\"tuple\":[" +
                                     Json("f32[24]{0}",
                                          "[10,20,30,40,11,21,31,41,12,22,32,42,"
                                          "15,25,35,45,16,26,36,46,17,27,37,47]") +
                                     "," +
                                     Json("f32[8,3]{1,0}",
                                          "[[10,20,30],[40,11,21],[31,41,12],[22,32,42],"
                                          "[15,25,35],[45,16,26],[36,46,17],[27,37,47]]") +
                                     "," +
                                     Json("f32[2,6,2]{2,1,0}",
                                          "[[[10,20],[30,40],[11,21],[31,41],[12,22],[32,42]],"
                                          "[[15,25],[35,45],[16,26],[36,46],[17,27],[37,47]]]") +
                                     "]}");
}

TEST(SemanticsReshape, ConvertsOneElementToAScalarAndBack) {
  Builder b("reshape");
  const Value scalar = Reshape(ConstantR2<float>(b, {{5}}), {0, 1}, {});
  Tuple(b, {scalar, Reshape(scalar, {}, {1, 1})});
  EXPECT_EQ(ResultOf(b.Build()),
            "{\"tuple\":[" + Json("f32[]", "5") + "," + Json("f32[1,1]{1,0}", "[[5]]") + "]}");
}

TEST(SemanticsTranspose, IsAReshapeInThatOrder) {
  Builder b("transpose");
  const Value v = RunningArray(b);
  const Value transposed = Transpose(v, {1, 2, 0});
  EXPECT_EQ(ShapeText(transposed.shape(), false), "f32[2,3,4]");
  const Value same = Eq(transposed, Reshape(v, {1, 2, 0}, {2, 3, 4}));
  const Function both = ScalarFunction("both", kPred, And);
  ReduceAll(same, ConstantR0<bool>(b, true), both);
  EXPECT_EQ(ResultOf(b.Build()), Json("pred[]", "true"));
}

TEST(SemanticsRev, ReversesTheOrder) {
  Builder b("rev");
  Rev(ConstantR2<int32_t>(b, {{1, 2}, {3, 4}}), {0, 1});
  EXPECT_EQ(ResultOf(b.Build()), Json("s32[2,2]{1,0}", "[[4,3],[2,1]]"));
}

TEST(SemanticsSlice, CutsBoxes) {
  Builder builder("slice");
  const Value a = ConstantR1<float>(builder, {0, 1, 2, 3, 4});
  const Value b = ConstantR2<float>(builder, {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}});
  Tuple(builder, {Slice(a, {2}, {4}), Slice(b, {2, 1}, {4, 3})});
  EXPECT_EQ(ResultOf(builder.Build()), "{\"tuple\":[" + Json("f32[2]{0}", "[2,3]") + "," +
                                           Json("f32[2,2]{1,0}", "[[7,8],[10,11]]") + "]}");
}

TEST(SemanticsPad, AddsSpaceAroundAndBetween) {
  Builder b("pad");
  Pad(ConstantR2<int32_t>(b, {{1, 2, 3}, {4, 5, 6}}), ConstantR0<int32_t>(b, 0),
      {{{0, 2, 1}, {1, 1, 2}}});
  EXPECT_EQ(ResultOf(b.Build()),
            Json("s32[5,9]{1,0}",
                 "[[0,1,0,0,2,0,0,3,0],[0,0,0,0,0,0,0,0,0],[0,4,0,0,5,0,0,6,0],"
                 "[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0]]"));
}

TEST(SemanticsDynamicSlice, AcceptsAVectorOfIndices) {
  Builder builder("dynamic-slice");
  const Value a = ConstantR1<float>(builder, {0, 1, 2, 3, 4});
  const Value b = ConstantR2<float>(builder, {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}});
  const Value s = ConstantR1<int32_t>(builder, {2, 1});
  Tuple(builder,
        {DynamicSlice(a, ConstantR1<int32_t>(builder, {2}), {2}), DynamicSlice(b, s, {2, 2})});
  EXPECT_EQ(ResultOf(builder.Build()), "{\"tuple\":[" + Json("f32[2]{0}", "[2,3]") + "," +
                                           Json("f32[2,2]{1,0}", "[[7,8],[10,11]]") + "]}");
}

TEST(SemanticsDynamicUpdateSlice, ReplacesABox) {
  Builder builder("dynamic-update-slice");
  const Value a = ConstantR1<float>(builder, {0, 1, 2, 3, 4});
  const Value b = ConstantR2<float>(builder, {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}});
  const Value u = ConstantR2<float>(builder, {{12, 13}, {14, 15}, {16, 17}});
  const Value one = ConstantR0<int32_t>(builder, 1);
  Tuple(builder, {DynamicUpdateSlice(a, ConstantR1<float>(builder, {5, 6}),
                                     ConstantR1<int32_t>(builder, {2})),
                  DynamicUpdateSlice(b, u, {one, one})});
  EXPECT_EQ(ResultOf(builder.Build()),
            "{\"tuple\":[" + Json("f32[5]{0}", "[0,1,5,6,4]") + "," +
                Json("f32[4,3]{1,0}", "[[0,1,2],[3,12,13],[6,14,15],[9,16,17]]") + "]}");
}

// x[i,j] = 100 i + j, sixteen rows of eleven.
Value Field(Builder& b) {
  const Shape shape = Shape::Array(kS32, {16, 11});
  return Iota(b, shape, 0) * ConstantR0<int32_t>(b, 100) + Iota(b, shape, 1);
}

TEST(SemanticsGather, GathersFiveBoxesFromAnArray) {
  Builder b("gather");
  const Value positions = ConstantR2<int64_t>(b, {{0, 0}, {8, 5}, {3, 2}, {1, 4}, {8, 0}});
  GatherDimensionNumbers numbers;
  numbers.offset_dims = {1, 2};
  numbers.start_index_map = {0, 1};
  numbers.index_vector_dim = 1;
  const Value boxes = Gather(Field(b), positions, numbers, {8, 6});
  EXPECT_EQ(ShapeText(boxes.shape(), false), "s32[5,8,6]");
  // Element [g,7,5] of box g is 100 (X + 7) + Y + 5.
  Reshape(Slice(boxes, {0, 7, 5}, {5, 8, 6}), {5});
  EXPECT_EQ(ResultOf(b.Build()), Json("s32[5]{0}", "[705,1510,1007,809,1505]"));
}

TEST(SemanticsGather, GathersRowsLikeGatherNd) {
  Builder b("gather");
  const Value rows = ConstantR2<int64_t>(b, {{4}, {15}});
  GatherDimensionNumbers numbers;
  numbers.offset_dims = {1};
  numbers.collapsed_slice_dims = {0};
  numbers.start_index_map = {0};
  numbers.index_vector_dim = 1;
  Gather(Field(b), rows, numbers, {1, 11});
  EXPECT_EQ(ResultOf(b.Build()), Json("s32[2,11]{1,0}",
                                      "[[400,401,402,403,404,405,406,407,408,409,410],"
                                      "[1500,1501,1502,1503,1504,1505,1506,1507,1508,1509,1510]]"));
}

TEST(SemanticsScatter, PassesTheCurrentValueFirst) {
  Builder b("scatter");
  const Value x = ConstantR1<int32_t>(b, {100, 100, 100, 100});
  const Value indices = ConstantR2<int32_t>(b, {{1}, {5}, {1}});
  const Value updates = ConstantR1<int32_t>(b, {10, 20, 30});
  ScatterDimensionNumbers numbers;
  numbers.inserted_window_dims = {0};
  numbers.scatter_dims_to_operand_dims = {0};
  numbers.index_vector_dim = 1;
  Scatter(x, indices, updates, ScalarFunction("sub", kS32, Sub), numbers);
  EXPECT_EQ(ResultOf(b.Build()), Json("s32[4]{0}", "[100,60,100,100]"));
}

TEST(SemanticsSetDimensionSize, ExcludesThePaddingFromReductions) {
  Builder b("set-dimension-size");
  const Value v = ConstantR1<float>(b, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  const Value five = SetDimensionSize(v, ConstantR0<int32_t>(b, 5), 0);
  const Value six = SetDimensionSize(v, ConstantR0<int32_t>(b, 6), 0);
  const Function add = ScalarFunction("add", kF32, Add);
  const Function multiply = ScalarFunction("multiply", kF32, Mul);
  Tuple(b, {ReduceAll(five, Zero(b, kF32), add), ReduceAll(five, One(b, kF32), multiply),
            ReduceAll(six, Zero(b, kF32), add), GetDimensionSize(six, 0)});
  EXPECT_EQ(ResultOf(b.Build()), "{\"tuple\":[" + Json("f32[]", "15") + "," + Json("f32[]", "120") +
                                     "," + Json("f32[]", "21") + "," + Json("s32[]", "6") + "]}");
}

TEST(SemanticsSetDimensionSize, WorksThroughDynamicReshape) {
  Builder b("dynamic-reshape");
  const Value six = ConstantR0<int32_t>(b, 6);
  const Value v = SetDimensionSize(ConstantR1<int32_t>(b, {1, 2, 3, 4, 5, 6, 7, 8}), six, 0);
  const Value rows = DynamicReshape(v, {ConstantR0<int32_t>(b, 3), ConstantR0<int32_t>(b, 2)},
                                    /*bounds=*/{4, 2}, /*is_dynamic=*/{true, false});
  EXPECT_EQ(ShapeText(rows.shape(), false), "s32[<=4,2]");
  Reduce(rows, Zero(b, kS32), ScalarFunction("add", kS32, Add), {0});
  EXPECT_EQ(ResultOf(b.Build()), Json("s32[2]{0}", "[9,12]"));
}

// (x, y) and two updates at each position: x + update of y, y + update of x.
TEST(SemanticsScatter, UpdatesSeveralArraysTogether) {
  Builder swap("swap");
  std::vector<Value> p;
  for (int64_t i = 0; i < 4; ++i) p.push_back(Parameter(swap, i, Shape::Scalar(kS32), "p"));
  Tuple(swap, {p[0] + p[3], p[1] + p[2]});
  Builder b("scatter");
  const Value x = ConstantR1<int32_t>(b, {1, 2, 3});
  ScatterDimensionNumbers numbers;
  numbers.inserted_window_dims = {0};
  numbers.scatter_dims_to_operand_dims = {0};
  numbers.index_vector_dim = 1;
  Scatter(b, {x, x}, ConstantR2<int32_t>(b, {{2}}),
          {ConstantR1<int32_t>(b, {10}), ConstantR1<int32_t>(b, {100})}, swap.Build(), numbers);
  EXPECT_EQ(ResultOf(b.Build()), "{\"tuple\":[" + Json("s32[3]{0}", "[1,2,103]") + "," +
                                     Json("s32[3]{0}", "[1,2,13]") + "]}");
}

}  // namespace
}  // namespace hlo::builder

// SPDX-License-Identifier: Apache-2.0
// The compute examples of the operation semantics, written with the builder: built, printed,
// parsed, run, and compared with the numbers of the text. The numbers of sections 11 and 12 are
// those of the ops reference.
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using builder_testing::Json;
using builder_testing::ResultOf;

using enum ElementType;

std::string Both(const std::string& a, const std::string& b) {
  return "{\"tuple\":[" + a + "," + b + "]}";
}

// ---- elementwise ----

TEST(SemanticsClamp, AcceptsScalarBounds) {
  Builder b("clamp");
  const Value operand = ConstantR1<int32_t>(b, {-1, 5, 9});
  Clamp(ConstantR0<int32_t>(b, 0), operand, ConstantR0<int32_t>(b, 6));
  EXPECT_EQ(ResultOf(b.Build()), Json("s32[3]{0}", "[0,5,6]"));
}

TEST(SemanticsConvert, RoundsIntegersToFloats) {
  Builder b("convert");
  ConvertElementType(ConstantR1<int32_t>(b, {0, 1, 2}), kF32);
  EXPECT_EQ(ResultOf(b.Build()), Json("f32[3]{0}", "[0,1,2]"));
}

TEST(SemanticsSelect, AcceptsAnArrayOrAScalarPredicate) {
  Builder b("select");
  const Value pred = ConstantR1<bool>(b, {true, false, false, true});
  const Value v1 = ConstantR1<int32_t>(b, {1, 2, 3, 4});
  const Value v2 = ConstantR1<int32_t>(b, {100, 200, 300, 400});
  Tuple(b, {Select(pred, v1, v2), Select(ConstantR0<bool>(b, true), v1, v2)});
  EXPECT_EQ(ResultOf(b.Build()),
            Both(Json("s32[4]{0}", "[1,200,300,4]"), Json("s32[4]{0}", "[1,2,3,4]")));
}

TEST(SemanticsSelect, SelectsBetweenTuples) {
  Builder b("select");
  const Value one = ConstantR0<int32_t>(b, 1);
  const Value two = ConstantR0<int32_t>(b, 2);
  const Value first = Tuple(b, {one, Tuple(b, {one})});
  const Value second = Tuple(b, {two, Tuple(b, {two})});
  Select(ConstantR0<bool>(b, false), first, second);
  EXPECT_EQ(ResultOf(b.Build()),
            Both(Json("s32[]", "2"), "{\"tuple\":[" + Json("s32[]", "2") + "]}"));
}

TEST(SemanticsMap, AppliesAFunctionToEachElement) {
  Builder b("map");
  const Value x = ConstantR1<int32_t>(b, {1, 2, 3});
  const Value y = ConstantR1<int32_t>(b, {10, 20, 30});
  Map(b, {x, y}, ScalarFunction("sub", kS32, Sub), {0});
  EXPECT_EQ(ResultOf(b.Build()), Json("s32[3]{0}", "[-9,-18,-27]"));
}

// ---- dot ----

TEST(SemanticsDot, MultipliesVectorsAndMatrices) {
  Builder b("dot");
  const Value vector = ConstantR1<float>(b, {1, 10});
  const Value matrix = ConstantR2<float>(b, {{1, 2}, {3, 4}});
  Tuple(b, {Dot(vector, vector), Dot(matrix, vector), Dot(matrix, matrix)});
  EXPECT_EQ(ResultOf(b.Build()), "{\"tuple\":[" + Json("f32[]", "101") + "," +
                                     Json("f32[2]{0}", "[21,43]") + "," +
                                     Json("f32[2,2]{1,0}", "[[7,10],[15,22]]") + "]}");
}

TEST(SemanticsDotGeneral, ContractsNamedDimensions) {
  Builder b("dot");
  const Value lhs = ConstantR2<float>(b, {{1, 2, 3}, {4, 5, 6}});
  const Value rhs = ConstantR2<float>(b, {{1, 1, 1}, {2, 2, 2}});
  DotDimensionNumbers dnums;
  dnums.lhs_contracting_dimensions = {1};
  dnums.rhs_contracting_dimensions = {1};
  DotGeneral(lhs, rhs, dnums);
  EXPECT_EQ(ResultOf(b.Build()), Json("f32[2,2]{1,0}", "[[6,12],[15,30]]"));
}

TEST(SemanticsDotGeneral, SupportsBatchDimensions) {
  Builder b("dot");
  const Value lhs = Reshape(ConstantR1<float>(b, {1, 2, 3, 4, 5, 6, 7, 8}), {2, 2, 2});
  const Value rhs = Reshape(ConstantR1<float>(b, {1, 0, 0, 1, 1, 0, 0, 1}), {2, 2, 2});
  DotDimensionNumbers dnums;
  dnums.lhs_contracting_dimensions = {2};
  dnums.rhs_contracting_dimensions = {1};
  dnums.lhs_batch_dimensions = {0};
  dnums.rhs_batch_dimensions = {0};
  DotGeneral(lhs, rhs, dnums);
  EXPECT_EQ(ResultOf(b.Build()), Json("f32[2,2,2]{2,1,0}", "[[[1,2],[3,4]],[[5,6],[7,8]]]"));
}

TEST(SemanticsDotGeneral, CanHaveAnotherResultType) {
  Builder b("dot");
  const Value x = ConstantR1<int8_t>(b, {100});
  Tuple(b, {Dot(x, x), DotGeneral(x, x, {{0}, {0}, {}, {}}, kS32)});
  EXPECT_EQ(ResultOf(b.Build()), Both(Json("s8[]", "16"), Json("s32[]", "10000")));
}

// ---- convolution: sums by the loop of the text, computed by hand ----

TEST(SemanticsConv, PadsToTheSameSizeOrNotAtAll) {
  Builder b("conv");
  const Value input = Reshape(ConstantR1<float>(b, {1, 2, 3, 4}), {1, 1, 4});
  const Value kernel = Reshape(ConstantR1<float>(b, {1, 10}), {1, 1, 2});
  Tuple(b, {Conv(input, kernel, {1}, Padding::kValid), Conv(input, kernel, {1}, Padding::kSame)});
  EXPECT_EQ(ResultOf(b.Build()), Both(Json("f32[1,1,3]{2,1,0}", "[[[21,32,43]]]"),
                                      Json("f32[1,1,4]{2,1,0}", "[[[21,32,43,4]]]")));
}

// padding[1] = (2,3): two zeros on the left and three on the right of the second dimension.
TEST(SemanticsConv, SupportsPaddingOfEachEdge) {
  Builder b("conv");
  const Value input = Reshape(ConstantR1<float>(b, {1, 2}), {1, 1, 1, 2});
  const Value kernel = Reshape(ConstantR1<float>(b, {1, 10}), {1, 1, 1, 2});
  const Value result = ConvWithGeneralPadding(input, kernel, {1, 1}, {{0, 0}, {2, 3}});
  EXPECT_EQ(ShapeText(result.shape(), false), "f32[1,1,1,6]");
  EXPECT_EQ(ResultOf(b.Build()), Json("f32[1,1,1,6]{3,2,1,0}", "[[[[0,10,21,2,0,0]]]]"));
}

TEST(SemanticsConv, SupportsStridesDilationsReversalAndLabels) {
  Builder b("conv");
  const Value input = Reshape(ConstantR1<float>(b, {1, 2, 3, 4}), {1, 4, 1});
  const Value kernel = Reshape(ConstantR1<float>(b, {1, 10}), {2, 1, 1});
  const DimLabels labels = {"b0f", "0io", "b0f"};
  ConvolutionOptions dilated, reversed;
  dilated.lhs_dilation = {2};
  reversed.window_reversal = {true};
  Tuple(b, {ConvWithGeneralDimensions(input, kernel, {2}, Padding::kValid, labels),
            ConvGeneralDilated(input, kernel, {1}, {}, labels, reversed),
            ConvGeneralDilated(input, kernel, {}, {}, labels, dilated)});
  EXPECT_EQ(ResultOf(b.Build()), "{\"tuple\":[" + Json("f32[1,2,1]{2,1,0}", "[[[21],[43]]]") + "," +
                                     Json("f32[1,3,1]{2,1,0}", "[[[12],[23],[34]]]") + "," +
                                     Json("f32[1,6,1]{2,1,0}", "[[[1],[20],[2],[30],[3],[40]]]") +
                                     "]}");
}

// ---- reductions ----

TEST(SemanticsReduce, SumsAVector) {
  Builder b("reduce");
  const Value x = ConstantR1<float>(b, {10, 11, 12, 13});
  Reduce(x, Zero(b, kF32), ScalarFunction("add", kF32, Add), {0});
  EXPECT_EQ(ResultOf(b.Build()), Json("f32[]", "46"));
}

TEST(SemanticsReduce, SumsAlongAnyDimensions) {
  Builder b("reduce");
  const Value rows = ConstantR2<int32_t>(b, {{1, 2, 3}, {4, 5, 6}});
  const Value x = BroadcastInDim(rows, {4, 2, 3}, {1, 2});
  const Value zero = Zero(b, kS32);
  const Function add = ScalarFunction("add", kS32, Add);
  Tuple(b, {Reduce(x, zero, add, {0}), Reduce(x, zero, add, {2}), Reduce(x, zero, add, {0, 1}),
            ReduceAll(x, zero, add)});
  EXPECT_EQ(ResultOf(b.Build()), "{\"tuple\":[" + Json("s32[2,3]{1,0}", "[[4,8,12],[16,20,24]]") +
                                     "," + Json("s32[4,2]{1,0}", "[[6,15],[6,15],[6,15],[6,15]]") +
                                     "," + Json("s32[3]{0}", "[20,28,36]") + "," +
                                     Json("s32[]", "84") + "]}");
}

// f(max, argmax, value, index): (value, index) if value >= max, else (max, argmax).
Function Argmax() {
  Builder b("argmax");
  const Value max = Parameter(b, 0, Shape::Scalar(kF32), "max");
  const Value argmax = Parameter(b, 1, Shape::Scalar(kS32), "argmax");
  const Value value = Parameter(b, 2, Shape::Scalar(kF32), "value");
  const Value index = Parameter(b, 3, Shape::Scalar(kS32), "index");
  const Value larger = Ge(value, max);
  Tuple(b, {Select(larger, value, max), Select(larger, index, argmax)});
  return b.Build();
}

TEST(SemanticsReduce, FindsTheLargestValueAndItsIndex) {
  Builder b("argmax_of");
  const Value values = ConstantR1<float>(b, {1, 9, 3, 9});
  const Value places = Iota(b, kS32, 4);
  Reduce(b, {values, places}, {MinValue(b, kF32), Zero(b, kS32)}, Argmax(), {0});
  EXPECT_EQ(ResultOf(b.Build()), Both(Json("f32[]", "9"), Json("s32[]", "3")));
}

TEST(SemanticsReduceWindow, ComputesTheMaximumOfTiles) {
  Function max = [] {
    Builder builder("max");
    const Value y = Parameter(builder, 0, Shape::Array(kF32, {}), "y");
    const Value x = Parameter(builder, 1, Shape::Array(kF32, {}), "x");
    Max(y, x);
    return builder.Build();
  }();
  Builder builder("reduce_window_2x3");
  const Shape shape = Shape::Array(kF32, {4, 6});
  const Value input = Parameter(builder, 0, shape, "input");
  ReduceWindow(input, /*initial_value=*/MinValue(builder, kF32), max,
               /*window_dimensions=*/{2, 3}, /*window_strides=*/{2, 3}, Padding::kValid);
  EXPECT_EQ(ResultOf(builder.Build(), {Json("f32[4,6]",
                                            "[[1,2,3,4,5,6],[7,8,9,10,11,12],"
                                            "[24,23,22,21,20,19],[18,17,16,15,14,13]]")}),
            Json("f32[2,2]{1,0}", "[[9,12],[24,21]]"));
}

TEST(SemanticsReduceWindow, ReducesSeveralArraysTogether) {
  Builder b("argmax_of_windows");
  const Value values = ConstantR1<float>(b, {1, 9, 3, 4});
  ReduceWindow(b, {values, Iota(b, kS32, 4)}, {MinValue(b, kF32), Zero(b, kS32)}, Argmax(), {2},
               {2}, Padding::kValid);
  EXPECT_EQ(ResultOf(b.Build()), Both(Json("f32[2]{0}", "[9,4]"), Json("s32[2]{0}", "[1,3]")));
}

TEST(SemanticsReduceWindow, PadsToTheSameSizeOrNotAtAll) {
  Builder b("reduce_window");
  const Value input = ConstantR1<float>(b, {10000, 1000, 100, 10, 1});
  const Function min = ScalarFunction("min", kF32, Min);
  const Value largest = MaxValue(b, kF32);
  Tuple(b, {ReduceWindow(input, largest, min, {3}, {2}, Padding::kValid),
            ReduceWindow(input, largest, min, {3}, {2}, Padding::kSame)});
  EXPECT_EQ(ResultOf(b.Build()),
            Both(Json("f32[2]{0}", "[100,1]"), Json("f32[3]{0}", "[1000,10,1]")));
}

// Two overlapping windows select the same 9; their sources 2 and 6 add up to 8.
TEST(SemanticsSelectAndScatter, AddsTheSourcesOfSeveralWindows) {
  Builder b("select_and_scatter");
  const Value operand = ConstantR2<float>(b, {{7, 2, 5, 3, 8}, {3, 8, 9, 3, 4}, {1, 5, 7, 5, 6}});
  const Value source = ConstantR2<float>(b, {{2, 6}});
  SelectAndScatter(operand, ScalarFunction("ge", kF32, Ge), {3, 3}, {1, 2}, Padding::kValid, source,
                   Zero(b, kF32), ScalarFunction("add", kF32, Add));
  EXPECT_EQ(ResultOf(b.Build()), Json("f32[3,5]{1,0}", "[[0,0,0,0,0],[0,0,8,0,0],[0,0,0,0,0]]"));
}

// comparator(a0, a1, b0, b1, c0, c1) compares the first operand alone.
Function FirstIsLess() {
  Builder b("first_is_less");
  const Value lhs = Parameter(b, 0, Shape::Scalar(kS32), "lhs");
  const Value rhs = Parameter(b, 1, Shape::Scalar(kS32), "rhs");
  Parameter(b, 2, Shape::Scalar(kS32), "lhs1");
  Parameter(b, 3, Shape::Scalar(kS32), "rhs1");
  Parameter(b, 4, Shape::Scalar(kF32), "lhs2");
  Parameter(b, 5, Shape::Scalar(kF32), "rhs2");
  return b.Build(Lt(lhs, rhs));
}

TEST(SemanticsSort, ReordersAllOperandsTogether) {
  Builder b("sort");
  Sort({ConstantR1<int32_t>(b, {3, 1}), ConstantR1<int32_t>(b, {42, 50}),
        ConstantR1<float>(b, {-3.0f, 1.5f})},
       FirstIsLess());
  EXPECT_EQ(ResultOf(b.Build()), "{\"tuple\":[" + Json("s32[2]{0}", "[1,3]") + "," +
                                     Json("s32[2]{0}", "[50,42]") + "," +
                                     Json("f32[2]{0}", "[1.5,-3]") + "]}");
}

TEST(SemanticsSort, SortsColumnsOrRows) {
  Builder b("sort");
  const Value x = ConstantR2<int32_t>(b, {{3, 1}, {2, 4}});
  const Function less = ScalarFunction("less", kS32, Lt);
  Tuple(b, {Sort({x}, less, 0), Sort({x}, less)});
  EXPECT_EQ(ResultOf(b.Build()),
            Both(Json("s32[2,2]{1,0}", "[[2,1],[3,4]]"), Json("s32[2,2]{1,0}", "[[1,3],[2,4]]")));
}

// ---- control ----

TEST(SemanticsTuple, ElementsAreExtracted) {
  Builder b("tuple");
  const Value v = Iota(b, kF32, 10);
  const Value t = Tuple(b, {v, ConstantR0<int32_t>(b, 5)});
  EXPECT_EQ(ShapeText(t.shape(), false), "(f32[10], s32[])");
  GetTupleElement(t, 1);
  EXPECT_EQ(ResultOf(b.Build()), Json("s32[]", "5"));
}

Function Plus(std::string name, int32_t number) {
  Builder b(std::move(name));
  const Value x = Parameter(b, 0, Shape::Scalar(kS32), "x");
  return b.Build(x + ConstantR0<int32_t>(b, number));
}

TEST(SemanticsCall, RunsAComputation) {
  Builder b("call");
  Call(b, Plus("plus_one", 1), {ConstantR0<int32_t>(b, 41)});
  EXPECT_EQ(ResultOf(b.Build()), Json("s32[]", "42"));
}

TEST(SemanticsConditional, RunsOneOfTwoBranches) {
  Builder b("conditional");
  const Value pred = Parameter(b, 0, Shape::Scalar(kPred), "pred");
  const Value x = ConstantR0<int32_t>(b, 10);
  Conditional(pred, x, Plus("on_true", 1), x, Plus("on_false", -1));
  const Result<ModulePtr> module = b.Build();
  EXPECT_EQ(ResultOf(module, {Json("pred[]", "true")}), Json("s32[]", "11"));
  EXPECT_EQ(ResultOf(module, {Json("pred[]", "false")}), Json("s32[]", "9"));
}

TEST(SemanticsConditional, RunsTheLastBranchForOutOfRangeIndices) {
  Builder b("conditional");
  const Value index = Parameter(b, 0, Shape::Scalar(kS32), "index");
  const Value x = ConstantR0<int32_t>(b, 0);
  Conditional(index, {Plus("zero", 100), Plus("one", 101), Plus("two", 102)}, {x, x, x});
  const Result<ModulePtr> module = b.Build();
  EXPECT_EQ(ResultOf(module, {Json("s32[]", "1")}), Json("s32[]", "101"));
  EXPECT_EQ(ResultOf(module, {Json("s32[]", "-1")}), Json("s32[]", "102"));
  EXPECT_EQ(ResultOf(module, {Json("s32[]", "7")}), Json("s32[]", "102"));
}

// init = {0, zero_vector[10]}; while (result(0) < 1000) result = {result(0) + 1, result(1) + 0.5}
TEST(SemanticsWhile, AddsAVectorAThousandTimes) {
  const Shape state_shape = Shape::Tuple({Shape::Scalar(kS32), Shape::Array(kF32, {10})});
  Builder condition("condition");
  Lt(GetTupleElement(Parameter(condition, 0, state_shape, "state"), 0),
     ConstantR0<int32_t>(condition, 1000));
  Builder body("body");
  const Value state = Parameter(body, 0, state_shape, "state");
  const Value iteration = GetTupleElement(state, 0) + ConstantR0<int32_t>(body, 1);
  const Value vector = GetTupleElement(state, 1);
  Tuple(body, {iteration, vector + FullLike(vector, 0.5)});
  Builder b("while");
  const Value init = Tuple(b, {Zero(b, kS32), Broadcast(Zero(b, kF32), {10})});
  While(condition.Build(), body.Build(), init);
  EXPECT_EQ(
      ResultOf(b.Build()),
      Both(Json("s32[]", "1000"), Json("f32[10]{0}", "[500,500,500,500,500,500,500,500,500,500]")));
}

// ---- linear algebra and normalization ----

TEST(SemanticsCholesky, ComputesEitherTriangle) {
  Builder b("cholesky");
  const Value a = ConstantR2<float>(b, {{1, 2, 3}, {2, 20, 26}, {3, 26, 70}});
  Tuple(b, {Cholesky(a, true), Cholesky(a, false)});
  EXPECT_EQ(ResultOf(b.Build()), Both(Json("f32[3,3]{1,0}", "[[1,0,0],[2,4,0],[3,5,6]]"),
                                      Json("f32[3,3]{1,0}", "[[1,2,3],[0,4,5],[0,0,6]]")));
}

TEST(SemanticsTriangularSolve, SolvesOnEitherSide) {
  Builder b("triangular_solve");
  const Value a = ConstantR2<float>(b, {{2, 0}, {1, 4}});
  const auto solve = [&](Value right, bool left_side, TransposeKind transpose) {
    return TriangularSolve(a, right, left_side, /*lower=*/true, /*unit_diagonal=*/false, transpose);
  };
  Tuple(b, {solve(ConstantR2<float>(b, {{2}, {9}}), true, TransposeKind::kNoTranspose),
            solve(ConstantR2<float>(b, {{4, 8}}), false, TransposeKind::kNoTranspose),
            solve(ConstantR2<float>(b, {{4}, {8}}), true, TransposeKind::kTranspose)});
  EXPECT_EQ(ResultOf(b.Build()), "{\"tuple\":[" + Json("f32[2,1]{1,0}", "[[1],[2]]") + "," +
                                     Json("f32[1,2]{1,0}", "[[1,2]]") + "," +
                                     Json("f32[2,1]{1,0}", "[[1],[2]]") + "]}");
}

TEST(SemanticsFft, TransformsForwardAndBack) {
  Builder b("fft");
  const Value x = ConstantR1<float>(b, {1, 2, 3, 4});
  const Value half = Fft(x, FftType::kRfft, {4});
  Tuple(b, {half, Fft(half, FftType::kIrfft, {4})});
  EXPECT_EQ(ResultOf(b.Build()),
            Both(Json("c64[3]{0}", "[[10,0],[-2,2],[-2,0]]"), Json("f32[4]{0}", "[1,2,3,4]")));
}

TEST(SemanticsBatchNorm, NormalizesWithGivenStatistics) {
  Builder b("batch_norm");
  BatchNormInference(ConstantR2<float>(b, {{1, 2}, {3, 4}}), ConstantR1<float>(b, {2, 1}),
                     ConstantR1<float>(b, {0, 10}), ConstantR1<float>(b, {1, 2}),
                     ConstantR1<float>(b, {4, 1}), 0, 1);
  EXPECT_EQ(ResultOf(b.Build()), Json("f32[2,2]{1,0}", "[[0,10],[2,12]]"));
}

TEST(SemanticsBatchNorm, ComputesTrainingStatisticsAndGradients) {
  Builder b("batch_norm");
  const Value x = Reshape(ConstantR1<float>(b, {1, 2, 3, 4, 3, 4, 1, 2}), {2, 2, 2});
  const Value ones = ConstantR1<float>(b, {1, 1});
  const Value trained = BatchNormTraining(x, ones, ones, 0, 2);
  const Value gradients = BatchNormGrad(x, ones, GetTupleElement(trained, 1),
                                        GetTupleElement(trained, 2), FullLike(x, 0.125), 0, 2);
  Tuple(b, {GetTupleElement(trained, 0), GetTupleElement(gradients, 2)});
  EXPECT_EQ(ResultOf(b.Build()), Both(Json("f32[2,2,2]{2,1,0}", "[[[0,0],[2,2]],[[2,2],[0,0]]]"),
                                      Json("f32[2]{0}", "[0.5,0.5]")));
}

// First counter block of Philox, from the ops reference, 13.3.
TEST(SemanticsRngBitGenerator, IsAFunctionOfTheState) {
  Builder b("rng");
  RngBitGenerator(RandomAlgorithm::kPhilox, ConstantR1<uint64_t>(b, {1, 2}),
                  Shape::Array(kU32, {4}));
  EXPECT_EQ(ResultOf(b.Build()),
            Both(Json("u64[2]{0}", "[1,3]"),
                 Json("u32[4]{0}", "[2100602697,2847456232,2074354647,800269529]")));
}

TEST(SemanticsReducePrecision, RoundsToAnotherFormatAndBack) {
  Builder b("reduce_precision");
  ReducePrecision(ConstantR1<double>(b, {65519, 65520}), /*exponent_bits=*/5, /*mantissa_bits=*/10);
  EXPECT_EQ(ResultOf(b.Build()), Json("f64[2]{0}", "[65504,\"inf\"]"));
}

}  // namespace
}  // namespace hlo::builder

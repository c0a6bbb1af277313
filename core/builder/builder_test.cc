// SPDX-License-Identifier: Apache-2.0
// What the builder makes of functions that HLO has no instruction for (ops reference, section 2),
// its names, its errors, and computations inside computations.
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using builder_testing::Body;
using builder_testing::ErrorOf;
using builder_testing::Json;
using builder_testing::ReadAgain;
using builder_testing::ResultOf;

using enum ElementType;

Value Argument(Builder& b, int64_t number, std::string_view shape, std::string_view name) {
  return Parameter(b, number, literal_testing::ShapeOf(shape), name);
}

// ---- operands of unequal sizes (2.1) ----

TEST(BuilderBroadcasting, GrowsBothOperands) {
  Builder b("add");
  const Value x = Argument(b, 0, "s32[4]", "x");
  const Value y = Argument(b, 1, "s32[1,2]", "y");
  Add(x, y, {0});
  const Result<Module> module = b.Build();
  EXPECT_EQ(Body(module),
            "%x = s32[4]{0} parameter(0)\n"
            "%broadcast = s32[4,2]{1,0} broadcast(%x), dimensions={0}\n"
            "%y = s32[1,2]{1,0} parameter(1)\n"
            "%reshape = s32[2]{0} reshape(%y)\n"
            "%broadcast.1 = s32[4,2]{1,0} broadcast(%reshape), dimensions={1}\n"
            "ROOT %add = s32[4,2]{1,0} add(%broadcast, %broadcast.1)\n");
  EXPECT_EQ(ResultOf(module, {Json("s32[4]", "[1,2,3,4]"), Json("s32[1,2]", "[[5,6]]")}),
            Json("s32[4,2]{1,0}", "[[6,7],[7,8],[8,9],[9,10]]"));
}

TEST(BuilderBroadcasting, AddsAVectorToRowsOrColumns) {
  Builder b("add");
  const Value matrix = ConstantR2<int32_t>(b, {{1, 2, 3}, {4, 5, 6}});
  Tuple(b, {Add(matrix, ConstantR1<int32_t>(b, {7, 8, 9}), {1}),
            Add(ConstantR1<int32_t>(b, {10, 20}), matrix, {0})});
  EXPECT_EQ(ResultOf(b.Build()), "{\"tuple\":[" + Json("s32[2,3]{1,0}", "[[8,10,12],[11,13,15]]") +
                                     "," + Json("s32[2,3]{1,0}", "[[11,12,13],[24,25,26]]") + "]}");
}

TEST(BuilderBroadcasting, FindsTheSizesOfDegenerateDimensions) {
  Builder b("add");
  const Value x = Argument(b, 0, "f32[1,2]", "x");
  const Value y = Argument(b, 1, "f32[4,3,1]", "y");
  EXPECT_EQ(ShapeText(Add(x, y, {1, 2}).shape(), false), "f32[4,3,2]");
  EXPECT_EQ(ShapeText(Lt(y, ConstantR0<float>(b, 1)).shape(), false), "pred[4,3,1]");
  EXPECT_EQ(ShapeText(Mul(Argument(b, 2, "f32[0,1]", "z"), x).shape(), false), "f32[0,2]");
  EXPECT_TRUE(b.ok());
}

TEST(BuilderBroadcasting, LeavesOperandsOfEqualSizesAlone) {
  Builder b("add");
  const Value x = Argument(b, 0, "f32[2,1]", "x");
  Add(x, x, {0, 1});
  EXPECT_EQ(Body(b.Build()),
            "%x = f32[2,1]{1,0} parameter(0)\n"
            "ROOT %add = f32[2,1]{1,0} add(%x, %x)\n");
}

TEST(BuilderBroadcasting, RefusesDimensionsThatDoNotFit) {
  const auto error = [](std::string_view lhs, std::string_view rhs, Ints dimensions) {
    Builder b("add");
    Add(Argument(b, 0, lhs, "x"), Argument(b, 1, rhs, "y"), dimensions);
    return ErrorOf(b.Build());
  };
  EXPECT_EQ(error("f32[3]", "f32[2,3]", {0, 1}),
            "V01: broadcast_dimensions {0,1} has 2 entries, the smaller operand has rank 1");
  EXPECT_EQ(error("f32[2,3]", "f32[4,2,3]", {1, 0}),
            "V01: broadcast_dimensions must be strictly increasing: {1,0}");
  EXPECT_EQ(error("f32[3]", "f32[2,3]", {3}),
            "V01: broadcast_dimensions {3}: entry 3 is out of range for rank 2");
  EXPECT_EQ(error("f32[4]", "f32[2,3]", {1}),
            "V01: `add`: dimension 0 of the smaller operand (4) does not match dimension 1 of the "
            "larger (3)");
  EXPECT_EQ(error("f32[3]", "f32[2,3]", {}),
            "V01: `add`: ranks 1 and 2 differ and no broadcast_dimensions are given");
  EXPECT_EQ(error("f32[3]", "f32[3]", {1}),
            "V01: `add`: broadcast_dimensions {1} with operands of ranks 1 and 1; none are needed");
  EXPECT_EQ(error("f32[2,3]", "f32[1,4]", {}).substr(0, 6), "add.C1");
}

TEST(BuilderBroadcastInDim, StretchesSizeOne) {
  Builder b("broadcast_in_dim");
  BroadcastInDim(ConstantR2<int32_t>(b, {{1}, {2}}), {2, 3, 2}, {0, 1});
  EXPECT_EQ(ResultOf(b.Build()),
            Json("s32[2,3,2]{2,1,0}", "[[[1,1],[1,1],[1,1]],[[2,2],[2,2],[2,2]]]"));
  Builder wrong("broadcast_in_dim");
  BroadcastInDim(Argument(wrong, 0, "f32[2]", "x"), {3, 4}, {1});
  EXPECT_EQ(ErrorOf(wrong.Build()),
            "V01: dimension 0 of f32[2] cannot grow to size 4 of dimension 1");
}

// ---- reshapes (2.3) ----

TEST(BuilderCollapse, RefusesDimensionsThatAreNotConsecutive) {
  const auto error = [](Ints dimensions) {
    Builder b("collapse");
    Collapse(Argument(b, 0, "f32[4,2,3]", "v"), dimensions);
    return ErrorOf(b.Build());
  };
  EXPECT_EQ(error({0, 2}), "V01: collapse dimensions {0,2} are not consecutive");
  EXPECT_EQ(error({1, 0}), "V01: collapse dimensions {1,0} are not consecutive");
  EXPECT_EQ(error({2, 3}), "V01: collapse dimensions {2,3}: 3 is out of range for rank 3");
  EXPECT_EQ(error({}), "no error");
}

TEST(BuilderReshape, TransposesOnlyWhenTheOrderChanges) {
  Builder b("reshape");
  const Value v = Argument(b, 0, "f32[4,2,3]", "v");
  Reshape(Reshape(v, {0, 1, 2}, {8, 3}), {1, 0}, {24});
  EXPECT_EQ(Body(b.Build()),
            "%v = f32[4,2,3]{2,1,0} parameter(0)\n"
            "%reshape = f32[8,3]{1,0} reshape(%v)\n"
            "%transpose = f32[3,8]{1,0} transpose(%reshape), dimensions={1,0}\n"
            "ROOT %reshape.1 = f32[24]{0} reshape(%transpose)\n");
}

// ---- collectives and transfers (2.4) ----

TEST(BuilderAllToAll, SplitsAndJoinsAlongDifferentDimensions) {
  Builder b("alltoall");
  const Value x = Parameter(b, 0, Shape::Array(kF32, {4, 16}), "x");
  AllToAll(x, /*split_dimension=*/1, /*concat_dimension=*/0, /*split_count=*/4);
  EXPECT_EQ(Body(b.Build()),
            "%x = f32[4,16]{1,0} parameter(0)\n"
            "%all-to-all = f32[4,16]{1,0} all-to-all(%x), replica_groups={}, "
            "dimensions={1}\n"
            "%reshape = f32[4,4,4]{2,1,0} reshape(%all-to-all)\n"
            "%transpose = f32[4,4,4]{2,1,0} transpose(%reshape), "
            "dimensions={1,0,2}\n"
            "ROOT %reshape.1 = f32[16,4]{1,0} reshape(%transpose)\n");
}

TEST(BuilderAllToAll, MovesTheBlocksInFrontOfALaterDimension) {
  Builder b("alltoall");
  const Value x = Parameter(b, 0, Shape::Array(kF32, {6, 5, 7}), "x");
  EXPECT_EQ(ShapeText(AllToAll(x, 0, 2, 3).shape(), false), "f32[2,5,21]");
  EXPECT_EQ(ShapeText(AllToAll(x, 2, 1, 7).shape(), false), "f32[6,35,1]");
  EXPECT_EQ(ShapeText(AllToAll(x, 1, 1, 5).shape(), false), "f32[6,5,7]");
  AllToAll(x, 1, 0, 2);
  EXPECT_EQ(ErrorOf(b.Build()), "V04: `all-to-all`: dimension 1 (5) is not divisible by 2");
}

TEST(BuilderCollectives, HaveTheShapesOfTheirBlocks) {
  Builder b("collectives");
  const Value x = Parameter(b, 0, Shape::Array(kF32, {4, 6}), "x");
  const Function add = ScalarFunction("add", kF32, Add);
  EXPECT_EQ(ShapeText(AllGather(x, 1, 2).shape(), false), "f32[4,12]");
  EXPECT_EQ(ShapeText(ReduceScatter(x, add, 0, 2).shape(), false), "f32[2,6]");
  EXPECT_EQ(ShapeText(CollectivePermute(x, {{0, 1}, {1, 0}}).shape(), false), "f32[4,6]");
  EXPECT_EQ(ShapeText(AllReduce(Tuple(b, {x, x}), add).shape(), false), "(f32[4,6], f32[4,6])");
  EXPECT_EQ(ShapeText(CrossReplicaSum(Tuple(b, {x})).shape(), false), "(f32[4,6])");
  EXPECT_EQ(ShapeText(ReplicaId(b).shape(), false), "u32[]");
  ReadAgain(b.Build());
}

TEST(BuilderTransfers, TakeTheirTokensFromNowhere) {
  Builder in("infeed");
  Infeed(in, Shape::Array(kF32, {3}));
  EXPECT_EQ(Body(in.Build()),
            "%after-all = token[] after-all()\n"
            "%infeed = (f32[3]{0}, token[]) infeed(%after-all)\n"
            "ROOT %get-tuple-element = f32[3]{0} get-tuple-element(%infeed), index=0\n");
  Builder out("outfeed");
  const Value x = Argument(out, 0, "f32[3]", "x");
  EXPECT_EQ(ShapeText(Outfeed(x).shape()), "()");
  EXPECT_EQ(Body(out.Build()),
            "%x = f32[3]{0} parameter(0)\n"
            "%after-all = token[] after-all()\n"
            "%outfeed = token[] outfeed(%x, %after-all), outfeed_shape=f32[3]{0}\n"
            "ROOT %tuple = () tuple()\n");
}

TEST(BuilderTransfers, AreSplitInTwo) {
  Builder b("transfer");
  Send(Argument(b, 0, "f32[3]", "x"), 2);
  Recv(b, Shape::Array(kF32, {3}), 2);
  EXPECT_EQ(Body(b.Build()),
            "%x = f32[3]{0} parameter(0)\n"
            "%after-all = token[] after-all()\n"
            "%send = (f32[3]{0}, u32[], token[]) send(%x, %after-all), channel_id=2\n"
            "%send-done = token[] send-done(%send), channel_id=2\n"
            "%after-all.1 = token[] after-all()\n"
            "%recv = (f32[3]{0}, u32[], token[]) recv(%after-all.1), channel_id=2\n"
            "%recv-done = (f32[3]{0}, token[]) recv-done(%recv), channel_id=2\n"
            "ROOT %get-tuple-element = f32[3]{0} get-tuple-element(%recv-done), index=0\n");
}

// ---- functions by name and random numbers ----

TEST(BuilderCustomCall, NamesItsFunction) {
  Builder b("custom_call");
  const Value x = Argument(b, 0, "f32[2]", "x");
  const Value y = Argument(b, 1, "f32[2,3]", "y");
  CustomCall(b, "myfunc", {x, y}, Shape::Array(kF32, {3, 3}));
  EXPECT_EQ(Body(b.Build()),
            "%x = f32[2]{0} parameter(0)\n"
            "%y = f32[2,3]{1,0} parameter(1)\n"
            "ROOT %custom-call = f32[3,3]{1,0} custom-call(%x, %y), "
            "custom_call_target=\"myfunc\"\n");
}

// z[0][0] = x[1] + y[1][0]
TEST(BuilderCustomCall, RunsTheFunctionOfTheSemantics) {
  Builder b("custom_call");
  const Value x = ConstantR1<float>(b, {1, 2});
  const Value y = ConstantR2<float>(b, {{10, 20, 30}, {40, 50, 60}});
  Reshape(Slice(CustomCall(b, "myfunc", {x, y}, Shape::Array(kF32, {3, 3})), {0, 0}, {1, 1}), {});
  EXPECT_EQ(ResultOf(b.Build()), Json("f32[]", "42"));
}

TEST(BuilderRng, StaysInItsRange) {
  Builder b("rng");
  const Value low = ConstantR0<float>(b, 2);
  const Value high = ConstantR0<float>(b, 3);
  const Value numbers = RngUniform(low, high, Shape::Array(kF32, {1000}));
  const Value inside = Ge(numbers, low) & Lt(numbers, high);
  ReduceAll(inside, One(b, kPred), ScalarFunction("and", kPred, And));
  EXPECT_EQ(ResultOf(b.Build()), Json("pred[]", "true"));
}

TEST(BuilderRng, NamesItsDistribution) {
  Builder b("rng");
  const Value zero = Zero(b, kF32);
  const Value one = One(b, kF32);
  Tuple(b, {RngUniform(zero, one, Shape::Array(kF32, {4})),
            RngNormal(zero, one, Shape::Array(kF32, {4}))});
  EXPECT_EQ(Body(b.Build()),
            "%constant = f32[] constant(0)\n"
            "%constant.1 = f32[] constant(1)\n"
            "%rng = f32[4]{0} rng(%constant, %constant.1), distribution=rng_uniform\n"
            "%rng.1 = f32[4]{0} rng(%constant, %constant.1), distribution=rng_normal\n"
            "ROOT %tuple = (f32[4]{0}, f32[4]{0}) tuple(%rng, %rng.1)\n");
}

// ---- padding (2.5) ----

TEST(BuilderPadding, PutsTheLargerHalfAtTheHighEdge) {
  const auto edges = [](Padding padding, int64_t size, int64_t window, int64_t stride) {
    const EdgePadding edge = MakePadding(padding, {size}, {window}, {stride}).value()[0];
    return std::pair(edge.low, edge.high);
  };
  EXPECT_EQ(edges(Padding::kSame, 5, 3, 2), std::pair(int64_t{1}, int64_t{1}));
  EXPECT_EQ(edges(Padding::kSame, 4, 2, 1), std::pair(int64_t{0}, int64_t{1}));
  EXPECT_EQ(edges(Padding::kSame, 4, 1, 4), std::pair(int64_t{0}, int64_t{0}));
  EXPECT_EQ(edges(Padding::kValid, 4, 2, 1), std::pair(int64_t{0}, int64_t{0}));
}

// ---- constants ----

TEST(BuilderConstants, HaveTheBoundsOfTheirType) {
  Builder b("bounds");
  Tuple(b, {MinValue(b, kF32), MaxValue(b, kS32), MinValue(b, kU8), MinValue(b, kPred),
            MaxValue(b, kF8E4M3FN), MinValue(b, kF4E2M1FN), MinValue(b, kF8E8M0FNU)});
  EXPECT_EQ(ResultOf(b.Build()), "{\"tuple\":[" + Json("f32[]", "\"-inf\"") + "," +
                                     Json("s32[]", "2147483647") + "," + Json("u8[]", "0") + "," +
                                     Json("pred[]", "false") + "," + Json("f8e4m3fn[]", "448") +
                                     "," + Json("f4e2m1fn[]", "-6") + "," +
                                     Json("f8e8m0fnu[]", "6e-39") + "]}");
}

TEST(BuilderConstants, TakeLiterals) {
  const std::string json = Json("u4[2,2]{0,1}", "[[1,2],[3,15]]");
  Builder b("literal");
  ConstantLiteral(b, literal_testing::FromJson(json));
  EXPECT_EQ(ResultOf(b.Build()), json);
}

TEST(BuilderConstants, RefuseRowsOfUnequalLength) {
  Builder b("matrix");
  ConstantR2<float>(b, {{1, 2}, {3}});
  EXPECT_EQ(ErrorOf(b.Build()), "V01: a row of a matrix has 1 elements, the first has 2");
}

// ---- names ----

TEST(BuilderNames, AreUniqueAndWhatATextMaySay) {
  Builder b("my module");
  const Value x = Parameter(b, 0, Shape::Scalar(kF32), "x");
  const Value y = Parameter(b, 1, Shape::Scalar(kF32), "x");
  const Value z = Parameter(b, 2, Shape::Scalar(kF32), "1 + \xC3\xA4");
  x + (y + (z + x));
  const Result<Module> module = b.Build();
  EXPECT_EQ(module.value().name, "my_module");
  const std::unique_ptr<Module> read = ReadAgain(module);
  std::string names;
  for (const Instruction* made : read->entry->instructions) names += made->name + " ";
  EXPECT_EQ(names, "x x.1 _1_____ add add.1 add.2 ");
}

// ---- computations inside computations ----

TEST(BuilderFunctions, AreTakenInOnce) {
  const Function add = ScalarFunction("add", kF32, Add);
  Builder inner("sum_of_row");
  Reduce(Argument(inner, 0, "f32[4]", "row"), Zero(inner, kF32), add, {0});
  const Function sum = inner.Build();
  Builder b("add");
  const Value x = Argument(b, 0, "f32[4]", "x");
  const Value zero = Zero(b, kF32);
  Reduce(x, Call(b, sum, {x}) + Reduce(x, zero, add, {0}), add, {0});
  const std::unique_ptr<Module> module = ReadAgain(b.Build());
  std::string names;
  for (const auto& computation : module->computations) names += computation->name + " ";
  // "add" is the entry computation; each function that was named adds one, whatever its uses.
  EXPECT_EQ(module->entry->name, "add");
  EXPECT_EQ(module->computations.size(), 4u) << names;
}

TEST(BuilderFunctions, RunAsTheirCopiesDo) {
  const Function add = ScalarFunction("add", kF32, Add);
  Builder inner("sum_of_row");
  Reduce(Argument(inner, 0, "f32[4]", "row"), Zero(inner, kF32), add, {0});
  const Function sum = inner.Build();
  Builder b("twice");
  const Value x = ConstantR1<float>(b, {1, 2, 3, 4});
  Call(b, sum, {x}) + Call(b, sum, {Call(b, sum, {x}) * x});
  EXPECT_EQ(ResultOf(b.Build()), Json("f32[]", "110"));
}

TEST(BuilderFunctions, CarryTheirErrorToTheirUser) {
  Builder b("reduce");
  const Value x = Argument(b, 0, "f32[4]", "x");
  Reduce(x, Zero(b, kF32), ScalarFunction("and", kF32, And), {0});
  EXPECT_EQ(ErrorOf(b.Build()).substr(0, 6), "and.C3");
}

// ---- errors ----

TEST(BuilderErrors, TheFirstComesOutOfBuild) {
  Builder b("pad");
  const Value x = Argument(b, 0, "f32[2,2]", "x");
  const Value padded = Pad(x, Zero(b, kF32), {{{0, 0, -1}, {0, 0, 0}}});
  EXPECT_FALSE(padded.ok());
  EXPECT_FALSE(b.ok());
  EXPECT_TRUE(padded.shape().IsTuple());
  Transpose(Reshape(padded, {3}), {0, 0});
  EXPECT_EQ(ErrorOf(b.Build()), "pad.C3: `pad`: interior padding -1 in dimension 0");
}

TEST(BuilderErrors, ValuesBelongToOneBuilder) {
  Builder a("a"), b("b");
  const Value x = Argument(a, 0, "f32[]", "x");
  const Value y = Argument(b, 0, "f32[]", "y");
  EXPECT_FALSE((x + y).ok());
  EXPECT_EQ(ErrorOf(a.Build()), "N01: operand 1 of `add` is not a value of the builder 'a'");
  EXPECT_EQ(ErrorOf(b.Build(x)), "N01: the root is not a value of the builder 'b'");
  EXPECT_FALSE(Add(Value(), Value()).ok());
  EXPECT_EQ(ErrorOf(b.Build(y + Value())),
            "N01: operand 1 of `add` is not a value of the builder 'b'");
}

TEST(BuilderErrors, ValuesEndWithBuild) {
  Builder b("b");
  const Value x = Argument(b, 0, "f32[]", "x");
  EXPECT_TRUE(b.Build().ok());
  EXPECT_FALSE(x.ok());
  EXPECT_FALSE(Neg(x).ok());
  EXPECT_EQ(ErrorOf(b.Build()), "N01: the builder 'b' has been built already");
}

TEST(BuilderErrors, ParametersAreNumberedWithoutGaps) {
  Builder gap("gap");
  Argument(gap, 1, "f32[]", "x");
  EXPECT_EQ(ErrorOf(gap.Build()), "N08: the computation 'gap' has no parameter 0");
  Builder twice("twice");
  Argument(twice, 0, "f32[]", "x");
  Argument(twice, 0, "f32[]", "y");
  EXPECT_EQ(ErrorOf(twice.Build()), "N07: parameter number 0 is used by 'x' and 'y'");
  Builder far("far");
  Argument(far, int64_t{1} << 40, "f32[]", "x");
  EXPECT_EQ(ErrorOf(far.Build()), "N08: the computation 'far' has no parameter 0");
  EXPECT_EQ(ErrorOf(Builder("empty").Build()), "N09: the builder 'empty' has made no instruction");
}

TEST(BuilderErrors, SizesAreCheckedBeforeAnythingIsMade) {
  const auto error = [](Ints sizes) {
    Builder b("big");
    Broadcast(ConstantR0<float>(b, 1), sizes);
    return ErrorOf(b.Build()).substr(0, 3);
  };
  EXPECT_EQ(error({int64_t{1} << 40, int64_t{1} << 40}), "S09");
  EXPECT_EQ(error({-1}), "V01");
  EXPECT_EQ(error(std::vector<int64_t>(65, 1)), "S09");
  Builder b("indices");
  DynamicSlice(Argument(b, 0, "f32[4]", "x"), Argument(b, 1, "s32[1099511627776]", "i"), {1});
  EXPECT_EQ(ErrorOf(b.Build()), "V01: 1099511627776 start indices for an array of rank 1");
}

TEST(BuilderErrors, AnyOpCanBeAddedByName) {
  Builder b("any");
  const Value x = Argument(b, 0, "f32[4]", "x");
  b.Add("shuffle", {x},
        {{Attr::dimensions, std::vector<int64_t>{0}}, {Attr::shifts, std::vector<int64_t>{1}}});
  EXPECT_TRUE(b.ok());
  b.Add("shuffle", {x});
  EXPECT_EQ(ErrorOf(b.Build()), "P06: `shuffle` needs the attribute 'dimensions'");
  Builder unknown("unknown");
  unknown.Add("frobnicate", {});
  EXPECT_EQ(ErrorOf(unknown.Build()), "P02: there is no op `frobnicate`");
}

}  // namespace
}  // namespace hlo::builder

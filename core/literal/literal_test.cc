// SPDX-License-Identifier: Apache-2.0
#include "hlo/literal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/literal/memory_budget.h"
#include "core/literal/testing.h"

namespace hlo {
namespace {

using literal_testing::FromJson;
using literal_testing::ShapeOf;

TEST(LiteralAllocate, AllocatesTheBytesOfEveryLeafOfATuple) {
  Result<Literal> made = Literal::Zeros(ShapeOf("(f32[2,3], (s4[5], token[]), pred[])"));
  ASSERT_TRUE(made.ok());
  const Literal& tuple = made.value();
  ASSERT_EQ(tuple.elements().size(), 3u);
  EXPECT_EQ(tuple.elements()[0].byte_size(), 24);
  EXPECT_EQ(tuple.elements()[1].elements()[0].byte_size(), 5);
  EXPECT_TRUE(tuple.elements()[1].elements()[1].shape().IsToken());
  EXPECT_EQ(tuple.elements()[2].data<uint8_t>()[0], 0);
}

TEST(LiteralAllocate, RejectsArraysBeyondTheLimitWithoutAllocating) {
  const Shape of_bytes = Shape::Array(ElementType::kU8, {kMaxArrayBytes + 1});
  EXPECT_EQ(Literal::Allocate(of_bytes).error().code, "R02");
  const Shape of_floats = Shape::Array(ElementType::kF32, {kMaxArrayBytes / 4 + 1});
  EXPECT_EQ(Literal::Allocate(of_floats).error().code, "R02");
  const Shape beyond_63_bits =
      Shape::Array(ElementType::kF64, {1000000000, 1000000000, 1000000000});
  EXPECT_EQ(Literal::Allocate(beyond_63_bits).error().code, "S09");
}

TEST(LiteralAllocate, IsLimitedByTheBudgetAloneWhereAddressesAreWide) {
  if (sizeof(void*) == 4) GTEST_SKIP() << "the memory ends at 4 GiB";
  const Shape large = Shape::Array(ElementType::kU8, {kMaxArrayBytes + 1});
  const auto budget = std::make_shared<MemoryBudget>(kMaxArrayBytes + 1);
  Result<Literal> made = Literal::Allocate(large, budget);
  if (!made.ok()) GTEST_SKIP() << "too little memory";
  EXPECT_EQ(made.value().byte_size(), kMaxArrayBytes + 1);
  EXPECT_EQ(budget->used(), kMaxArrayBytes + 1);
  EXPECT_EQ(Literal::Allocate(ShapeOf("u8[20]"), budget).error().code, "R02");
}

TEST(LiteralAllocate, AcceptsHugeSizesNextToAZero) {
  Result<Literal> made = Literal::Allocate(ShapeOf("f32[0,1000000000,1000000000]"));
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made.value().byte_size(), 0);
}

TEST(LiteralAllocate, ChargesTheBudgetAndReleasesIt) {
  const auto budget = std::make_shared<MemoryBudget>(100);
  {
    Result<Literal> first = Literal::Zeros(ShapeOf("f32[20]"), budget);
    ASSERT_TRUE(first.ok());
    EXPECT_EQ(budget->used(), 80);
    Result<Literal> second = Literal::Zeros(ShapeOf("f32[6]"), budget);
    ASSERT_FALSE(second.ok());
    EXPECT_EQ(second.error().code, "R02");
    EXPECT_EQ(second.error().message,
              "a value of shape f32[6] needs 24 bytes; 80 of 100 are in use");
    const Literal shared = first.value();
    EXPECT_EQ(budget->used(), 80);
  }
  EXPECT_EQ(budget->used(), 0);
  EXPECT_EQ(budget->peak(), 80);
}

TEST(LiteralAllocate, ReleasesThePartsOfATupleThatDoesNotFit) {
  const auto budget = std::make_shared<MemoryBudget>(100);
  EXPECT_FALSE(Literal::Zeros(ShapeOf("(f32[20], f32[20])"), budget).ok());
  EXPECT_EQ(budget->used(), 0);
}

TEST(LiteralCopy, SharesBytesUntilOneIsWritten) {
  Literal original = FromJson(R"({"shape":"s32[2]","data":[1,2]})");
  Literal copy = original;
  EXPECT_FALSE(copy.IsUnique());
  EXPECT_EQ(copy.bytes(), original.bytes());
  copy.mutable_data<int32_t>()[0] = 7;
  EXPECT_EQ(original.data<int32_t>()[0], 1);
  EXPECT_EQ(copy.data<int32_t>()[0], 7);
  EXPECT_EQ(copy.data<int32_t>()[1], 2);
  EXPECT_TRUE(copy.IsUnique());
  EXPECT_TRUE(original.IsUnique());
}

TEST(LiteralCopy, CountsAgainstTheBudgetWhenItBecomesUnique) {
  const auto budget = std::make_shared<MemoryBudget>(100);
  const Literal original = Literal::Zeros(ShapeOf("u8[60]"), budget).value();
  Literal copy = original;
  const Status refused = copy.MakeUnique();
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "R02");
  copy.mutable_bytes()[0] = 1;  // cannot fail: exceeds the limit
  EXPECT_EQ(budget->used(), 120);
  EXPECT_EQ(original.bytes()[0], 0);
}

TEST(LiteralWithShape, KeepsBytesAndDropsDynamicSizesThatNoLongerFit) {
  Literal dynamic = FromJson(R"({"shape":"s32[<=4]","dynamic_sizes":[2],"data":[5,6]})");
  EXPECT_EQ(dynamic.dynamic_sizes()[0], 2);
  const Literal renamed = dynamic.WithShape(ShapeOf("f32[2,2]{0,1}"));
  EXPECT_FALSE(renamed.has_dynamic_sizes());
  EXPECT_EQ(renamed.bytes(), dynamic.bytes());
  EXPECT_EQ(ShapeText(renamed.shape()), "f32[2,2]{0,1}");
  EXPECT_EQ(dynamic.WithShape(ShapeOf("u32[<=4]")).dynamic_sizes()[0], 2);
}

TEST(LiteralScalar, HoldsOneValueOfTheStorageType) {
  const Literal scalar = Literal::Scalar(ElementType::kF32, 2.5f);
  EXPECT_EQ(scalar.data<float>()[0], 2.5f);
  EXPECT_TRUE(scalar.shape().IsScalarOf(ElementType::kF32));
  EXPECT_EQ(Literal::Scalar(ElementType::kPred, true).bytes()[0], 1);
}

// ---- HLO text (hlo-text reference, section 8.6) ----

std::string HloText(std::string_view json) {
  std::string text;
  AppendHloText(FromJson(json), text);
  return text;
}

TEST(LiteralHloText, WritesScalarsAndVectorsWithoutBlanks) {
  EXPECT_EQ(HloText(R"({"shape":"f32[]","data":2.5})"), "2.5");
  EXPECT_EQ(HloText(R"({"shape":"s32[3]","data":[1,2,3]})"), "{1, 2, 3}");
  EXPECT_EQ(HloText(R"({"shape":"s32[0]","data":[]})"), "{}");
}

TEST(LiteralHloText, WritesPredAsAWordAloneAndAsADigitInArrays) {
  EXPECT_EQ(HloText(R"({"shape":"pred[]","data":true})"), "true");
  EXPECT_EQ(HloText(R"({"shape":"pred[3]","data":[true,false,true]})"), "{1, 0, 1}");
}

TEST(LiteralHloText, WritesBlanksInsideTheBracesOfHigherRanks) {
  EXPECT_EQ(HloText(R"({"shape":"s32[2,2]","data":[[1,2],[3,4]]})"), "{ { 1, 2 }, { 3, 4 } }");
  EXPECT_EQ(HloText(R"({"shape":"s32[2,1]","data":[[1],[2]]})"), "{ {1}, {2} }");
  EXPECT_EQ(HloText(R"({"shape":"s32[2,0]","data":[[],[]]})"), "{ {}, {} }");
  EXPECT_EQ(HloText(R"({"shape":"s32[0,2]","data":[]})"), "{  }");
  EXPECT_EQ(HloText(R"({"shape":"s32[2,1,3]","data":[[[1,2,3]],[[4,5,6]]]})"),
            "{ { { 1, 2, 3 } }, { { 4, 5, 6 } } }");
}

TEST(LiteralHloText, NamesIndicesFromRankFourOn) {
  EXPECT_EQ(HloText(R"({"shape":"f32[2,2,1,1]","data":[[[[-1]],[[4.1]]],[[[2]],[[3]]]]})"),
            "{ { /*i0=0*/ { /*i1=0*/ {-1} }, { /*i1=1*/ {4.1} } }, "
            "{ /*i0=1*/ { /*i1=0*/ {2} }, { /*i1=1*/ {3} } } }");
  EXPECT_EQ(HloText(R"({"shape":"f32[2,0,4,3]","data":[[],[]]})"),
            "{ { /*i0=0*/ }, { /*i0=1*/ } }");
}

TEST(LiteralHloText, WritesComplexPairsAndTuples) {
  EXPECT_EQ(HloText(R"({"shape":"c64[2]","data":[[1,-2.5],["nan","inf"]]})"),
            "{(1, -2.5), (nan, inf)}");
  EXPECT_EQ(HloText(R"({"tuple":[{"shape":"s32[2]","data":[1,2]},{"shape":"s32[]","data":3}]})"),
            "( {1, 2}, 3 )");
}

TEST(LiteralHloText, IgnoresTheLayout) {
  EXPECT_EQ(HloText(R"({"shape":"s32[2,2]{0,1}","data":[[1,2],[3,4]]})"), "{ { 1, 2 }, { 3, 4 } }");
}

// ---- text for people ----

TEST(LiteralHumanText, AlignsColumns) {
  EXPECT_EQ(HumanText(FromJson(R"({"shape":"f32[2,3]","data":[[1,2.5,"nan"],["-inf",-0.0,3]]})")),
            "f32[2,3]\n"
            "     1   2.5   nan\n"
            "  -inf    -0     3\n");
  EXPECT_EQ(HumanText(FromJson(R"({"shape":"f32[]","data":1.5})")), "f32[] 1.5\n");
  EXPECT_EQ(HumanText(FromJson(R"({"shape":"f32[0]","data":[]})")), "f32[0] has no elements\n");
}

TEST(LiteralHumanText, NamesBlocksAndTuplePartsByIndex) {
  EXPECT_EQ(HumanText(FromJson(R"({"shape":"s32[2,1,2]","data":[[[1,2]],[[3,4]]]})")),
            "s32[2,1,2]\n[0,*,*]\n  1  2\n[1,*,*]\n  3  4\n");
  EXPECT_EQ(HumanText(FromJson(R"({"tuple":[{"shape":"s32[]","data":1},{"shape":"token[]"}]})")),
            "{0} s32[] 1\n{1} token[]\n");
}

TEST(LiteralHumanText, ElidesTheMiddleOfLongAxes) {
  EXPECT_EQ(HumanText(FromJson(R"({"shape":"s32[6]","data":[0,1,2,3,4,5]})"), 4),
            "s32[6]\n  0  1  ...  4  5\n");
  EXPECT_EQ(HumanText(FromJson(R"({"shape":"s32[3,3]","data":[[1,2,3],[4,5,6],[7,8,9]]})"), 4),
            "s32[3,3]\n  1  ...  3\n  ...\n  7  ...  9\n");
}

TEST(LiteralHumanText, StaysShortForAnyRank) {
  std::string shape = "s8[2";
  for (int i = 0; i < 20; ++i) shape += ",2";
  const Literal literal = Literal::Zeros(ShapeOf(shape + "]")).value();
  EXPECT_LT(HumanText(literal, 100).size(), 10000u);
}

}  // namespace
}  // namespace hlo

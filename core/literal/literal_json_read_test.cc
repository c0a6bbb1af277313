// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "core/literal/memory_budget.h"
#include "core/literal/testing.h"

namespace hlo {
namespace {

using literal_testing::FromJson;
using literal_testing::RoundTrip;
using literal_testing::SameBits;

// "CODE message" of a rejected text.
std::string Rejection(std::string_view json) {
  const Result<Literal> literal = ParseLiteralJson(json);
  return literal.ok() ? "accepted" : literal.error().code + " " + literal.error().message;
}

TEST(LiteralJson, AcceptsShapesWithoutLayoutAndMembersInAnyOrder) {
  EXPECT_EQ(RoundTrip(R"( { "data" : [ 1 , 2 ] , "shape" : "s32[2]" } )"),
            R"({"shape":"s32[2]{0}","data":[1,2]})");
  EXPECT_EQ(RoundTrip(R"({"data":[1],"dynamic_sizes":[1],"shape":"s32[<=2]"})"),
            R"({"shape":"s32[<=2]{0}","dynamic_sizes":[1],"data":[1]})");
}

TEST(LiteralJson, AcceptsNumbersAsNumbersOrStrings) {
  EXPECT_EQ(RoundTrip(R"({"shape":"s64[3]","data":["-5",7,9223372036854775807]})"),
            R"({"shape":"s64[3]{0}","data":[-5,7,"9223372036854775807"]})");
  EXPECT_EQ(RoundTrip(R"({"shape":"f32[4]","data":["1.5","nan","-inf",2e0]})"),
            R"({"shape":"f32[4]{0}","data":[1.5,"nan","-inf",2]})");
}

TEST(LiteralJson, PlacesTheLiveElementsOfADynamicArrayWithinTheBounds) {
  const Literal literal =
      FromJson(R"({"shape":"s32[2,<=3]","dynamic_sizes":[2,2],"data":[[1,2],[3,4]]})");
  ASSERT_EQ(literal.element_count(), 6);
  const std::vector<int32_t> expected = {1, 2, 0, 3, 4, 0};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), literal.data<int32_t>().begin()));
  // One size per dynamic dimension means the same.
  EXPECT_TRUE(SameBits(
      FromJson(R"({"shape":"s32[2,<=3]","dynamic_sizes":[2],"data":[[1,2],[3,4]]})"), literal));
}

TEST(LiteralJson, ReportsThePositionOfAnErrorInTheData) {
  EXPECT_EQ(Rejection(R"({"shape":"s32[2,2]","data":[[1,2],[3]]})"),
            "C04 line 1, column 37: data[1]: expected 2 elements, found 1");
  EXPECT_EQ(Rejection(R"({"shape":"s32[2,2]","data":[[1,2],[3,4,5]]})"),
            "C03 line 1, column 40: data[1]: expected 2 elements, found more");
  EXPECT_EQ(Rejection("{\"shape\":\"s32[2,2]\",\n\"data\":[[1,2],3]}"),
            "C02 line 2, column 15: data[1]: expected a list of 2 elements, dimension 1 of "
            "s32[2,2]");
  EXPECT_EQ(Rejection(R"({"shape":"s32[2]","data":[1,[2]]})"),
            "C02 line 1, column 29: data[1]: expected an element of s32[2], found a list");
  EXPECT_EQ(Rejection(R"({"shape":"s32[0]","data":[1]})"),
            "C03 line 1, column 27: data: expected 0 elements, found more");
  EXPECT_EQ(Rejection(R"({"shape":"c64[1]","data":[1]})"),
            "C05 line 1, column 27: data[0]: an element of c64 must be a pair [re, im]");
}

TEST(LiteralJson, RejectsValuesThatTheTypeCannotHold) {
  const auto code = [](std::string_view json) { return Rejection(json).substr(0, 3); };
  EXPECT_EQ(code(R"({"shape":"s8[1]","data":[128]})"), "C01");
  EXPECT_EQ(code(R"({"shape":"u4[1]","data":[16]})"), "C01");
  EXPECT_EQ(code(R"({"shape":"u8[1]","data":[-1]})"), "C01");
  EXPECT_EQ(code(R"({"shape":"f32[1]","data":[1e39]})"), "C01");
  EXPECT_EQ(code(R"({"shape":"s32[1]","data":[1.5]})"), "C05");
  EXPECT_EQ(code(R"({"shape":"s32[1]","data":[true]})"), "C05");
  EXPECT_EQ(code(R"({"shape":"f4e2m1fn[1]","data":["nan"]})"), "C07");
}

TEST(LiteralJson, RejectsInvalidLiterals) {
  const auto code = [](std::string_view json) { return Rejection(json).substr(0, 3); };
  EXPECT_EQ(code(""), "P13");
  EXPECT_EQ(code("[]"), "P01");
  EXPECT_EQ(code("{}"), "P06");
  EXPECT_EQ(code(R"({"shape":"f32[2]"})"), "P06");
  EXPECT_EQ(code(R"({"shape":"f32[2]","data":[1,2]}x)"), "P09");
  EXPECT_EQ(code(R"({"shape":"f32[2]","data":[1,2],"size":2})"), "P04");
  EXPECT_EQ(code(R"({"shape":"f32[1]","shape":"f32[1]","data":[1]})"), "P05");
  EXPECT_EQ(code(R"({"shape":"f32[1]","data":[01]})"), "P01");
  EXPECT_EQ(code(R"({"shape":"f32[1]","data":[nan]})"), "P01");
  EXPECT_EQ(code(R"({"shape":"f32[1]","data":[1,]})"), "P01");
  EXPECT_EQ(code(R"({"shape":"f32[1]","data":[1)"), "P13");
  EXPECT_EQ(code(R"({"shape":"f33[1]","data":[1]})"), "P03");
  EXPECT_EQ(code(R"({"shape":"token[]","data":1})"), "P04");
  EXPECT_EQ(code(R"x({"shape":"(f32[])","data":[1]})x"), "P12");
  EXPECT_EQ(code(R"({"shape":"f32[<=2]","data":[1]})"), "P06");
  EXPECT_EQ(code(R"({"shape":"f32[<=2]","dynamic_sizes":[3],"data":[1,2,3]})"), "P12");
}

TEST(LiteralJson, LimitsTheNestingOfTuples) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += R"({"tuple":[)";
  EXPECT_EQ(Rejection(deep).substr(0, 3), "P10");
  EXPECT_EQ(Rejection(R"({"data":)" + std::string(100000, '[')).substr(0, 3), "P10");
}

TEST(LiteralJson, AllocatesNothingForATextThatCannotFillTheShape) {
  const auto budget = std::make_shared<MemoryBudget>(int64_t{1} << 40);
  const Result<Literal> literal =
      ParseLiteralJson(R"({"shape":"f32[500000000]","data":[1]})", budget);
  ASSERT_FALSE(literal.ok());
  EXPECT_EQ(literal.error().code, "C04");
  EXPECT_EQ(budget->peak(), 0);
}

TEST(LiteralJson, RespectsTheBudget) {
  const auto budget = std::make_shared<MemoryBudget>(7);
  const Result<Literal> literal = ParseLiteralJson(R"({"shape":"s32[2]","data":[1,2]})", budget);
  ASSERT_FALSE(literal.ok());
  EXPECT_EQ(literal.error().code, "R02");
}

TEST(ArgumentsJson, ReadsOneListOrOnePerReplica) {
  const auto one = ParseArgumentsJson(R"([{"shape":"s32[]","data":1},{"shape":"s32[]","data":2}])");
  ASSERT_TRUE(one.ok());
  ASSERT_EQ(one.value().size(), 1u);
  EXPECT_EQ(one.value()[0][1].data<int32_t>()[0], 2);
  const auto two = ParseArgumentsJson(R"({"replicas":[[],[{"shape":"s32[]","data":3}]]})");
  ASSERT_TRUE(two.ok());
  ASSERT_EQ(two.value().size(), 2u);
  EXPECT_TRUE(two.value()[0].empty());
  EXPECT_EQ(two.value()[1][0].data<int32_t>()[0], 3);
  EXPECT_EQ(ParseArgumentsJson(R"({"shape":"s32[]","data":1})").error().code, "P04");
  EXPECT_EQ(ParseArgumentsJson("[1]").error().code, "P01");
}

}  // namespace
}  // namespace hlo

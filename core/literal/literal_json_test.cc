// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "core/literal/json_numbers.h"
#include "core/literal/testing.h"
#include "core/types/number_text.h"

namespace hlo {
namespace {

using literal_testing::FromJson;
using literal_testing::ToJson;

std::string RoundTrip(std::string_view json) { return ToJson(FromJson(json)); }

// "CODE message" of a text that is not accepted.
std::string Rejection(std::string_view json) {
  const Result<Literal> literal = ParseLiteralJson(json);
  return literal.ok() ? "accepted" : literal.error().code + " " + literal.error().message;
}

TEST(LiteralJson, WritesWhatTheContractShows) {
  const std::string json = R"({"shape":"f32[2,3]{1,0}","data":[[1,2.5,"nan"],["-inf",-0.0,3]]})";
  EXPECT_EQ(RoundTrip(json), json);
}

TEST(LiteralJson, RoundTripsEveryKindOfValue) {
  for (std::string_view json : {
           R"({"shape":"pred[2]{0}","data":[true,false]})",
           R"({"shape":"s4[3]{0}","data":[-8,0,7]})",
           R"({"shape":"u2[2]{0}","data":[0,3]})",
           R"({"shape":"s64[2]{0}","data":["9223372036854775807","-9223372036854775808"]})",
           R"({"shape":"u64[]","data":"18446744073709551615"})",
           R"({"shape":"f32[2]{0}","data":["nan:0x7fc00001","inf"]})",
           R"({"shape":"c64[1]{0}","data":[[1,"nan"]]})",
           R"({"shape":"f64[1,2]{0,1}","data":[[0.1,1e+300]]})",
           R"({"shape":"f32[2,0]{1,0}","data":[[],[]]})",
           R"({"shape":"f32[0,2]{1,0}","data":[]})",
           R"({"shape":"token[]"})",
           R"({"tuple":[]})",
           R"({"tuple":[{"shape":"s32[]","data":1},{"tuple":[{"shape":"token[]"}]}]})",
       }) {
    EXPECT_EQ(RoundTrip(json), json);
  }
}

TEST(LiteralJson, WritesAnArrayOfTooManyEmptyListsAsOne) {
  const std::string huge = R"({"shape":"f32[1000000000000000000,0]{1,0}","data":[]})";
  EXPECT_EQ(RoundTrip(huge), huge);
  const std::string beyond = R"({"shape":"f32[0,8589934592,8589934592]{2,1,0}","data":[]})";
  EXPECT_EQ(RoundTrip(beyond), beyond);
  EXPECT_EQ(RoundTrip(R"({"shape":"f32[2,0]","data":[]})"),
            R"({"shape":"f32[2,0]{1,0}","data":[[],[]]})");
}

TEST(LiteralJson, TakesShapesWithoutLayoutAndMembersInAnyOrder) {
  EXPECT_EQ(RoundTrip(R"( { "data" : [ 1 , 2 ] , "shape" : "s32[2]" } )"),
            R"({"shape":"s32[2]{0}","data":[1,2]})");
  EXPECT_EQ(RoundTrip(R"({"data":[1],"dynamic_sizes":[1],"shape":"s32[<=2]"})"),
            R"({"shape":"s32[<=2]{0}","dynamic_sizes":[1],"data":[1]})");
}

TEST(LiteralJson, TakesNumbersAsNumbersOrStrings) {
  EXPECT_EQ(RoundTrip(R"({"shape":"s64[3]","data":["-5",7,9223372036854775807]})"),
            R"({"shape":"s64[3]{0}","data":[-5,7,"9223372036854775807"]})");
  EXPECT_EQ(RoundTrip(R"({"shape":"f32[4]","data":["1.5","nan","-inf",2e0]})"),
            R"({"shape":"f32[4]{0}","data":[1.5,"nan","-inf",2]})");
}

TEST(LiteralJson, PlacesTheLiveElementsOfADynamicArrayAmongTheBounds) {
  const Literal literal =
      FromJson(R"({"shape":"s32[2,<=3]","dynamic_sizes":[2,2],"data":[[1,2],[3,4]]})");
  ASSERT_EQ(literal.element_count(), 6);
  const std::vector<int32_t> expected = {1, 2, 0, 3, 4, 0};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), literal.data<int32_t>().begin()));
  // One size a dynamic dimension says the same.
  LiteralDifference difference;
  EXPECT_TRUE(
      EqualBits(FromJson(R"({"shape":"s32[2,<=3]","dynamic_sizes":[2],"data":[[1,2],[3,4]]})"),
                literal, &difference))
      << difference.message;
}

TEST(LiteralJson, NamesThePlaceOfAShapeError) {
  EXPECT_EQ(Rejection(R"({"shape":"s32[2,2]","data":[[1,2],[3]]})"),
            "C04 line 1, column 37: data[1]: expected 2 elements, found 1");
  EXPECT_EQ(Rejection(R"({"shape":"s32[2,2]","data":[[1,2],[3,4,5]]})"),
            "C03 line 1, column 40: data[1]: more than 2 elements");
  EXPECT_EQ(Rejection("{\"shape\":\"s32[2,2]\",\n\"data\":[[1,2],3]}"),
            "C02 line 2, column 15: data[1]: expected a list of 2 elements, dimension 1 of "
            "s32[2,2]");
  EXPECT_EQ(Rejection(R"({"shape":"s32[2]","data":[1,[2]]})"),
            "C02 line 1, column 29: data[1]: expected an element, found a list; s32[2] has 1 "
            "dimensions");
  EXPECT_EQ(Rejection(R"({"shape":"s32[0]","data":[1]})"),
            "C03 line 1, column 27: data: more than 0 elements");
  EXPECT_EQ(Rejection(R"({"shape":"c64[1]","data":[1]})"),
            "C05 line 1, column 27: data[0]: an element of c64 is a pair [re, im]");
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

TEST(LiteralJson, RejectsWhatIsNoLiteral) {
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

TEST(LiteralJson, KeepsTheBudget) {
  const auto budget = std::make_shared<MemoryBudget>(7);
  const Result<Literal> literal = ParseLiteralJson(R"({"shape":"s32[2]","data":[1,2]})", budget);
  ASSERT_FALSE(literal.ok());
  EXPECT_EQ(literal.error().code, "R02");
}

TEST(ArgumentsJson, ReadsOneListOrOneAReplica) {
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

// ---- the fast path for numbers against the complete reader ----

TEST(PlainNumber, AgreesWithTheCompleteReader) {
  const ElementType types[] = {ElementType::kS4,  ElementType::kS64,      ElementType::kU64,
                               ElementType::kF16, ElementType::kBF16,     ElementType::kF32,
                               ElementType::kF64, ElementType::kF8E4M3FN, ElementType::kF8E8M0FNU};
  uint64_t state = 1;
  const auto next = [&] { return state = state * 6364136223846793005u + 1442695040888963407u; };
  int plain = 0;
  for (int round = 0; round < 20000; ++round) {
    const uint64_t digits = (next() >> 8) >> (next() >> 58);
    std::string text = (next() >> 63) ? "-" : "";
    text += std::to_string(digits);
    if (next() >> 62) text.insert(text.size() - next() % 2, ".");
    if (text.back() == '.') text += "5";
    if (next() >> 63) text += "e" + std::to_string(static_cast<int>(next() >> 59) - 16);
    for (ElementType type : types) {
      uint64_t fast = 0, full = 0;
      size_t position = 0;
      if (!ReadPlainNumber(type, text, position, reinterpret_cast<uint8_t*>(&fast))) continue;
      ++plain;
      EXPECT_EQ(position, text.size()) << text;
      ASSERT_TRUE(ParseElement(type, text, &full).ok()) << Name(type) << " " << text;
      EXPECT_EQ(fast, full) << Name(type) << " " << text;
    }
  }
  EXPECT_GT(plain, 20000);
}

}  // namespace
}  // namespace hlo

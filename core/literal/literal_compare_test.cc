// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "core/literal/testing.h"

namespace hlo {
namespace {

using literal_testing::FromJson;
using literal_testing::SameBits;

std::string Array(std::string_view shape, std::string_view data) {
  return "{\"shape\":\"" + std::string(shape) + "\",\"data\":" + std::string(data) + "}";
}

// The message for the first difference; "" if there is none.
std::string BitDifference(std::string_view got, std::string_view expected) {
  const auto difference = FindDifference(FromJson(got), FromJson(expected));
  return difference ? difference->message : "";
}
std::string UlpDifference(std::string_view got, std::string_view expected, double ulp) {
  const auto difference = FindDifferenceBeyondUlp(FromJson(got), FromJson(expected), ulp);
  return difference ? difference->message : "";
}

TEST(FindDifference, TreatsAllNansAsEqualAndZerosAsDifferent) {
  EXPECT_EQ(
      BitDifference(Array("f32[2]", R"(["nan:0x7fc00001",1])"), Array("f32[2]", R"(["nan",1])")),
      "");
  EXPECT_EQ(BitDifference(Array("f32[2]", "[1,-0.0]"), Array("f32[2]", "[1,0]")),
            "element (1): got -0, expected 0 (0 ULP)");
  EXPECT_EQ(BitDifference(Array("c64[1]", R"([["nan",1]])"),
                          Array("c64[1]", R"([["nan:0xffc00000",1]])")),
            "");
}

TEST(FindDifference, NamesTheFirstDifferentElement) {
  EXPECT_EQ(
      BitDifference(Array("s32[2,3]", "[[1,2,3],[4,5,6]]"), Array("s32[2,3]", "[[1,2,3],[4,5,7]]")),
      "element (1,2): got 6, expected 7");
  EXPECT_EQ(BitDifference(Array("f32[]", "3"), Array("f32[]", "3.0000002384185791")),
            "got 3, expected 3.0000002 (1 ULP)");
}

TEST(FindDifference, FindsADifferenceFarIntoTheArray) {
  Literal got = Literal::Zeros(literal_testing::ShapeOf("u8[5000]")).value();
  const Literal expected = got;
  got.mutable_bytes()[4321] = 9;
  const auto difference = FindDifference(got, expected);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->linear, 4321);
  EXPECT_EQ(difference->message, "element (4321): got 9, expected 0");
  EXPECT_FALSE(EqualBits(got, expected));
}

TEST(FindDifference, IgnoresLayoutsButNotTypesAndSizes) {
  EXPECT_EQ(BitDifference(Array("s32[1,2]{0,1}", "[[1,2]]"), Array("s32[1,2]{1,0}", "[[1,2]]")),
            "");
  EXPECT_EQ(BitDifference(Array("s32[2]", "[1,2]"), Array("s32[3]", "[1,2,3]")),
            "shapes differ: got s32[2], expected s32[3]");
  EXPECT_EQ(BitDifference(Array("s32[1]", "[1]"), Array("u32[1]", "[1]")),
            "shapes differ: got s32[1], expected u32[1]");
}

TEST(FindDifference, NamesThePartOfATuple) {
  const std::string got =
      R"({"tuple":[{"shape":"token[]"},{"tuple":[{"shape":"s32[1]","data":[1]}]}]})";
  const std::string expected =
      R"({"tuple":[{"shape":"token[]"},{"tuple":[{"shape":"s32[1]","data":[2]}]}]})";
  EXPECT_EQ(BitDifference(got, expected), "part {1,0}: element (0): got 1, expected 2");
}

TEST(FindDifference, ComparesOnlyLiveElements) {
  const Literal three =
      FromJson(R"({"shape":"s32[2,<=3]","dynamic_sizes":[2,2],"data":[[1,2],[3,4]]})");
  const Literal five =
      FromJson(R"({"shape":"s32[2,<=5]","dynamic_sizes":[2,2],"data":[[1,2],[3,4]]})");
  EXPECT_TRUE(SameBits(three, five));
  Literal other = three;
  other.mutable_data<int32_t>()[2] = 77;  // beyond the dynamic size of row 0
  EXPECT_TRUE(SameBits(other, three));
  other.mutable_data<int32_t>()[3] = 77;
  const auto difference = FindDifference(other, three);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->message, "element (1,0): got 77, expected 3");
}

TEST(FindDifference, ComparesOnlyTheBitsOfANarrowType) {
  Literal a = FromJson(Array("s4[1]", "[-1]"));
  Literal b = a;
  a.mutable_bytes()[0] = 0xff;
  b.mutable_bytes()[0] = 0x0f;
  EXPECT_TRUE(EqualBits(a, b));
}

TEST(FindDifferenceBeyondUlp, CountsStepsOfTheElementType) {
  // 1 and its neighbors in bf16 are 2^-7 apart above and 2^-8 below.
  EXPECT_EQ(UlpDifference(Array("bf16[1]", "[1.0078125]"), Array("bf16[1]", "[0.99609375]"), 2),
            "");
  EXPECT_EQ(UlpDifference(Array("bf16[1]", "[1.0078125]"), Array("bf16[1]", "[0.99609375]"), 1),
            "element (0): got 1.01, expected 0.996 (2 ULP)");
  // The smallest subnormals of both signs: two steps through zero.
  EXPECT_EQ(UlpDifference(Array("f32[1]", "[1e-45]"), Array("f32[1]", "[-1e-45]"), 2), "");
  EXPECT_EQ(UlpDifference(Array("f32[1]", "[1e-45]"), Array("f32[1]", "[-1e-45]"), 1).substr(0, 11),
            "element (0)");
}

TEST(FindDifferenceBeyondUlp, NeverTreatsAnInfinityAsANumber) {
  EXPECT_NE(UlpDifference(Array("f16[1]", R"(["inf"])"), Array("f16[1]", "[65504]"), 1e9), "");
  EXPECT_EQ(UlpDifference(Array("f16[1]", R"(["inf"])"), Array("f16[1]", R"(["inf"])"), 0), "");
  EXPECT_NE(UlpDifference(Array("f16[1]", R"(["nan"])"), Array("f16[1]", "[1]"), 1e9), "");
}

TEST(FindDifferenceBeyondUlp, MeasuresComplexNumbersByTheLargerPart) {
  // ulp(1024) in f32 is 2^-13 = 0.0001220703125.
  EXPECT_EQ(
      UlpDifference(Array("c64[1]", "[[1024,0.0001220703125]]"), Array("c64[1]", "[[1024,0]]"), 1),
      "");
  EXPECT_EQ(
      UlpDifference(Array("c64[1]", "[[1024,0.000244140625]]"), Array("c64[1]", "[[1024,0]]"), 1),
      "element (0): got (1024, 0.00024414062), expected (1024, 0) (2 ULP)");
}

TEST(FindDifferenceBeyondUlp, RequiresIntegersToBeEqual) {
  EXPECT_EQ(UlpDifference(Array("s32[1]", "[1]"), Array("s32[1]", "[2]"), 5),
            "element (0): got 1, expected 2");
}

}  // namespace
}  // namespace hlo

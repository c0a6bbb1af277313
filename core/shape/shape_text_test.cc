// SPDX-License-Identifier: Apache-2.0
// Every form of hlo-text reference 3.4, and every error with its class and position (9.2).
#include "core/shape/shape_text.h"

#include <gtest/gtest.h>

#include <string>

#include "core/shape/testing.h"

namespace hlo {
namespace {

using testing_shape::Parsed;

// "CODE begin-end" of the error, or "ok".
std::string Fault(std::string_view text) {
  const ParsedShape parsed = ParseShapeText(text);
  if (parsed.ok()) return "ok";
  EXPECT_FALSE(parsed.error->error.message.empty());
  return parsed.error->error.code + " " + std::to_string(parsed.error->span.begin) + "-" +
         std::to_string(parsed.error->span.end);
}

TEST(ParseShape, ReadsTypeSizesAndLayout) {
  const Shape shape = Parsed("bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}");
  EXPECT_EQ(shape.element_type, ElementType::kBF16);
  EXPECT_EQ(shape.dims, (Dims{8, 1, 1280, 16384}));
  EXPECT_EQ(shape.layout.minor_to_major, (Dims{3, 2, 0, 1}));
  ASSERT_EQ(shape.layout.tiles.size(), 2u);
  EXPECT_EQ(shape.layout.tiles[0].sizes, (Dims{8, 128}));
  EXPECT_EQ(shape.layout.tiles[1].sizes, (Dims{2, 1}));
}

TEST(ParseShape, GivesTheDefaultLayoutWhenNoneIsWritten) {
  EXPECT_EQ(Parsed("f32[2,3,4]").layout.minor_to_major, (Dims{2, 1, 0}));
  const Shape tuple = Parsed("(f32[2,3], s32[])");
  ASSERT_EQ(tuple.elements.size(), 2u);
  EXPECT_EQ(tuple.elements[0].layout.minor_to_major, (Dims{1, 0}));
}

TEST(ParseShape, AllowsBlanksAndCommentsBetweenTokens) {
  EXPECT_EQ(Parsed(" f32[ 1, 2,3 ]{ 2, 1,0 } "), Parsed("f32[1,2,3]{2,1,0}"));
  EXPECT_EQ(Parsed("(f32[], /*index=5*/f32[])"), Parsed("(f32[],f32[])"));
  EXPECT_EQ(Parsed("f32[2] // the end\n"), Parsed("f32[2]"));
}

TEST(ParseShape, ReadsDynamicAndUnboundedDimensions) {
  const Shape shape = Parsed("f32[<=8,3,?]");
  EXPECT_EQ(shape.dims, (Dims{8, 3, kUnboundedSize}));
  EXPECT_TRUE(shape.IsDynamic(0));
  EXPECT_FALSE(shape.IsDynamic(1));
  EXPECT_TRUE(shape.IsDynamic(2));
}

TEST(ParseShape, ReadsLayoutsOfScalarsTokensTuplesAndBuffers) {
  EXPECT_EQ(Parsed("u32[]{:S(2)}").layout.memory_space, 2);
  EXPECT_EQ(Parsed("u32[]{:T(128)}").layout.tiles.size(), 1u);
  EXPECT_TRUE(Parsed("token[]").IsToken());
  EXPECT_EQ(Parsed("opaque[]").element_type, ElementType::kOpaque);
  EXPECT_TRUE(Parsed("()").elements.empty());
  EXPECT_EQ(Parsed("((f32[]), (s32[], ()))").elements[1].elements.size(), 2u);
  EXPECT_TRUE(Parsed("b(f32[8]{0})").is_buffer);
  EXPECT_EQ(ShapeText(Parsed("(b(f32[8]{0}), s32[])")), "(b(f32[8]{0}), s32[])");
  EXPECT_EQ(Parsed("f32[]{}"), Parsed("f32[]"));  // old dumps
}

TEST(ParseShape, ReadsEveryPartOfALayout) {
  const Shape shape = Parsed("pred[123,456]{1,0:D(D,D~+)T(*,128)L(4)E(8)S(3)SC(1:50,200)M(16)}");
  const Layout& layout = shape.layout;
  EXPECT_EQ(layout.tiles[0].sizes, (Dims{kCombineDimension, 128}));
  EXPECT_EQ(layout.tail_padding, 4);
  EXPECT_EQ(layout.element_bits, 8);
  EXPECT_EQ(layout.memory_space, 3);
  ASSERT_EQ(layout.splits.size(), 1u);
  EXPECT_EQ(layout.splits[0].dimension, 1);
  EXPECT_EQ(layout.splits[0].indices, (Dims{50, 200}));
  EXPECT_EQ(layout.dynamic_shape_prefix_bytes, 16);
}

// Worked examples 10.5: the input and its printed form.
TEST(ParseShape, PrintsBackTheExamplesOfTheReference) {
  EXPECT_EQ(ShapeText(Parsed("f32[3,5]")), "f32[3,5]{1,0}");
  EXPECT_EQ(ShapeText(Parsed("u32[]{:S(2)}")), "u32[]{:S(2)}");
  EXPECT_EQ(ShapeText(Parsed("f32[2,7,8,11,10]{4,3,2,1,0:T(*, *,2,*,3)}")),
            "f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}");
  EXPECT_EQ(ShapeText(Parsed("s4[123,456]{1,0:T(2,128)E(4)}")), "s4[123,456]{1,0:T(2,128)E(4)}");
  EXPECT_EQ(ShapeText(Parsed("f32[10]{0:T(128)L(1)S(0)}")), "f32[10]{0:T(128)}");
  EXPECT_EQ(ShapeText(Parsed("f32[10,10]{1,0:D(D,D)}")), "f32[10,10]{1,0}");
}

TEST(ParseShape, ReportsErrorsInLayoutsAtTheirPosition) {
  EXPECT_EQ(Fault("f32[1,2,3]{1}"), "S01 10-11");
  EXPECT_EQ(Fault("f32[1,2]{:T(2)}"), "S01 8-9");
  EXPECT_EQ(Fault("f32[1,2]{0,0}"), "S02 11-12");
  EXPECT_EQ(Fault("f32[1,2]{2,0}"), "S02 9-10");
  EXPECT_EQ(Fault("f32[4]{0:S(1)T(128)}"), "S03 13-14");  // example 10.5
  EXPECT_EQ(Fault("f32[4]{0:S(1)S(1)}"), "S03 13-14");
  EXPECT_EQ(Fault("f32[4]{0:Q(1)}"), "S03 9-10");
  EXPECT_EQ(Fault("f32[4]{0:#(u32)}"), "S03 9-10");
  EXPECT_EQ(Fault("f32[4]{0:*(u32)}"), "S03 9-10");
  EXPECT_EQ(Fault("f32[4]{0:P(f32[4])}"), "S03 9-10");
  EXPECT_EQ(Fault("(f32[4]){0}"), "S07 8-9");
  EXPECT_EQ(Fault("token[]{:S(1)}"), "S07 7-8");
  EXPECT_EQ(Fault("f32[4]{0:T(0)}"), "S08 11-12");
  EXPECT_EQ(Fault("f32[4]{0:T(-2)}"), "S08 11-13");
  EXPECT_EQ(Fault("f32[4,4]{1,0:T(2,*)}"), "S08 17-18");
  EXPECT_EQ(Fault("f32[4]{0:S(-1)}"), "S08 11-13");
  EXPECT_EQ(Fault("f32[4]{0:SC(1:2)}"), "S08 12-13");
  EXPECT_EQ(Fault("f32[4]{0:SC(0:2,2)}"), "S08 16-17");
  EXPECT_EQ(Fault("f32[]{:SC(0:2)}"), "S08 9-10");
  EXPECT_EQ(Fault("f32[4]{0:SC(0:1)(0:2)}"), "S08 17-18");
  EXPECT_EQ(Fault("f32[1]{0:SC(0:12)}"), "S08 14-16");
  EXPECT_EQ(Fault("f32[4]{0:E(16)}"), "S08 11-13");
  EXPECT_EQ(Fault("s4[3]{0:E(3)}"), "S08 10-11");
  EXPECT_EQ(Fault("f32[2,3]{1 0}"), "P01 11-12");
  EXPECT_EQ(Fault("f32[2,3]{1,0:D(D)}"), "S03 14-17");
  EXPECT_EQ(Fault("f32[1]{0:T(9223372036854775807)}"), "S09 6-32");
  EXPECT_EQ(Fault("f32[1]{0:L(9223372036854775807)}"), "S09 6-32");
  EXPECT_EQ(Fault("s1[2,1000000000000000000]{1,0}"), "ok");
  EXPECT_EQ(Fault("f32[1]{0:M(9223372036854775807)}"), "S09 6-32");
  EXPECT_EQ(Fault("f32[?]{0:SC(0:9223372036854775807,1)}"), "S08 34-35");
}

TEST(ParseShape, ReportsErrorsInTypesAndSizes) {
  EXPECT_EQ(Fault("bf316[2]"), "P03 0-5");
  EXPECT_EQ(Fault("tuple[]"), "P03 0-5");
  EXPECT_EQ(Fault("f32[-1]"), "P12 4-6");
  EXPECT_EQ(Fault("f32[99999999999999999999]"), "L05 4-24");
  EXPECT_EQ(Fault("f32[9223372036854775808]"), "P12 4-23");
  EXPECT_EQ(Fault("f32[4294967296,4294967296]"), "S09 3-26");
  EXPECT_EQ(Fault("f32[0,4294967296,4294967296]"), "ok");
  EXPECT_EQ(Fault("token[2]"), "P12 0-5");
  EXPECT_EQ(Fault("f32[< =8]"), "P01 4-5");
  EXPECT_EQ(Fault("b(token[])"), "P12 2-7");
  EXPECT_EQ(Fault("b(b(f32[]))"), "P12 2-3");
  EXPECT_EQ(Fault("b()"), "P01 2-3");
  EXPECT_EQ(Fault("b(s32[], f32[])"), "P01 7-8");
  EXPECT_EQ(Fault("f32[2"), "P13 5-5");
  EXPECT_EQ(Fault("f32[2] x"), "P09 7-8");
  EXPECT_EQ(Fault("f32[2] /* x"), "L02 7-9");
  EXPECT_EQ(Fault("f32[2,]"), "P01 6-7");
  EXPECT_EQ(Fault(""), "P13 0-0");
}

TEST(ParseShape, RejectsMoreThan64Dimensions) {
  std::string text = "f32[1";
  for (int i = 1; i < 64; ++i) text += ",1";
  EXPECT_EQ(Fault(text + "]"), "ok");
  EXPECT_EQ(Fault(text + ",1]").substr(0, 3), "S09");
}

TEST(ParseShape, RejectsDeepTuplesWithoutUsingTheStack) {
  EXPECT_EQ(Fault(std::string(100000, '(')), "P10 200-201");
  EXPECT_EQ(Fault(std::string(200, '(') + std::string(200, ')')), "ok");
}

TEST(ParseShape, SuggestsAWholeReplacementForTheOldestForm) {
  const ParsedShape type = ParseShapeText("F32[3,5]{1,0:(2,2)}");
  ASSERT_FALSE(type.ok());
  EXPECT_EQ(type.error->error.code, "P03");
  EXPECT_EQ(type.error->replacement, "f32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(type.error->fix, (SourceSpan{0, 19}));
  const ParsedShape tile = ParseShapeText("f32[3,5]{1,0:(2,2)}");
  ASSERT_FALSE(tile.ok());
  EXPECT_EQ(tile.error->error.code, "S03");
  EXPECT_EQ(tile.error->replacement, "T(");
}

TEST(ParseShapePrefix, StopsAfterTheShape) {
  const ParsedShape scalar = ParseShapePrefix("= f32[] { x", 2);
  ASSERT_TRUE(scalar.ok());
  EXPECT_EQ(scalar.end, 7u);  // the brace does not start a layout
  const ParsedShape array = ParseShapePrefix("s32[2]{0} {1, 2}", 0);
  ASSERT_TRUE(array.ok());
  EXPECT_EQ(array.end, 9u);
}

}  // namespace
}  // namespace hlo

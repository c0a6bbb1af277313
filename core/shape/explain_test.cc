// SPDX-License-Identifier: Apache-2.0
#include "core/shape/explain.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "core/shape/testing.h"
#include "hlo/index.h"

namespace hlo {
namespace {

using testing_shape::List;
using testing_shape::Parsed;
using Numbers = std::vector<int64_t>;
using Lines = std::vector<std::string>;

LayoutExplanation Explained(const char* text) {
  Result<LayoutExplanation> explanation = ExplainLayout(Parsed(text));
  EXPECT_TRUE(explanation.ok()) << text;
  return explanation.ok() ? std::move(explanation.value()) : LayoutExplanation();
}

std::string PartOf(const LayoutExplanation& explanation, const std::string& text) {
  for (const PartExplanation& part : explanation.parts) {
    if (part.text == text) return part.title + ": " + part.explanation;
  }
  return "";
}

TEST(ExplainLayout, HasTheNumbersOfTheShape) {
  const LayoutExplanation e = Explained("f32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(e.elements, 15);
  EXPECT_EQ(e.stored_elements, 24);
  EXPECT_EQ(e.bytes, 96);
  EXPECT_EQ(e.unpadded_bytes, 60);
  EXPECT_EQ(e.wasted_bytes, 36);
  EXPECT_EQ(e.expansion, "1.6");
  EXPECT_EQ(e.utilization, "62.5%");
  ASSERT_EQ(e.tiles.size(), 1u);
  EXPECT_EQ(List(e.tiles[0].padded), (Numbers{4, 6}));
  EXPECT_EQ(List(e.tiles[0].after), (Numbers{2, 3, 2, 2}));
  EXPECT_EQ(PartOf(e, "T(2,2)"),
            "tile: 3 by 5 cut into 2 by 3 tiles of 2 by 2, each with its 4 cells contiguous; the "
            "last tiles are padded, to 4 by 6");
  const LayoutExplanation star = Explained("f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}");
  EXPECT_EQ(List(star.tiles[0].combined), (Numbers{112, 110}));
  EXPECT_EQ(Explained("u32[]{:T(128)}").expansion, "128");
  EXPECT_EQ(Explained("f32[0,3]").expansion, "1");
}

TEST(ExplainLayout, HasOnePartForEveryToken) {
  const LayoutExplanation e = Explained("s4[<=3,5]{0,1:T(2,4)(2)L(10)E(4)S(1)SC(0:2)(1:1)M(8)}");
  Lines texts;
  for (const PartExplanation& part : e.parts) texts.push_back(part.text);
  EXPECT_EQ(texts, (Lines{"s4", "<=3", "5", "{0,1}", "T(2,4)", "(2)", "L(10)", "E(4)", "S(1)",
                          "SC(0:2)", "(1:1)", "M(8)"}));
  EXPECT_EQ(PartOf(e, "E(4)"),
            "element size: 4 bits per element instead of 8; 2 elements share a byte, the "
            "first in its most significant bits");
  EXPECT_EQ(PartOf(e, "{0,1}"), "minor to major: dimension 0 varies fastest, then 1: column-major");
  EXPECT_EQ(Explained("bf16[]").parts[1].text, "[]");
}

TEST(ExplainIndex, ShowsTheCalculationStepByStep) {
  const IndexExplanation e = ExplainIndex(Parsed("f32[3,5]{1,0:T(2,2)}"), Dims{2, 3}).value();
  EXPECT_EQ(e.position, 17);
  EXPECT_EQ(e.byte, 68);
  EXPECT_EQ(e.bit, 544);
  EXPECT_EQ(e.steps, (Lines{"(2,3): in memory order (2,3) of (3,5)",
                            "T(2,2): tile (1,1) of (2,3) tiles, inside (0,1)",
                            "position (1*3+1)*4 + (0*2+1) = 17", "4 bytes each: byte 68"}));
  const IndexExplanation plain = ExplainIndex(Parsed("f32[2,3,4]{1,2,0}"), Dims{1, 2, 3}).value();
  EXPECT_EQ(plain.steps[1], "position (1*4+3)*3+2 = 23");
  const IndexExplanation packed =
      ExplainIndex(Parsed("s4[3,5]{1,0:T(2,4)E(4)}"), Dims{2, 4}).value();
  EXPECT_EQ(packed.bit, 96);
  EXPECT_EQ(packed.byte, 12);
  EXPECT_EQ(ExplainIndex(Parsed("u8[<=4]{0:M(16)}"), Dims{2}).value().byte, 18);
  EXPECT_EQ(ExplainIndex(Parsed("f32[3,5]"), Dims{3, 0}).error().code, "V01");
  EXPECT_EQ(ExplainIndex(Parsed("f32[3,5]"), Dims{1}).error().code, "V01");
}

TEST(ExplainIndex, ShowsCombiningAndLaterTiles) {
  const IndexExplanation star =
      ExplainIndex(Parsed("f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}"), Dims{1, 3, 5, 4, 9}).value();
  EXPECT_EQ(
      star.steps[1],
      "T(*,*,2,*,3): '*' combines (1,3,5,4,9) of (2,7,8,11,10) into (85,49) of (112,110), tile "
      "(42,16) of (56,37) tiles, inside (1,1)");
  EXPECT_EQ(star.steps[2], "position (42*37+16)*6 + (1*3+1) = 9424");
  const IndexExplanation twice =
      ExplainIndex(Parsed("bf16[4,8]{1,0:T(2,4)(2,1)}"), Dims{3, 5}).value();
  EXPECT_EQ(twice.steps[3],
            "coordinates (1,1,0,1,1,0) in sizes (2,2,1,4,2,1): position 1*16 + 1*8 + 1*2 + 1 = 27");
}

TEST(ExplainPosition, DistinguishesElementsFromPaddingAndExplainsWhy) {
  const Shape shape = Parsed("f32[3,5]{1,0:T(2,2)L(10)}");
  EXPECT_EQ(ExplainPosition(shape, 17).value().index, (Dims{2, 3}));
  EXPECT_EQ(ExplainPosition(shape, 9).value().index, std::nullopt);
  EXPECT_EQ(ExplainPosition(shape, 9).value().steps[0],
            "padding of T(2,2): tile 2, inside 1 is coordinate 2*2+1 = 5, but the size there is 5");
  EXPECT_EQ(ExplainPosition(shape, 29).value().steps[0],
            "tail padding: 24 cells are rounded up to 30, a multiple of 10");
  EXPECT_EQ(ExplainPosition(shape, 30).error().code, "V01");
  EXPECT_EQ(ExplainPosition(shape, -1).error().code, "V01");
}

TEST(PositionFormula, HasTheNumbersOfTheLayout) {
  const std::pair<const char*, const char*> cases[] = {
      {"f32[3,5]{1,0:T(2,2)}", "position = (y div 2)*12 + (x div 2)*4 + (y mod 2)*2 + (x mod 2)"},
      {"f32[2,3,4]{1,2,0}", "position = z*12 + x*3 + y"},
      {"f32[]{:T(128)}", "position = 0"},
      {"f32[5]{0:T(8)}", "position = x"},
      {"f32[2,3,4]{2,1,0:T(*,2,2)}",
       "position = ((z*3 + y) div 2)*8 + (x div 2)*4 + ((z*3 + y) mod 2)*2 + (x mod 2)"},
      {"bf16[10,200]{1,0:T(8,128)(2,1)}",
       "position = (y div 8)*2048 + (x div 128)*1024 + ((y div 2) mod 4)*256 + (x mod 128)*2 + "
       "(y mod 2)"},
      {"f32[0]", ""},
  };
  for (const auto& [text, formula] : cases) EXPECT_EQ(Explained(text).formula, formula);
}

TEST(PositionFormula, StaysShortForAbsurdTiles) {
  Shape shape = Parsed("u8[9,9]");
  for (int i = 0; i < 100; ++i) shape.layout.tiles.push_back({{kCombineDimension, 2}});
  const auto begin = std::chrono::steady_clock::now();
  const Result<LayoutExplanation> explanation = ExplainLayout(shape);
  ASSERT_TRUE(explanation.ok() || explanation.error().code == "S09");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
  if (explanation.ok()) {
    EXPECT_LT(explanation.value().formula.size(), 3000u);
  }
}

TEST(WriteLayoutExplanation, HasOneObjectPerArray) {
  std::string json;
  JsonWriter writer(json);
  WriteLayoutExplanation(Parsed("(u8[2], token[], (s4[3]{0:E(4)}, f32[?]))"), writer);
  EXPECT_EQ(json.find("[{\"path\":[0],\"shape\":\"u8[2]{0}\",\"elementType\":\"u8\",\"dims\":[2],"
                      "\"rank\":1,\"trueRank\":1,\"minorToMajor\":[0],\"physicalOrder\":[0],"
                      "\"physicalSizes\":[2],\"tiles\":[],\"finalSizes\":[2],\"elements\":2,"
                      "\"storedElements\":2,\"elementBits\":8,\"bytes\":2,\"unpaddedBytes\":2,"
                      "\"wastedBytes\":0,\"expansion\":\"1\",\"utilisation\":\"100%\","
                      "\"memorySpace\":0,"),
            0u);
  EXPECT_NE(json.find("{\"path\":[2,0],\"shape\":\"s4[3]{0:E(4)}\""), std::string::npos);
  EXPECT_EQ(json.find("f32[?]"), std::string::npos);
  json.clear();
  JsonWriter tiled(json);
  WriteLayoutExplanation(Parsed("f32[3,5]{1,0:T(2,2)}"), tiled);
  EXPECT_NE(json.find("\"tiles\":[{\"text\":\"(2,2)\",\"before\":[3,5],\"combined\":[3,5],"
                      "\"padded\":[4,6],\"after\":[2,3,2,2]}]"),
            std::string::npos);
}

TEST(LayoutExplanationText, ExplainsTuplesLeafByLeafAndStatesItsLimits) {
  const std::string text = LayoutExplanationText(Parsed("(f32[3]{0:S(5)}, f32[?])"));
  EXPECT_EQ(text.find("(f32[3]{0:S(5)}, f32[?]{0})\n  a tuple of 2 arrays"), 0u);
  EXPECT_NE(text.find("element {0}: f32[3]{0:S(5)}\n"), std::string::npos);
  EXPECT_NE(text.find("host memory"), std::string::npos);
  EXPECT_NE(text.find("the size of dimension 0 of f32[?] is unbounded"), std::string::npos);
  EXPECT_EQ(ExplainLayouts(Parsed("(f32[3], f32[?])")).error().code, "S09");
  EXPECT_EQ(LayoutExplanationText(Parsed("token[]")), "token[]\n  has no elements and no layout\n");
}

}  // namespace
}  // namespace hlo

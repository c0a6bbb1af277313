// SPDX-License-Identifier: Apache-2.0
// Reads the JSON form of a module. print_parse_test.cc checks that every worked example survives
// the round trip through JSON.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/testing.h"
#include "core/text/text.h"

namespace hlo {
namespace {

std::string TextOf(const std::string& json) {
  const Result<TextFromJson> text = ModuleTextFromJson(json);
  return text.ok() ? text.value().text : "error " + text.error().code + ": " + text.error().message;
}

TEST(ModuleJson, MayHaveItsKeysInAnyOrder) {
  EXPECT_EQ(TextOf(R"({"computations":[{"instructions":[
                       {"attributes":[],"parameter_number":0,"opcode":"parameter",
                        "shape":"f32[2]{0}","name":"x"},
                       {"operands":["x","x"],"opcode":"add","name":"y","shape":"f32[2]{0}",
                        "made_up":{"a":[1,{}]}}],
                       "root":"y","name":"e"}],"entry":"e","name":"m","format":1})"),
            "HloModule m\nENTRY %e {\n  %x = f32[2]{0} parameter(0)\n"
            "  ROOT %y = f32[2]{0} add(%x, %x)\n}\n");
}

TEST(ModuleJson, KeepsLiteralsOfEveryKind) {
  const std::string text = TextOf(
      R"({"format":1,"name":"m","entry":"e","computations":[{"name":"e","root":"c","instructions":[
          {"name":"c","opcode":"constant","shape":"f32[2]{0}",
           "literal":{"shape":"f32[2]{0}","data":["nan",-0.0]}},
          {"name":"d","opcode":"constant","shape":"s32[4]{0}","literal":null}]}]})");
  EXPECT_NE(text.find("constant({nan, -0})"), std::string::npos) << text;
  EXPECT_NE(text.find("%d = s32[4]{0} constant({...})"), std::string::npos) << text;
}

TEST(ModuleJson, KeepsTheSignOfEveryNan) {
  const ParsedModule parsed = ParseModule(
      "HloModule m\nENTRY e {\n"
      "  ROOT c = f32[4] constant({nan, -nan, nan(0x3f), -nan(0x3f)})\n}\n");
  ASSERT_TRUE(parsed.ok());
  const std::string text = TextOf(PrintModuleJson(*parsed.module));
  EXPECT_NE(text.find("constant({nan, -nan, nan(0x3f), -nan(0x3f)})"), std::string::npos) << text;
}

TEST(ModuleJson, ReportsWhereTheJsonIsMalformed) {
  EXPECT_EQ(TextOf("{\"format\":1,\n \"name\":}").substr(0, 9), "error P01");
  EXPECT_NE(TextOf("{\"format\":1,\n \"name\":}").find("line 2, column 9"), std::string::npos);
  EXPECT_NE(TextOf("{\"format\":2}").find("format of a JSON module must be 1, got 2"),
            std::string::npos);
  EXPECT_NE(TextOf("{\"format\":1}").find("no 'computations'"), std::string::npos);
}

TEST(ModuleJson, ReportsThePositionOfAnError) {
  const auto fault = [](const std::string& json) {
    SourceSpan span;
    const Result<TextFromJson> text = ModuleTextFromJson(json, &span);
    return text.ok()
               ? ""
               : text.error().code + " " + std::to_string(span.begin) + " " + text.error().message;
  };
  EXPECT_EQ(fault("{\"format\":1,\n \"name\":}"), "P01 21 expected a value, found '}'");
  const std::string computations =
      R"("computations":[{"name":"e","root":"x","instructions":[
         {"name":"x","opcode":"parameter","shape":"f32[]","parameter_number":0}]}])";
  EXPECT_EQ(fault("{\"entry\":\"e\"," + computations + "}"), "");
  EXPECT_EQ(fault("{\"entry\":\"zz\"," + computations + "}"),
            "N02 9 the entry computation 'zz' is not defined");
  std::string other = computations;
  other.replace(other.find("\"root\":\"x\""), 10, "\"root\":\"y\"");
  EXPECT_EQ(fault("{" + other + "}"), "N01 36 the root 'y' of computation 'e' is not defined");
}

TEST(ModuleJson, MarksTheValueThatEachPartOfTheTextComesFrom) {
  const std::string json =
      R"({"name":"m","computations":[{"name":"e","instructions":[{"name":"x","opcode":"iota",)"
      R"("shape":"s32[2]","attributes":[{"name":"iota_dimension","text":"0"}]}]}]})";
  const Result<TextFromJson> read = ModuleTextFromJson(json);
  ASSERT_TRUE(read.ok());
  const std::string& text = read.value().text;
  const std::vector<SourceMark>& marks = read.value().marks;
  EXPECT_EQ(text, "HloModule m\n%e {\n  %x = s32[2] iota(), iota_dimension=0\n}\n");
  const auto source = [&](std::string_view part) {
    const size_t at = text.find(part);
    for (const SourceMark& mark : marks) {
      if (mark.begin <= at && at < mark.end) {
        return json.substr(mark.source.begin, mark.source.end - mark.source.begin);
      }
    }
    return std::string("nothing");
  };
  EXPECT_EQ(source("m\n"), "\"m\"");
  EXPECT_EQ(source("s32"), "\"s32[2]\"");
  EXPECT_EQ(source("iota("), "\"iota\"");
  EXPECT_EQ(source("iota_dimension"), "\"iota_dimension\"");
  EXPECT_EQ(source("0\n"), "\"0\"");
  EXPECT_EQ(source(" =").substr(0, 11), R"({"name":"x")");
  for (size_t i = 0; i + 1 < marks.size(); ++i) EXPECT_EQ(marks[i].end, marks[i + 1].begin);
  EXPECT_EQ(marks.back().end, text.size() + 1);
}

TEST(ModuleJson, AcceptsAnySpellingOfAValue) {
  const auto json = [](const std::string& attributes) {
    const std::string text =
        "HloModule m\nENTRY e {\n  ROOT x = f32[] parameter(0), " + attributes + "\n}\n";
    return PrintModuleJson(*text_testing::Valid(text));
  };
  EXPECT_EQ(json("frontend_attributes={b=\"2\",a=\"1\"}"),
            json("frontend_attributes={a=\"1\",b=\"2\"}"));
  EXPECT_EQ(json("backend_config=\"{\\\"a\\\":1}\""), json("backend_config={\"a\":1}"));
  EXPECT_EQ(json("metadata={op_name='\\x41\"'}"), json("metadata={op_name=\"A\\\"\"}"));
  EXPECT_EQ(json("sharding={ maximal  device=0 }"), json("sharding={maximal device=0}"));
}

TEST(ModuleJson, IsDistinguishedFromHloText) {
  EXPECT_TRUE(LooksLikeModuleJson(" {\n\"format\": 1}"));
  EXPECT_FALSE(LooksLikeModuleJson("HloModule m"));
  EXPECT_FALSE(LooksLikeModuleJson("{ ROOT x = f32[] constant(1) }"));
  EXPECT_FALSE(LooksLikeModuleJson(""));
}

TEST(ModuleJson, AByteOrderMarkIsABlank) {
  const std::string json =
      "\xEF\xBB\xBF" +
      PrintModuleJson(*text_testing::Valid("ENTRY e { ROOT x = f32[] parameter(0) }"));
  EXPECT_TRUE(LooksLikeModuleJson(json));
  EXPECT_TRUE(ModuleTextFromJson(json).ok());
}

TEST(ModuleJson, RejectsEveryPrefix) {
  const ParsedModule parsed = ParseModule(
      "HloModule m, input_output_alias={ {0}: (0, {}, must-alias) }, replica_count=2\n"
      "ENTRY e {\n  x = f32[2] parameter(0)\n  c = f32[2] constant({1, nan})\n"
      "  s = f32[1] slice(x), slice={[0:1]}, metadata={op_name=\"a\\\"b\"}\n"
      "  ROOT t = (f32[2], f32[2], f32[1]) tuple(x, c, s)\n}\n");
  ASSERT_TRUE(parsed.ok());
  const std::string json = PrintModuleJson(*parsed.module);
  for (size_t length = 0; length < json.size(); ++length) {
    EXPECT_FALSE(ModuleTextFromJson(json.substr(0, length)).ok()) << length;
  }
  EXPECT_TRUE(ModuleTextFromJson(json).ok());
}

}  // namespace
}  // namespace hlo

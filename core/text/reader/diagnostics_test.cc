// SPDX-License-Identifier: Apache-2.0
// Every class of hlo-text reference 9.2, at the position that the table there specifies.
#include <gtest/gtest.h>

#include <string>

#include "core/text/testing.h"

namespace hlo {
namespace {

using text_testing::Entry;
using text_testing::Faults;
using text_testing::Messages;

// Instructions that many cases build on, on line 2.
std::string With(const std::string& line) { return Entry("x = f32[2,3] parameter(0)\n" + line); }

TEST(Diagnostics, PointAtWhatTheLexerRejects) {
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] negate(x$)")), "3:27 L01");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] negate(x) /* oh")), "3:29 L02");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] custom-call(), custom_call_target=\"a")), "3:53 L03");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] custom-call(), custom_call_target=\"a\\q\"")),
            "3:55 L04");
  EXPECT_EQ(Faults(With("ROOT y = f32[2] constant({1, 99999999999999999999})")), "3:30 L05");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] negate(x), backend_config={\"a\": {}")), "3:45 L06");
}

TEST(Diagnostics, NulBytesAreErrorsEvenInComments) {
  std::string text = With("ROOT y = f32[2,3] negate(x) // a b");
  text[text.find("a b") + 1] = '\0';
  EXPECT_EQ(Faults(text), "3:33 L01");
  EXPECT_EQ(Faults(std::string(1, '\0')), "1:1 L01");
}

TEST(Diagnostics, PointAtWhatTheSyntaxRejects) {
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] negate(x")), "4:1 P01");
  EXPECT_EQ(Faults(With("ROOT y f32[2,3] negate(x)")), "3:8 P01");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] negate(x),")), "4:1 P01");
  EXPECT_EQ(Faults(With("ROOT f32 = f32[2,3] negate(x)")), "3:6 P01");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] transpose(x), dimensions ={1,0}")), "3:44 P01");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] multipy(x, x)")), "3:19 P02");
  EXPECT_EQ(Faults(With("ROOT y = F32[2,3] negate(x)")), "3:10 P03");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] negate(x), dimension={0}")), "3:30 P04");
  EXPECT_EQ(Faults(With("ROOT y = f32[3,2] transpose(x), dimensions={1,0}, dimensions={1,0}")),
            "3:51 P05");
  EXPECT_EQ(Faults(With("ROOT y = f32[3,2] transpose(x)")), "3:19 P06");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] add(x)")), "3:19 P07");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] negate(x, x)")), "3:19 P07");
  EXPECT_EQ(Faults(With("ROOT y = reshape(x)")), "3:10 P08");
  EXPECT_EQ(Faults(With("ROOT y = constant(1)")), "3:10 P08");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] negate(x)") + "garbage"), "5:1 P09");
  EXPECT_EQ(Faults(With("ROOT y = pred[2,3] compare(x, x), direction=EG")), "3:45 P11");
  EXPECT_EQ(Faults(With("ROOT y = f32[3,2] transpose(x), dimensions=1")), "3:44 P12");
  EXPECT_EQ(Faults(With("ROOT y = s32[4] iota(), iota_dimension=true")), "3:40 P12");
  EXPECT_EQ(Faults(With("ROOT y = s32[4] iota(), iota_dimension=18446744073709551615")),
            "3:40 P12");
}

TEST(Diagnostics, NestingIsLimited) {
  std::string nested = "x";
  for (int i = 0; i < 250; ++i) nested = "negate(" + nested + ")";
  // The parenthesis is level 201: the brace of the body is level 1.
  EXPECT_EQ(Faults(With("ROOT y = " + nested)), "3:" + std::to_string(9 + 7 * 200) + " P10");
  ParseOptions options;
  options.max_nesting = 300;
  EXPECT_EQ(Faults(With("ROOT y = " + nested), options), "");
}

TEST(Diagnostics, TheEndOfTheTextNamesTheOpenBracket) {
  const std::string text = "ENTRY e {\n  x = f32[2] parameter(0)";
  EXPECT_EQ(Faults(text), "2:26 P13");
  const ParsedModule parsed = ParseModule(text);
  ASSERT_EQ(parsed.diagnostics.size(), 1u);
  ASSERT_EQ(parsed.diagnostics[0].notes.size(), 1u);
  EXPECT_EQ(parsed.diagnostics[0].notes[0].span, (SourceSpan{8, 9}));
  EXPECT_EQ(Faults("ENTRY e {\n  x = f32[2] parameter("), "2:24 P13");
  EXPECT_EQ(Faults(""), "1:1 P13");
  EXPECT_EQ(Faults("// nothing\n"), "2:1 P13");
  EXPECT_EQ(Faults("HloModule m\n"), "2:1 P13");
}

TEST(Diagnostics, PointAtNames) {
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] negate(%z)")), "3:26 N01");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] call(x), to_apply=%f")), "3:37 N02");
  EXPECT_EQ(Faults(With("ROOT x = f32[2,3] negate(x)")), "3:6 N03");
  EXPECT_EQ(Faults("f {\n a = f32[] parameter(0)\n}\n%f {\n b = f32[] parameter(0)\n}\n"),
            "4:1 N04");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] negate(x)") + "ENTRY f {\n a = f32[] parameter(0)\n}\n"),
            "5:1 N05");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] negate(x)\nROOT z = f32[2,3] negate(x)")), "4:1 N06");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] parameter(0)")), "3:29 N07");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] parameter(-1)")), "3:29 N07");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] parameter(2)")), "1:7 N08");
  EXPECT_EQ(Faults("ENTRY e () -> f32[] {\n}\n"), "2:1 N09");
}

TEST(Diagnostics, UndefinedNamesComeWithAnExplanation) {
  EXPECT_EQ(Messages(Entry("value = f32[] parameter(0)\nROOT y = f32[] negate(vlaue)")),
            "instruction 'vlaue' is not defined in computation 'e'; did you mean 'value'?\n");
  EXPECT_EQ(Messages(With("a = f32[2,3] negate(b)\nROOT b = f32[2,3] negate(x)")),
            "instruction 'b' is defined later in computation 'e'\n");
  EXPECT_EQ(Messages(With("ROOT y = f32[2,3] call(x), to_apply=f") +
                     "f {\n  p = f32[2,3] parameter(0)\n}\n"),
            "computation 'f' is defined later in the text\n");
}

// Worked example 10.10.
TEST(Diagnostics, OperandsOfOtherComputationsAreUndefined) {
  const std::string text =
      "HloModule scope\ninner {\n  p = f32[] parameter(0)\n  ROOT q = f32[] negate(p)\n}\n"
      "ENTRY e {\n  x = f32[] parameter(0)\n  y = f32[] call(x), to_apply=inner\n"
      "  ROOT z = f32[] add(y, q)\n}\n";
  EXPECT_EQ(Faults(text), "9:25 N01");
  EXPECT_EQ(Messages(text),
            "instruction 'q' is not defined in computation 'e'; computation 'inner' has a 'q'\n");
}

// Worked example 10.8.
TEST(Diagnostics, UnknownOpcodesNameTheNearestOnes) {
  const std::string text =
      "HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[2] parameter(1)\n"
      "  ROOT s = f32[2] ad(a, b)\n}\n";
  EXPECT_EQ(Faults(text), "5:19 P02");
  EXPECT_EQ(Messages(text), "unknown opcode 'ad'; did you mean 'add' or 'and'?\n");
}

TEST(Diagnostics, PointAtShapes) {
  EXPECT_EQ(Faults(With("ROOT y = f32[1,2,3]{1} negate(x)")), "3:20 S01");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3]{1,1} negate(x)")), "3:21 S02");
  EXPECT_EQ(Faults(With("ROOT y = f32[4]{0:S(1)T(128)} negate(x)")), "3:23 S03");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] negate(f32[3,2] x)")), "3:26 S04");
  EXPECT_EQ(Faults(With("ROOT y = f32[3,2] negate(x)")), "3:10 S05");
  EXPECT_EQ(Faults(With("ROOT y = f32[<=2] constant({1, 2})")), "3:10 S05");
  EXPECT_EQ(Faults("ENTRY e (x: f32[3]) -> f32[2] {\n  x = f32[2] parameter(0)\n}\n"), "1:13 S06");
  EXPECT_EQ(Faults("ENTRY e (x: f32[2]) -> f32[3] {\n  x = f32[2] parameter(0)\n}\n"), "1:24 S06");
  EXPECT_EQ(Faults("ENTRY e (x: f32[2], y: f32[]) -> f32[2] {\n  x = f32[2] parameter(0)\n}\n"),
            "1:24 S06");
  EXPECT_EQ(Faults(With("ROOT y = (f32[2,3]){0} tuple(x)")), "3:20 S07");
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3]{1,0:T(0,1)} negate(x)")), "3:25 S08");
  EXPECT_EQ(Faults(With("ROOT y = f32[4294967296,4294967296] negate(x)")), "3:13 S09");
}

TEST(Diagnostics, ShapeErrorsQuoteBothShapesAndOfferTheCorrectOne) {
  const std::string text = With("ROOT y = f32[3,2] negate(x)");
  const ParsedModule parsed = ParseModule(text);
  ASSERT_EQ(parsed.diagnostics.size(), 1u);
  EXPECT_EQ(parsed.diagnostics[0].message, "the result of `negate` must be f32[2,3], got f32[3,2]");
  ASSERT_EQ(parsed.diagnostics[0].fixes.size(), 1u);
  EXPECT_EQ(parsed.diagnostics[0].fixes[0].replacement, "f32[2,3]");
}

TEST(Diagnostics, BrokenOpRulesPointAtTheirPartOfTheText) {
  EXPECT_EQ(Faults(With("ROOT y = f32[3,2] transpose(x), dimensions={1,1}")), "3:33 transpose.C1");
  EXPECT_EQ(Faults(With("z = f32[] constant(0)\n"
                        "ROOT y = f32[2,3] pad(x, z), padding=0_0_-1x0_0")),
            "4:30 pad.C3");
  EXPECT_EQ(Faults(With("ROOT y = s32[2,3] broadcast(x), dimensions={0,1}")), "3:10 broadcast.C4");
}

TEST(Diagnostics, PointAtCollectives) {
  EXPECT_EQ(Faults(With("ROOT y = f32[2,3] collective-permute(x), source_target_pairs={{0,1,2}}")),
            "3:42 V04");
  for (const char* groups : {"[2,3]<=[8]", "[2,4]<=[4,2]", "[8]<=[8]", "[2,4]<=[8]T(0)",
                             "[2,4]<=[4,2]T(1,1)", "[99999999,99999999]<=[9999999800000001]",
                             "[4294967296,4294967296]<=[4294967296,4294967296]T(1,0)"}) {
    EXPECT_EQ(
        Faults(With(std::string("ROOT y = f32[2,3] all-to-all(x), replica_groups=") + groups)),
        "3:34 V04")
        << groups;
  }
}

TEST(Diagnostics, ModuleAttributesMustMatchTheEntry) {
  const std::string body =
      "\nENTRY e {\n  x = f32[2] parameter(0)\n  ROOT t = (f32[2]) tuple(x)\n}\n";
  const auto header = [&](const std::string& attribute) {
    return Faults("HloModule m, " + attribute + body);
  };
  EXPECT_EQ(header("input_output_alias={ {0}: (0, {}) }"), "");
  EXPECT_EQ(header("input_output_alias={ {0}: (0, {}, must-alias) }"), "");
  EXPECT_EQ(header("input_output_alias={ {1}: (0, {}) }"), "1:14 V05");
  EXPECT_EQ(header("input_output_alias={ {0}: (1, {}) }"), "1:14 V05");
  EXPECT_EQ(header("input_output_alias={ {0}: (0, {0}) }"), "1:14 V05");
  EXPECT_EQ(header("input_output_alias={ {0}: (0, {}), {0}: (0, {}) }"), "1:14 V05");
  EXPECT_EQ(header("buffer_donor={ (0, {}) }"), "");
  EXPECT_EQ(header("buffer_donor={ (3, {}) }"), "1:14 V05");
  EXPECT_EQ(header("entry_computation_layout={(f32[2]{0})->(f32[2]{0})}"), "");
  EXPECT_EQ(header("entry_computation_layout={(f32[3]{0})->(f32[2]{0})}"), "1:14 V05");
  EXPECT_EQ(header("entry_computation_layout={()->(f32[2]{0})}"), "1:14 V05");
  EXPECT_EQ(header("entry_computation_layout={(f32[2]{0})->f32[2]{0}}"), "1:14 V05");
}

TEST(Diagnostics, NestedTuplesAreLimitedInSizeAndDepth) {
  std::string doubling = "t0 = f32[] constant(1)\n";
  std::string nesting = doubling;
  for (int i = 1; i < 300; ++i) {
    const std::string name = "t" + std::to_string(i) + " = tuple(t" + std::to_string(i - 1);
    nesting += name + ")\n";
    if (i < 40) doubling += name + ", t" + std::to_string(i - 1) + ")\n";
  }
  EXPECT_NE(Faults(Entry(doubling)).find("S09"), std::string::npos);
  EXPECT_NE(Faults(Entry(nesting)).find("P10"), std::string::npos);
}

TEST(Diagnostics, LenientModeNamesTheAttributeThatAnUnknownOneMayMean) {
  ParseOptions lenient;
  lenient.lenient = true;
  const ParsedModule parsed =
      ParseModule(With("ROOT y = f32[2,3] negate(x), metdata={op_name=\"y\"}"), lenient);
  ASSERT_EQ(parsed.diagnostics.size(), 1u);
  const Diagnostic& warning = parsed.diagnostics[0];
  EXPECT_EQ(warning.severity, Severity::kWarning);
  EXPECT_EQ(warning.code, "W01");
  EXPECT_EQ(warning.message, "`negate` has no attribute 'metdata'; did you mean 'metadata'?");
  ASSERT_EQ(warning.fixes.size(), 1u);
  EXPECT_EQ(warning.fixes[0].replacement, "metadata");
  // Not one that is given, too.
  const std::string text = With("ROOT y = f32[3,2] transpose(x), dimension={0}, dimensions={1,0}");
  EXPECT_EQ(ParseModule(text, lenient).diagnostics[0].message,
            "`transpose` has no attribute 'dimension'; it is kept but has no effect");
}

TEST(Diagnostics, AMisspelledAttributeIsTheOnlyErrorOfAnInstructionThatNeedsIt) {
  ParseOptions lenient;
  lenient.lenient = true;
  for (const char* line : {
           "ROOT y = f32[3,2] transpose(x), dimension={1,0}",           // P06
           "ROOT y = f32[4,2,3] broadcast(x), dimension={1,2}",         // broadcast.C1
           "ROOT y = f32[2,3] broadcast(x), metdata={}, dimension={0}"  // both misspelled
       }) {
    const ParsedModule parsed = ParseModule(With(line), lenient);
    EXPECT_FALSE(parsed.ok()) << line;
    ASSERT_EQ(parsed.diagnostics.back().fixes.size(), 1u) << line;
    size_t errors = 0;
    for (const Diagnostic& diagnostic : parsed.diagnostics) {
      errors += diagnostic.IsError() ? 1 : 0;
      EXPECT_EQ(diagnostic.code, diagnostic.IsError() ? "P04" : "W01") << line;
    }
    EXPECT_EQ(errors, 1u) << line;
    EXPECT_TRUE(parsed.diagnostics.back().IsError()) << line;
    EXPECT_EQ(parsed.diagnostics.back().fixes[0].replacement, "dimensions") << line;
  }
  // Nothing like it, or another cause.
  EXPECT_EQ(Faults(With("ROOT y = f32[3,2] transpose(x), order={1,0}"), lenient),
            "3:19 P06, 3:33 W01");
  EXPECT_EQ(Faults(With("ROOT y = f32[3,2] transpose(q), dimension={1,0}"), lenient),
            "3:29 N01, 3:33 W01");
}

TEST(Diagnostics, LenientModeKeepsUnknownAttributes) {
  ParseOptions lenient;
  lenient.lenient = true;
  const std::string text = With("ROOT y = f32[2,3] negate(x), fancy={a=[1,2], \"}\"}, other=7");
  EXPECT_EQ(Faults(text, lenient), "3:30 W01, 3:52 W01");
  const ParsedModule parsed = ParseModule(text, lenient);
  EXPECT_TRUE(parsed.ok());
  const auto& attributes = parsed.module->entry->root->attributes.all();
  ASSERT_EQ(attributes.size(), 2u);
  EXPECT_EQ(*attributes[0].value.As<UnknownAttribute>(),
            (UnknownAttribute{"fancy", "{a=[1,2], \"}\"}"}));
  EXPECT_EQ(*attributes[1].value.As<UnknownAttribute>(), (UnknownAttribute{"other", "7"}));
}

}  // namespace
}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// hlo-text reference 9.1: diagnostics for an incomplete line, as while typing.
#include <gtest/gtest.h>

#include <string>

#include "core/text/testing.h"

namespace hlo {
namespace {

using text_testing::Entry;
using text_testing::Faults;
using text_testing::Messages;
using text_testing::Unfinished;

TEST(ReadInstruction, AnIncompleteLineDoesNotConsumeTheNextInstruction) {
  for (const char* line :
       {"f = f32[2,3] add(x,", "f = f32[2,3] add(x", "f = f32[2,3] add(", "f = f32[2,3] add",
        "f = f32[2,3]", "f =", "f", "f = f32[2,3] negate(x),",
        "f = f32[2,3] call(x), to_apply=", "f = f32[2,3] negate(x), control-predecessors={",
        "f = f32[2,3] negate(x), control-predecessors={x",
        "f = pred[2,3] compare(x, x), direction=", "f = f32[3,2] transpose(x), dimensions=",
        "f = f32[3,2] transpose(x), dimensions={1,", "f = f32[2] constant({1,",
        "f = f32[2,3] custom-call(), custom_call_target="}) {
    EXPECT_EQ(Unfinished(line), "4:3 P01") << line;
  }
  EXPECT_EQ(Unfinished("f = f32[2,3] negate(x), sharding={"), "3:34 L06");
  EXPECT_EQ(Unfinished("f = f32[2,3] negate(x), backend_config={\"a\": 1"), "3:40 L06");
}

TEST(ReadInstruction, AnIncompleteInstructionIsReportedWhereTheNextOneBegins) {
  const std::string text = Entry("x = f32[2] parameter(0)\nf = f32[2] add(x,\ny = f32[2] abs(x)");
  const ParsedModule parsed = ParseModule(text);
  ASSERT_EQ(parsed.diagnostics.size(), 1u);
  EXPECT_EQ(parsed.diagnostics[0].message,
            "expected an operand, but the next instruction begins here");
  ASSERT_EQ(parsed.diagnostics[0].notes.size(), 1u);
  EXPECT_EQ(text_testing::Place(text, parsed.diagnostics[0].notes[0].span.begin), "3:1");
}

TEST(ReadInstruction, AnIncompleteShapeIsReportedWhereTheNextLineBegins) {
  for (const char* line : {"f = f32[2,", "f = f32[2", "f = f32[", "f = f32[<=", "f = f32[2,3]{1,",
                           "f = f32[2,3]{1,0:T(8", "f = (f32[2]", "f = (f32[2],  ",
                           "f = f32[2,3] negate(f32[2,", "f = f32[2,\n  q3] negate(x)"}) {
    EXPECT_EQ(Unfinished(line), "4:3 P01") << line;
  }
  EXPECT_EQ(Faults(Entry("f = f32[2")), "3:1 P01");
  EXPECT_EQ(Faults("e (x: f32[2,\n  x = f32[2] parameter(0)\n}\n"), "2:3 P01");
  EXPECT_EQ(Faults(Entry("(f32[2]) f = f32[2")), "2:1 P01");
}

TEST(ReadInstruction, AShapeThatDoesNotStartItsLineIsReadToItsEnd) {
  const std::string text = Entry(
      "x = f32[2] parameter(0)\nf = token[] outfeed(x, x),\n"
      "  outfeed_shape=(f32[2 =\n  y = f32[2] negate(x)");
  const ParsedModule parsed = ParseModule(text);
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.diagnostics[0].message, "expected ']' after the sizes, but found '='");
  EXPECT_EQ(text_testing::Place(text, parsed.diagnostics[0].span.begin), "4:24");
}

TEST(ReadInstruction, AnIncompleteShapeSaysWhatIsMissing) {
  const auto message = [](const std::string& line) {
    return Messages(Entry(line + "\nROOT y = f32[2] parameter(0)"));
  };
  const std::string next = ", but the next instruction begins here\n";
  EXPECT_EQ(message("%f = f32[2,"), "expected the size of a dimension" + next);
  EXPECT_EQ(message("%f = f32[2"), "expected ']' after the sizes" + next);
  EXPECT_EQ(message("f = (f32[2],"), "expected a shape" + next);
  EXPECT_EQ(Messages(Entry("f = f32[2")), "expected ']' after the sizes, but found '}'\n");
}

TEST(ReadInstruction, AMisspelledAttributeOnItsOwnLineIsNotAnInstruction) {
  EXPECT_EQ(Unfinished("f = f32[2,3] negate(x),\n  metadat={op_name=\"x\"}"), "4:3 P04");
  EXPECT_EQ(Unfinished("f = pred[2,3] compare(x, x),\n  directon=EQ"), "4:3 P04");
}

TEST(ReadInstruction, ARootAloneNamesTheInstructionItApplies) {
  const std::string text = Entry(
      "x = f32[2] parameter(0)\nROOT\ny = f32[2] abs(x)\n"
      "ROOT z = f32[2] negate(x)");
  const ParsedModule parsed = ParseModule(text);
  EXPECT_EQ(Faults(text), "5:1 N06");
  ASSERT_EQ(parsed.diagnostics[0].notes.size(), 2u);
  EXPECT_EQ(parsed.diagnostics[0].notes[1].message, "it makes 'y' the root");
}

TEST(ReadInstruction, AMissingCommaBeforeAnAttributeIsReported) {
  EXPECT_EQ(Unfinished("f = pred[2,3] compare(x, x) direction=EQ"), "3:29 P01");
  EXPECT_EQ(Unfinished("f = f32[3,2] transpose(x) dimensions={1,0}"), "3:27 P01");
  EXPECT_EQ(Unfinished("f = f32[3,2] transpose(x)\n  dimensions={1,0}"), "4:3 P01");
  EXPECT_EQ(Unfinished("f = f32[2,3] negate(x) sharding={replicated}"), "3:24 P01");
  EXPECT_EQ(Unfinished("f = f32[2,3] negate(x) sharding=f32[2,3] negate(x)"), "");
  const std::string text = Entry("x = f32[2] parameter(0)\ny = f32[2] abs(x) sharding={manual}");
  EXPECT_EQ(Messages(text), "expected ',' before the attribute `sharding`\n");
  const ParsedModule parsed = ParseModule(text);
  ASSERT_EQ(parsed.diagnostics[0].fixes.size(), 1u);
  const DiagnosticFix& fix = parsed.diagnostics[0].fixes[0];
  std::string mended = text;
  mended.replace(fix.span.begin, fix.span.end - fix.span.begin, fix.replacement);
  EXPECT_EQ(Faults(mended), "");
}

}  // namespace
}  // namespace hlo

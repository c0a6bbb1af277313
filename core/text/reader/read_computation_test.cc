// SPDX-License-Identifier: Apache-2.0
// hlo-text reference 9.1: diagnostics for an incomplete body, as while typing.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/testing.h"

namespace hlo {
namespace {

using text_testing::Entry;
using text_testing::Faults;
using text_testing::Messages;
using text_testing::Unfinished;

TEST(ReadComputation, AnUnclosedListDoesNotConsumeTheBraceOfTheComputation) {
  for (const char* end : {"\n}\n", "\r}\r", "\r\n}\r\n", "\n  }\n", "\n}, execution_thread=\"t\"\n",
                          "\n}\nENTRY f {\n  y = f32[2] parameter(0)\n}\n",
                          "\n}\n%f (y: f32[2]) -> f32[2] {\n  y = f32[2] parameter(0)\n}\n"}) {
    const std::string start = "e {\nx = f32[2,3] parameter(0)\nROOT y = f32[3,2] transpose(x), ";
    for (const char* list : {"dimensions={1,0", "dimensions={", "metadata={op_name=\"a\"",
                             "frontend_attributes={k=\"v\"", "control-predecessors={x"}) {
      const ParsedModule parsed = ParseModule(start + list + end);
      ASSERT_EQ(parsed.diagnostics.size(), 1u) << list << end;
      EXPECT_EQ(parsed.diagnostics[0].code, "P01");
      EXPECT_EQ((start + list + end)[parsed.diagnostics[0].span.begin], '}');
      ASSERT_EQ(parsed.diagnostics[0].notes.size(), 1u);
    }
    for (const char* list : {"sharding={", "sharding={replicated", "backend_config={\"a\": {}"}) {
      const ParsedModule parsed = ParseModule(start + list + end);
      ASSERT_EQ(parsed.diagnostics.size(), 1u) << list << end;
      EXPECT_EQ(parsed.diagnostics[0].code, "L06");
    }
  }
}

TEST(ReadComputation, AListMayEndOnALineOfItsOwn) {
  EXPECT_EQ(Faults(Entry("x = f32[2,3] parameter(0)\ny = f32[3,2] transpose(x), dimensions={1,\n0\n"
                         "}\nROOT z = f32[3,2] negate(y), backend_config={\"a\":\n1\n}")),
            "");
  EXPECT_EQ(Faults("HloModule m, frontend_attributes={a=\"b\"\n}\n\n" +
                   Entry("x = f32[2,3] parameter(0)")),
            "");
}

TEST(ReadComputation, AnUnclosedInlineComputationIsReportedOnce) {
  EXPECT_EQ(Unfinished("a = f32[2,3] call(x), to_apply={"), "4:26 N01");
  EXPECT_EQ(Unfinished("z = f32[] constant(0)\na = f32[] reduce(x, z), to_apply={"), "5:26 N01");
  EXPECT_EQ(Unfinished("z = f32[] constant(0)\n"
                       "a = f32[] reduce(x, z), dimensions={0,1}, to_apply={\n"
                       "l = f32[] parameter(0)\nr = f32[] parameter(1)\n"
                       "ROOT s = f32[] add(l, r)"),
            "8:26 N01");
  const std::string text = Entry(
      "x = f32[2] parameter(0)\ny = f32[2] call(x), to_apply={\n"
      "z = f32[2] negate(x)");
  const ParsedModule parsed = ParseModule(text);
  EXPECT_EQ(Faults(text), "4:19 N01");
  ASSERT_EQ(parsed.diagnostics[0].notes.size(), 1u);
  EXPECT_EQ(text_testing::Place(text, parsed.diagnostics[0].notes[0].span.begin), "3:30");
}

TEST(ReadComputation, AnInlineComputationThatNothingFollowsIsReportedAtTheBraceOfTheOuterOne) {
  const std::string text =
      Entry("x = f32[2] parameter(0)\ny = f32[2] fusion(x), kind=kLoop, calls={");
  EXPECT_EQ(Faults(text), "4:1 P01");
  EXPECT_EQ(Messages(text),
            "expected '}' of the inline computation, but found that of the computation\n");
  const std::vector<DiagnosticNote> notes = ParseModule(text).diagnostics[0].notes;
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(text_testing::Place(text, notes[0].span.begin), "3:41");
  EXPECT_EQ(Faults(Entry("x = f32[2] parameter(0)\ny = f32[2] call(x), to_apply={\n"
                         "ROOT p = f32[2] parameter(0)\nROOT z = f32[2] negate(p)")),
            "5:1 N06");
}

// A computation with a truncated instruction, the body that it would have called, and `below`.
std::string WithoutItsBrace(const std::string& line, const std::string& below = "") {
  return Faults(Entry("x = f32[4] parameter(0)\nz = f32[] constant(0)\n" + line +
                      "\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n"
                      "  ROOT s = f32[] add(a, b)\n}\n" +
                      below + "ROOT t = f32[] negate(z)"));
}

TEST(ReadComputation, TheBodyBelowATruncatedLineIsNotReadAsInstructions) {
  const std::string reduce = "r = f32[] reduce(x, z), dimensions={0}, ";
  EXPECT_EQ(WithoutItsBrace(reduce + "to_apply="), "5:3 P01");
  EXPECT_EQ(WithoutItsBrace(reduce + "to_apply"), "5:3 P01");
  EXPECT_EQ(WithoutItsBrace(reduce + "to_"), "4:41 P01");
  EXPECT_EQ(WithoutItsBrace(reduce), "5:3 P01");
  EXPECT_EQ(WithoutItsBrace("r = f32[] reduce(x, z), dimensions={0}"), "4:11 P06");
  EXPECT_EQ(WithoutItsBrace("r = f32[] reduce(x, z), dimens"), "4:25 P01");
  EXPECT_EQ(WithoutItsBrace("r = f32[] reduce(x,"), "5:3 P01");
  EXPECT_EQ(WithoutItsBrace("r = f32[] redu"), "4:11 P02");
  EXPECT_EQ(WithoutItsBrace("r = f32[] fusion(x, z), kind=kLoop, calls="), "5:3 P01");
  EXPECT_EQ(WithoutItsBrace("r = f32[] fusion(x, z), kind=kL"), "4:30 P11");
  EXPECT_EQ(WithoutItsBrace("r = f32[4"), "5:3 P01");
}

TEST(ReadComputation, TextAfterTheBodyBelowATruncatedLineIsRead) {
  const std::string cut = "r = f32[] reduce(x, z), dimensions={0}, to_apply=";
  EXPECT_EQ(WithoutItsBrace(cut, "u = f32[] negate(q)\n"), "5:3 P01, 9:18 N01");
  EXPECT_EQ(WithoutItsBrace(cut, "u = f32[] negate(r)\n"), "5:3 P01");
  // Of two bodies, the first is missing its brace.
  EXPECT_EQ(Faults(Entry("x = f32[] parameter(0)\nw = f32[] while(x), condition=\n"
                         "  a = f32[] parameter(0)\n  ROOT t = pred[] constant(true)\n}, body={\n"
                         "  b = f32[] parameter(0)\n}, metadata={op_name=\"loop\"}\n"
                         "ROOT y = f32[] negate(q)")),
            "4:3 P01, 9:23 N01");
  // The truncated line is in a body of its own.
  EXPECT_EQ(Faults(Entry("x = f32[] parameter(0)\ny = f32[] call(x), to_apply={\n"
                         "  a = f32[] parameter(0)\n  b = f32[] call(a), to_apply=\n"
                         "    c = f32[] parameter(0)\n  }\n  ROOT d = f32[] negate(p)\n}\n"
                         "ROOT z = f32[] negate(q)")),
            "6:5 P01, 8:25 N01, 10:23 N01");
}

TEST(ReadComputation, ABodyIsSkippedOnlyIfItHasItsBrace) {
  const std::string lines =
      "x = f32[2] parameter(0)\ny = f32[2] call(x), to_apply=\n"
      "z = f32[2] negate(q)";
  EXPECT_EQ(Faults(Entry(lines)), "4:1 P01, 4:19 N01");
  const std::string whole = "\nw = f32[2] call(x), to_apply={\n  a = f32[2] parameter(0)\n}";
  EXPECT_EQ(Faults(Entry(lines + whole)), "4:1 P01, 4:19 N01");
  EXPECT_EQ(Faults(Entry("x = f32[2] parameter(0)\ny = f32[2] call(x), to_apply={\n"
                         "  a = f32[2] parameter(0)\n  b = f32[2] call(a), to_apply=\n"
                         "  c = f32[2] negate(q)\n}\nz = f32[2] negate(p)")),
            "6:3 P01, 6:21 N01, 8:19 N01");
}

}  // namespace
}  // namespace hlo

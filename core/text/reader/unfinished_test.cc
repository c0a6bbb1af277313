// SPDX-License-Identifier: Apache-2.0
// hlo-text reference 9.1: what is said while a line or a body is not finished, as while typing.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/testing.h"

namespace hlo {
namespace {

using text_testing::Entry;
using text_testing::Faults;
using text_testing::Messages;

// ---- one line that is not finished ----

std::string Unfinished(const std::string& line) {
  return Faults(Entry("x = f32[2,3] parameter(0)\n" + line +
                      "\n  next = f32[2,3] negate(x)\nROOT use = f32[2,3] add(next, next)"));
}

TEST(Recovery, AnUnfinishedLineDoesNotEatTheNextInstruction) {
  for (const char* line :
       {"f = f32[2,3] add(x,", "f = f32[2,3] add(x", "f = f32[2,3] add(", "f = f32[2,3] add",
        "f = f32[2,3]", "f =", "f", "f = f32[2,3] negate(x),", "f = f32[2,3] call(x), to_apply=",
        "f = f32[2,3] negate(x), control-predecessors={",
        "f = f32[2,3] negate(x), control-predecessors={x",
        "f = pred[2,3] compare(x, x), direction=",
        "f = f32[3,2] transpose(x), dimensions=", "f = f32[3,2] transpose(x), dimensions={1,",
        "f = f32[2] constant({1,", "f = f32[2,3] custom-call(), custom_call_target="}) {
    EXPECT_EQ(Unfinished(line), "4:3 P01") << line;
  }
  EXPECT_EQ(Unfinished("f = f32[2,3] negate(x), sharding={"), "3:34 L06");
  EXPECT_EQ(Unfinished("f = f32[2,3] negate(x), backend_config={\"a\": 1"), "3:40 L06");
}

TEST(Recovery, AnUnfinishedInstructionIsNamedWhereTheNextOneBegins) {
  const std::string text = Entry("x = f32[2] parameter(0)\nf = f32[2] add(x,\ny = f32[2] abs(x)");
  const ParsedModule parsed = ParseModule(text);
  ASSERT_EQ(parsed.diagnostics.size(), 1u);
  EXPECT_EQ(parsed.diagnostics[0].message,
            "expected an operand, but the next instruction begins here");
  ASSERT_EQ(parsed.diagnostics[0].notes.size(), 1u);
  EXPECT_EQ(text_testing::Place(text, parsed.diagnostics[0].notes[0].span.begin), "3:1");
}

TEST(Recovery, AnUnfinishedShapeIsNamedWhereTheNextLineBegins) {
  for (const char* line : {"f = f32[2,", "f = f32[2", "f = f32[", "f = f32[<=", "f = f32[2,3]{1,",
                           "f = f32[2,3]{1,0:T(8", "f = (f32[2]", "f = (f32[2],  ",
                           "f = f32[2,3] negate(f32[2,", "f = f32[2,\n  q3] negate(x)"}) {
    EXPECT_EQ(Unfinished(line), "4:3 P01") << line;
  }
  EXPECT_EQ(Faults(Entry("f = f32[2")), "3:1 P01");
  EXPECT_EQ(Faults("e (x: f32[2,\n  x = f32[2] parameter(0)\n}\n"), "2:3 P01");
  EXPECT_EQ(Faults(Entry("(f32[2]) f = f32[2")), "2:1 P01");
}

TEST(Recovery, AShapeThatBeginsBehindTheStartOfItsLineDoesNotEndBefore) {
  const std::string text = Entry("x = f32[2] parameter(0)\nf = token[] outfeed(x, x),\n"
                                 "  outfeed_shape=(f32[2 =\n  y = f32[2] negate(x)");
  const ParsedModule parsed = ParseModule(text);
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.diagnostics[0].message, "expected ']' after the sizes, but found '='");
  EXPECT_EQ(text_testing::Place(text, parsed.diagnostics[0].span.begin), "4:24");
}

TEST(Recovery, AnUnfinishedShapeSaysWhatItLacks) {
  const auto message = [](const std::string& line) {
    return Messages(Entry(line + "\nROOT y = f32[2] parameter(0)"));
  };
  const std::string next = ", but the next instruction begins here\n";
  EXPECT_EQ(message("%f = f32[2,"), "expected the size of a dimension" + next);
  EXPECT_EQ(message("%f = f32[2"), "expected ']' after the sizes" + next);
  EXPECT_EQ(message("f = (f32[2],"), "expected a shape" + next);
  EXPECT_EQ(Messages(Entry("f = f32[2")),
            "expected ']' after the sizes, but found '}'\n");
}

TEST(Recovery, AMisspeltAttributeOnItsOwnLineIsNoInstruction) {
  EXPECT_EQ(Unfinished("f = f32[2,3] negate(x),\n  metadat={op_name=\"x\"}"), "4:3 P04");
  EXPECT_EQ(Unfinished("f = pred[2,3] compare(x, x),\n  directon=EQ"), "4:3 P04");
}

TEST(Recovery, ARootAloneSaysWhatItMakesTheRoot) {
  const std::string text = Entry("x = f32[2] parameter(0)\nROOT\ny = f32[2] abs(x)\n"
                                 "ROOT z = f32[2] negate(x)");
  const ParsedModule parsed = ParseModule(text);
  EXPECT_EQ(Faults(text), "5:1 N06");
  ASSERT_EQ(parsed.diagnostics[0].notes.size(), 2u);
  EXPECT_EQ(parsed.diagnostics[0].notes[1].message, "it makes 'y' the root");
}

TEST(Recovery, AnAttributeWithoutACommaSaysSo) {
  EXPECT_EQ(Unfinished("f = pred[2,3] compare(x, x) direction=EQ"), "3:29 P01");
  EXPECT_EQ(Unfinished("f = f32[3,2] transpose(x) dimensions={1,0}"), "3:27 P01");
  EXPECT_EQ(Unfinished("f = f32[3,2] transpose(x)\n  dimensions={1,0}"), "4:3 P01");
  EXPECT_EQ(Unfinished("f = f32[2,3] negate(x) sharding={replicated}"), "3:24 P01");
  EXPECT_EQ(Unfinished("f = f32[2,3] negate(x) sharding=f32[2,3] negate(x)"), "");
  const std::string text = Entry("x = f32[2] parameter(0)\ny = f32[2] abs(x) sharding={manual}");
  EXPECT_EQ(Messages(text), "expected ',' before the attribute 'sharding'\n");
  const ParsedModule parsed = ParseModule(text);
  ASSERT_EQ(parsed.diagnostics[0].fixes.size(), 1u);
  const DiagnosticFix& fix = parsed.diagnostics[0].fixes[0];
  std::string mended = text;
  mended.replace(fix.span.begin, fix.span.end - fix.span.begin, fix.replacement);
  EXPECT_EQ(Faults(mended), "");
}

TEST(Recovery, AReservedNameIsReportedOnceAndNotAtItsUses) {
  EXPECT_EQ(Unfinished("s4 = f32[2,3] negate(x)\nb = f32[2,3] add(s4, s4)"), "3:1 P01");
  EXPECT_EQ(Messages(Entry("x = f32[2] parameter(0)\ny = f32[2] add(f32, x)")),
            "expected an operand, but 'f32' is a reserved word; an instruction of this name is "
            "written '%f32'\n");
}

TEST(Recovery, ANameThatIsNotDefinedIsReportedOnce) {
  EXPECT_EQ(Unfinished("a = f32[2,3] negate(q)\nb = f32[2,3] negate(q)\nc = f32[2,3] add(x, q)"),
            "3:21 N01");
  EXPECT_EQ(Unfinished("a = f32[2,3] negate(q)\nb = f32[2,3] negate(q)\nq = f32[2,3] abs(x)\n"
                       "c = f32[4] negate(q)"),
            "3:21 N01, 6:5 S05");
  EXPECT_EQ(Unfinished("a = f32[2,3] call(x), to_apply=q\nb = f32[2,3] call(x), to_apply=q"),
            "3:32 N02");
}

TEST(Recovery, AnInstructionThatUsesItselfIsToldSo) {
  EXPECT_EQ(Messages(Entry("ROOT y = f32[2] negate(y)")), "instruction 'y' uses itself\n");
}

// ---- a brace that is not closed ----

TEST(Recovery, AnUnclosedListLeavesTheBraceToTheComputation) {
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

TEST(Recovery, AListMayEndOnALineOfItsOwn) {
  EXPECT_EQ(Faults(Entry("x = f32[2,3] parameter(0)\ny = f32[3,2] transpose(x), dimensions={1,\n0\n"
                         "}\nROOT z = f32[3,2] negate(y), backend_config={\"a\":\n1\n}")),
            "");
  EXPECT_EQ(Faults("HloModule m, frontend_attributes={a=\"b\"\n}\n\n" +
                   Entry("x = f32[2,3] parameter(0)")),
            "");
}

TEST(Recovery, AnUnclosedInlineComputationIsReportedOnce) {
  EXPECT_EQ(Unfinished("a = f32[2,3] call(x), to_apply={"), "4:26 N01");
  EXPECT_EQ(Unfinished("z = f32[] constant(0)\na = f32[] reduce(x, z), to_apply={"), "5:26 N01");
  EXPECT_EQ(Unfinished("z = f32[] constant(0)\n"
                       "a = f32[] reduce(x, z), dimensions={0,1}, to_apply={\n"
                       "l = f32[] parameter(0)\nr = f32[] parameter(1)\n"
                       "ROOT s = f32[] add(l, r)"),
            "8:26 N01");
  const std::string text = Entry("x = f32[2] parameter(0)\ny = f32[2] call(x), to_apply={\n"
                                 "z = f32[2] negate(x)");
  const ParsedModule parsed = ParseModule(text);
  EXPECT_EQ(Faults(text), "4:19 N01");
  ASSERT_EQ(parsed.diagnostics[0].notes.size(), 1u);
  EXPECT_EQ(text_testing::Place(text, parsed.diagnostics[0].notes[0].span.begin), "3:30");
}

TEST(Recovery, AnInlineComputationThatNothingFollowsIsNamedAtTheBraceOfTheOuterOne) {
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

// ---- a line that stops before the brace of an inline computation ----

// A computation with an instruction that stops, the body it would have called, and `below`.
std::string WithoutItsBrace(const std::string& line, const std::string& below = "") {
  return Faults(Entry("x = f32[4] parameter(0)\nz = f32[] constant(0)\n" + line +
                      "\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n"
                      "  ROOT s = f32[] add(a, b)\n}\n" + below + "ROOT t = f32[] negate(z)"));
}

TEST(Recovery, TheBodyBelowACutLineIsNotTakenForInstructions) {
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

TEST(Recovery, WhatFollowsTheBodyBelowACutLineIsRead) {
  const std::string cut = "r = f32[] reduce(x, z), dimensions={0}, to_apply=";
  EXPECT_EQ(WithoutItsBrace(cut, "u = f32[] negate(q)\n"), "5:3 P01, 9:18 N01");
  EXPECT_EQ(WithoutItsBrace(cut, "u = f32[] negate(r)\n"), "5:3 P01");
  // Of two bodies the first has lost its brace.
  EXPECT_EQ(Faults(Entry("x = f32[] parameter(0)\nw = f32[] while(x), condition=\n"
                         "  a = f32[] parameter(0)\n  ROOT t = pred[] constant(true)\n}, body={\n"
                         "  b = f32[] parameter(0)\n}, metadata={op_name=\"loop\"}\n"
                         "ROOT y = f32[] negate(q)")),
            "4:3 P01, 9:23 N01");
  // The cut line stands in a body of its own.
  EXPECT_EQ(Faults(Entry("x = f32[] parameter(0)\ny = f32[] call(x), to_apply={\n"
                         "  a = f32[] parameter(0)\n  b = f32[] call(a), to_apply=\n"
                         "    c = f32[] parameter(0)\n  }\n  ROOT d = f32[] negate(p)\n}\n"
                         "ROOT z = f32[] negate(q)")),
            "6:5 P01, 8:25 N01, 10:23 N01");
}

TEST(Recovery, ABodyIsSkippedOnlyWhenItsBraceIsThere) {
  const std::string lines = "x = f32[2] parameter(0)\ny = f32[2] call(x), to_apply=\n"
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

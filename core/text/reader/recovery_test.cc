// SPDX-License-Identifier: Apache-2.0
// hlo-text reference 9.1 and 9.3: one error, one message; all independent errors; nothing hangs.
#include "core/text/reader/recovery.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/text/testing.h"

namespace hlo {
namespace {

using text_testing::Entry;
using text_testing::Faults;
using text_testing::Messages;

TEST(Recovery, FiveMistakesGiveFiveMessages) {
  const std::string text = text_testing::ReadFile("core/text/testdata/five_mistakes.hlo");
  EXPECT_EQ(Faults(text), "9:16 P02, 10:23 N01, 11:7 S05, 12:26 C01, 13:30 P04");
  for (const Diagnostic& diagnostic : ParseModule(text).diagnostics) {
    EXPECT_FALSE(diagnostic.message.empty());
  }
}

// Each faulty line of the file ends with a comment that names its error.
TEST(Recovery, EachOfManyDifferentErrorsGivesOneMessage) {
  const std::string text = text_testing::ReadFile("core/text/testdata/many_mistakes.hlo");
  std::string expected;
  size_t line = 0;
  std::istringstream lines(text);
  for (std::string words; std::getline(lines, words);) {
    ++line;
    const size_t comment = words.find("// ");
    if (comment != std::string::npos) {
      expected += std::to_string(line) + " " + words.substr(comment + 3) + "\n";
    }
  }
  ParseOptions options;
  options.max_errors = 100;
  std::string found;
  std::set<std::string> codes;
  for (const Diagnostic& diagnostic : ParseModule(text, options).diagnostics) {
    const std::string place = text_testing::Place(text, diagnostic.span.begin);
    found += place.substr(0, place.find(':')) + " " + std::string(diagnostic.code) + "\n";
    codes.insert(std::string(diagnostic.code));
  }
  EXPECT_EQ(found, expected);
  EXPECT_GE(codes.size(), 40u);
}

TEST(Recovery, ValidInstructionsStayInTheModule) {
  const std::string text = text_testing::ReadFile("core/text/testdata/five_mistakes.hlo");
  const ParsedModule parsed = ParseModule(text);
  ASSERT_NE(parsed.module, nullptr);
  EXPECT_NE(parsed.module->entry->Find("x"), nullptr);
  EXPECT_EQ(parsed.module->entry->Find("y"), nullptr);
  EXPECT_NE(parsed.module->entry->root, nullptr);
}

TEST(Recovery, AReferenceToAFaultyInstructionIsNotReported) {
  EXPECT_EQ(Faults(Entry("x = f32[2] parameter(0)\ny = f32[2] negat(x)\nz = f32[3] negate(y)\n"
                         "ROOT t = tuple(z, y)")),
            "3:12 P02");
}

TEST(Recovery, AWrittenShapeIsTrustedAfterAnError) {
  // z uses y, whose own shape is written; that z negates f32[2] into f32[3] is a separate error.
  EXPECT_EQ(Faults(Entry("x = f32[2] negat()\ny = f32[2] negate(x)\nROOT z = f32[3] negate(y)")),
            "2:12 P02, 4:10 S05");
}

TEST(Recovery, OnlyTheFirstErrorOfAnInstructionIsReported) {
  EXPECT_EQ(Faults(Entry("ROOT x = f32[2] add(a, b, c), foo=1")), "2:31 P04");
  // Worked example 10.9: of two errors in one literal the first is reported.
  EXPECT_EQ(Faults("ENTRY e {\n  ROOT c = s8[2,3] constant({{1, 2, 300}, {4, 5}})\n}\n"),
            "2:37 C01");
}

TEST(Recovery, ResumesAtTheNextInstruction) {
  EXPECT_EQ(Faults(Entry("a = f32[2 parameter(0)\nb = f32[2] parameter(1\nc = f32[] negat(a)")),
            "2:11 P01, 4:1 P01, 4:11 P02");
}

TEST(Recovery, AttributesOnTheirOwnLinesAreNotInstructions) {
  EXPECT_EQ(
      Faults(Entry("a = f32[2] parameter(0)\nb = f32[2] negat(a),\n  metadata={op_name=\"x\"},\n"
                   "  backend_config={}\nROOT c = f32[2] negate(a)")),
      "3:12 P02");
}

TEST(Recovery, SkipsTheInlineComputationsOfAFaultyInstruction) {
  EXPECT_EQ(Faults(Entry("v = f32[4] parameter(0)\nz = f32[] constant(0)\n"
                         "r = f32[] redce(v, z), dimensions={0}, to_apply={\n"
                         "  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n"
                         "  ROOT s = f32[] add(a, b)\n}\nROOT t = f32[] negate(q)")),
            "4:11 P02, 9:23 N01");
}

TEST(Recovery, ErrorsInsideInlineComputationsAreReportedOnce) {
  EXPECT_EQ(Faults(Entry("v = f32[4] parameter(0)\nz = f32[] constant(0)\n"
                         "ROOT r = f32[] reduce(v, z), dimensions={0}, to_apply={\n"
                         "  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n"
                         "  ROOT s = f32[] add(a, c)\n}")),
            "7:25 N01");
}

TEST(Recovery, CallsOfAFaultyComputationAreNotReported) {
  EXPECT_EQ(
      Faults("f {\n  p = f32[] parameter(0)\n  ROOT r = f32[] negat(p)\n}\n"
             "ENTRY e {\n  x = f32[] parameter(0)\n  ROOT y = f32[7] call(x), to_apply=f\n}\n"),
      "3:18 P02");
}

TEST(Recovery, AMissingBraceGivesOneMessage) {
  EXPECT_EQ(Faults("f {\n  p = f32[] parameter(0)\nENTRY e {\n  x = f32[] parameter(0)\n}\n"),
            "3:1 P01");
  EXPECT_EQ(Faults("f {\n  p = f32[] parameter(0)\ng (q: f32[]) -> f32[] {\n"
                   "  q = f32[] parameter(0)\n}\n"),
            "3:1 P01");
  EXPECT_EQ(Faults("f {\nENTRY e {\n  x = f32[] parameter(0)\n}\n"), "2:1 P01");
  EXPECT_EQ(Faults("f {\n  p = f32[] parameter(0)\ng (q: f32[],\n   r: f32[]) -> f32[] {\n"
                   "  q = f32[] parameter(0)\n  r = f32[] parameter(1)\n}\n"),
            "3:1 P01");
}

// Three computations, of which those in `unclosed` lack their brace.
std::string WithoutBraces(std::string_view unclosed) {
  const auto brace = [&](char name) {
    return unclosed.find(name) == std::string_view::npos ? "}\n\n" : "\n";
  };
  return std::string(
             "%f (p: f32[2]) -> f32[2] {\n  %p = f32[2] parameter(0)\n"
             "  ROOT %n = f32[2] negate(%p)\n") +
         brace('f') +
         "%g (q: f32[2]) -> f32[2] {\n  %q = f32[2] parameter(0)\n"
         "  ROOT %c = f32[2] call(%q), to_apply=%f\n" +
         brace('g') +
         "ENTRY %e (x: f32[2]) -> f32[2] {\n  %x = f32[2] parameter(0)\n"
         "  ROOT %y = f32[2] call(%x), to_apply=%g\n" +
         brace('e');
}

TEST(Recovery, EachMissingBraceGivesOneMessageThatNamesItsComputation) {
  ParseOptions lenient;
  lenient.lenient = true;
  EXPECT_EQ(Faults(WithoutBraces("")), "");
  EXPECT_EQ(Faults(WithoutBraces("f")), "5:1 P01");
  EXPECT_EQ(Faults(WithoutBraces("fg")), "5:1 P01, 9:1 P01");
  EXPECT_EQ(Faults(WithoutBraces("fg"), lenient), "5:1 P01, 9:1 P01");
  EXPECT_EQ(Faults(WithoutBraces("ge")), "10:1 P01, 14:1 P13");
  EXPECT_EQ(Messages(WithoutBraces("fe")),
            "expected '}' of computation 'f', but the next computation begins here\n"
            "expected '}' of computation 'e', but the text ends here\n");
}

TEST(Recovery, TheFixOfAMissingBraceInsertsIt) {
  for (std::string text :
       {WithoutBraces("fge"), std::string("ENTRY e {\n  x = f32[] parameter(0)"),
        std::string("f { p = f32[] parameter(0) ENTRY e { x = f32[] constant(1) }")}) {
    const ParsedModule parsed = ParseModule(text);
    for (size_t i = parsed.diagnostics.size(); i-- > 0;) {
      ASSERT_EQ(parsed.diagnostics[i].fixes.size(), 1u) << text;
      const DiagnosticFix& fix = parsed.diagnostics[i].fixes[0];
      text.replace(fix.span.begin, fix.span.end - fix.span.begin, fix.replacement);
    }
    EXPECT_EQ(Faults(text), "") << text;
  }
}

TEST(Recovery, AComputationThatLacksOnlyItsBraceIsWhole) {
  const ParsedModule parsed = ParseModule(WithoutBraces("f"));
  EXPECT_TRUE(parsed.without_root.empty());
  EXPECT_EQ(parsed.module->computations.size(), 3u);
  EXPECT_NE(parsed.module->entry->Find("y"), nullptr);
  // Other rules of it are checked, and so are its calls.
  std::string text = WithoutBraces("f");
  text.replace(text.find("f32[2] call"), 6, "f32[3]");
  EXPECT_EQ(Faults(text), "5:1 P01, 7:13 call.C2");
  // Without a root, its last lines may be missing, too.
  text = WithoutBraces("f");
  text.erase(text.find("  ROOT"), std::string("  ROOT %n = f32[2] negate(%p)\n").size());
  text.replace(text.find("f32[2] {"), 6, "f32[9]");
  EXPECT_EQ(Faults(text), "4:1 P01");
}

TEST(Recovery, AMissingBraceOfAnInlineComputationGivesOneMessage) {
  const std::string text =
      "f {\n  v = f32[4] parameter(0)\n  z = f32[] constant(0)\n"
      "  ROOT r = f32[] reduce(v, z), dimensions={0}, to_apply={\n"
      "    a = f32[] parameter(0)\n    b = f32[] parameter(1)\n"
      "    ROOT s = f32[] add(a, b)\n";
  EXPECT_EQ(Faults(text + "ENTRY e {\n  x = f32[] parameter(0)\n}\n"), "8:1 P01");
  EXPECT_EQ(Messages(text), "expected '}' of the inline computation, but the text ends here\n");
}

TEST(Recovery, AFaultyHeaderDoesNotPreventReadingTheBody) {
  EXPECT_EQ(Faults("ENTRY e (x: f32[2) -> f32[2] {\n  x = f32[2] parameter(0)\n"
                   "  ROOT y = f32[2] negat(x)\n}\n"),
            "1:18 P01, 3:19 P02");
  EXPECT_EQ(Faults("HloModule m, replica_cont=2\nENTRY e {\n  x = f32[2] parametr(0)\n}\n"),
            "1:14 P04, 3:14 P02");
}

// ---- headers of computations ----

TEST(Recovery, AnErrorInTheHeaderOfAComputationIsReportedOnceAndNotAtItsCalls) {
  const auto faults = [](const std::string& header) {
    return Faults("HloModule m\n" + header +
                  "\n  x = f32[] parameter(0)\n}\nENTRY e {\n  x = f32[] parameter(0)\n"
                  "  b = f32[] call(x), to_apply=h\n  ROOT c = f32[] call(x), to_apply=h\n}\n");
  };
  EXPECT_EQ(faults("h (x f32[]) -> f32[] {"), "2:6 P01");
  EXPECT_EQ(faults("h (x[: f32[]) -> f32[] {"), "2:5 P01");
  EXPECT_EQ(faults("h Arg(: f32[]) -> f32[] {"), "2:3 P01");
  EXPECT_EQ(faults("h ("), "3:3 P01");
  EXPECT_EQ(faults("h "), "3:3 P01");
  EXPECT_EQ(faults("h {"), "");
}

TEST(Recovery, WithoutTheEntryTheHeaderIsNotCheckedAgainstAnotherComputation) {
  const auto faults = [](const std::string& header) {
    return Faults(
        "HloModule m, entry_computation_layout={(f32[2])->f32[2]}\n"
        "h {\n  x = f32[] parameter(0)\n}\n" +
        header + "\n  x = f32[2] parameter(0)\n  ROOT y = f32[2] negate(x)\n}\n");
  };
  EXPECT_EQ(faults("ENTRI e {"), "5:1 P01");
  EXPECT_EQ(faults("ENTRI e (x: f32[2]) -> f32[2] {"), "5:1 P01");
  EXPECT_EQ(faults("e (x f32[2]) -> f32[2] {"), "5:6 P01");
  EXPECT_EQ(faults("ENTRY e ("), "6:3 P01");
  EXPECT_EQ(faults("ENTRY e"), "6:3 P01");
  EXPECT_EQ(faults("ENTRY"), "6:3 P01");
  EXPECT_EQ(Messages("HloModule m\nENTRI e {\n  x = f32[2] parameter(0)\n}\n"),
            "expected a computation, but found 'ENTRI'; did you mean 'ENTRY'?\n");
}

TEST(Recovery, GeneratedNamesOfNestedOperandsYieldToWrittenOnes) {
  const std::string text = Entry(
      "x = f32[2] parameter(0)\ny = f32[2] sqrt(negate(x))\n"
      "negate.anon = f32[2] abs(x)\nROOT z = f32[2] add(y, negate.anon)");
  EXPECT_EQ(Faults(text), "");
  const auto module = ParseModule(text).module;
  EXPECT_EQ(module->entry->root->operands[1]->op->name, "abs");
  EXPECT_EQ(module->entry->Find("negate.anon.1")->op->name, "negate");
}

TEST(Recovery, StopsAfterTheLimit) {
  std::string lines;
  for (int i = 0; i < 100; ++i) lines += "x" + std::to_string(i) + " = f32[] bad(y)\n";
  EXPECT_EQ(ParseModule(Entry(lines)).diagnostics.size(), 20u);
  ParseOptions options;
  options.max_errors = 3;
  const ParsedModule parsed = ParseModule(Entry(lines), options);
  ASSERT_EQ(parsed.diagnostics.size(), 3u);
  ASSERT_FALSE(parsed.diagnostics[2].notes.empty());
  EXPECT_EQ(parsed.diagnostics[2].notes.back().message,
            "stopped after 3 errors; there may be more");
}

TEST(ClassifyLine, RecognizesWhatALineStarts) {
  const auto classify = [](std::string_view line) { return ClassifyLine(line, 0); };
  EXPECT_EQ(classify("  %a.1 = f32[]"), LineStart::kInstruction);
  EXPECT_EQ(classify("ROOT a = f32[]"), LineStart::kInstruction);
  EXPECT_EQ(classify("a=f32[]"), LineStart::kInstruction);
  EXPECT_EQ(classify("  window={size=3}"), LineStart::kOther);
  EXPECT_EQ(classify("  }, to_apply={"), LineStart::kClose);
  EXPECT_EQ(classify("ENTRY e {"), LineStart::kComputation);
  EXPECT_EQ(classify("%f (a: f32[]) -> f32[] {"), LineStart::kComputation);
  EXPECT_EQ(classify("f {"), LineStart::kComputation);
  EXPECT_EQ(classify("  add(a, b)"), LineStart::kOther);
}

// ---- nothing crashes, hangs or allocates without bound ----

// Reads every prefix; each must have at least one error (none is a complete module), and all
// positions must be inside the text.
void ExpectPrefixesFail(const std::string& text) {
  size_t whole = text.size();
  while (whole > 0 && (text[whole - 1] == '\n' || text[whole - 1] == ' ')) --whole;
  for (size_t size = 0; size < whole; ++size) {
    const std::string_view prefix = std::string_view(text).substr(0, size);
    EXPECT_FALSE(ParseModule(prefix).ok()) << "cut at " << size;
    Faults(prefix);
  }
}

TEST(Robustness, EveryPrefixOfAProgramIsRejected) {
  ExpectPrefixesFail(
      "HloModule m, replica_count=2\nENTRY e (a: f32[2,2]) -> (f32[2,2], pred[]) {\n"
      "  a = f32[2,2]{1,0:T(2,2)S(1)} parameter(0), metadata={op_name=\"x\\\"y\" source_line=3}\n"
      "  c = f32[2,2] constant({{1, -2.5e3}, {nan(0x1), -inf}})\n"
      "  ROOT t = tuple(add(a, c), pred[] constant(true)), sharding={{replicated}, {manual}}\n}\n");
}

TEST(Robustness, EveryPrefixOfASampleIsRejected) {
  for (const char* path : {"core/text/testdata/old_dump.hlo", "core/text/testdata/optimized.hlo"}) {
    const std::string text = text_testing::ReadFile(path);
    EXPECT_EQ(Faults(text), "") << path;
    for (size_t size = 0; size < text.size(); ++size) Faults(text.substr(0, size));
  }
}

TEST(Robustness, RepeatedBracketsEndQuickly) {
  for (const char* piece : {"(", "{", "[", "x=(", "x = add(", "a {\n", "\"", "/*", "e = f32[2]{",
                            "x=f32[] call(),to_apply={", "a={", "1x", "0_", "...", "%"}) {
    std::string repeated;
    for (int i = 0; i < 100000; ++i) repeated += piece;
    for (const char* start :
         {"", "HloModule m, ", "ENTRY e {\n", "ENTRY e {\nx = ", "ENTRY e {\nx = f32[2] constant(",
          "ENTRY e {\nx = f32[2] add(", "ENTRY e {\nx = f32[2] negate(), origin="}) {
      const auto before = std::chrono::steady_clock::now();
      EXPECT_FALSE(ParseModule(start + repeated).ok()) << start << piece;
      const auto took = std::chrono::steady_clock::now() - before;
      EXPECT_LT(took, std::chrono::seconds(10)) << start << piece;
    }
  }
}

TEST(Robustness, LongLinesAreNotQuadratic) {
  ParseOptions lenient;
  lenient.lenient = true;
  for (const auto& [attribute, piece] : {std::pair{"source_target_pairs={", "{0,1 },"},
                                         {"replica_groups={", "{ 0 },"},
                                         {"metadata={", "unknown=1 "},
                                         {"metadata={", "source_line=1 "},
                                         {"sharding={", "{unknown},"},
                                         {"frontend_attributes={", "k=\"v\","}}) {
    std::string line = "ENTRY e {\nx = f32[2] parameter(0)\nROOT y = f32[2] negate(x), ";
    line += attribute;
    for (int i = 0; i < 100000; ++i) line += piece;
    const auto before = std::chrono::steady_clock::now();
    EXPECT_FALSE(ParseModule(line + "\n}\n").ok()) << piece;
    ParseModule(line + "\n}\n", lenient);
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(10)) << piece;
  }
}

TEST(Robustness, HugeShapesAllocateNothing) {
  EXPECT_EQ(Faults(Entry("ROOT x = f32[1000000000,1000000000] constant({1})")), "2:47 C02");
  EXPECT_EQ(Faults(Entry("ROOT x = f32[1000000000000000000] constant({1})")), "2:46 C04");
  EXPECT_EQ(Faults(Entry("ROOT x = u8[1000000000000000000,0] constant({{}})")), "2:48 C04");
  EXPECT_EQ(Faults(Entry("ROOT x = u8[0,1000000000000000000] constant({})")), "");
  EXPECT_EQ(Faults(Entry("ROOT x = f32[] parameter(999999999999999999)")), "1:7 N08");
}

TEST(Robustness, ManyErrorsAreNotQuadratic) {
  std::string lines = "x = f32[] parameter(0)\n";
  for (int i = 0; i < 20000; ++i) lines += "y" + std::to_string(i) + " = f32[] negat(x)\n";
  ParseOptions options;
  options.max_errors = 100000;
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(ParseModule(Entry(lines), options).diagnostics.size(), 20000u);
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(10));
}

TEST(Robustness, ManyNestedOperandsAreNotQuadratic) {
  std::string lines = "x = f32[] parameter(0)\n";
  for (int i = 0; i < 20000; ++i) lines += "y" + std::to_string(i) + " = add(negate(x), abs(x))\n";
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(Faults(Entry(lines)), "");
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(10));
}

}  // namespace
}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// Parses any bytes as HLO text in both modes, prints, parses again, and runs with small limits.
// Also parses them as JSON.
#include <algorithm>

#include "hlo/hlo.h"
#include "native/fuzz/fuzz_target.h"

namespace hlo::fuzz {
namespace {

// Front ends slice the text at the positions of diagnostics.
void ReadDiagnostics(const api::Program& program) {
  for (const api::Diagnostic& diagnostic : program.diagnostics()) {
    Expect(diagnostic.span.begin <= diagnostic.span.end &&
               diagnostic.span.end <= program.source().size(),
           "a diagnostic has a position inside the text", diagnostic.message);
    api::DiagnosticText(diagnostic, program.source(), "fuzz.hlo");
    api::DiagnosticJson(diagnostic, "fuzz.hlo");
  }
  Expect(program.ok() || !program.diagnostics().empty(), "a rejected text has a diagnostic", "");
}

// Prints the program in one form, parses that, and prints it in another form.
std::string Reprinted(const api::Program& program, const char* form, const char* then) {
  const std::string text = program.Print(form);
  const api::Program again = api::Program::FromText(text);
  Expect(again.ok(), "the printed text parses",
         again.diagnostics().empty() ? text : again.diagnostics()[0].message + "\n" + text);
  return again.Print(then);
}

// Whether a program is a single instruction, such as `copy-done`, whose operand must be made by its
// start; the module printed for it has a parameter there.
bool IsDoneAlone(const api::Program& program, const api::Program& again) {
  return !again.ok() && program.source().find("ENTRY") == std::string::npos &&
         again.diagnostics()[0].code.ends_with("-done.C1");
}

// A valid module is unchanged by every form that can be parsed. The short form omits parts, so it
// only preserves itself. JSON cannot represent bytes that are not UTF-8 (docs/json.md).
void CheckFixedPoint(const api::Program& program) {
  const std::string once = program.Print("hlo");
  if (IsDoneAlone(program, api::Program::FromText(once))) return;
  // Raw bytes or octal escapes.
  const bool plain = std::all_of(once.begin(), once.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; }) &&
                     once.find("\\2") == std::string::npos && once.find("\\3") == std::string::npos;
  for (const char* form : {"hlo", "long", "json"}) {
    if (!plain && form == std::string_view("json")) continue;
    const std::string twice = Reprinted(program, form, "hlo");
    Expect(once == twice, "print, parse, print is a fixed point",
           once + "\n-- then, through " + form + " --\n" + twice);
  }
  // It omits control predecessors, too, which order instructions: once more without them.
  const std::string brief = Reprinted(program, "short", "short");
  const std::string twice = Reprinted(api::Program::FromText(brief), "short", "short");
  Expect(brief == twice, "the short form is a fixed point", brief + "\n-- then --\n" + twice);
  program.Print("dot");
  const Result<std::string> stablehlo = program.Export("stablehlo");
  if (stablehlo.ok()) {
    const api::Program again = api::Program::FromFile(stablehlo.value());
    for (const api::Diagnostic& diagnostic : again.diagnostics()) {
      const bool has_unknown_sizes = diagnostic.code == "I03";
      Expect(!diagnostic.IsError() || has_unknown_sizes, "exported StableHLO is a program",
             diagnostic.message + "\n" + stablehlo.value());
    }
  }
  program.OutlineJson();
}

void Run(api::Program& program, bool partial) {
  const std::optional<std::vector<api::Value>> arguments = RandomArguments(program);
  if (!arguments) return;
  api::RunOptions options = SmallRun();
  options.partial = partial;
  options.keep_values = partial;
  const api::RunOutcome outcome = RunOf(program, {*arguments}, options);
  for (const api::Value& value : outcome.results) {
    value.Human(100);
    value.ShapeText();
    if (value.element_count() > 1000) continue;
    const Result<api::Value> again = api::ParseValue(value.Json());
    Expect(again.ok(), "the JSON of a result parses", value.Json());
    const std::string difference = value.DifferenceFrom(again.value(), 0);
    Expect(difference.empty(), "the JSON of a result preserves its bits", difference);
  }
}

}  // namespace

std::vector<std::string> Seeds() {
  return {
      "HloModule m\nENTRY e {\n  x = f32[2,3] parameter(0)\n  c = f32[] constant(1.5)\n"
      "  b = f32[2,3] broadcast(c), dimensions={}\n  ROOT r = f32[2,3] add(x, b)\n}\n",
      "HloModule w\nbody {\n  p = (s32[]) parameter(0)\n  g = s32[] get-tuple-element(p), index=0\n"
      "  o = s32[] constant(1)\n  n = s32[] add(g, o)\n  ROOT t = (s32[]) tuple(n)\n}\n"
      "cond {\n  p = (s32[]) parameter(0)\n  g = s32[] get-tuple-element(p), index=0\n"
      "  l = s32[] constant(9)\n  ROOT c = pred[] compare(g, l), direction=LT\n}\n"
      "ENTRY e {\n  z = s32[] constant(0)\n  t = (s32[]) tuple(z)\n"
      "  ROOT w = (s32[]) while(t), condition=cond, body=body\n}\n",
      "[{\"shape\":\"f32[2]{0}\",\"data\":[1,\"nan\"]},{\"tuple\":[{\"shape\":\"token[]\"}]}]",
  };
}

std::vector<std::string_view> Words() {
  return {"f32[]",
          "s4[3]{0}",
          "pred[]",
          "c64[2,2]",
          "token[]",
          "f32[<=8]",
          "bf16[1,2]{1,0:T(8,128)}",
          "(",
          ")",
          "{",
          "}",
          ",",
          "=",
          "ROOT ",
          "ENTRY ",
          "%x",
          "nan",
          "-inf",
          "...",
          "->",
          "parameter(0)",
          "0",
          "-1",
          "64",
          "1000000000000000000",
          "9223372036854775807",
          "-9223372036854775808",
          "dimensions={0}",
          "/*",
          "*/",
          "\"",
          "\\"};
}

}  // namespace hlo::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  namespace api = hlo::api;
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const bool lenient : {false, true}) {
    api::CheckOptions options;
    options.lenient = lenient;
    api::Program program = api::Program::FromText(text, options);
    hlo::fuzz::ReadDiagnostics(program);
    // The page shows both for programs with errors, too.
    program.Outline();
    program.Work();
    if (program.ok() && !lenient) hlo::fuzz::CheckFixedPoint(program);
    const bool partial = !program.ok();
    if (program.ok() != lenient || (partial && lenient && program.has_valid_instructions())) {
      hlo::fuzz::Run(program, partial);
    }
  }
  if (!text.empty() && (text[0] == '{' || text[0] == '[')) {
    const api::Result<api::Value> value = api::ParseValue(text);
    hlo::fuzz::Expect(value.ok() || !value.error().message.empty(),
                      "a rejected LITERAL has an error message", text);
    (void)api::ParseArguments(text);
  }
  return 0;
}

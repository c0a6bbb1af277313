// SPDX-License-Identifier: Apache-2.0
// `hlo explain CODE` and `hlo ops NAME`, from the rule book.
#include <algorithm>
#include <cstdio>

#include "hlo/hlo.h"
#include "native/command_line.h"
#include "native/rule_book.h"

namespace hlo::cli {
namespace {

void PrintIndented(std::string_view text) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (!line.empty()) PrintOut("  ");
    PrintOut(line);
    PrintOut("\n");
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
  }
}

// The diagnostics of an example; if the program is valid, the error of its run.
std::string Diagnostics(const Example& example) {
  if (example.kind == Example::kShape) {
    const api::ShapeExplanation shape = api::ExplainShape(example.text);
    return shape.ok ? "" : api::DiagnosticText(shape.error, example.text, "SHAPE");
  }
  api::Program program = api::Program::FromText(std::string(example.text));
  std::string text;
  for (const api::Diagnostic& diagnostic : program.diagnostics()) {
    text += api::DiagnosticText(diagnostic, program.source(), "a.hlo");
  }
  if (!program.ok()) return text;
  const api::RunOutcome run = program.Run({}, {});
  return run.ok ? text : api::DiagnosticText(run.error, program.source(), "a.hlo");
}

void PrintExample(std::string_view title, const Example& example) {
  if (example.kind == Example::kNone) return;
  PrintOut("\n" + std::string(title) + " (" + std::string(example.name) + "):\n\n");
  PrintIndented(example.text);
}

void PrintRule(const Rule& rule) {
  PrintOut(std::string(rule.code) + ": ");
  PrintOut(rule.text);
  PrintOut("\n" + std::string(rule.link) + "\n");
  PrintExample("Breaks the rule", rule.breaks);
  if (rule.breaks.kind == Example::kProgram || rule.breaks.kind == Example::kShape) {
    PrintOut("\n");
    PrintIndented(Diagnostics(rule.breaks));
  }
  PrintExample("Follows the rule", rule.fits);
}

bool SameWord(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

const Rule* FindRule(std::string_view code) {
  for (const Rule& rule : Rules()) {
    if (SameWord(rule.code, code)) return &rule;
  }
  return nullptr;
}

}  // namespace

int ExplainCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("explain", given);
  if (!args) return kBadInput;
  std::string code;
  for (const std::string& word : args->rest) code += (code.empty() ? "" : " ") + word;
  if (code.empty()) {
    PrintError("explain", "missing CODE, such as P02, pad.C3, or choice C5");
    return kBadInput;
  }
  const Rule* rule = FindRule(code);
  if (rule == nullptr) rule = FindRule("choice " + code);
  if (rule == nullptr) {
    api::Suggestion suggestion(code);
    for (const Rule& candidate : Rules()) suggestion.Consider(candidate.code);
    PrintError("explain", "unknown code '" + code + "'" + suggestion.Question());
    return kBadInput;
  }
  PrintRule(*rule);
  return kSuccess;
}

int OpsCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("ops", given);
  if (!args) return kBadInput;
  if (args->rest.empty()) {
    PrintOut(args->Has("--json") ? api::OpsJson() + "\n" : api::OpsText());
    return kSuccess;
  }
  if (args->Has("--json")) {
    PrintError("ops", "--json prints all ops and takes no NAME");
    return kBadInput;
  }
  for (const std::string& name : args->rest) {
    const std::span<const OpEntry> entries = OpEntries();
    const auto entry = std::find_if(entries.begin(), entries.end(),
                                    [&](const OpEntry& e) { return e.opcode == name; });
    if (entry == entries.end()) {
      api::Suggestion suggestion(name);
      for (const OpEntry& candidate : entries) suggestion.Consider(candidate.opcode);
      PrintError("ops", "unknown op '" + name + "'" + suggestion.Question());
      return kBadInput;
    }
    PrintOut(name + "\n" + std::string(entry->link) + "\n\n");
    PrintOut(entry->text);
  }
  return kSuccess;
}

}  // namespace hlo::cli

// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <iostream>

#include "hlo/hlo.h"
#include "native/command_line.h"

namespace hlo::cli {
namespace {

std::string ShownName(const std::string& path) { return path == "-" ? "<stdin>" : path; }

// The only FILE of a command; nullptr after reporting an error.
const std::string* OneFile(std::string_view command, const Words& words) {
  if (words.rest.size() == 1) return &words.rest[0];
  Complain(command, words.rest.empty() ? "missing FILE" : "takes exactly one FILE");
  return nullptr;
}

std::string IndexText(const std::vector<int64_t>& index) {
  std::string text;
  for (int64_t i : index) text += (text.empty() ? "" : ",") + std::to_string(i);
  return text;
}

}  // namespace

int CheckCommand(const std::vector<std::string>& given) {
  const auto words = ReadWords("check", given);
  if (!words) return kBadInput;
  if (words->rest.empty()) {
    Complain("check", "missing FILE");
    return kBadInput;
  }
  int status = kFine;
  std::string json = "[";
  for (const std::string& path : words->rest) {
    api::CheckOptions options;
    options.lenient = words->Has("--lenient");
    const std::optional<api::Program> program = ReadProgram("check", path, options);
    if (!program) return kBadInput;
    if (!program->ok()) status = kBadInput;
    if (!words->Has("--json")) {
      PrintDiagnostics(*program, ShownName(path));
      continue;
    }
    for (const api::Diagnostic& diagnostic : program->diagnostics()) {
      if (json.size() > 1) json += ",";
      json += "\n" + api::DiagnosticJson(diagnostic, ShownName(path));
    }
  }
  if (words->Has("--json")) PrintOut(json + (json.size() > 1 ? "\n]\n" : "]\n"));
  return status;
}

int PrintCommand(const std::vector<std::string>& given) {
  const auto words = ReadWords("print", given);
  if (!words) return kBadInput;
  const std::string* path = OneFile("print", *words);
  if (path == nullptr) return kBadInput;
  const std::string format = words->Text("--format", "hlo");
  static constexpr std::string_view kFormats[] = {"hlo", "long", "short",    "json",
                                                  "dot", "pb",   "stablehlo"};
  bool known = false;
  for (std::string_view name : kFormats) known |= name == format;
  if (!known) {
    Complain("print", "--format must be hlo, long, short, json, dot, pb, or stablehlo, got '" +
                          format + "'");
    return kBadInput;
  }
  const api::TextParts parts{.percent = !words->Has("--no-percent"),
                             .metadata = !words->Has("--no-metadata"),
                             .layouts = !words->Has("--no-layouts"),
                             .large_constants = !words->Has("--elide-constants")};
  const bool whole = parts.percent && parts.metadata && parts.layouts && parts.large_constants;
  if (!whole && format != "hlo" && format != "long" && format != "short") {
    Complain(
        "print",
        "--no-percent, --no-metadata, --no-layouts, and --elide-constants apply only to HLO text, "
        "not to --format " +
            format);
    return kBadInput;
  }
  const std::optional<api::Program> program = ReadProgram("print", *path);
  if (!program) return kBadInput;
  PrintDiagnostics(*program, ShownName(*path));
  if (!program->ok()) return kBadInput;
  std::string out;
  if (format == "pb" || format == "stablehlo") {
    Result<std::string> exported = program->Export(format);
    if (!exported.ok()) {
      Complain("print", exported.error().message);
      return kBadInput;
    }
    out = std::move(exported.value());
  } else {
    out = program->Print(format, parts);
  }
  if (words->Has("--output")) {
    return WriteFile("print", words->Text("--output"), out) ? kFine : kBadInput;
  }
  PrintOut(out);
  return kFine;
}

int LayoutCommand(const std::vector<std::string>& given) {
  const auto words = ReadWords("layout", given);
  if (!words) return kBadInput;
  if (words->rest.size() != 1) {
    Complain("layout", "takes exactly one SHAPE, such as 'f32[3,5]{1,0:T(2,2)}'");
    return kBadInput;
  }
  const int questions = words->Has("--table") + words->Has("--what-if") + words->Has("--index") +
                        words->Has("--offset");
  if (questions > 1) {
    Complain("layout", "--index, --offset, --table, and --what-if cannot be combined");
    return kBadInput;
  }
  if (words->Has("--table") && words->Has("--json")) {
    Complain("layout", "--table cannot be combined with --json");
    return kBadInput;
  }
  const std::string& shape = words->rest[0];
  const api::ShapeExplanation explanation = words->Has("--table")     ? api::DrawShape(shape)
                                            : words->Has("--what-if") ? api::RankLayouts(shape)
                                                                      : api::ExplainShape(shape);
  if (!explanation.ok) {
    PrintDiagnostic(explanation.error, shape, "SHAPE");
    return kBadInput;
  }
  if (words->Has("--index") || words->Has("--offset")) {
    Result<api::IndexAnswer> found = api::IndexAnswer();
    if (words->Has("--index")) {
      std::vector<int64_t> index;
      std::string text = words->Text("--index");
      for (size_t at = 0; at < text.size();) {
        size_t used = 0;
        const std::string part = text.substr(at, text.find(',', at) - at);
        char* end = nullptr;
        index.push_back(std::strtoll(part.c_str(), &end, 10));
        used = static_cast<size_t>(end - part.c_str());
        if (part.empty() || used != part.size() || text.back() == ',') {
          Complain("layout", "--index must be a list of integers such as 2,3, got '" + text + "'");
          return kBadInput;
        }
        at += part.size() + 1;
      }
      found = api::LocateIndex(shape, index);
    } else {
      const auto offset = ReadNumber("layout", *words, "--offset", 0, 0);
      if (!offset) return kBadInput;
      found = api::LocatePosition(shape, *offset);
    }
    if (!found.ok()) {
      Complain("layout", found.error().message);
      return kBadInput;
    }
    const api::IndexAnswer& answer = found.value();
    if (words->Has("--index")) {
      PrintOut(std::to_string(answer.position) + "\n");
    } else {
      PrintOut((answer.is_padding ? "padding" : IndexText(answer.index)) + "\n");
    }
    return kFine;
  }
  PrintOut(words->Has("--json") ? explanation.json + "\n" : explanation.text);
  return kFine;
}

}  // namespace hlo::cli

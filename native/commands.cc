// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <iostream>

#include "hlo/hlo.h"
#include "native/command_line.h"

namespace hlo::cli {
namespace {

std::string IndexText(const std::vector<int64_t>& index) {
  std::string text;
  for (int64_t i : index) text += (text.empty() ? "" : ",") + std::to_string(i);
  return text;
}

}  // namespace

int CheckCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("check", given);
  if (!args) return kBadInput;
  if (args->rest.empty()) {
    PrintError("check", "missing FILE");
    return kBadInput;
  }
  api::ImportSettings settings;
  if (!ReadDims("check", *args, settings)) return kBadInput;
  int status = kSuccess;
  std::string json = "[";
  for (const std::string& path : args->rest) {
    api::CheckOptions options;
    options.lenient = args->Has("--lenient");
    const std::optional<api::Program> program = ReadProgram("check", path, options, settings);
    if (!program) return kBadInput;
    if (!program->ok()) status = kBadInput;
    if (!args->Has("--json")) {
      PrintDiagnostics(*program, ShownName(path));
      continue;
    }
    for (const api::Diagnostic& diagnostic : program->diagnostics()) {
      if (json.size() > 1) json += ",";
      json += "\n" + api::DiagnosticJson(diagnostic, ShownName(path));
    }
  }
  if (args->Has("--json")) PrintOut(json + (json.size() > 1 ? "\n]\n" : "]\n"));
  return status;
}

int PrintCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("print", given);
  if (!args) return kBadInput;
  const std::string* path = OneFile("print", *args);
  if (path == nullptr) return kBadInput;
  const std::string format = args->Text("--format", "hlo");
  static constexpr std::string_view kFormats[] = {"hlo", "long", "short",    "json",
                                                  "dot", "pb",   "stablehlo"};
  bool known = false;
  for (std::string_view name : kFormats) known |= name == format;
  if (!known) {
    PrintError("print", "--format must be hlo, long, short, json, dot, pb, or stablehlo, got '" +
                            format + "'");
    return kBadInput;
  }
  const api::TextParts parts{.percent = !args->Has("--no-percent"),
                             .metadata = !args->Has("--no-metadata"),
                             .layouts = !args->Has("--no-layouts"),
                             .large_constants = !args->Has("--elide-constants")};
  const bool whole = parts.percent && parts.metadata && parts.layouts && parts.large_constants;
  if (!whole && format != "hlo" && format != "long" && format != "short") {
    PrintError(
        "print",
        "--no-percent, --no-metadata, --no-layouts, and --elide-constants apply only to HLO text, "
        "not to --format " +
            format);
    return kBadInput;
  }
  api::ImportSettings settings;
  if (!ReadDims("print", *args, settings)) return kBadInput;
  const std::optional<api::Program> program = ReadProgram("print", *path, {}, settings);
  if (!program) return kBadInput;
  PrintDiagnostics(*program, ShownName(*path));
  if (!program->ok()) return kBadInput;
  std::string out;
  if (format == "pb" || format == "stablehlo") {
    Result<std::string> exported = program->Export(format);
    if (!exported.ok()) {
      PrintError("print", exported.error().message);
      return kBadInput;
    }
    out = std::move(exported.value());
  } else {
    out = program->Print(format, parts);
  }
  if (args->Has("--output")) {
    return WriteFile("print", args->Text("--output"), out) ? kSuccess : kBadInput;
  }
  PrintOut(out);
  return kSuccess;
}

int LayoutCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("layout", given);
  if (!args) return kBadInput;
  if (args->rest.size() != 1) {
    PrintError("layout", "takes exactly one SHAPE, such as 'f32[3,5]{1,0:T(2,2)}'");
    return kBadInput;
  }
  const int questions =
      args->Has("--table") + args->Has("--what-if") + args->Has("--index") + args->Has("--offset");
  if (questions > 1) {
    PrintError("layout", "--index, --offset, --table, and --what-if cannot be combined");
    return kBadInput;
  }
  if (args->Has("--table") && args->Has("--json")) {
    PrintError("layout", "--table cannot be combined with --json");
    return kBadInput;
  }
  const std::string& shape = args->rest[0];
  const api::ShapeExplanation explanation = args->Has("--table")     ? api::DrawShape(shape)
                                            : args->Has("--what-if") ? api::RankLayouts(shape)
                                                                     : api::ExplainShape(shape);
  if (!explanation.ok) {
    PrintDiagnostic(explanation.error, shape, "SHAPE");
    return kBadInput;
  }
  if (args->Has("--index") || args->Has("--offset")) {
    Result<api::IndexAnswer> found = api::IndexAnswer();
    if (args->Has("--index")) {
      std::vector<int64_t> index;
      std::string text = args->Text("--index");
      for (size_t at = 0; at < text.size();) {
        const std::string part = text.substr(at, text.find(',', at) - at);
        const std::optional<int64_t> number = ParseInteger(part);
        if (!number || text.back() == ',') {
          PrintError("layout",
                     "--index must be a list of integers such as 2,3, got '" + text + "'");
          return kBadInput;
        }
        index.push_back(*number);
        at += part.size() + 1;
      }
      found = api::LocateIndex(shape, index);
    } else {
      const auto offset = ReadNumber("layout", *args, "--offset", 0, 0);
      if (!offset) return kBadInput;
      found = api::LocatePosition(shape, *offset);
    }
    if (!found.ok()) {
      PrintError("layout", found.error().message);
      return kBadInput;
    }
    const api::IndexAnswer& answer = found.value();
    if (args->Has("--index")) {
      PrintOut(std::to_string(answer.position) + "\n");
    } else {
      PrintOut((answer.is_padding ? "padding" : IndexText(answer.index)) + "\n");
    }
    return kSuccess;
  }
  PrintOut(args->Has("--json") ? explanation.json + "\n" : explanation.text);
  return kSuccess;
}

}  // namespace hlo::cli

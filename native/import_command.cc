// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cstdio>

#include "hlo/hlo.h"
#include "native/command_line.h"

namespace hlo::cli {
namespace {

// Reads every --dim NAME=SIZE.
bool ReadDims(const Words& words, api::ImportSettings& settings) {
  for (const std::string& given : words.All("--dim")) {
    const size_t equals = given.find('=');
    int64_t size = -1;
    const char* end = given.data() + given.size();
    const auto [rest, error] =
        std::from_chars(given.data() + std::min(given.size(), equals + 1), end, size);
    if (equals == std::string::npos || equals == 0 || error != std::errc() || rest != end ||
        size < 0) {
      Complain("import", "--dim must be NAME=SIZE, such as b=8, got '" + given + "'");
      return false;
    }
    settings.dims[given.substr(0, equals)] = size;
  }
  return true;
}

// Reads --fill zero or --fill random:SEED.
bool ReadFill(const Words& words, api::ImportSettings& settings) {
  if (!words.Has("--fill")) return true;
  const std::string fill = words.Text("--fill");
  settings.fill = fill.substr(0, fill.find(':'));
  const bool has_seed = settings.fill.size() < fill.size();
  const char* end = fill.data() + fill.size();
  const auto [rest, error] = std::from_chars(
      fill.data() + std::min(fill.size(), settings.fill.size() + 1), end, settings.seed);
  const bool good_seed = !has_seed || (error == std::errc() && rest == end);
  if ((settings.fill == "zero" && !has_seed) || (settings.fill == "random" && good_seed))
    return true;
  Complain("import", "--fill must be zero or random:SEED, got '" + fill + "'");
  return false;
}

}  // namespace

int ImportCommand(const std::vector<std::string>& given) {
  const auto words =
      ReadWords("import", WithOutput(given), {"--like-xla", "--all-functions", "--json"},
                {"--output", "--entry", "--dim", "--fill"});
  if (!words) return kBadInput;
  if (words->rest.size() != 1) {
    Complain("import", words->rest.empty() ? "missing FILE" : "takes exactly one FILE");
    return kBadInput;
  }
  api::ImportSettings settings;
  settings.entry = words->Text("--entry");
  settings.like_xla = words->Has("--like-xla");
  settings.all_functions = words->Has("--all-functions");
  if (!ReadDims(*words, settings) || !ReadFill(*words, settings)) return kBadInput;
  const std::string& path = words->rest[0];
  const std::string file = path == "-" ? "<stdin>" : path;
  const std::optional<api::Program> program = ReadProgram("import", path, {}, settings);
  if (!program) return kBadInput;
  std::string out;
  if (words->Has("--json")) {
    out = program->ImportedJson(file) + "\n";
  } else {
    for (const api::Diagnostic& diagnostic : program->diagnostics()) {
      const std::string text = api::DiagnosticText(diagnostic, program->source(), file);
      std::fwrite(text.data(), 1, text.size(), stderr);
    }
    out = program->has_valid_instructions() ? program->ImportedText() : "";
  }
  if (words->Has("--output")) {
    if (!WriteFile("import", words->Text("--output"), out)) return kBadInput;
  } else {
    std::fwrite(out.data(), 1, out.size(), stdout);
  }
  return program->ok() ? kFine : kBadInput;
}

}  // namespace hlo::cli

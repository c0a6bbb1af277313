// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cstdio>

#include "hlo/hlo.h"
#include "native/command_line.h"

namespace hlo::cli {
namespace {

// Reads every --dim NAME=SIZE.
bool ReadDims(const ParsedArgs& args, api::ImportSettings& settings) {
  for (const std::string& given : args.All("--dim")) {
    const size_t equals = given.find('=');
    int64_t size = -1;
    const char* end = given.data() + given.size();
    const auto [rest, error] =
        std::from_chars(given.data() + std::min(given.size(), equals + 1), end, size);
    if (equals == std::string::npos || equals == 0 || error != std::errc() || rest != end ||
        size < 0) {
      PrintError("import", "--dim must be NAME=SIZE, such as b=8, got '" + given + "'");
      return false;
    }
    settings.dims[given.substr(0, equals)] = size;
  }
  return true;
}

// Reads --fill zero or --fill random:SEED.
bool ReadFill(const ParsedArgs& args, api::ImportSettings& settings) {
  if (!args.Has("--fill")) return true;
  const std::string fill = args.Text("--fill");
  settings.fill = fill.substr(0, fill.find(':'));
  const bool has_seed = settings.fill.size() < fill.size();
  const char* end = fill.data() + fill.size();
  const auto [rest, error] = std::from_chars(
      fill.data() + std::min(fill.size(), settings.fill.size() + 1), end, settings.seed);
  const bool good_seed = !has_seed || (error == std::errc() && rest == end);
  if ((settings.fill == "zero" && !has_seed) || (settings.fill == "random" && good_seed))
    return true;
  PrintError("import", "--fill must be zero or random:SEED, got '" + fill + "'");
  return false;
}

}  // namespace

int ImportCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("import", given);
  if (!args) return kBadInput;
  const std::string* path = OneFile("import", *args);
  if (path == nullptr) return kBadInput;
  api::ImportSettings settings;
  settings.entry = args->Text("--entry");
  settings.like_xla = args->Has("--like-xla");
  settings.all_functions = args->Has("--all-functions");
  if (!ReadDims(*args, settings) || !ReadFill(*args, settings)) return kBadInput;
  const std::string file = ShownName(*path);
  const std::optional<api::Program> program = ReadProgram("import", *path, {}, settings);
  if (!program) return kBadInput;
  std::string out;
  if (args->Has("--json")) {
    out = program->ImportedJson(file) + "\n";
  } else {
    PrintDiagnostics(*program, file);
    out = program->has_valid_instructions() ? program->ImportedText() : "";
  }
  if (args->Has("--output")) {
    if (!WriteFile("import", args->Text("--output"), out)) return kBadInput;
  } else {
    PrintOut(out);
  }
  return program->ok() ? kSuccess : kBadInput;
}

}  // namespace hlo::cli

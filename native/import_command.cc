// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "hlo/hlo.h"
#include "native/command_line.h"

namespace hlo::cli {
int ImportCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("import", given);
  if (!args) return kBadInput;
  const std::string* path = OneFile("import", *args);
  if (path == nullptr) return kBadInput;
  api::ImportSettings settings;
  settings.entry = args->Text("--entry");
  settings.like_xla = args->Has("--like-xla");
  settings.all_functions = args->Has("--all-functions");
  const std::optional<Fill> fill = ReadFill("import", *args);
  if (!fill || !ReadDims("import", *args, settings)) return kBadInput;
  if (args->Has("--fill")) {
    settings.fill = fill->ForConstants().fill;
    settings.seed = fill->seed;
  }
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

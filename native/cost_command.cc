// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "hlo/hlo.h"
#include "native/command_line.h"

namespace hlo::cli {

int CostCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("cost", given);
  if (!args) return kBadInput;
  const std::string* path = OneFile("cost", *args);
  if (path == nullptr) return kBadInput;
  api::ImportSettings settings;
  if (!ReadDims("cost", *args, settings)) return kBadInput;
  const std::optional<api::Program> read = ReadProgram("cost", *path, {}, settings);
  if (!read) return kBadInput;
  const api::Program& program = *read;
  PrintDiagnostics(program, ShownName(*path));
  if (!program.ok()) return kBadInput;
  const std::string out = args->Has("--json") ? program.CostJson() + "\n" : program.CostText();
  PrintOut(out);
  return kSuccess;
}

}  // namespace hlo::cli

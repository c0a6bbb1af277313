// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "hlo/hlo.h"
#include "native/command_line.h"

namespace hlo::cli {

int CostCommand(const std::vector<std::string>& given) {
  const auto words = ReadWords("cost", given);
  if (!words) return kBadInput;
  if (words->rest.size() != 1) {
    Complain("cost", words->rest.empty() ? "missing FILE" : "takes exactly one FILE");
    return kBadInput;
  }
  const std::string& path = words->rest[0];
  const std::optional<api::Program> read = ReadProgram("cost", path);
  if (!read) return kBadInput;
  const api::Program& program = *read;
  PrintDiagnostics(program, path == "-" ? "<stdin>" : path);
  if (!program.ok()) return kBadInput;
  const std::string out = words->Has("--json") ? program.CostJson() + "\n" : program.CostText();
  PrintOut(out);
  return kFine;
}

}  // namespace hlo::cli

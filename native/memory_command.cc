// SPDX-License-Identifier: Apache-2.0
#include "hlo/hlo.h"
#include "native/command_line.h"

namespace hlo::cli {

int MemoryCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("memory", given);
  if (!args) return kBadInput;
  if (args->rest.empty()) {
    PrintError("memory", "which FILE?");
    return kBadInput;
  }
  std::vector<std::string> files;
  for (const std::string& path : args->rest) {
    std::vector<std::string> paths = {path};
    if (const auto folder = FilesOf(path)) {
      paths.clear();
      for (const api::DumpedModule& module : api::GroupDump(*folder)) {
        for (const api::DumpedStage& stage : module.stages) {
          if (stage.is_report) paths.push_back(stage.files[0]);
        }
      }
    }
    for (const std::string& one : paths) {
      std::optional<std::string> bytes = ReadFile("memory", one);
      if (!bytes) return kBadInput;
      files.push_back(std::move(*bytes));
    }
  }
  const Result<std::string> text = api::ExplainMemory(files);
  if (!text.ok()) {
    PrintError("memory", text.error().message);
    return kBadInput;
  }
  PrintOut(text.value());
  return kSuccess;
}

}  // namespace hlo::cli

// SPDX-License-Identifier: Apache-2.0
#include "hlo/hlo.h"
#include "native/command_line.h"

namespace hlo::cli {

namespace {

// Prints what the files together say about one module.
bool Explain(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::optional<std::string> bytes = ReadFile("memory", path);
    if (!bytes) return false;
    files.push_back(std::move(*bytes));
  }
  const Result<std::string> text = api::ExplainMemory(files);
  if (text.ok()) {
    PrintOut(text.value());
  } else {
    PrintError("memory", text.error().message);
  }
  return text.ok();
}

std::vector<std::string> ReportsOf(const api::DumpedModule& module) {
  std::vector<std::string> reports;
  for (const api::DumpedStage& stage : module.stages) {
    if (stage.is_report) reports.push_back(stage.files[0]);
  }
  return reports;
}

}  // namespace

int MemoryCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("memory", given);
  if (!args) return kBadInput;
  if (args->rest.empty()) {
    PrintError("memory", "which FILE?");
    return kBadInput;
  }
  std::vector<std::string> paths;
  std::vector<api::DumpedModule> modules;
  for (const std::string& path : args->rest) {
    const auto folder = FilesOf(path);
    if (!folder) paths.push_back(path);
    for (const api::DumpedModule& module :
         api::GroupDump(folder.value_or(std::vector<std::string>()))) {
      const std::vector<std::string> reports = ReportsOf(module);
      if (reports.empty()) continue;
      paths.insert(paths.end(), reports.begin(), reports.end());
      modules.push_back(module);
    }
  }
  if (args->rest.size() > 1 || modules.size() < 2) return Explain(paths) ? kSuccess : kBadInput;
  for (size_t i = 0; i < modules.size(); ++i) {
    PrintOut((i > 0 ? "\n" : "") + modules[i].name + "\n");
    if (!Explain(ReportsOf(modules[i]))) return kBadInput;
  }
  return kSuccess;
}

}  // namespace hlo::cli

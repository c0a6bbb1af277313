// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "hlo/hlo.h"
#include "native/command_line.h"

namespace hlo::cli {
namespace {

std::string FileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// "+3 -1", or what the program has where there is none before it.
std::string Change(const api::Program* before, const api::Program& program) {
  if (!program.has_valid_instructions()) return "cannot be read";
  if (before == nullptr) return "";
  const api::ProgramDifference difference = api::Difference(*before, program);
  if (difference.added.empty() && difference.removed.empty()) return "no change";
  return "+" + std::to_string(difference.added.size()) + " -" +
         std::to_string(difference.removed.size());
}

bool List(const api::DumpedModule& module) {
  std::string numbers;
  for (int64_t number : module.numbers) {
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(number);
  }
  PrintOut(module.name + " (module " + numbers + ")\n");
  std::optional<api::Program> before;
  for (size_t i = 0; i < module.stages.size(); ++i) {
    const api::DumpedStage& stage = module.stages[i];
    std::string change;
    if (stage.is_program) {
      std::optional<api::Program> program = ReadProgram("dump", stage.files[0]);
      if (!program) return false;
      change = Change(before ? &*before : nullptr, *program);
      before = std::move(program);
    }
    std::string line = "  " + std::to_string(i) + "  " + stage.name;
    if (!change.empty()) line += "  " + change;
    for (const std::string& file : stage.files) line += "\n       " + FileName(file);
    PrintOut(line + "\n");
  }
  return true;
}

// What changed between two stages of the list.
int ShowDifference(const api::DumpedModule& module, const std::string& first,
                   const std::string& second) {
  std::optional<api::Program> programs[2];
  const std::string* numbers[] = {&first, &second};
  for (size_t i = 0; i < 2; ++i) {
    char* end = nullptr;
    const size_t place = std::strtoul(numbers[i]->c_str(), &end, 10);
    if (*end != '\0' || numbers[i]->empty() || place >= module.stages.size() ||
        !module.stages[place].is_program) {
      PrintError("dump",
                 "--diff takes two numbers of programs in the list, not '" + *numbers[i] + "'");
      return kBadInput;
    }
    programs[i] = ReadProgram("dump", module.stages[place].files[0]);
    if (!programs[i]) return kBadInput;
  }
  const api::ProgramDifference difference = api::Difference(*programs[0], *programs[1]);
  for (const std::string& line : difference.removed) PrintOut(line + "\n");
  for (const std::string& line : difference.added) PrintOut(line + "\n");
  return kSuccess;
}

}  // namespace

int DumpCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("dump", given);
  if (!args) return kBadInput;
  const bool diff = args->Has("--diff");
  if (args->rest.size() != (diff ? 3 : 1)) {
    PrintError("dump", diff ? "takes one FOLDER and --diff A B" : "takes one FOLDER");
    return kBadInput;
  }
  const bool diff_first = diff && !given.empty() && given[0] == "--diff";
  const std::string& folder = args->rest[diff_first ? 2 : 0];
  const auto files = FilesOf(folder);
  if (!files) {
    PrintError("dump", folder + " is not a folder");
    return kBadInput;
  }
  std::vector<api::DumpedModule> modules = api::GroupDump(*files);
  if (args->Has("--module")) {
    std::erase_if(modules, [&](const api::DumpedModule& module) {
      return module.name != args->Text("--module");
    });
  }
  if (modules.empty()) {
    PrintError("dump", folder + " has no dumps of such a module");
    return kBadInput;
  }
  if (diff) {
    if (modules.size() > 1) {
      PrintError("dump", "the folder has several modules; choose one with --module");
      return kBadInput;
    }
    return ShowDifference(modules[0], args->rest[diff_first ? 0 : 1],
                          args->rest[diff_first ? 1 : 2]);
  }
  for (const api::DumpedModule& module : modules) {
    if (!List(module)) return kBadInput;
  }
  return kSuccess;
}

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

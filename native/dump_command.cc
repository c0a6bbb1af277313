// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "hlo/hlo.h"
#include "native/command_line.h"
#include "native/compared_run.h"

namespace hlo::cli {
namespace {

std::string FileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// "+3 -1 ~2": instructions that the stage has added, removed, and changed.
std::string CountsText(const api::ProgramDifference& difference) {
  int64_t added = 0, removed = 0, changed = 0;
  for (const api::InstructionChange& change : difference.changes) {
    (change.before < 0 ? added : change.after < 0 ? removed : changed) += 1;
  }
  std::string text;
  const auto count = [&](std::string_view sign, int64_t number) {
    if (number > 0) text += (text.empty() ? "" : " ") + std::string(sign) + std::to_string(number);
  };
  count("+", added);
  count("-", removed);
  count("~", changed);
  return text.empty() ? "no change" : text;
}

// What the stage has changed since the last one that can be read.
std::string Change(const api::Program* before, const api::Program& program) {
  if (!program.has_valid_instructions()) return "cannot be read";
  const auto difference = before == nullptr ? std::nullopt : api::Difference(*before, program);
  const std::string text = difference ? CountsText(*difference) : "";
  return program.ok() ? text : text + (text.empty() ? "has errors" : ", has errors");
}

// Runs the stages of a module with the same arguments and compares each result with the one before.
class StageRuns {
 public:
  // Without a file of arguments, they are those of `fill`, as are constants that a stage omits.
  StageRuns(const std::optional<std::string>& arguments, const Fill& fill, double ulp)
      : arguments_(arguments), fill_(fill), ulp_(ulp) {}

  const Fill& fill() const { return fill_; }

  // What to say about the result of a stage.
  std::string Run(size_t stage, api::Program& program);
  // Whether all stages ran, with the same result.
  bool all_same() const { return all_same_; }

 private:
  const std::optional<std::string>& arguments_;
  const Fill fill_;
  const double ulp_;
  std::vector<api::Value> last_;
  size_t last_stage_ = 0;
  bool all_same_ = true;
};

std::string StageRuns::Run(size_t stage, api::Program& program) {
  api::RunOutcome outcome;
  std::optional<ValueLists> given;
  std::string failure;
  if (arguments_ && program.ok()) {
    api::Result<ValueLists> read = ArgumentsIn(*arguments_, program);
    if (read.ok()) given = std::move(read.value());
    if (!read.ok()) failure = read.error().message;
  }
  if (failure.empty()) failure = RunToCompare(given, fill_, false, program, outcome);
  if (!failure.empty()) {
    all_same_ = false;
    return "not run: " + failure;
  }
  const bool is_first = last_.empty();
  std::string difference;
  if (!is_first && last_.size() != outcome.results.size()) {
    difference = "the number of devices has changed";
  }
  for (size_t i = 0; i < std::min(last_.size(), outcome.results.size()); ++i) {
    if (difference.empty()) difference = outcome.results[i].DifferenceFrom(last_[i], ulp_);
  }
  const std::string before = std::to_string(last_stage_);
  last_ = std::move(outcome.results);
  last_stage_ = stage;
  if (is_first) return "has run";
  if (difference.empty()) return "same result as " + before;
  all_same_ = false;
  return "result differs from that of " + before + ": " + difference;
}

bool List(const api::DumpedModule& module, StageRuns* runs) {
  std::string numbers;
  for (int64_t number : module.numbers) {
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(number);
  }
  PrintOut(module.name + " (module " + numbers + ")\n");
  std::optional<api::Program> before;
  for (size_t i = 0; i < module.stages.size(); ++i) {
    const api::DumpedStage& stage = module.stages[i];
    std::string change, result;
    if (stage.is_program) {
      std::optional<api::Program> program =
          ReadProgram("dump", stage.files[0], {},
                      runs == nullptr ? api::ImportSettings() : runs->fill().ForConstants());
      if (!program) return false;
      change = Change(before ? &*before : nullptr, *program);
      if (runs != nullptr) result = runs->Run(i, *program);
      if (program->has_valid_instructions()) before = std::move(program);
    }
    std::string line = "  " + std::to_string(i) + "  " + stage.name;
    if (!change.empty()) line += "  " + change;
    if (!result.empty()) line += "\n       " + result;
    for (const std::string& file : stage.files) line += "\n       " + FileName(file);
    PrintOut(line + "\n");
  }
  return true;
}

int ListAll(const std::vector<api::DumpedModule>& modules, const ParsedArgs& args) {
  const auto ulp = ReadNumber("dump", args, "--ulp", 0, 0);
  const std::optional<Fill> fill = ReadFill("dump", args);
  std::optional<std::string> file;
  if (args.Has("--args")) {
    file = ReadFile("dump", args.Text("--args"));
    if (!file) return kBadInput;
  }
  if (!ulp || !fill) return kBadInput;
  bool all_same = true;
  for (const api::DumpedModule& module : modules) {
    StageRuns runs(file, *fill, static_cast<double>(*ulp));
    if (!List(module, args.Has("--run") ? &runs : nullptr)) return kBadInput;
    all_same &= runs.all_same();
  }
  return all_same ? kSuccess : kFailed;
}

// What changed between two stages of the list.
int ShowDifference(const api::DumpedModule& module, const std::string& first,
                   const std::string& second) {
  std::optional<api::Program> programs[2];
  const std::string* numbers[] = {&first, &second};
  for (size_t i = 0; i < 2; ++i) {
    const std::optional<int64_t> number = ParseInteger(*numbers[i]);
    const bool is_listed = number && *number >= 0 && *number < std::ssize(module.stages);
    const auto place = static_cast<size_t>(is_listed ? *number : 0);
    if (!is_listed || !module.stages[place].is_program) {
      PrintError("dump",
                 "--diff takes two numbers of programs in the list, not '" + *numbers[i] + "'");
      return kBadInput;
    }
    programs[i] = ReadProgram("dump", module.stages[place].files[0]);
    if (!programs[i]) return kBadInput;
    if (!programs[i]->ok()) PrintDiagnostics(*programs[i], module.stages[place].files[0]);
  }
  const auto difference = api::Difference(*programs[0], *programs[1]);
  if (!difference) return kBadInput;
  PrintOut(api::DifferenceText(*programs[0], *programs[1], *difference));
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
  if (diff && args->Has("--run")) {
    PrintError("dump", "--diff and --run cannot be combined");
    return kBadInput;
  }
  // --diff may stand before the folder or after it.
  const bool diff_first = diff && !FilesOf(args->rest[0]);
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
    PrintError("dump", folder + (args->Has("--module") ? " has no dumps of such a module"
                                                       : " has no dumps of a module"));
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
  return ListAll(modules, *args);
}

}  // namespace hlo::cli

// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <utility>
#include <vector>

#include "hlo/hlo.h"
#include "native/command_line.h"
#include "native/compared_run.h"

namespace hlo::cli {
namespace {

// "parameter 0 is f32[4] before, and f32[5] after"; "" if the parameters are the same.
std::string ParameterChange(const api::Program& before, const api::Program& after) {
  if (before.parameter_count() != after.parameter_count()) {
    return "the number of parameters is " + std::to_string(before.parameter_count()) +
           " before, and " + std::to_string(after.parameter_count()) + " after";
  }
  for (size_t i = 0; i < before.parameter_count(); ++i) {
    const std::string first = before.ParameterShape(i), second = after.ParameterShape(i);
    if (first == second) continue;
    return "parameter " + std::to_string(i) + " is " + first + " before, and " + second + " after";
  }
  return "";
}

std::string ValuesText(const std::vector<api::ValueChange>& changes) {
  const std::string count = std::to_string(changes.size());
  std::string text = changes.empty()       ? "all values are the same\n"
                     : changes.size() == 1 ? "1 instruction has another value:\n"
                                           : count + " instructions have other values, first:\n";
  for (const api::ValueChange& change : changes) {
    if (!change.is_first) continue;
    text +=
        "  " + change.computation + ": %" + change.instruction + ": " + change.difference + "\n";
  }
  return text;
}

// Runs both programs, and prints where their values part.
int ShowValues(api::Program* programs, const ParsedArgs& args, const Fill& fill) {
  const auto ulp = ReadNumber("diff", args, "--ulp", 0, 0);
  if (!ulp) return kBadInput;
  const std::string change = ParameterChange(programs[0], programs[1]);
  if (!change.empty()) {
    PrintError("diff", "--values needs the same parameters: " + change);
    return kBadInput;
  }
  std::optional<ValueLists> arguments;
  if (args.Has("--args")) {
    arguments = ReadArguments("diff", args.Text("--args"), programs[0]);
    if (!arguments) return kBadInput;
  }
  for (size_t i = 0; i < 2; ++i) {
    api::RunOutcome outcome;
    const std::string failure = RunToCompare(arguments, fill, true, programs[i], outcome);
    if (failure.empty()) continue;
    PrintError("diff", ShownName(args.rest[i]) + " did not run: " + failure);
    return outcome.error.code == "R06" ? kBadInput : kFailed;
  }
  const auto changes = api::ValueDifference(programs[0], programs[1], static_cast<double>(*ulp));
  PrintOut(args.Has("--json") ? api::ValueDifferenceJson(changes) + "\n" : ValuesText(changes));
  return changes.empty() ? kSuccess : kFailed;
}

}  // namespace

int DiffCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("diff", given);
  if (!args) return kBadInput;
  if (args->rest.size() != 2) {
    PrintError("diff", "takes two files, BEFORE and AFTER");
    return kBadInput;
  }
  const std::optional<Fill> fill = ReadFill("diff", *args);
  if (!fill) return kBadInput;
  const bool runs = args->Has("--values");
  std::vector<api::Program> programs;
  bool has_errors = false;
  for (const std::string& path : args->rest) {
    std::optional<api::Program> program =
        ReadProgram("diff", path, {}, runs ? fill->ForConstants() : api::ImportSettings());
    if (!program) return kBadInput;
    programs.push_back(std::move(*program));
    if (!programs.back().ok()) PrintDiagnostics(programs.back(), ShownName(path));
    has_errors |= !programs.back().ok();
  }
  if (runs) return has_errors ? kBadInput : ShowValues(programs.data(), *args, *fill);
  const auto difference = api::Difference(programs[0], programs[1]);
  if (!difference) return kBadInput;
  PrintOut(args->Has("--json") ? api::DifferenceJson(programs[0], programs[1], *difference) + "\n"
                               : api::DifferenceText(programs[0], programs[1], *difference));
  // What has errors was not compared.
  if (has_errors) return kBadInput;
  return difference->changes.empty() ? kSuccess : kFailed;
}

}  // namespace hlo::cli

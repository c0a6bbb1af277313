// SPDX-License-Identifier: Apache-2.0
#include "native/compared_run.h"

#include <utility>
#include <vector>

namespace hlo::cli {
namespace {

// Random arguments, the same for parameters of the same number and shape; nullopt if a parameter
// can have none.
std::optional<ValueLists> RandomArguments(const api::Program& program) {
  std::vector<api::Value> arguments;
  for (size_t i = 0; i < program.parameter_count(); ++i) {
    Result<api::Value> made = program.MakeArgument(i, "random", i + 1);
    if (!made.ok()) return std::nullopt;
    arguments.push_back(std::move(made.value()));
  }
  return ValueLists{std::move(arguments)};
}

}  // namespace

std::string RunToCompare(const std::optional<ValueLists>& given, bool keep_values,
                         api::Program& program, api::RunOutcome& outcome) {
  if (!program.ok()) return "it has errors";
  if (!program.CannotRun().empty()) return program.CannotRun();
  const std::optional<ValueLists> arguments = given ? given : RandomArguments(program);
  if (!arguments) return "a parameter has no random value";
  api::RunOptions options;
  options.keep_values = keep_values;
  outcome = program.Run(*arguments, options);
  return outcome.ok ? "" : outcome.error.message;
}

}  // namespace hlo::cli

// SPDX-License-Identifier: Apache-2.0
#include "native/compared_run.h"

#include <utility>

namespace hlo::cli {
std::string RunToCompare(const std::optional<ValueLists>& given, const Fill& fill, bool keep_values,
                         api::Program& program, api::RunOutcome& outcome) {
  if (!program.ok()) return "it has errors";
  if (!program.CannotRun().empty()) return program.CannotRun();
  ValueLists arguments;
  if (given) {
    arguments = *given;
  } else {
    api::Result<ValueLists> made =
        MakeArguments(program, fill, program.replicas() * program.partitions());
    if (!made.ok()) return made.error().message;
    arguments = std::move(made.value());
  }
  api::RunOptions options;
  options.keep_values = keep_values;
  outcome = program.Run(arguments, options);
  return outcome.ok ? "" : outcome.error.message;
}

}  // namespace hlo::cli

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_COMPARED_RUN_H_
#define HLO_NATIVE_COMPARED_RUN_H_

#include <optional>
#include <string>

#include "hlo/hlo.h"
#include "native/command_line.h"

namespace hlo::cli {

// Runs a program that is compared with others: with the arguments that are given, or with those of
// `fill`, which are the same for parameters of the same number and shape. Returns why that did not
// work, or "".
std::string RunToCompare(const std::optional<ValueLists>& given, const Fill& fill, bool keep_values,
                         api::Program& program, api::RunOutcome& outcome);

}  // namespace hlo::cli

#endif  // HLO_NATIVE_COMPARED_RUN_H_

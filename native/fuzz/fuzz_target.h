// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_FUZZ_FUZZ_TARGET_H_
#define HLO_NATIVE_FUZZ_FUZZ_TARGET_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/hlo.h"

// Runs the target on arbitrary bytes, with libFuzzer's signature. Aborts if a property is violated.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace hlo::fuzz {

// The default corpus of a target, and words to splice into inputs.
std::vector<std::string> Seeds();
std::vector<std::string_view> Words();

// Aborts if a property does not hold, so that libFuzzer and the driver keep the input.
inline void Expect(bool holds, std::string_view property, std::string_view detail) {
  if (holds) return;
  std::fprintf(stderr, "violated: %.*s\n%.*s\n", static_cast<int>(property.size()), property.data(),
               static_cast<int>(detail.size()), detail.data());
  std::abort();
}

// Options of a run that ends soon.
inline api::RunOptions SmallRun() {
  api::RunOptions options;
  options.limits.max_steps = 20'000;
  options.limits.max_bytes = int64_t{16} << 20;
  return options;
}

// A random value for each parameter; empty if there are too many, or one cannot be made.
inline std::optional<std::vector<api::Value>> RandomArguments(const api::Program& program) {
  constexpr size_t kMaxParameters = 64;
  if (program.parameter_count() > kMaxParameters) return std::nullopt;
  std::vector<api::Value> arguments;
  for (size_t i = 0; i < program.parameter_count(); ++i) {
    const Result<api::Value> made = program.MakeArgument(i, "random", i + 1);
    if (!made.ok()) return std::nullopt;
    arguments.push_back(made.value());
  }
  return arguments;
}

// Runs a program; a failure must have a message.
inline api::RunOutcome RunOf(api::Program& program,
                             const std::vector<std::vector<api::Value>>& arguments,
                             const api::RunOptions& options) {
  api::RunOutcome outcome = program.Run(arguments, options);
  Expect(outcome.ok || !outcome.error.message.empty(), "a failed run has an error message", "");
  return outcome;
}

}  // namespace hlo::fuzz

#endif  // HLO_NATIVE_FUZZ_FUZZ_TARGET_H_

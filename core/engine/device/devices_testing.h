// SPDX-License-Identifier: Apache-2.0
// For unit tests of programs on several devices.
#ifndef HLO_CORE_ENGINE_DEVICE_DEVICES_TESTING_H_
#define HLO_CORE_ENGINE_DEVICE_DEVICES_TESTING_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine/engine.h"
#include "core/text/text.h"

namespace hlo::devices_testing {

inline constexpr std::string_view kSum = R"(
sum {
  x = s32[] parameter(0)
  y = s32[] parameter(1)
  ROOT s = s32[] add(x, y)
}
)";

// Runs computation `first` on device 0, `second` on the others.
inline constexpr std::string_view kTwoBranches = R"(
ENTRY e {
  r = u32[] replica-id()
  id = s32[] convert(r)
  one = s32[] constant(1)
  small = pred[] compare(id, one), direction=LT
  ROOT c = s32[] conditional(small, id, id), true_computation=first, false_computation=second
}
)";

// The outcome of a run: the values of an s32 array or scalar by device, or its error.
struct Ran {
  std::vector<std::vector<int32_t>> values;
  std::string code, message, note, instruction;
  int64_t steps = 0;
  HostOutput host;
};

struct Program {
  explicit Program(std::string_view rest, bool with_sum = true)
      : text((with_sum ? std::string(kSum) : std::string()) + std::string(rest)),
        parsed(ParseModule(text)) {
    for (const Diagnostic& diagnostic : parsed.diagnostics) ADD_FAILURE() << diagnostic.message;
    executable = std::make_unique<Executable>(*parsed.module);
  }

  Ran Run(const RunOptions& options, Observer* observer = nullptr) const {
    Ran ran;
    RunResult run = executable->Run({{}}, options, observer);
    if (!run.ok()) {
      ran.code = run.failure.error->code;
      ran.message = run.failure.error->message;
      ran.note = run.failure.error->note;
      if (run.failure.instruction != nullptr) ran.instruction = run.failure.instruction->name;
    }
    ran.steps = run.steps;
    ran.host = std::move(run.host);
    for (const Literal& result : run.results) {
      const auto data = result.data<int32_t>();
      ran.values.emplace_back(data.begin(), data.end());
    }
    return ran;
  }
  Ran Run(int64_t replicas, Schedule schedule = {}) const {
    RunOptions options;
    options.replicas = replicas;
    options.schedule = schedule;
    return Run(options);
  }

  std::string text;
  ParsedModule parsed;
  std::unique_ptr<Executable> executable;
};

inline Ran RunText(const std::string& text, int64_t replicas, int64_t partitions = 1,
                   Schedule schedule = {}) {
  RunOptions options;
  options.replicas = replicas;
  options.partitions = partitions;
  options.schedule = schedule;
  return Program(text, /*with_sum=*/false).Run(options);
}

using Values = std::vector<std::vector<int32_t>>;

}  // namespace hlo::devices_testing

#endif  // HLO_CORE_ENGINE_DEVICE_DEVICES_TESTING_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_ENGINE_H_
#define HLO_CORE_ENGINE_ENGINE_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "core/engine/device/run_result.h"
#include "core/ir/module.h"
#include "hlo/literal.h"

namespace hlo {

// A module that can be run: for each computation its steps, value slots, and the last use of every
// value. These are created on first use, by any thread, so that a program that is only checked or
// printed does not pay for them. Observed and partial runs, and the plain path, go instruction by
// instruction; all other runs fuse elementwise work (core/engine/plan/fusion.h), with the same
// values and step counts. The module must outlive it.
class Executable {
 public:
  explicit Executable(const Module& module);
  Executable(const Executable&) = delete;
  Executable& operator=(const Executable&) = delete;
  ~Executable();

  // Runs the entry computation on every device, replica-major; each gets `arguments[device]`, or
  // arguments[0] if that is the only list. What the options say about observation is up to the
  // caller, with `observer`.
  RunResult Run(std::vector<std::vector<Literal>> arguments, const RunOptions& options,
                Observer* observer = nullptr) const;

  // The first instruction that the entry's root needs and that no run can get past (an op without
  // evaluation, an elided constant, a computation that is only named), with its error; empty if
  // there is none.
  const RunFailure& obstacle() const;
  // RunResult::peak_bytes of a run on one device, found without running it
  // (core/engine/plan/liveness.h); 0 if there is an obstacle.
  int64_t ExpectedPeakBytes() const;
  const Module& module() const;
  // The plan of runs without an observer (core/engine/plan/explain_plan.h); "" where there is an
  // obstacle.
  std::string ExplainPlan(KernelMode mode) const;

 private:
  struct State;
  // Errors R06, R09.
  Status CheckRun(const std::vector<std::vector<Literal>>& arguments, const RunOptions& options,
                  Topology topology) const;
  RunResult RunOnDevices(RunContext& run, Topology topology,
                         std::vector<std::vector<Literal>> arguments) const;
  std::unique_ptr<State> state_;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_ENGINE_H_

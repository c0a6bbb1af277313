// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_ENGINE_H_
#define HLO_CORE_ENGINE_ENGINE_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "core/engine/device/run_result.h"
#include "core/engine/plan/recompute.h"
#include "core/ir/module.h"
#include "hlo/literal.h"

namespace hlo {

// A run that can be suspended.
class SuspendableRun {
 public:
  virtual ~SuspendableRun() = default;
  // Goes on until the end, or until RunOptions::suspend. Returns whether it has ended.
  virtual bool Advance() = 0;
  // Ends it with error R04.
  virtual void Cancel() = 0;
  // Executed instructions so far.
  virtual int64_t steps() const = 0;
  // After the end.
  virtual RunResult TakeResult() = 0;
};

// A module that can be run: for each computation its steps, value slots, and the last use of every
// value. These are created on first use, by any thread, so that a program that is only checked or
// printed does not pay for them. Runs whose observer sees all instructions, partial runs of faulty
// programs, and the plain path go instruction by instruction; all other runs fuse elementwise work
// (core/engine/plan/fusion.h), with the same values and step counts. The module must outlive it.
class Executable {
 public:
  explicit Executable(const Module& module);
  Executable(const Executable&) = delete;
  Executable& operator=(const Executable&) = delete;
  ~Executable();

  // Runs the entry computation on every device, replica-major; each gets `arguments[device]`, or
  // arguments[0] if that is the only list. What the options say about observation is up to the
  // caller, with `observer`. It sees no other instructions than `observed`, as far as they are
  // Observable(); these alone are not fused. nullptr: it sees all of them.
  RunResult Run(std::vector<std::vector<Literal>> arguments, const RunOptions& options,
                Observer* observer = nullptr, const InstructionSet* observed = nullptr) const;

  // The same for a run with RunOptions::suspend, on devices in this process, which has not begun.
  // The observer must outlive it, and so must the executable.
  std::unique_ptr<SuspendableRun> Start(std::vector<std::vector<Literal>> arguments,
                                        const RunOptions& options, Observer* observer,
                                        const InstructionSet* observed) const;

  // Computes what a run with `observed` did not show: the values of `wanted` on a device, shown to
  // the observer with everything else that is complete on the way. Arguments and options are those
  // of that run; `known` returns values that it has shown, or nullptr, and saves their computation.
  // Errors are those of Run; what was shown before is valid.
  RunFailure Recompute(const InstructionSet& wanted, int64_t device,
                       std::vector<std::vector<Literal>> arguments, const RunOptions& options,
                       const KnownValues& known, Observer& observer) const;

  // Runs the iterations of a loop from one with this state, and shows the observer the condition
  // and the body of the one that is `*skipped` iterations later, if the loop gets that far.
  // Requires CanRepeat(). Errors are those of Run; what was shown before is valid. If that one is
  // many steps away, an earlier one is shown, and `*skipped` is how much later that is. The shown
  // iteration has at most `most_steps`: a loop inside it may be endless. R01 also if a skipped one
  // has too many; nothing is shown then.
  RunFailure ShowIteration(const Instruction& loop, Literal state, int64_t* skipped,
                           int64_t most_steps, int64_t device, const RunOptions& options,
                           Observer& observer) const;
  // Whether parts of a run can be repeated (core/engine/plan/recompute.h).
  bool CanRepeat() const;

  // The first instruction that the entry's root needs and that no run can get past (an op without
  // evaluation, an elided constant, a computation that is only named), with its error; empty if
  // there is none.
  const RunFailure& obstacle() const;
  // RunResult::peak_bytes of a run on one device, found without running it
  // (core/engine/plan/liveness.h); 0 if there is an obstacle.
  int64_t ExpectedPeakBytes() const;
  const Module& module() const;
  // The plan of runs whose observer, if any, sees no other instructions than `observed`
  // (core/engine/plan/explain_plan.h); "" where there is an obstacle.
  std::string ExplainPlan(KernelMode mode, const InstructionSet& observed = {}) const;

 private:
  struct State;
  // Errors R06, R09.
  Status CheckRun(const std::vector<std::vector<Literal>>& arguments, const RunOptions& options,
                  Topology topology) const;
  // Gives the arguments of each device the shapes of the parameters. Error R06.
  Status Bind(std::vector<std::vector<Literal>>& arguments, const RunOptions& options,
              Topology topology) const;
  RunResult RunOnDevices(RunContext& run, Topology topology,
                         std::vector<std::vector<Literal>> arguments) const;
  std::unique_ptr<State> state_;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_ENGINE_H_

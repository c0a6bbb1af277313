// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_FIBER_H_
#define HLO_CORE_ENGINE_DEVICE_FIBER_H_

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/engine/device/host_side.h"
#include "core/engine/device/interpreter.h"
#include "core/engine/device/loop_run.h"
#include "core/engine/device/rendezvous.h"
#include "core/ops/control/control.h"

namespace hlo {

// A computation that a fiber is executing, up to some step.
struct Activation {
  const ComputationPlan* plan = nullptr;
  Interpreter::Frame frame;
  size_t next = 0;       // the step that runs next, waits, or calls the next activation
  ControlState control;  // of a step that makes calls
  // Starts of this computation whose done has not run yet.
  std::vector<std::pair<const Instruction*, PromisePtr>> started;

  // ---- in a run that can be suspended ----
  std::unique_ptr<LoopRun> loop;           // `plan` is a part of this loop
  std::unique_ptr<ScalarLoopRun> scalars;  // the next step is a loop that runs as a program
  int64_t shown_in = -1;                   // slice of the last loop state that was shown
};

// The progress of a communicating control step on a device, for explanations.
struct CallProgress {
  const Computation* computation = nullptr;  // called last
  int64_t calls = 0;                         // completed calls
  bool over = false;
};

// State shared by the fibers of a device.
struct DeviceState {
  DeviceState(RunContext& run, int64_t device, Rendezvous& rendezvous_of_run, HostSide& host_side)
      : interpreter(run, device), rendezvous(rendezvous_of_run), host(host_side) {}

  Interpreter interpreter;
  Rendezvous& rendezvous;
  HostSide& host;
  // Pending sends and receives, by the number in the context that they return: their done may be in
  // another iteration of a loop, or after the loop.
  struct Transfer {
    const Instruction* start = nullptr;
    PromisePtr promise;
  };
  std::unordered_map<uint32_t, Transfer> tickets;
  uint32_t last_ticket = 0;
  std::unordered_map<const Instruction*, CallProgress> progress;
};

// Runs a computation that communicates, or may be suspended. Its calls are kept on a separate stack
// instead of the processor's, so that it can stop anywhere and resume later. A device has one fiber
// for its entry computation and one for each pending async-start that communicates.
class Fiber {
 public:
  enum class Stop : uint8_t {
    kWaits,   // for waits_for()
    kForked,  // a fiber, forked(), should run first
    kPaused,  // it has used up its steps, or the slice is over
    kEnded,
  };

  // `depth`: depth of the calls around it. `origin`: as in Rendezvous::Join. At the end `result` is
  // set.
  Fiber(DeviceState& device, int depth, std::vector<int64_t> origin, PromisePtr result)
      : device_(device),
        interpreter_(device.interpreter),
        depth_(depth),
        origin_(std::move(origin)),
        result_(std::move(result)) {}

  // Error R03.
  Status Call(const Computation& computation, std::vector<Literal> arguments);

  // Runs until it has to stop or has executed `steps` communicating steps.
  Result<Stop> Run(int64_t steps);
  std::unique_ptr<Fiber> TakeForked() { return std::move(forked_); }

  // Not null after kWaits.
  const Promise* waits_for() const { return waits_for_.get(); }
  const PromisePtr& result() const { return result_; }
  const std::vector<Activation>& stack() const { return stack_; }
  // The outermost loop in execution, or nullptr.
  const Instruction* OutermostLoop() const;
  // Tells the observer which loops will not end, and notes the instruction in execution.
  void Cancel();
  static const Instruction& InstructionAt(const Activation& activation) {
    return *activation.plan->steps[activation.next].instruction;
  }

 private:
  Result<Stop> RunSteps(int64_t steps);
  bool IsSuspended() const;
  // Whether a step that does not communicate is executed here, because it can be suspended inside.
  bool IsInSlices(const PlanStep& step) const;
  Status Return();
  // Goes on with the loop whose part has run.
  Status ReturnInLoop();
  // Begins a loop that has a program or a plan. False if it has neither.
  Result<bool> BeginLoop(const PlanStep& step);
  Status AdvanceScalars();
  void OfferScalars();
  void OfferState(const PlanStep& step);
  // The loop that an activation executes, or nullptr.
  static const Instruction* LoopAt(const Activation& activation);
  // Begins a communicating step.
  Status Begin(const PlanStep& step);
  // Makes the calls of a control step that need not wait, and prepares the next one that may.
  Status GoOn(const PlanStep& step);
  Status Fork(const PlanStep& step);
  Status Start(const PlanStep& step);
  Result<PromisePtr> Take(const PlanStep& step);
  static Status CheckTransfer(const Instruction& start, const Instruction& done);
  Result<PromisePtr> TakeInfeed(const Instruction& instruction);
  Result<PromisePtr> Transfer(const Instruction& instruction, const std::vector<Literal>& operands);
  Result<PromisePtr> FromHost(const Instruction& instruction, const Literal* data, Promise::Of of);
  // Completes the step if the promise is ready, otherwise waits for it.
  Status Wait(const PlanStep& step, PromisePtr promise);
  Status End(const PlanStep& step, Literal value);
  std::vector<Literal> OperandsOf(const PlanStep& step) const;
  Status NextCall(const PlanStep& step);

  // Of the innermost loop, from 0.
  int64_t Iteration() const;

  Activation& top() { return stack_.back(); }
  int depth() const { return depth_ + static_cast<int>(stack_.size()); }

  DeviceState& device_;
  Interpreter& interpreter_;
  const int depth_;
  const std::vector<int64_t> origin_;
  PromisePtr result_;
  std::vector<Activation> stack_;
  PromisePtr waits_for_;
  std::unique_ptr<Fiber> forked_;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_FIBER_H_

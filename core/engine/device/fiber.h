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
#include "core/engine/device/rendezvous.h"
#include "core/ops/control/control.h"

namespace hlo {

// A computation that is being run, up to some step.
struct Activation {
  const ComputationPlan* plan = nullptr;
  Interpreter::Frame frame;
  size_t next = 0;       // the step that runs next, waits, or calls the next activation
  ControlState control;  // of a step that calls
  // Starts of this computation that have not been completed by their done.
  std::vector<std::pair<const Instruction*, PromisePtr>> started;
};

// How far a control step that communicates has got on a device, for explanations.
struct CallProgress {
  const Computation* computation = nullptr;  // called last
  int64_t calls = 0;                         // that have returned
  bool over = false;
};

// What the fibers of a device share.
struct DeviceState {
  DeviceState(RunContext& run, int64_t device, Rendezvous& rendezvous_of_run, HostSide& host_side)
      : interpreter(run, device), rendezvous(rendezvous_of_run), host(host_side) {}

  Interpreter interpreter;
  Rendezvous& rendezvous;
  HostSide& host;
  // Of sends and receives under way, by the number in the context of what they give: their done may
  // stand in another iteration of a loop, or behind it.
  std::unordered_map<uint32_t, PromisePtr> tickets;
  uint32_t last_ticket = 0;
  std::unordered_map<const Instruction*, CallProgress> progress;
};

// Runs a computation that communicates, with the calls that do on a stack of its own instead of
// that of the processor, so that it can stop anywhere and go on later. A device has one for its
// entry computation, and one for each async-start under way that communicates.
class Fiber {
 public:
  enum class Stop : uint8_t {
    kWaits,   // for waits_for()
    kForked,  // a fiber, forked(), which should run first
    kPaused,  // it has used up its steps
    kEnded,
  };

  // `depth`: calls around it. The value is `result`'s when it has ended.
  Fiber(DeviceState& device, int depth, PromisePtr result)
      : device_(device),
        interpreter_(device.interpreter),
        depth_(depth),
        result_(std::move(result)) {}

  // Error R03.
  Status Call(const Computation& computation, std::vector<Literal> arguments);

  // Goes on until it has to stop, or has taken `steps` steps that communicate.
  Result<Stop> Run(int64_t steps);
  std::unique_ptr<Fiber> TakeForked() { return std::move(forked_); }

  // Not null after kWaits.
  const Promise* waits_for() const { return waits_for_.get(); }
  const PromisePtr& result() const { return result_; }
  const std::vector<Activation>& stack() const { return stack_; }
  static const Instruction& InstructionAt(const Activation& activation) {
    return *activation.plan->steps[activation.next].instruction;
  }

 private:
  Result<Stop> RunSteps(int64_t steps);
  Status Return();
  // Begins a step that communicates.
  Status Begin(const PlanStep& step);
  // Makes the calls of a control step that need not wait, and prepares the next one that may.
  Status GoOn(const PlanStep& step);
  Status Fork(const PlanStep& step);
  Status Start(const PlanStep& step);
  Result<PromisePtr> Take(const PlanStep& step);
  Result<PromisePtr> TakeInfeed(const Instruction& instruction);
  Result<PromisePtr> Transfer(const Instruction& instruction, const std::vector<Literal>& operands);
  Result<PromisePtr> FromHost(const Instruction& instruction, const Literal* data, Promise::Of of);
  // Ends the step if the promise is kept, else waits for it.
  Status Wait(const PlanStep& step, PromisePtr promise);
  Status End(const PlanStep& step, Literal value);
  std::vector<Literal> OperandsOf(const PlanStep& step) const;
  Status NextCall(const PlanStep& step);

  // Of the innermost loop, from 0 on.
  int64_t Iteration() const;

  Activation& top() { return stack_.back(); }
  int depth() const { return depth_ + static_cast<int>(stack_.size()); }

  DeviceState& device_;
  Interpreter& interpreter_;
  const int depth_;
  PromisePtr result_;
  std::vector<Activation> stack_;
  PromisePtr waits_for_;
  std::unique_ptr<Fiber> forked_;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_FIBER_H_

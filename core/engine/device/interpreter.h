// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_INTERPRETER_H_
#define HLO_CORE_ENGINE_DEVICE_INTERPRETER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/engine/device/run_result.h"
#include "core/engine/device/slicing.h"
#include "core/engine/plan/plan.h"
#include "core/ops/evaluate.h"

namespace hlo {

// State shared by all devices of a run.
struct RunContext {
  const Plan& plan;
  const RunOptions& options;
  Observer* observer = nullptr;
  std::shared_ptr<MemoryBudget> budget;
  int64_t partitions = 1;
  int64_t steps = 0;  // executed by all devices
  HostOutput host = {};
  Slicing* slicing = nullptr;  // of a run that can be suspended
};

// Executes the steps of one device that need not wait, including all they call, and enforces the
// limits.
class Interpreter : public Runtime {
 public:
  using Frame = std::vector<Literal>;  // the values of a computation by slot

  Interpreter(RunContext& run, int64_t device);

  int64_t replica() const override { return device_ / run_.partitions; }
  int64_t partition() const override { return device_ % run_.partitions; }
  int64_t partitions() const override { return run_.partitions; }
  const ModuleHeader& header() const override { return run_.plan.module->header; }
  int64_t device() const { return device_; }
  const Plan& plan() const { return plan_; }

  Result<Literal> Call(const Computation& computation, std::vector<Literal> arguments) override;
  Status LoopIteration(const Instruction& loop, int64_t iteration) override;
  const VectorFunction* FindVectorFunction(const Computation& computation) override;
  bool TakeSteps(int64_t steps) override;
  bool cancelled() const override {
    return options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed);
  }
  std::optional<Result<Literal>> RunLoop(const Instruction& loop, Literal& state) override;

  Status RunStep(const PlanStep& step, Frame& frame);
  // Calls fn with the context of a step whose operands are slots of the frame.
  template <class Fn>
  auto WithContext(const PlanStep& step, Frame& frame, Fn&& fn) {
    constexpr size_t kInline = 8;
    Literal* inline_operands[kInline];
    std::vector<Literal*> many;
    Literal** operands = inline_operands;
    const size_t count = step.operand_slots.size();
    if (count > kInline) {
      many.resize(count);
      operands = many.data();
    }
    for (size_t i = 0; i < count; ++i) {
      operands[i] = &frame[static_cast<size_t>(step.operand_slots[i])];
    }
    static_assert(sizeof(bool) == 1);
    const bool* takes = reinterpret_cast<const bool*>(step.takes_operand.data());
    EvalContext context(*step.instruction, std::span<Literal* const>(operands, count),
                        std::span<const bool>(takes, count), *this, &step.shape);
    return fn(context);
  }
  // Completes a step whose values, if any, are in their slots: notifies the observer and frees
  // values that are no longer needed.
  void EndStep(const PlanStep& step, Frame& frame);

  // A frame with the arguments of a computation in its slots.
  Frame TakeFrame(const ComputationPlan& plan, std::vector<Literal> arguments);
  // Runs the steps of a part of the entry computation.
  Status RunPart(const ComputationPlan& plan, Frame frame);
  // Releases a frame and returns the value of the root.
  Literal GiveFrame(const ComputationPlan& plan, Frame frame);

  // Error R01 or R04.
  Status CountSteps(int64_t count) {
    run_.steps += count;
    return run_.steps > options_.limits.max_steps || cancelled() ? Stopped() : Status();
  }
  Status CheckCancelled() const { return cancelled() ? Cancelled() : Status(); }
  // Error R04.
  Status Cancelled() const;

  // ---- for loops ----
  void ShowState(const InstructionSet& observed, const std::vector<Literal>& elements);
  // Shows the observer the state that `state` returns, once a slice; `shown_in` is the slice of the
  // last one.
  template <class State>
  void OfferState(const Instruction& loop, int64_t iteration, int64_t& shown_in, State&& state) {
    if (observer_ == nullptr || run_.slicing == nullptr) return;
    if (shown_in == run_.slicing->number()) return;
    shown_in = run_.slicing->number();
    observer_->LoopState(loop, iteration, state());
    run_.slicing->StateShown(loop);
  }
  // Goes on with a loop. nullopt: the run is suspended.
  std::optional<Result<Literal>> AdvanceScalars(const Instruction& loop, ScalarLoopRun& scalars,
                                                bool may_suspend);
  // The program or plan of a loop; nullptr if it has none, or is too deep in calls.
  const ScalarProgram* FindScalarProgram(const Instruction& loop) const;
  const LoopPlan* FindLoopPlan(const Instruction& loop) const;

  // ---- slices ----
  Slicing* slicing() const { return run_.slicing; }
  Observer* observer() const { return observer_; }
  // RunStep in a run that can be suspended.
  Status RunStepInSlice(const PlanStep& step, Frame& frame);

  // The current call depth; Fiber keeps the calls themselves.
  void set_depth(int depth) { depth_ = depth; }
  // Error R03 if one more call would exceed the depth limit, R08 if an argument is partly filled
  // where the parameter has static sizes.
  Status CheckCall(const Computation& computation, const std::vector<Literal>& arguments) const;

  // The innermost instruction at fault, if any.
  const Instruction* failed() const { return failed_; }
  void NoteFailure(const Instruction& instruction) {
    if (failed_ == nullptr) failed_ = &instruction;
  }

 private:
  // The error of a run at its step limit, or cancelled.
  Status Stopped() const;
  void Show(const Instruction& instruction, const Literal& value);
  Result<Literal> RunIterations(const Instruction& loop, const LoopPlan& plan,
                                std::vector<Literal> elements);
  Status RunSteps(const ComputationPlan& plan, Frame& frame);
  Result<Literal> RunComputation(const ComputationPlan& plan, std::vector<Literal> arguments);

  RunContext& run_;
  const Plan& plan_;
  const RunOptions& options_;
  const int64_t device_;
  Observer* const observer_;  // of this device; may be null
  int depth_ = 0;
  const Instruction* loop_ = nullptr;
  int64_t iteration_ = 0;
  const Instruction* failed_ = nullptr;
  std::vector<Frame> spare_frames_;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_INTERPRETER_H_

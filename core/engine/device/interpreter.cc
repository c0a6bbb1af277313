// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/interpreter.h"

#include "core/base/result.h"
#include "core/engine/device/loop_run.h"
#include "core/engine/plan/fused_group.h"
#include "core/engine/scalar/scalar_plan.h"
#include "core/ops/dynamic_shape.h"

namespace hlo {
namespace {

constexpr int64_t kWorkPerScalarStep = 8;

}  // namespace

Interpreter::Interpreter(RunContext& run, int64_t device)
    : Runtime(run.budget, run.options.kernel_mode, run.options.workers),
      run_(run),
      plan_(run.plan),
      options_(run.options),
      device_(device),
      observer_(run.observer == nullptr ? nullptr : run.observer->OfDevice(device)) {}

// ---- calls ----

Status Interpreter::CheckCall(const Computation& computation,
                              const std::vector<Literal>& arguments) const {
  if (depth_ >= options_.limits.max_depth) {
    return Fail("R03", "calls must be nested at most {} deep, got {} at computation '{}'",
                {options_.limits.max_depth, depth_ + 1, computation.name});
  }
  if (!plan_.dynamic) return {};
  for (size_t i = 0; i < computation.parameters.size(); ++i) {
    const Instruction& parameter = *computation.parameters[i];
    if (HasSizesOf(arguments[i], *parameter.shape)) continue;
    return Fail("R08",
                "the argument of parameter '{}' of computation '{}' must fill {}, got smaller "
                "dynamic sizes",
                {parameter.name, computation.name, ShapeText(*parameter.shape, false)});
  }
  return {};
}

Result<Literal> Interpreter::Call(const Computation& computation, std::vector<Literal> arguments) {
  HLO_RETURN_IF_ERROR(CheckCall(computation, arguments));
  ++depth_;
  Result<Literal> result = RunComputation(plan_.Of(computation), std::move(arguments));
  --depth_;
  return result;
}

Result<Literal> Interpreter::RunComputation(const ComputationPlan& plan,
                                            std::vector<Literal> arguments) {
  Frame frame = TakeFrame(plan, std::move(arguments));
  HLO_RETURN_IF_ERROR(RunSteps(plan, frame));
  return GiveFrame(plan, std::move(frame));
}

Interpreter::Frame Interpreter::TakeFrame(const ComputationPlan& plan,
                                          std::vector<Literal> arguments) {
  Frame frame;
  if (!spare_frames_.empty()) {
    frame = std::move(spare_frames_.back());
    spare_frames_.pop_back();
    frame.clear();
  }
  frame.resize(static_cast<size_t>(plan.slot_count));
  // By position, not by number: in a faulty computation, numbers may be missing.
  for (size_t i = 0; i < plan.parameter_slots.size(); ++i) {
    const int32_t slot = plan.parameter_slots[i];
    if (slot >= 0) frame[static_cast<size_t>(slot)] = std::move(arguments[i]);
  }
  return frame;
}

Status Interpreter::RunPart(const ComputationPlan& plan, Frame frame) {
  ++depth_;
  Status done = RunSteps(plan, frame);
  --depth_;
  return done;
}

Literal Interpreter::GiveFrame(const ComputationPlan& plan, Frame frame) {
  Literal result;
  if (plan.root_slot >= 0) result = std::move(frame[static_cast<size_t>(plan.root_slot)]);
  spare_frames_.push_back(std::move(frame));
  return result;
}

const VectorFunction* Interpreter::FindVectorFunction(const Computation& computation) {
  const auto found = plan_.scalars.functions.find(&computation);
  if (found == plan_.scalars.functions.end()) return nullptr;
  const CompiledFunction& compiled = found->second;
  return depth_ + compiled.depth <= options_.limits.max_depth ? compiled.function.get() : nullptr;
}

// ---- steps ----

Status Interpreter::RunSteps(const ComputationPlan& plan, Frame& frame) {
  for (const PlanStep& step : plan.steps) {
    Status done = RunStep(step, frame);
    if (done.ok()) continue;
    NoteFailure(*step.instruction);
    return done;
  }
  return {};
}

Status Interpreter::RunStep(const PlanStep& step, Frame& frame) {
  HLO_RETURN_IF_ERROR(CountSteps(step.counts));
  if (step.group != nullptr) {
    HLO_RETURN_IF_ERROR(RunGroup(step, frame, *this, options_.cancel, &failed_));
    HLO_RETURN_IF_ERROR(CheckCancelled());
    EndStep(step, frame);
    return {};
  }
  if (step.evaluate != nullptr) {
    HLO_TRY(frame[static_cast<size_t>(step.slot)],
            WithContext(step, frame, [&](EvalContext& context) { return step.evaluate(context); }));
  }
  EndStep(step, frame);
  return {};
}

void Interpreter::EndStep(const PlanStep& step, Frame& frame) {
  if (observer_ != nullptr) {
    if (!plan_.fused) Show(*step.instruction, frame[static_cast<size_t>(step.slot)]);
    for (const Observation& shown : step.observed) {
      Show(*shown.instruction, frame[static_cast<size_t>(shown.slot)]);
    }
  }
  for (int32_t slot : step.frees) frame[static_cast<size_t>(slot)] = Literal();
}

void Interpreter::Show(const Instruction& instruction, const Literal& value) {
  observer_->InstructionDone(instruction, value, depth_ - 1);
}

bool Interpreter::TakeSteps(int64_t steps) {
  if (cancelled() || steps > options_.limits.max_steps - run_.steps) return false;
  run_.steps += steps;
  return true;
}

Status Interpreter::Stopped() const {
  if (run_.steps > options_.limits.max_steps) {
    if (loop_ != nullptr) {
      return Fail("R01", "step limit of {} instructions reached in loop '{}' after {} iteration{}",
                  {options_.limits.max_steps, loop_->name, iteration_, iteration_ == 1 ? "" : "s"});
    }
    return Fail("R01", "step limit of {} instructions reached", {options_.limits.max_steps});
  }
  return Cancelled();
}

Status Interpreter::Cancelled() const {
  return Fail("R04", "the run was cancelled after {} instructions", {run_.steps});
}

// ---- loops ----

Status Interpreter::LoopIteration(const Instruction& loop, int64_t iteration) {
  loop_ = &loop;
  iteration_ = iteration;
  if (observer_ != nullptr) observer_->LoopIteration(loop, iteration);
  // A loop may have an empty body: every iteration counts as a step, so that the step limit ends
  // it.
  return CountSteps(1);
}

const ScalarProgram* Interpreter::FindScalarProgram(const Instruction& loop) const {
  const auto found = plan_.scalars.loops.find(&loop);
  if (found == plan_.scalars.loops.end()) return nullptr;
  return depth_ + found->second->depth() > options_.limits.max_depth ? nullptr
                                                                     : found->second.get();
}

const LoopPlan* Interpreter::FindLoopPlan(const Instruction& loop) const {
  const auto found = plan_.loops.find(&loop);
  return found == plan_.loops.end() || depth_ >= options_.limits.max_depth ? nullptr
                                                                           : &found->second;
}

std::optional<Result<Literal>> Interpreter::RunLoop(const Instruction& loop, Literal& state) {
  if (const ScalarProgram* program = FindScalarProgram(loop)) {
    Result<ScalarLoopRun> scalars = ScalarLoopRun::Start(loop, *program, state, budget());
    if (!scalars.ok()) return scalars.TakeError();
    return AdvanceScalars(loop, scalars.value(), false);
  }
  const LoopPlan* plan = FindLoopPlan(loop);
  if (plan == nullptr) return std::nullopt;
  ++depth_;
  Result<Literal> result = RunIterations(loop, *plan, std::move(state.mutable_elements()));
  --depth_;
  return result;
}

std::optional<Result<Literal>> Interpreter::AdvanceScalars(const Instruction& loop,
                                                           ScalarLoopRun& scalars,
                                                           bool may_suspend) {
  ScalarMeter meter;
  meter.left = options_.limits.max_steps - run_.steps;
  meter.cancel = options_.cancel;
  if (may_suspend) {
    meter.suspend = [&](int64_t steps) {
      run_.slicing->Spend(steps * kWorkPerScalarStep);
      return run_.slicing->is_over();
    };
  }
  scalars.Advance(meter);
  run_.steps = options_.limits.max_steps - meter.left;
  if (meter.loop != nullptr) {
    loop_ = meter.loop;
    iteration_ = meter.iteration;
  }
  if (meter.stop == ScalarMeter::Stop::kSuspended) return std::nullopt;
  if (observer_ != nullptr) observer_->LoopCompiled(loop, scalars.iterations());
  if (meter.stop == ScalarMeter::Stop::kDone) {
    scalars.ReadState();
    return scalars.TakeState();
  }
  if (meter.stop == ScalarMeter::Stop::kCancelled) return CheckCancelled().TakeError();
  run_.steps = options_.limits.max_steps;
  if (meter.at != nullptr) NoteFailure(*meter.at);
  return CountSteps(1).TakeError();
}

void Interpreter::ShowState(const InstructionSet& observed, const std::vector<Literal>& elements) {
  if (observer_ == nullptr) return;
  for (const Instruction* instruction : observed) {
    Show(*instruction, Literal::Tuple(elements).WithShape(*instruction->shape));
  }
}

Result<Literal> Interpreter::RunIterations(const Instruction& loop, const LoopPlan& plan,
                                           std::vector<Literal> elements) {
  LoopRun run(loop, plan, std::move(elements));
  Frame frame;
  HLO_RETURN_IF_ERROR(run.Begin(*this, frame));
  for (;;) {
    HLO_RETURN_IF_ERROR(RunSteps(run.part(), frame));
    HLO_TRY(const bool goes_on, run.Next(*this, frame));
    if (!goes_on) return run.TakeResult();
  }
}

// ---- slices ----

Status Interpreter::RunStepInSlice(const PlanStep& step, Frame& frame) {
  int64_t work = Slicing::kWorkPerStep * step.counts;
  if (step.group != nullptr) work += step.group->lanes;
  for (const int32_t slot : step.operand_slots) {
    work += frame[static_cast<size_t>(slot)].byte_size();
  }
  HLO_RETURN_IF_ERROR(RunStep(step, frame));
  if (step.slot >= 0) work += frame[static_cast<size_t>(step.slot)].byte_size();
  run_.slicing->Spend(work);
  return {};
}

}  // namespace hlo

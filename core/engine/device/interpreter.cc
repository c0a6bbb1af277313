// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/interpreter.h"

#include "core/base/result.h"
#include "core/engine/plan/fused_group.h"
#include "core/engine/scalar/scalar_plan.h"
#include "core/ops/dynamic_shape.h"

namespace hlo {

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

Status Interpreter::CountSteps(int64_t count) {
  run_.steps += count;
  if (run_.steps > options_.limits.max_steps) {
    if (loop_ != nullptr) {
      return Fail("R01", "step limit of {} instructions reached in loop '{}' after {} iteration{}",
                  {options_.limits.max_steps, loop_->name, iteration_, iteration_ == 1 ? "" : "s"});
    }
    return Fail("R01", "step limit of {} instructions reached", {options_.limits.max_steps});
  }
  return CheckCancelled();
}

bool Interpreter::cancelled() const {
  return options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed);
}

Status Interpreter::CheckCancelled() const {
  if (cancelled()) return Fail("R04", "the run was cancelled after {} instructions", {run_.steps});
  return {};
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

std::optional<Result<Literal>> Interpreter::RunLoop(const Instruction& loop, Literal& state) {
  const auto scalar = plan_.scalars.loops.find(&loop);
  if (scalar != plan_.scalars.loops.end()) {
    if (depth_ + scalar->second->depth() > options_.limits.max_depth) return std::nullopt;
    return RunScalars(loop, *scalar->second, state);
  }
  const auto planned = plan_.loops.find(&loop);
  if (planned == plan_.loops.end() || depth_ >= options_.limits.max_depth) return std::nullopt;
  std::vector<Literal> elements = std::move(state.mutable_elements());
  ++depth_;
  Status done = RunIterations(loop, planned->second, elements);
  --depth_;
  if (!done.ok()) return done.TakeError();
  return Literal::Tuple(std::move(elements)).WithShape(*loop.shape);
}

Result<Literal> Interpreter::RunScalars(const Instruction& loop, const ScalarProgram& program,
                                        const Literal& state) {
  ScalarMeter meter;
  meter.left = options_.limits.max_steps - run_.steps;
  meter.cancel = options_.cancel;
  Result<Literal> result = RunScalarLoop(loop, program, state, budget(), meter);
  run_.steps = options_.limits.max_steps - meter.left;
  if (observer_ != nullptr) observer_->LoopCompiled(loop, meter.iterations);
  if (meter.loop != nullptr) {
    loop_ = meter.loop;
    iteration_ = meter.iteration;
  }
  if (!result.ok() || meter.stop == ScalarMeter::Stop::kDone) return result;
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

// Iterations of a loop whose state is these elements.
Status Interpreter::RunIterations(const Instruction& loop, const LoopPlan& plan,
                                  std::vector<Literal>& elements) {
  Frame condition(static_cast<size_t>(plan.condition.slot_count));
  Frame body(static_cast<size_t>(plan.body.slot_count));
  for (int64_t iteration = 0;; ++iteration) {
    ShowState(plan.observed_tested, elements);
    for (size_t k = 0; k < elements.size(); ++k) {
      const int32_t slot = plan.condition.parameter_slots[k];
      if (slot >= 0) condition[static_cast<size_t>(slot)] = elements[k];
    }
    HLO_RETURN_IF_ERROR(RunSteps(plan.condition, condition));
    if (*condition[static_cast<size_t>(plan.condition.root_slot)].bytes() == 0) return {};
    HLO_RETURN_IF_ERROR(LoopIteration(loop, iteration));
    ShowState(plan.observed_before, elements);
    for (size_t k = 0; k < elements.size(); ++k) {
      const int32_t slot = plan.body.parameter_slots[k];
      if (slot >= 0) body[static_cast<size_t>(slot)] = std::move(elements[k]);
    }
    HLO_RETURN_IF_ERROR(RunSteps(plan.body, body));
    for (size_t k = 0; k < elements.size(); ++k) {
      Literal& next = body[static_cast<size_t>(plan.next_slots[k])];
      if (plan.takes_next[k] != 0) {
        elements[k] = std::move(next);
      } else {
        elements[k] = next;
      }
    }
    ShowState(plan.observed_after, elements);
  }
}

}  // namespace hlo

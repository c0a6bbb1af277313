// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/fiber.h"

#include <algorithm>

#include "core/base/result.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// Limits the memory of loops that start transfers without completing them.
constexpr size_t kMaxPendingTransfers = size_t{1} << 17;

}  // namespace

Status Fiber::Call(const Computation& computation, std::vector<Literal> arguments) {
  interpreter_.set_depth(depth());
  HLO_RETURN_IF_ERROR(interpreter_.CheckCall(computation, arguments));
  const ComputationPlan& plan = interpreter_.plan().Of(computation);
  Activation activation;
  activation.plan = &plan;
  activation.frame = interpreter_.TakeFrame(plan, std::move(arguments));
  stack_.push_back(std::move(activation));
  interpreter_.set_depth(depth());
  return {};
}

Result<Fiber::Stop> Fiber::Run(int64_t steps) {
  Result<Stop> stop = RunSteps(steps);
  if (stop.ok() || stack_.empty() || top().next == top().plan->steps.size()) return stop;
  const Instruction* blamed = device_.rendezvous.blamed();
  interpreter_.NoteFailure(blamed != nullptr ? *blamed : InstructionAt(top()));
  return stop;
}

Result<Fiber::Stop> Fiber::RunSteps(int64_t steps) {
  interpreter_.set_depth(depth());
  if (waits_for_ != nullptr) {
    if (!waits_for_->ready) return Stop::kWaits;
    HLO_RETURN_IF_ERROR(Wait(top().plan->steps[top().next], std::move(waits_for_)));
  }
  while (!stack_.empty()) {
    if (IsSuspended()) return Stop::kPaused;
    Activation& activation = top();
    if (activation.scalars != nullptr) {
      HLO_RETURN_IF_ERROR(AdvanceScalars());
      continue;
    }
    if (activation.next == activation.plan->steps.size()) {
      HLO_RETURN_IF_ERROR(activation.loop != nullptr ? ReturnInLoop() : Return());
      continue;
    }
    const PlanStep& step = activation.plan->steps[activation.next];
    if (!step.communicates && !IsInSlices(step)) {
      HLO_RETURN_IF_ERROR(interpreter_.slicing() != nullptr
                              ? interpreter_.RunStepInSlice(step, activation.frame)
                              : interpreter_.RunStep(step, activation.frame));
      ++activation.next;
      continue;
    }
    if (step.communicates && steps-- == 0) return Stop::kPaused;
    HLO_RETURN_IF_ERROR(Begin(step));
    if (waits_for_ != nullptr) return Stop::kWaits;
    if (forked_ != nullptr) return Stop::kForked;
  }
  return Stop::kEnded;
}

Status Fiber::Return() {
  Literal value = interpreter_.GiveFrame(*top().plan, std::move(top().frame));
  stack_.pop_back();
  interpreter_.set_depth(depth());
  if (stack_.empty()) {
    result_->value = std::move(value);
    result_->ready = true;
    return {};
  }
  top().control.value = std::move(value);
  ++top().control.calls;
  return GoOn(top().plan->steps[top().next]);
}

Status Fiber::Begin(const PlanStep& step) {
  HLO_RETURN_IF_ERROR(interpreter_.CountSteps(step.counts));
  const Instruction& instruction = *step.instruction;
  const OpDef& op = *instruction.op;
  if (op.next_call != nullptr) {
    top().control = ControlState();
    top().shown_in = -1;
    if (op.communication == Communication::kStart) return Fork(step);
    HLO_TRY(const bool begun, BeginLoop(step));
    return begun ? Status() : GoOn(step);
  }
  switch (op.communication) {
    case Communication::kRendezvous: {
      HLO_TRY(PromisePtr promise, device_.rendezvous.Join(instruction, interpreter_.device(),
                                                          origin_, OperandsOf(step), interpreter_));
      return Wait(step, std::move(promise));
    }
    case Communication::kDone: {
      HLO_TRY(PromisePtr promise, Take(step));
      return Wait(step, std::move(promise));
    }
    case Communication::kInfeed: {
      HLO_TRY(PromisePtr promise, TakeInfeed(instruction));
      return Wait(step, std::move(promise));
    }
    case Communication::kOutfeed: {
      Literal data = OperandsOf(step)[0];
      device_.rendezvous.Watch(instruction, {interpreter_.device()}, data);
      HLO_RETURN_IF_ERROR(device_.host.Give(instruction, interpreter_.device(), std::move(data)));
      return End(step, Literal::Token());
    }
    default:
      return Start(step);
  }
}

// ---- waiting ----

Status Fiber::Wait(const PlanStep& step, PromisePtr promise) {
  if (!promise->ready) {
    waits_for_ = std::move(promise);
    return {};
  }
  const Shape& shape = *step.instruction->shape;
  if (!promise->zeros) return End(step, Relabeled(std::move(promise->value), shape));
  HLO_TRY(Literal zeros, Literal::Zeros(shape, interpreter_.budget()));
  return End(step, std::move(zeros));
}

Status Fiber::End(const PlanStep& step, Literal value) {
  top().frame[static_cast<size_t>(step.slot)] = std::move(value);
  interpreter_.EndStep(step, top().frame);
  ++top().next;
  return {};
}

std::vector<Literal> Fiber::OperandsOf(const PlanStep& step) const {
  std::vector<Literal> operands;
  for (const int32_t slot : step.operand_slots) {
    operands.push_back(stack_.back().frame[static_cast<size_t>(slot)]);
  }
  return operands;
}

// ---- calls ----

Status Fiber::NextCall(const PlanStep& step) {
  ControlState& control = top().control;
  HLO_RETURN_IF_ERROR(interpreter_.WithContext(step, top().frame, [&](EvalContext& context) {
    return step.instruction->op->next_call(context, control);
  }));
  CallProgress& progress = device_.progress[step.instruction];
  progress.over = control.computation == nullptr;
  progress.calls = control.calls;
  if (!progress.over) progress.computation = control.computation;
  return {};
}

Status Fiber::GoOn(const PlanStep& step) {
  ControlState& control = top().control;
  for (;; ++control.calls) {
    HLO_RETURN_IF_ERROR(NextCall(step));
    if (control.computation == nullptr) return End(step, std::move(control.value));
    if (interpreter_.slicing() != nullptr) {
      OfferState(step);
      break;
    }
    if (interpreter_.plan().Of(*control.computation).communicates) break;
    HLO_TRY(control.value, interpreter_.Call(*control.computation, std::move(control.arguments)));
  }
  // The call may reallocate the stack and move `control`.
  std::vector<Literal> arguments = std::move(control.arguments);
  return Call(*control.computation, std::move(arguments));
}

// ---- slices ----

bool Fiber::IsSuspended() const {
  return interpreter_.slicing() != nullptr && interpreter_.slicing()->is_over();
}

bool Fiber::IsInSlices(const PlanStep& step) const {
  return interpreter_.slicing() != nullptr && step.evaluate == &EvaluateControl &&
         step.instruction->op->communication == Communication::kNone;
}

void Fiber::OfferState(const PlanStep& step) {
  const Instruction& loop = *step.instruction;
  const ControlState& control = top().control;
  if (!loop.Is(Opcode::kWhile) || control.calls % 2 == 0) return;  // before the condition
  interpreter_.slicing()->Spend(Slicing::kWorkPerStep);
  interpreter_.OfferState(loop, control.calls / 2, top().shown_in,
                          [&] { return control.arguments[0]; });
}

Result<bool> Fiber::BeginLoop(const PlanStep& step) {
  const Instruction& loop = *step.instruction;
  if (interpreter_.slicing() == nullptr || !loop.Is(Opcode::kWhile)) return false;
  const auto take_state = [&] {
    return interpreter_.WithContext(step, top().frame,
                                    [](EvalContext& context) { return context.TakeOperand(0); });
  };
  if (const ScalarProgram* program = interpreter_.FindScalarProgram(loop)) {
    HLO_TRY(ScalarLoopRun scalars,
            ScalarLoopRun::Start(loop, *program, take_state(), interpreter_.budget()));
    top().scalars = std::make_unique<ScalarLoopRun>(std::move(scalars));
    return true;
  }
  const LoopPlan* plan = interpreter_.FindLoopPlan(loop);
  if (plan == nullptr) return false;
  Literal state = take_state();
  Activation activation;
  activation.loop = std::make_unique<LoopRun>(loop, *plan, std::move(state.mutable_elements()));
  activation.plan = &activation.loop->part();
  stack_.push_back(std::move(activation));
  interpreter_.set_depth(depth());
  HLO_RETURN_IF_ERROR(top().loop->Begin(interpreter_, top().frame));
  return true;
}

Status Fiber::ReturnInLoop() {
  Activation& activation = top();
  interpreter_.slicing()->Spend(Slicing::kWorkPerStep);
  Result<bool> goes_on = activation.loop->Next(interpreter_, activation.frame);
  if (!goes_on.ok()) {
    interpreter_.NoteFailure(activation.loop->loop());
    return goes_on.TakeError();
  }
  if (goes_on.value()) {
    activation.plan = &activation.loop->part();
    activation.next = 0;
    return {};
  }
  Literal result = activation.loop->TakeResult();
  stack_.pop_back();
  interpreter_.set_depth(depth());
  return End(top().plan->steps[top().next], std::move(result));
}

Status Fiber::AdvanceScalars() {
  const PlanStep& step = top().plan->steps[top().next];
  std::optional<Result<Literal>> result =
      interpreter_.AdvanceScalars(*step.instruction, *top().scalars, true);
  if (!result) {
    OfferScalars();
    return {};
  }
  top().scalars = nullptr;
  HLO_TRY(Literal value, std::move(*result));
  return End(step, std::move(value));
}

void Fiber::OfferScalars() {
  Activation& activation = top();
  ScalarLoopRun& scalars = *activation.scalars;
  if (!scalars.is_between_iterations()) return;
  interpreter_.OfferState(InstructionAt(activation), scalars.iterations(), activation.shown_in,
                          [&] { return scalars.ReadState(); });
}

const Instruction* Fiber::LoopAt(const Activation& activation) {
  if (activation.next == activation.plan->steps.size()) return nullptr;
  const Instruction& instruction = InstructionAt(activation);
  return instruction.Is(Opcode::kWhile) ? &instruction : nullptr;
}

const Instruction* Fiber::OutermostLoop() const {
  for (const Activation& activation : stack_) {
    if (const Instruction* loop = LoopAt(activation)) return loop;
  }
  return nullptr;
}

void Fiber::Cancel() {
  for (auto at = stack_.rbegin(); at != stack_.rend(); ++at) {
    if (at->next < at->plan->steps.size()) interpreter_.NoteFailure(InstructionAt(*at));
  }
  Observer* const observer = interpreter_.observer();
  for (const Activation& activation : stack_) {
    const Instruction* loop = LoopAt(activation);
    if (loop == nullptr || observer == nullptr) continue;
    if (activation.scalars != nullptr) {
      observer->LoopCompiled(*loop, activation.scalars->iterations());
    }
    observer->LoopCancelled(*loop);
  }
}

// Until its done, the value of the start has zeros in place of the result.
Status Fiber::Fork(const PlanStep& step) {
  HLO_RETURN_IF_ERROR(NextCall(step));
  ControlState& control = top().control;
  auto promise = std::make_shared<Promise>();
  promise->of = Promise::Of::kFiber;
  std::vector<int64_t> origin = origin_;
  origin.push_back(step.instruction->Number());
  forked_ = std::make_unique<Fiber>(device_, depth(), std::move(origin), promise);
  const Computation& computation = *control.computation;
  HLO_RETURN_IF_ERROR(forked_->Call(computation, std::move(control.arguments)));
  interpreter_.set_depth(depth());
  top().started.emplace_back(step.instruction, std::move(promise));
  HLO_TRY(control.value, Literal::Zeros(*computation.root->shape, interpreter_.budget()));
  ++control.calls;
  HLO_RETURN_IF_ERROR(NextCall(step));
  return End(step, std::move(control.value));
}

// ---- starts and dones ----

// The op implementation decides the value of a start before its done.
Status Fiber::Start(const PlanStep& step) {
  const Instruction& instruction = *step.instruction;
  std::vector<Literal> operands = OperandsOf(step);
  Literal bundle;
  if (step.evaluate != nullptr) {
    HLO_TRY(bundle, interpreter_.WithContext(step, top().frame, [&](EvalContext& context) {
      return step.evaluate(context);
    }));
  } else {
    HLO_TRY(bundle, Literal::Zeros(*instruction.shape, interpreter_.budget()));
  }
  if (instruction.op->communication == Communication::kStart) {
    HLO_TRY(PromisePtr promise, device_.rendezvous.Join(instruction, interpreter_.device(), origin_,
                                                        std::move(operands), interpreter_));
    top().started.emplace_back(&instruction, std::move(promise));
    return End(step, std::move(bundle));
  }
  if (device_.tickets.size() == kMaxPendingTransfers) {
    return Fail("R02", "`{}`: more than {} transfers of device {} are pending",
                {instruction.op->name, kMaxPendingTransfers, interpreter_.device()});
  }
  HLO_TRY(PromisePtr promise, Transfer(instruction, operands));
  const uint32_t ticket = ++device_.last_ticket;
  device_.tickets[ticket] = {&instruction, std::move(promise)};
  Literal& context = bundle.mutable_elements()[1];
  context = Literal::Scalar<uint32_t>(ElementType::kU32, ticket).WithShape(context.shape());
  return End(step, std::move(bundle));
}

Result<PromisePtr> Fiber::Transfer(const Instruction& instruction,
                                   const std::vector<Literal>& operands) {
  const bool sends = instruction.op->communication == Communication::kSend;
  const int64_t device = interpreter_.device();
  if (!instruction.attributes.Bool(Attr::is_host_transfer)) {
    return sends ? device_.rendezvous.Send(instruction, device, origin_, operands[0], Iteration())
                 : device_.rendezvous.Receive(instruction, device, origin_, Iteration());
  }
  if (sends) {
    device_.rendezvous.Watch(instruction, {device}, operands[0]);
    HLO_RETURN_IF_ERROR(device_.host.Give(instruction, device, operands[0]));
    return Ready(Promise::Of::kSend, Literal::Token());
  }
  const int64_t channel = instruction.attributes.Int(Attr::channel_id);
  return FromHost(instruction, device_.host.NextReceive(channel, device),
                  Promise::Of::kHostReceive);
}

int64_t Fiber::Iteration() const {
  for (size_t i = stack_.size() - 1; i-- > 0;) {
    if (InstructionAt(stack_[i]).Is(Opcode::kWhile)) return stack_[i].control.calls / 2;
  }
  return Rendezvous::kNoLoop;
}

Result<PromisePtr> Fiber::TakeInfeed(const Instruction& instruction) {
  const Shape& data = instruction.shape->elements[0];
  if (data.IsTuple() && data.elements.empty()) {  // takes nothing from the queue
    return Ready(Promise::Of::kInfeed, Literal::Tuple({Literal(), Literal::Token()}));
  }
  return FromHost(instruction, device_.host.NextInfeed(interpreter_.device()),
                  Promise::Of::kInfeed);
}

// Never kept if the queue is empty: nothing fills it while the devices run.
Result<PromisePtr> Fiber::FromHost(const Instruction& instruction, const Literal* data,
                                   Promise::Of of) {
  PromisePtr promise = Ready(of, {});
  if (data == nullptr) {
    promise->ready = false;
    promise->channel = instruction.attributes.Int(Attr::channel_id);
    return promise;
  }
  const Shape& expected = instruction.shape->elements[0];
  if (!Compatible(data->shape(), expected)) {
    return Fail("R08", "`{}`: the next value in the queue of device {} must be {}, got {}",
                {instruction.op->name, interpreter_.device(), ShapeText(expected, false),
                 ShapeText(data->shape(), false)});
  }
  if (!HasSizesOf(*data, expected)) {
    return Fail("R08",
                "`{}`: the next value in the queue of device {} must fill {}, got smaller dynamic "
                "sizes",
                {instruction.op->name, interpreter_.device(), ShapeText(expected, false)});
  }
  device_.rendezvous.Watch(instruction, {interpreter_.device()}, *data);
  promise->value = Literal::Tuple({*data, Literal::Token()});
  return promise;
}

// The context of a transfer may have passed through tuples, loops, and arguments of the program.
Status Fiber::CheckTransfer(const Instruction& start, const Instruction& done) {
  const bool receives = start.Is(Opcode::kRecv);
  const auto same = [&](Attr attr) {
    return start.attributes.Int(attr) == done.attributes.Int(attr);
  };
  if (done.Is(receives ? Opcode::kRecvDone : Opcode::kSendDone) && same(Attr::channel_id) &&
      start.attributes.Bool(Attr::is_host_transfer) ==
          done.attributes.Bool(Attr::is_host_transfer) &&
      (!receives || Compatible(start.shape->elements[0], done.shape->elements[0]))) {
    return {};
  }
  return Fail("R08", "`{}`: '{}' cannot complete the `{}` '{}' of another kind, channel, or shape",
              {done.op->name, done.name, start.op->name, start.name});
}

Result<PromisePtr> Fiber::Take(const PlanStep& step) {
  const Instruction& done = *step.instruction;
  auto& started = top().started;
  const auto found = std::find_if(started.begin(), started.end(),
                                  [&](const auto& entry) { return entry.first == &StartOf(done); });
  if (found != started.end()) {
    PromisePtr promise = std::move(found->second);
    started.erase(found);
    return promise;
  }
  const Literal& bundle = top().frame[static_cast<size_t>(step.operand_slots[0])];
  if (bundle.elements().size() > 1 && bundle.elements()[1].shape().IsScalarOf(ElementType::kU32)) {
    const auto ticket = device_.tickets.find(bundle.elements()[1].data<uint32_t>()[0]);
    if (ticket != device_.tickets.end()) {
      HLO_RETURN_IF_ERROR(CheckTransfer(*ticket->second.start, done));
      PromisePtr promise = std::move(ticket->second.promise);
      device_.tickets.erase(ticket);
      return promise;
    }
  }
  return Fail("R08", "`{}`: there is no pending operation for '{}' to complete",
              {done.op->name, done.name});
}

}  // namespace hlo

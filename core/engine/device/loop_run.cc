// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/loop_run.h"

#include <utility>

#include "core/base/result.h"

namespace hlo {

Status LoopRun::Begin(Interpreter& interpreter, Interpreter::Frame& frame) {
  HLO_RETURN_IF_ERROR(FillConstants(interpreter, plan_.condition, frame));
  HLO_RETURN_IF_ERROR(FillConstants(interpreter, plan_.body, other_));
  FillCondition(interpreter, frame);
  return {};
}

Status LoopRun::FillConstants(Interpreter& interpreter, const ComputationPlan& part,
                              Interpreter::Frame& frame) {
  frame.resize(static_cast<size_t>(part.slot_count));
  for (const PlanStep& step : part.once) {
    HLO_TRY(frame[static_cast<size_t>(step.slot)],
            interpreter.WithContext(step, frame,
                                    [&](EvalContext& context) { return step.evaluate(context); }));
  }
  return {};
}

void LoopRun::FillCondition(Interpreter& interpreter, Interpreter::Frame& frame) {
  interpreter.ShowState(plan_.observed_tested, elements_);
  for (size_t k = 0; k < elements_.size(); ++k) {
    const int32_t slot = plan_.condition.parameter_slots[k];
    if (slot >= 0) frame[static_cast<size_t>(slot)] = elements_[k];
  }
}

void LoopRun::TakeNextState(Interpreter& interpreter, Interpreter::Frame& body) {
  for (size_t k = 0; k < elements_.size(); ++k) {
    Literal& next = body[static_cast<size_t>(plan_.next_slots[k])];
    if (plan_.takes_next[k] != 0) {
      elements_[k] = std::move(next);
    } else {
      elements_[k] = next;
    }
  }
  interpreter.ShowState(plan_.observed_after, elements_);
}

Result<bool> LoopRun::Next(Interpreter& interpreter, Interpreter::Frame& frame) {
  if (in_body_) {
    TakeNextState(interpreter, frame);
    in_body_ = false;
    ++iteration_;
    std::swap(frame, other_);
    FillCondition(interpreter, frame);
    return true;
  }
  if (*frame[static_cast<size_t>(plan_.condition.root_slot)].bytes() == 0) return false;
  HLO_RETURN_IF_ERROR(interpreter.LoopIteration(loop_, iteration_));
  interpreter.ShowState(plan_.observed_before, elements_);
  interpreter.OfferState(loop_, iteration_, shown_in_,
                         [&] { return Literal::Tuple(elements_).WithShape(*loop_.shape); });
  in_body_ = true;
  std::swap(frame, other_);
  for (size_t k = 0; k < elements_.size(); ++k) {
    const int32_t slot = plan_.body.parameter_slots[k];
    if (slot >= 0) frame[static_cast<size_t>(slot)] = std::move(elements_[k]);
  }
  return true;
}

Literal LoopRun::TakeResult() {
  return Literal::Tuple(std::move(elements_)).WithShape(*loop_.shape);
}

}  // namespace hlo

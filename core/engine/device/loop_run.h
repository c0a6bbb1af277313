// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_LOOP_RUN_H_
#define HLO_CORE_ENGINE_DEVICE_LOOP_RUN_H_

#include <cstdint>
#include <vector>

#include "core/engine/device/interpreter.h"
#include "core/engine/plan/plan.h"

namespace hlo {

// The iterations of a loop whose state elements have slots of their own. The caller runs the steps
// of part() on a frame between two calls.
class LoopRun {
 public:
  LoopRun(const Instruction& loop, const LoopPlan& plan, std::vector<Literal> elements)
      : loop_(loop), plan_(plan), elements_(std::move(elements)) {}

  const Instruction& loop() const { return loop_; }
  // The condition or the body.
  const ComputationPlan& part() const { return in_body_ ? plan_.body : plan_.condition; }

  // Fills the frame of the first part.
  Status Begin(Interpreter& interpreter, Interpreter::Frame& frame);
  // Takes the values of a part from its frame, and fills that of the next part. False when the loop
  // has ended. Errors R01, R04.
  Result<bool> Next(Interpreter& interpreter, Interpreter::Frame& frame);
  // The value of the loop, after its end.
  Literal TakeResult();

 private:
  static Status FillConstants(Interpreter& interpreter, const ComputationPlan& part,
                              Interpreter::Frame& frame);
  void FillCondition(Interpreter& interpreter, Interpreter::Frame& frame);
  void TakeNextState(Interpreter& interpreter, Interpreter::Frame& body);

  const Instruction& loop_;
  const LoopPlan& plan_;
  std::vector<Literal> elements_;
  Interpreter::Frame other_;  // of the part that does not run
  bool in_body_ = false;
  int64_t iteration_ = 0;
  int64_t shown_in_ = -1;  // slice of the last state that was shown
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_LOOP_RUN_H_

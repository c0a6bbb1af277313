// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_CONTROL_CONTROL_H_
#define HLO_CORE_OPS_CONTROL_CONTROL_H_

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/evaluate.h"
#include "hlo/literal.h"

// Ops that run computations as a whole: `call`, `fusion`, `while`, `conditional`, `async-start`.
// Each is a series of calls, and its implementation says which one is next. The caller makes the
// calls: EvaluateControl one inside the other; the engine, where a computation waits for other
// devices, so that it can stop in the middle and go on later (core/engine/device/fiber.h).
namespace hlo {

// Where such a series stands.
struct ControlState {
  int64_t calls = 0;  // that have returned
  // The next call; without a computation the series is over, and `value` is that of the op.
  const Computation* computation = nullptr;
  std::vector<Literal> arguments;
  Literal value;  // what the last call returned
  Literal kept;   // what the implementation keeps from call to call
};

// A NextCallFn looks at the operands before the first call alone; they may be gone later.

// Makes the calls of an op by Runtime::Call.
Result<Literal> EvaluateControl(EvalContext& context);

// Ends a series with the value of its last call, under the shape of the op.
Status EndWithValue(EvalContext& context, ControlState& state);

}  // namespace hlo

#endif  // HLO_CORE_OPS_CONTROL_CONTROL_H_

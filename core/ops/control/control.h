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
// Each is a series of calls; its implementation determines the next one, and the caller makes it.
// EvaluateControl makes nested calls. The engine uses fibers where a computation may wait for other
// devices, so that it can suspend and resume (core/engine/device/fiber.h).
namespace hlo {

// The state of a series of calls.
struct ControlState {
  int64_t calls = 0;  // number of calls that have returned
  // The next call. If `computation` is null, the series is over and `value` is the value of the op.
  const Computation* computation = nullptr;
  std::vector<Literal> arguments;
  Literal value;  // what the last call returned
  Literal kept;   // state of the implementation between calls
};

// A NextCallFn may read the operands only before the first call.

// Makes the calls of an op through Runtime::Call.
Result<Literal> EvaluateControl(EvalContext& context);

// Ends a series with the value of its last call and the shape of the op.
Status EndWithValue(EvalContext& context, ControlState& state);

}  // namespace hlo

#endif  // HLO_CORE_OPS_CONTROL_CONTROL_H_

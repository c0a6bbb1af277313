// SPDX-License-Identifier: Apache-2.0
#include "core/ops/control/control.h"

#include <utility>

#include "core/base/result.h"
#include "core/ops/rules.h"

namespace hlo {

Result<Literal> EvaluateControl(EvalContext& context) {
  const NextCallFn next_call = context.instruction().op->next_call;
  ControlState state;
  for (;; ++state.calls) {
    HLO_RETURN_IF_ERROR(next_call(context, state));
    if (state.computation == nullptr) return std::move(state.value);
    HLO_TRY(state.value, context.Call(*state.computation, std::move(state.arguments)));
  }
}

Status EndWithValue(EvalContext& context, ControlState& state) {
  state.computation = nullptr;
  state.value = Relabeled(std::move(state.value), context.shape());
  return {};
}

}  // namespace hlo

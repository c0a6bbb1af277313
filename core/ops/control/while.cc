// SPDX-License-Identifier: Apache-2.0
// `while`, ops reference 14.5.
#include <optional>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ops/called_computation.h"
#include "core/ops/control/control.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// One parameter of the shape of the loop state.
Status CheckTakesState(const CallSite& site, const Computation& computation, const Shape& state) {
  HLO_RETURN_IF_ERROR(CheckParameterCount(site, computation, 1));
  const Shape& parameter = *computation.parameters[0]->shape;
  if (!Compatible(parameter, state)) {
    return Fail(site.code, "`while`: {} must take the loop state {}, got {}",
                {site.role, ShapeText(state, false), ShapeText(parameter, false)})
        .AtAttribute(Info(site.attr).name);
  }
  return {};
}

}  // namespace

Result<Shape> InferWhile(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  const Shape& state = context.operand(0);
  const CallSite condition_site{context, "while.C1", Attr::condition, "`condition`"};
  HLO_TRY(const Computation* condition, CalledComputation(condition_site));
  HLO_RETURN_IF_ERROR(CheckTakesState(condition_site, *condition, state));
  HLO_RETURN_IF_ERROR(CheckRoot(condition_site, *condition, Shape::Scalar(ElementType::kPred)));

  const CallSite body_site{context, "while.C2", Attr::body, "`body`"};
  HLO_TRY(const Computation* body, CalledComputation(body_site));
  HLO_RETURN_IF_ERROR(CheckTakesState(body_site, *body, state));
  if (body->root != nullptr && !Compatible(*body->root->shape, state)) {
    return Fail("while.C2", "`while`: `body` must return the loop state {}, got {}",
                {ShapeText(state, false), ShapeText(*body->root->shape, false)})
        .AtAttribute("body");
  }
  if (context.declared != nullptr && !Compatible(*context.declared, state)) {
    return Fail("while.C3", "`while`: the result must match the loop state {}, got {}",
                {ShapeText(state, false), ShapeText(*context.declared, false)})
        .AtResultShape();
  }
  Shape result = state;
  if (body->root != nullptr) MergeDynamic(*body->root->shape, result);
  return result;
}

// Condition and body alternate. `kept` holds the state while the condition runs on a copy.
Status NextCallOfWhile(EvalContext& context, ControlState& state) {
  const Computation& condition = *context.attributes().Called(Attr::condition);
  const Computation& body = *context.attributes().Called(Attr::body);
  if (state.calls == 0) {
    HLO_RETURN_IF_ERROR(RequireGiven(context, condition));
    HLO_RETURN_IF_ERROR(RequireGiven(context, body));
    state.kept = context.TakeOperand(0);
    if (std::optional<Result<Literal>> done =
            context.runtime().RunLoop(context.instruction(), state.kept)) {
      HLO_TRY(state.value, std::move(*done));
      state.computation = nullptr;
      return {};
    }
  } else if (state.calls % 2 == 0) {
    state.kept = std::move(state.value);
  } else if (*state.value.bytes() == 0) {
    state.value = std::move(state.kept);
    return EndWithValue(context, state);
  } else {
    HLO_RETURN_IF_ERROR(context.runtime().LoopIteration(context.instruction(), state.calls / 2));
    state.computation = &body;
    state.arguments.resize(1);
    state.arguments[0] = std::move(state.kept);
    return {};
  }
  state.computation = &condition;
  state.arguments = {state.kept};
  return {};
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// `call` and `fusion`, ops reference 14.3 and 14.4.
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ops/called_computation.h"
#include "core/ops/control/control.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// Rules call.C1 to C3. For a fusion, they are all rule C1.
Result<Shape> InferCalled(const InferContext& context, Attr attr, std::string_view arguments_code,
                          std::string_view result_code, std::string_view recursion_code) {
  const std::string_view op = context.instruction.op->name;
  HLO_TRY(const Computation* callee,
          CalledComputation({context, recursion_code, attr, Info(attr).name}));
  const std::string role = Format("`{}`", {Info(attr).name});
  const CallSite site{context, arguments_code, attr, role};
  HLO_RETURN_IF_ERROR(CheckParameterCount(site, *callee, std::ssize(context.operands)));
  for (size_t i = 0; i < context.operands.size(); ++i) {
    const Shape& parameter = *callee->parameters[i]->shape;
    if (Compatible(context.operand(i), parameter)) continue;
    return Fail(arguments_code, "`{}`: operand {} must be {} like parameter {}, got {}",
                {op, i, ShapeText(parameter, false), i, ShapeText(context.operand(i), false)})
        .AtOperand(static_cast<int>(i));
  }
  if (callee->root == nullptr) {  // synthesized
    HLO_TRY(const Shape* declared, RequireDeclared(context));
    return *declared;
  }
  const Shape& returned = *callee->root->shape;
  if (context.declared != nullptr && !Compatible(*context.declared, returned)) {
    return Fail(result_code, "`{}`: the result must be {} like the root, got {}",
                {op, ShapeText(returned, false), ShapeText(*context.declared, false)})
        .AtResultShape();
  }
  return returned;
}

Status NextCallOf(EvalContext& context, Attr attr, ControlState& state) {
  if (state.calls > 0) return EndWithValue(context, state);
  state.computation = context.attributes().Called(attr);
  state.arguments = context.TakeOperands();
  return RequireGiven(context, *state.computation);
}

}  // namespace

Result<Shape> InferCall(const InferContext& context) {
  return InferCalled(context, Attr::to_apply, "call.C1", "call.C2", "call.C3");
}

Status NextCallOfCall(EvalContext& context, ControlState& state) {
  return NextCallOf(context, Attr::to_apply, state);
}

Result<Shape> InferFusion(const InferContext& context) {
  const int64_t kind = context.attributes().Enum(Attr::kind);
  const AttributeSpec* spec = context.instruction.op->FindAttribute(Attr::kind);
  if (kind < 0 || kind >= std::ssize(spec->words())) {
    return Fail("fusion.C2", "`fusion`: unknown fusion kind {}", {kind}).AtAttribute("kind");
  }
  return InferCalled(context, Attr::calls, "fusion.C1", "fusion.C1", "fusion.C1");
}

Status NextCallOfFusion(EvalContext& context, ControlState& state) {
  return NextCallOf(context, Attr::calls, state);
}

}  // namespace hlo

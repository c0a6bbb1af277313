// SPDX-License-Identifier: Apache-2.0
// `custom-call`, ops reference 15.9: a host function (core/ops/basic/host_functions.h), a check
// (core/ops/basic/check_calls.h), or a library function (core/ops/basic/library_calls.h). Buffers
// are row-major unless there are operand_layout_constraints; then operands have the layouts of the
// constraints, and the result that of its shape.
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/basic/check_calls.h"
#include "core/ops/basic/host_functions.h"
#include "core/ops/basic/library_calls.h"
#include "core/ops/physical_buffer.h"
#include "core/ops/rules.h"
#include "hlo/physical_layout.h"

namespace hlo {
namespace {

const std::vector<Shape>* ConstraintsOf(const Attributes& attributes) {
  return attributes.Get<std::vector<Shape>>(Attr::operand_layout_constraints);
}

// Rule C2.
Status CheckConstraints(const InferContext& context) {
  const std::vector<Shape>* constraints = ConstraintsOf(context.attributes());
  if (constraints == nullptr) return {};
  if (constraints->size() != context.operands.size()) {
    return Fail("custom-call.C2",
                "`custom-call`: must have one layout constraint per operand, got {} for {}",
                {Counted(std::ssize(*constraints), "layout constraint"),
                 Counted(std::ssize(context.operands), "operand")})
        .AtAttribute("operand_layout_constraints");
  }
  for (size_t i = 0; i < constraints->size(); ++i) {
    if (Compatible((*constraints)[i], context.operand(i))) continue;
    return Fail("custom-call.C2", "`custom-call`: layout constraint {} must be {}, got {}",
                {i, ShapeText(context.operand(i), false), ShapeText((*constraints)[i], false)})
        .AtAttribute("operand_layout_constraints");
  }
  return {};
}

std::string RegisteredNames() {
  std::string names = "registered:";
  for (const HostFunction& function : HostFunctions()) {
    names += Format(" `{}`", {function.name});
  }
  return names;
}

// The function, if it takes these operands and returns this result.
Result<const HostFunction*> FunctionFor(const EvalContext& context) {
  const std::string_view name = context.attributes().String(Attr::custom_call_target);
  const HostFunction* function = FindHostFunction(name);
  if (function == nullptr) {
    return Fail("R07", "`custom-call`: no handler registered for `{}`", {name})
        .WithNote(RegisteredNames());
  }
  bool good = function->operands.size() == context.operand_count() &&
              ShapeText(context.shape(), false) == function->result;
  std::string taken;
  for (size_t i = 0; i < function->operands.size(); ++i) {
    taken += (i == 0 ? "" : ", ") + std::string(function->operands[i]);
    good = good && ShapeText(context.operand(i).shape(), false) == function->operands[i];
  }
  if (good) return function;
  return Fail("R08", "`custom-call`: `{}` must take ({}) and return {}",
              {name, taken, function->result});
}

}  // namespace

bool IsKnownTarget(std::string_view target) {
  return IsCheckCall(target) || FindLibraryFunction(target).has_value() ||
         FindHostFunction(target) != nullptr;
}

Result<Shape> InferCustomCall(const InferContext& context) {
  HLO_TRY(const Shape* declared, RequireDeclared(context));
  const Attributes& attributes = context.attributes();
  if (attributes.String(Attr::custom_call_target).empty()) {
    return Fail("custom-call.C1", "`custom-call`: `custom_call_target` must not be empty")
        .AtAttribute("custom_call_target");
  }
  HLO_RETURN_IF_ERROR(CheckConstraints(context));
  if (attributes.Has(Attr::to_apply) && attributes.Has(Attr::called_computations)) {
    return Fail("custom-call.C3",
                "`custom-call`: must not have both `to_apply` and `called_computations`")
        .AtAttribute("called_computations");
  }
  return *declared;
}

Result<Literal> EvaluateCustomCall(EvalContext& context) {
  const std::string_view target = context.attributes().String(Attr::custom_call_target);
  if (IsCheckCall(target)) return EvaluateCheckCall(context);
  if (const auto function = FindLibraryFunction(target)) {
    return EvaluateLibraryCall(context, *function);
  }
  HLO_TRY(const HostFunction* function, FunctionFor(context));
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  HLO_TRY(Literal result, Literal::Zeros(context.shape(), context.runtime().budget()));
  const std::vector<Shape>* constraints = ConstraintsOf(context.attributes());
  std::vector<std::vector<uint8_t>> images(context.operand_count());
  std::vector<const void*> in;
  for (size_t i = 0; i < context.operand_count(); ++i) {
    const Literal& operand = context.operand(i);
    if (constraints != nullptr) {
      HLO_TRY(images[i], PhysicalImage(context, operand, (*constraints)[i]));
    }
    in.push_back(constraints != nullptr ? images[i].data() : operand.bytes());
  }
  if (constraints == nullptr) {
    function->call(result.mutable_bytes(), in.data());
    return result;
  }
  HLO_TRY(std::vector<uint8_t> out, PhysicalImage(context, result, context.shape()));
  function->call(out.data(), in.data());
  HLO_RETURN_IF_ERROR(ReadPhysicalImage(context, out, result));
  return result;
}

}  // namespace hlo

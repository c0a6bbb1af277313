// SPDX-License-Identifier: Apache-2.0
#include "core/ops/called_computation.h"

#include "core/base/result.h"
#include "core/ops/rules.h"

namespace hlo {

Status CheckFinished(const CallSite& site, const Computation& computation) {
  // Callees precede callers, and a computation gets its root when it has been read to the end. One
  // without a root therefore encloses this instruction.
  const bool outer = computation.root == nullptr && !computation.synthesized;
  if (&computation == site.context.instruction.parent || outer) {
    return Fail(site.code, "`{}`: computation '{}' must not call itself",
                {site.context.instruction.op->name, computation.name})
        .AtAttribute(Info(site.attr).name);
  }
  return {};
}

Result<const Computation*> CalledComputation(const CallSite& site) {
  const Computation* computation = site.context.attributes().Called(site.attr);
  if (computation == nullptr) {
    return Fail(site.code, "`{}`: `{}` must name a computation",
                {site.context.instruction.op->name, Info(site.attr).name})
        .AtAttribute(Info(site.attr).name);
  }
  HLO_RETURN_IF_ERROR(CheckFinished(site, *computation));
  return computation;
}

Status CheckParameterCount(const CallSite& site, const Computation& computation, int64_t expected) {
  const int64_t count = std::ssize(computation.parameters);
  if (count != expected) {
    return Fail(site.code, "`{}`: {} must take {}, got {}",
                {site.context.instruction.op->name, site.role, Counted(expected, "parameter"),
                 count})
        .AtAttribute(Info(site.attr).name);
  }
  return {};
}

Status CheckParameter(const CallSite& site, const Computation& computation, int64_t number,
                      const Shape& expected) {
  const Shape& shape = *computation.parameters[static_cast<size_t>(number)]->shape;
  if (!Compatible(shape, expected)) {
    return Fail(site.code, "`{}`: {} parameter {} must be {}, got {}",
                {site.context.instruction.op->name, site.role, number, ShapeText(expected, false),
                 ShapeText(shape, false)})
        .AtAttribute(Info(site.attr).name);
  }
  return {};
}

Status CheckRoot(const CallSite& site, const Computation& computation, const Shape& expected) {
  if (computation.root == nullptr) return {};  // a placeholder: it returns what is needed
  const Shape& shape = *computation.root->shape;
  if (!Compatible(shape, expected)) {
    return Fail(site.code, "`{}`: {} must return {}, got {}",
                {site.context.instruction.op->name, site.role, ShapeText(expected, false),
                 ShapeText(shape, false)})
        .AtAttribute(Info(site.attr).name);
  }
  return {};
}

Status RequireGiven(const EvalContext& context, const Computation& computation) {
  if (computation.synthesized || computation.root == nullptr) {
    return Fail("R07", "`{}` calls computation '{}', which is not defined",
                {context.instruction().op->name, computation.name})
        .WithNote("define the computation in the module");
  }
  return {};
}

}  // namespace hlo

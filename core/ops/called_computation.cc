// SPDX-License-Identifier: Apache-2.0
#include "core/ops/called_computation.h"

#include "core/base/result.h"
#include "core/ops/rules.h"

namespace hlo {

Status CheckFinished(const CallSite& site, const Computation& computation) {
  // A computation has its root only when its text has been read to the end, and callees come
  // before callers: one without a root is an outer one of this instruction.
  const bool outer = computation.root == nullptr && !computation.invented;
  if (&computation == site.context.instruction.parent || outer) {
    return Fail(site.code, "`{}`: computation `{}` calls itself",
                {site.context.instruction.op->name, computation.name})
        .AtAttribute(Info(site.attr).name);
  }
  return {};
}

Result<const Computation*> CalledComputation(const CallSite& site) {
  const Computation* computation = site.context.attributes().Called(site.attr);
  if (computation == nullptr) {
    return Fail(site.code, "`{}`: needs a computation as {}",
                {site.context.instruction.op->name, Info(site.attr).name})
        .AtAttribute(Info(site.attr).name);
  }
  HLO_RETURN_IF_ERROR(CheckFinished(site, *computation));
  return computation;
}

Status CheckParameterCount(const CallSite& site, const Computation& computation, int64_t expected) {
  const int64_t count = std::ssize(computation.parameters);
  if (count != expected) {
    return Fail(site.code, "`{}`: {} takes {}, expected {}",
                {site.context.instruction.op->name, site.role, Counted(count, "parameter"),
                 expected})
        .AtAttribute(Info(site.attr).name);
  }
  return {};
}

Status CheckParameter(const CallSite& site, const Computation& computation, int64_t number,
                      const Shape& expected) {
  const Shape& shape = *computation.parameters[static_cast<size_t>(number)]->shape;
  if (!Compatible(shape, expected)) {
    return Fail(site.code, "`{}`: {} parameter {} is {}, expected {}",
                {site.context.instruction.op->name, site.role, number, ShapeText(shape, false),
                 ShapeText(expected, false)})
        .AtAttribute(Info(site.attr).name);
  }
  return {};
}

Status CheckRoot(const CallSite& site, const Computation& computation, const Shape& expected) {
  if (computation.root == nullptr) return {};  // invented: it returns what is needed
  const Shape& shape = *computation.root->shape;
  if (!Compatible(shape, expected)) {
    return Fail(site.code, "`{}`: {} returns {}, expected {}",
                {site.context.instruction.op->name, site.role, ShapeText(shape, false),
                 ShapeText(expected, false)})
        .AtAttribute(Info(site.attr).name);
  }
  return {};
}

Status RequireGiven(const EvalContext& context, const Computation& computation) {
  if (computation.invented || computation.root == nullptr) {
    return Fail("R07", "`{}` names computation `{}`, which is not given, so it cannot be run",
                {context.instruction().op->name, computation.name})
        .WithNote("write the computation into the module");
  }
  return {};
}

}  // namespace hlo

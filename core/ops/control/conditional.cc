// SPDX-License-Identifier: Apache-2.0
// `conditional`, ops reference 14.6.
#include "core/ops/control/conditional.h"

#include <string>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ops/called_computation.h"
#include "core/ops/control/control.h"
#include "core/ops/rules.h"

namespace hlo {

std::vector<ConditionalBranch> BranchesOf(const Attributes& attributes) {
  std::vector<ConditionalBranch> branches;
  for (const Attr attr : {Attr::true_computation, Attr::false_computation}) {
    const Computation* computation = attributes.Called(attr);
    if (computation != nullptr) branches.push_back({computation, attr});
  }
  const auto* listed = attributes.Get<std::vector<Computation*>>(Attr::branch_computations);
  if (listed == nullptr) return branches;
  for (const Computation* computation : *listed) {
    branches.push_back({computation, Attr::branch_computations});
  }
  return branches;
}

namespace {

// Rules C1 and C2.
Status CheckSelector(const InferContext& context, const std::vector<ConditionalBranch>& branches) {
  const Shape& selector = context.operand(0);
  const bool is_pred = selector.IsScalarOf(ElementType::kPred);
  if (!is_pred && !selector.IsScalarOf(ElementType::kS32)) {
    return Fail("conditional.C1", "`conditional`: the selector must be pred[] or s32[], got {}",
                {ShapeText(selector, false)});
  }
  if (is_pred && branches.size() != 2) {
    return Fail("conditional.C2", "`conditional`: a pred selector requires 2 branches, got {}",
                {branches.size()});
  }
  const Attributes& attributes = context.attributes();
  if (is_pred && attributes.Has(Attr::branch_computations)) {
    return Fail("conditional.C2",
                "`conditional`: a pred selector requires `true_computation` and "
                "`false_computation`")
        .AtAttribute("branch_computations");
  }
  for (const Attr attr : {Attr::true_computation, Attr::false_computation}) {
    if (is_pred || !attributes.Has(attr)) continue;
    return Fail("conditional.C2", "`conditional`: an s32 selector requires `branch_computations`")
        .AtAttribute(Info(attr).name);
  }
  if (branches.empty()) {
    return Fail("conditional.C2",
                "`conditional`: an s32 selector requires at least 1 branch, got 0");
  }
  if (context.operands.size() != branches.size() + 1) {
    return Fail("conditional.C2",
                "`conditional`: must have one operand per branch, got {} for {} branch{}",
                {Counted(std::ssize(context.operands) - 1, "operand"), branches.size(),
                 branches.size() == 1 ? "" : "es"});
  }
  return {};
}

}  // namespace

Result<Shape> InferConditional(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  const std::vector<ConditionalBranch> branches = BranchesOf(context.attributes());
  HLO_RETURN_IF_ERROR(CheckSelector(context, branches));
  const Shape* common = nullptr;  // root shape of branch `first`
  size_t first = 0;
  Shape result;
  for (size_t i = 0; i < branches.size(); ++i) {
    const std::string role = Format("branch {}", {i});
    const CallSite site{context, "conditional.C3", branches[i].attr, role};
    const Computation& branch = *branches[i].computation;
    HLO_RETURN_IF_ERROR(CheckFinished(site, branch));
    HLO_RETURN_IF_ERROR(CheckParameterCount(site, branch, 1));
    const Shape& parameter = *branch.parameters[0]->shape;
    if (!Compatible(parameter, context.operand(i + 1))) {
      return Fail("conditional.C3",
                  "`conditional`: operand {} must be {} like the parameter of branch {}, got {}",
                  {i + 1, ShapeText(parameter, false), i, ShapeText(context.operand(i + 1), false)})
          .AtOperand(static_cast<int>(i + 1));
    }
    if (branch.root == nullptr) continue;  // synthesized
    const Shape& returned = *branch.root->shape;
    if (common == nullptr) {
      common = &returned;
      first = i;
      result = returned;
    } else if (!Compatible(returned, *common)) {
      return Fail("conditional.C4",
                  "`conditional`: branch {} must return {} like branch {}, got {}",
                  {i, ShapeText(*common, false), first, ShapeText(returned, false)})
          .AtAttribute(Info(branches[i].attr).name);
    } else {
      MergeDynamic(returned, result);
    }
  }
  if (common == nullptr) {
    HLO_TRY(const Shape* declared, RequireDeclared(context));
    return *declared;
  }
  return result;
}

Status NextCallOfConditional(EvalContext& context, ControlState& state) {
  if (state.calls > 0) return EndWithValue(context, state);
  const std::vector<ConditionalBranch> branches = BranchesOf(context.attributes());
  const Literal& selector = context.operand(0);
  size_t taken = branches.size() - 1;  // also for a selector out of range
  if (selector.element_type() == ElementType::kPred) {
    taken = *selector.bytes() != 0 ? 0 : 1;
  } else {
    const int32_t number = selector.data<int32_t>()[0];
    if (number >= 0 && static_cast<size_t>(number) < branches.size()) {
      taken = static_cast<size_t>(number);
    }
  }
  state.computation = branches[taken].computation;
  state.arguments.push_back(context.TakeOperand(taken + 1));
  return RequireGiven(context, *state.computation);
}

}  // namespace hlo

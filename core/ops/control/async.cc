// SPDX-License-Identifier: Apache-2.0
// Asynchronous ops. The start of a copy or call does the work (ops reference 7.12, 7.13 and 14.8 to
// 14.10); the done of a collective waits.
#include "core/ops/control/async.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "core/base/result.h"
#include "core/ops/called_computation.h"
#include "core/ops/control/control.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

bool IsOneOf(const Instruction& instruction, std::initializer_list<Opcode> opcodes) {
  return std::find(opcodes.begin(), opcodes.end(), instruction.opcode()) != opcodes.end();
}

Result<Literal> TakeElement(EvalContext& context, size_t index) {
  Literal bundle = context.TakeOperand(0);
  return Relabeled(std::move(bundle.mutable_elements()[index]), context.shape());
}

}  // namespace

Status RequireMadeBy(const InferContext& context, std::string_view code,
                     std::initializer_list<Opcode> opcodes) {
  const Instruction& operand = *context.instruction.operands[0];
  if (operand.synthesized || IsOneOf(operand, opcodes)) return {};
  std::string names;
  for (const Opcode opcode : opcodes) {
    if (!names.empty()) names += " or ";
    names += Format("`{}`", {OpcodeName(opcode)});
  }
  return Fail(code, "`{}`: the operand must be {}, got `{}`",
              {context.instruction.op->name, names, operand.op->name})
      .AtOperand(0);
}

Result<const Shape*> RequireBundle(const InferContext& context, std::string_view code,
                                   const Shape& bundle, bool is_result) {
  if (bundle.IsTuple() && bundle.elements.size() >= 2) return &bundle;
  Error error = Fail(
      code, "`{}`: the {} must be a tuple of at least 2 elements, got {}",
      {context.instruction.op->name, is_result ? "result" : "operand", ShapeText(bundle, false)});
  if (is_result) return std::move(error).AtResultShape();
  return std::move(error).AtOperand(0);
}

// ---- copy-start, copy-done ----

Result<Shape> InferCopyStart(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(RequireArray(context, 0, "copy-start.C1"));
  const Shape& operand = context.operand(0);
  return Shape::Tuple({operand, operand, Shape::Scalar(ElementType::kU32)});
}

Result<Literal> EvaluateCopyStart(EvalContext& context) {
  Literal value = context.TakeOperand(0);
  std::vector<Literal> bundle = {value, std::move(value),
                                 Literal::Scalar<uint32_t>(ElementType::kU32, 0)};
  return Relabeled(Literal::Tuple(std::move(bundle)), context.shape());
}

Result<Shape> InferCopyDone(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(RequireMadeBy(context, "copy-done.C1", {Opcode::kCopyStart}));
  HLO_TRY(const Shape* bundle,
          RequireBundle(context, "copy-done.C1", context.operand(0), /*is_result=*/false));
  return bundle->elements[0];
}

Result<Literal> EvaluateCopyDone(EvalContext& context) { return TakeElement(context, 0); }

// ---- async-start, async-update, async-done ----

namespace {

// Rule async-start.C1: the computation takes the operands.
Status CheckArguments(const InferContext& context, const Computation& callee) {
  HLO_RETURN_IF_ERROR(CheckParameterCount({context, "async-start.C1", Attr::calls, "`calls`"},
                                          callee, std::ssize(context.operands)));
  for (size_t i = 0; i < context.operands.size(); ++i) {
    const Shape& parameter = *callee.parameters[i]->shape;
    if (Compatible(context.operand(i), parameter)) continue;
    return Fail("async-start.C1", "`async-start`: operand {} must be {} like parameter {}, got {}",
                {i, ShapeText(parameter, false), i, ShapeText(context.operand(i), false)})
        .AtOperand(static_cast<int>(i));
  }
  return {};
}

}  // namespace

Result<Shape> InferAsyncStart(const InferContext& context) {
  HLO_TRY(const Shape* declared, RequireDeclared(context));
  HLO_TRY(const Computation* callee,
          CalledComputation({context, "async-start.C1", Attr::calls, "`calls`"}));
  HLO_RETURN_IF_ERROR(CheckArguments(context, *callee));
  HLO_TRY(const Shape* bundle,
          RequireBundle(context, "async-start.C2", *declared, /*is_result=*/true));
  Shape arguments = Shape::Tuple({});
  for (const Shape* operand : context.operands) arguments.elements.push_back(*operand);
  if (!Compatible(bundle->elements[0], arguments)) {
    return Fail("async-start.C2", "`async-start`: result element 0 must match operands {}, got {}",
                {ShapeText(arguments, false), ShapeText(bundle->elements[0], false)})
        .AtResultShape();
  }
  if (callee->root != nullptr && !Compatible(bundle->elements[1], *callee->root->shape)) {
    return Fail("async-start.C2",
                "`async-start`: result element 1 must be {} like the root, got {}",
                {ShapeText(*callee->root->shape, false), ShapeText(bundle->elements[1], false)})
        .AtResultShape();
  }
  Shape result = *declared;
  MergeDynamic(arguments, result.elements[0]);
  if (callee->root != nullptr) MergeDynamic(*callee->root->shape, result.elements[1]);
  return result;
}

Status NextCallOfAsyncStart(EvalContext& context, ControlState& state) {
  if (state.calls == 0) {
    state.computation = context.attributes().Called(Attr::calls);
    state.arguments = context.TakeOperands();
    state.kept = Literal::Tuple(state.arguments);
    return RequireGiven(context, *state.computation);
  }
  std::vector<Literal> bundle = {std::move(state.kept), std::move(state.value)};
  const std::vector<Shape>& shapes = context.shape().elements;
  for (size_t i = 2; i < shapes.size(); ++i) {
    HLO_TRY(Literal unused, Literal::Zeros(shapes[i], context.runtime().budget()));
    bundle.push_back(std::move(unused));
  }
  state.value = Literal::Tuple(std::move(bundle));
  return EndWithValue(context, state);
}

Result<Shape> InferAsyncUpdate(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(
      RequireMadeBy(context, "async-update.C1", {Opcode::kAsyncStart, Opcode::kAsyncUpdate}));
  const Shape& operand = context.operand(0);
  if (context.declared != nullptr && !Compatible(*context.declared, operand)) {
    return Fail("async-update.C1", "`async-update`: the result must match operand {}, got {}",
                {ShapeText(operand, false), ShapeText(*context.declared, false)})
        .AtResultShape();
  }
  return operand;
}

Result<Shape> InferAsyncDone(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(
      RequireMadeBy(context, "async-done.C1", {Opcode::kAsyncStart, Opcode::kAsyncUpdate}));
  HLO_TRY(const Shape* bundle,
          RequireBundle(context, "async-done.C1", context.operand(0), /*is_result=*/false));
  return bundle->elements[1];
}

Result<Literal> EvaluateAsyncDone(EvalContext& context) { return TakeElement(context, 1); }

// ---- the dones of collectives ----

namespace {

Result<Shape> InferBundleDone(const InferContext& context, std::string_view code, Opcode start) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(RequireMadeBy(context, code, {start}));
  HLO_TRY(const Shape* bundle,
          RequireBundle(context, code, context.operand(0), /*is_result=*/false));
  return bundle->elements[1];
}

}  // namespace

Result<Shape> InferAllReduceDone(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(RequireMadeBy(context, "all-reduce-done.C1", {Opcode::kAllReduceStart}));
  return context.operand(0);
}

Result<Shape> InferAllGatherDone(const InferContext& context) {
  return InferBundleDone(context, "all-gather-done.C1", Opcode::kAllGatherStart);
}

Result<Shape> InferCollectivePermuteDone(const InferContext& context) {
  return InferBundleDone(context, "collective-permute-done.C1", Opcode::kCollectivePermuteStart);
}

// ---- users ----

namespace {

// How a start must be used.
struct UserRule {
  Opcode start;
  std::string_view code, users;
  Opcode update, done;
};
constexpr UserRule kUserRules[] = {
    {Opcode::kCopyStart, "copy-start.C2", "exactly one `copy-done`", Opcode::kCopyDone,
     Opcode::kCopyDone},
    {Opcode::kAsyncStart, "async-start.C3", "exactly one `async-update` or `async-done`",
     Opcode::kAsyncUpdate, Opcode::kAsyncDone},
    {Opcode::kAllGatherStart, "all-gather-start.C1", "exactly one `all-gather-done`",
     Opcode::kAllGatherDone, Opcode::kAllGatherDone},
    {Opcode::kAllReduceStart, "all-reduce-start.C1", "exactly one `all-reduce-done`",
     Opcode::kAllReduceDone, Opcode::kAllReduceDone},
    {Opcode::kCollectivePermuteStart, "collective-permute-start.C1",
     "exactly one `collective-permute-done`", Opcode::kCollectivePermuteDone,
     Opcode::kCollectivePermuteDone},
    // A tuple passes them to the next iteration of a loop, or out of it.
    {Opcode::kSend, "send.C2", "exactly one `send-done`", Opcode::kTuple, Opcode::kSendDone},
    {Opcode::kRecv, "recv.C2", "exactly one `recv-done`", Opcode::kTuple, Opcode::kRecvDone},
};

// nullptr for other instructions.
const UserRule* RuleOf(const Instruction& instruction) {
  for (const UserRule& rule : kUserRules) {
    if (instruction.Is(rule.start)) return &rule;
  }
  return nullptr;
}

}  // namespace

std::vector<AsyncFault> CheckAsyncUsers(const Computation& computation) {
  struct Users {
    int64_t right = 0, wrong = 0;
  };
  const auto& all = computation.instructions;
  const bool any = std::any_of(all.begin(), all.end(), [](const auto& instruction) {
    return RuleOf(*instruction) != nullptr;
  });
  if (!any) return {};
  std::vector<Users> users(all.size());
  for (const Instruction* user : computation.instructions) {
    for (const Instruction* operand : user->operands) {
      const UserRule* rule = RuleOf(*operand);
      if (rule == nullptr || operand->parent != &computation) continue;
      Users& of = users[static_cast<size_t>(operand->index)];
      ++(IsOneOf(*user, {rule->update, rule->done}) ? of.right : of.wrong);
    }
  }
  std::vector<AsyncFault> faults;
  for (const Instruction* start : computation.instructions) {
    const UserRule* rule = RuleOf(*start);
    if (rule == nullptr) continue;
    const Users& of = users[static_cast<size_t>(start->index)];
    if (of.right == 1 && of.wrong == 0) continue;
    faults.push_back({start, Fail(rule->code, "`{}` must be used by {}, got {}",
                                  {OpcodeName(rule->start), rule->users,
                                   Counted(of.right + of.wrong, "user")})});
  }
  return faults;
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan/plan.h"

#include <algorithm>

#include "core/base/result.h"
#include "core/engine/plan/delayed_waits.h"
#include "core/engine/plan/fused_group.h"
#include "core/ops/basic/host_functions.h"

namespace hlo {
namespace {

std::unique_ptr<Error> Why(Error&& error) { return std::make_unique<Error>(std::move(error)); }

// Why a parameter or a constant has no value.
RunFailure WhyNoArgument(const Instruction& instruction) {
  switch (instruction.op->arguments) {
    case ArgumentKind::kParameterNumber: {
      // A faulty computation may have absurdly large parameter numbers.
      const std::vector<Instruction*>& listed = instruction.parent->parameters;
      const auto number = static_cast<size_t>(instruction.parameter_number);
      if (number < listed.size() && listed[number] == &instruction) return {};
      if (std::find(listed.begin(), listed.end(), &instruction) != listed.end()) return {};
      return {Why(Fail("R07", "parameter '{}' has no argument", {instruction.name})), &instruction};
    }
    case ArgumentKind::kLiteral:
      if (instruction.literal != nullptr) return {};
      return {Why(Fail("R05", "the value of constant '{}' is elided in the text as {...}",
                       {instruction.name})
                      .WithNote("write the value in the text to run the program")),
              &instruction};
    case ArgumentKind::kOperands:
      break;
  }
  return {};
}

// Why one of the computations that it calls cannot run: the obstacle inside it.
RunFailure WhyNotCalled(const Instruction& instruction, const Plan& plan) {
  for (const Computation* called : instruction.CalledComputations()) {
    if (called->synthesized) {
      return {Why(Fail("R07", "'{}' calls computation '{}', which is not defined in the text",
                       {instruction.name, called->name})),
              &instruction};
    }
    const RunFailure& inside = plan.Of(*called).obstacle;
    if (inside.error != nullptr) {
      return {std::make_unique<Error>(*inside.error), inside.instruction};
    }
    if (instruction.op->next_call == nullptr && plan.Of(*called).communicates) {
      return {
          Why(Fail("V04", "computation '{}', which `{}` applies to elements, must not communicate",
                   {called->name, instruction.op->name})),
          &instruction};
    }
  }
  return {};
}

// Why an instruction has no value although its operands have one; empty if it has.
RunFailure WhyNotEvaluated(const Instruction& instruction, const Plan& plan) {
  if (plan.max_elements < INT64_MAX) {
    const int64_t elements = LargestArray(*instruction.shape);
    if (elements > plan.max_elements) {
      return {Why(Fail("R02", "an array must have at most {} elements in this run, '{}' has {}",
                       {plan.max_elements, instruction.name, elements})),
              &instruction};
    }
  }
  if (instruction.op->arguments != ArgumentKind::kOperands) return WhyNoArgument(instruction);
  RunFailure called = WhyNotCalled(instruction, plan);
  if (called.error != nullptr) return called;
  if (instruction.op->CanRun()) return {};
  return {Why(Fail("R07", "`{}` is parsed, checked and printed, but not evaluated yet",
                   {instruction.op->name})),
          &instruction};
}

// Whether it calls a function that is not here, and that has no effect as far as the text says.
// Only what needs its value fails.
bool IsUnknownCall(const Instruction& instruction) {
  return instruction.Is(Opcode::kCustomCall) &&
         !instruction.attributes.Bool(Attr::custom_call_has_side_effect) &&
         !IsKnownTarget(instruction.attributes.String(Attr::custom_call_target));
}

// Marks instructions that the root needs, directly or indirectly, or that have side effects.
std::vector<bool> FindLive(const Computation& computation) {
  std::vector<bool> live(computation.instructions.size(), false);
  for (size_t i = computation.instructions.size(); i-- > 0;) {
    const Instruction& instruction = *computation.instructions[i];
    const bool has_effect = instruction.op->side_effect && !IsUnknownCall(instruction);
    if (&instruction == computation.root || has_effect) live[i] = true;
    if (!live[i]) continue;
    for (const Instruction* operand : instruction.operands) {
      live[static_cast<size_t>(operand->index)] = true;
    }
  }
  return live;
}

// Whether an instruction communicates with other devices or the host, itself or in its callees.
bool Communicates(const Instruction& instruction, const Plan& plan) {
  const OpDef& op = *instruction.op;
  if (op.next_call != nullptr) {
    for (const Computation* called : instruction.CalledComputations()) {
      if (plan.Of(*called).communicates) return true;
    }
    return false;
  }
  if (op.communication == Communication::kDone) {
    const Instruction& start = StartOf(instruction);
    if (start.op->next_call != nullptr) return Communicates(start, plan);
    return op.evaluate == nullptr;
  }
  return op.communication != Communication::kNone;
}

PlanStep MakeStep(const Instruction& instruction, const Plan& plan) {
  PlanStep step;
  step.communicates = Communicates(instruction, plan);
  step.instruction = &instruction;
  step.shape = plan.module->Share(instruction.shape);
  step.evaluate = instruction.op->evaluate;
  step.slot = instruction.index;
  for (const Instruction* operand : instruction.operands) {
    step.operand_slots.push_back(operand->index);
  }
  step.takes_operand.assign(instruction.operands.size(), 0);
  return step;
}

void Ensure(const Computation& computation, Plan& plan);

ComputationPlan PlanComputation(const Computation& computation, Plan& plan) {
  ComputationPlan made;
  made.computation = &computation;
  made.slot_count = static_cast<int32_t>(computation.instructions.size());
  for (const Instruction* parameter : computation.parameters) {
    made.parameter_slots.push_back(parameter->index);
  }
  const std::vector<bool> live = FindLive(computation);
  std::vector<bool> has_value(computation.instructions.size(), true);
  for (size_t i = 0; i < computation.instructions.size(); ++i) {
    const Instruction& instruction = *computation.instructions[i];
    for (const Instruction* operand : instruction.operands) {
      if (!has_value[static_cast<size_t>(operand->index)]) has_value[i] = false;
    }
    for (const Computation* called : instruction.CalledComputations()) Ensure(*called, plan);
    RunFailure why = WhyNotEvaluated(instruction, plan);
    if (!live[i] && IsUnknownCall(instruction)) has_value[i] = false;
    if (why.error != nullptr) {
      has_value[i] = false;
      if (live[i] && made.obstacle.error == nullptr) made.obstacle = std::move(why);
    }
    if (!has_value[i]) continue;
    made.steps.push_back(MakeStep(instruction, plan));
    made.communicates |= made.steps.back().communicates;
  }
  if (computation.root != nullptr) {
    made.root_slot = computation.root->index;
  } else {
    made.obstacle.error =
        Why(Fail("R07", "computation '{}' has no valid instruction", {computation.name}));
  }
  if (!plan.module->header.is_scheduled) DelayWaits(made);
  FindLastUses(made);
  return made;
}

// Callees precede their callers in the list, except inline computations, whose nesting the parser
// limits; so the recursion is shallow.
void Ensure(const Computation& computation, Plan& plan) {
  if (plan.computations.count(&computation) != 0) return;
  ComputationPlan made = PlanComputation(computation, plan);
  plan.computations.emplace(&computation, std::move(made));
}

// A value without uses is freed once observers have seen it.
void FreeUnused(PlanStep& step, int32_t slot, const std::vector<bool>& used) {
  if (slot >= 0 && !used[static_cast<size_t>(slot)]) step.frees.push_back(slot);
}

}  // namespace

const Instruction& StartOf(const Instruction& done) {
  const Instruction* start = done.operands[0];
  while (start->Is(Opcode::kAsyncUpdate)) start = start->operands[0];
  return *start;
}

int64_t LargestArray(const Shape& shape) {
  if (shape.IsArray()) {
    const Result<int64_t> count = ElementCount(shape);
    return count.ok() ? count.value() : INT64_MAX;
  }
  int64_t largest = 0;
  for (const Shape& element : shape.elements) largest = std::max(largest, LargestArray(element));
  return largest;
}

void FindLastUses(ComputationPlan& plan) {
  std::vector<bool> used(static_cast<size_t>(plan.slot_count), false);
  std::vector<int32_t> uses(static_cast<size_t>(plan.slot_count), 0);  // at the current step
  if (plan.root_slot >= 0) used[static_cast<size_t>(plan.root_slot)] = true;
  for (size_t s = plan.steps.size(); s-- > 0;) {
    PlanStep& step = plan.steps[s];
    const std::vector<int32_t>& slots = step.operand_slots;
    for (int32_t slot : slots) ++uses[static_cast<size_t>(slot)];
    for (size_t i = 0; i < slots.size(); ++i) {
      const auto slot = static_cast<size_t>(slots[i]);
      if (used[slot]) continue;
      step.takes_operand[i] = uses[slot] == 1 ? 1 : 0;
      step.frees.push_back(slots[i]);
      used[slot] = true;
    }
    for (int32_t slot : slots) uses[static_cast<size_t>(slot)] = 0;
    FreeUnused(step, step.slot, used);
    if (step.group == nullptr) continue;
    for (const FusedGroup::Output& output : step.group->outputs) {
      FreeUnused(step, output.slot, used);
    }
  }
}

Plan MakePlan(const Module& module, int64_t max_elements) {
  Plan plan;
  plan.module = &module;
  plan.max_elements = max_elements;
  for (const auto& computation : module.computations) {
    Ensure(*computation, plan);
    for (const Instruction* instruction : computation->instructions) {
      plan.dynamic = plan.dynamic || !instruction->shape->IsStatic();
      if (max_elements < INT64_MAX && LargestArray(*instruction->shape) > max_elements) {
        plan.omits_arrays = true;
      }
    }
  }
  return plan;
}

}  // namespace hlo

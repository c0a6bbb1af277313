// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan.h"

#include <algorithm>

namespace hlo {
namespace {

// Why an instruction has no value, or nullptr when it has one.
std::unique_ptr<Error> WhyNotEvaluated(const Instruction& instruction) {
  const auto error = [](Error&& value) { return std::make_unique<Error>(std::move(value)); };
  switch (instruction.op->arguments) {
    case ArgumentKind::kParameterNumber:
      return nullptr;
    case ArgumentKind::kLiteral:
      if (instruction.literal == nullptr) {
        return error(Fail("R05", "the value of constant '{}' was left out of the text as {...}",
                          {instruction.name})
                         .WithNote("write the value in the text to run the program"));
      }
      return nullptr;
    case ArgumentKind::kOperands:
      break;
  }
  for (const Computation* called : instruction.CalledComputations()) {
    if (called->invented) {
      return error(Fail("R07", "'{}' calls computation '{}', which is not part of the text",
                        {instruction.name, called->name}));
    }
  }
  if (instruction.op->evaluate == nullptr) {
    return error(Fail("R07", "`{}` is read, checked for syntax and printed, but not evaluated yet",
                      {instruction.op->name}));
  }
  return nullptr;
}

// Which instructions the root needs, directly or not, or have an effect of their own.
std::vector<bool> FindLive(const Computation& computation) {
  std::vector<bool> live(computation.instructions.size(), false);
  for (size_t i = computation.instructions.size(); i-- > 0;) {
    const Instruction& instruction = *computation.instructions[i];
    if (&instruction == computation.root || instruction.op->side_effect) live[i] = true;
    if (!live[i]) continue;
    for (const Instruction* operand : instruction.operands) {
      live[static_cast<size_t>(operand->index)] = true;
    }
  }
  return live;
}

PlanStep MakeStep(const Instruction& instruction) {
  PlanStep step;
  step.instruction = &instruction;
  step.evaluate = instruction.op->evaluate;
  for (const Instruction* operand : instruction.operands) {
    step.operand_slots.push_back(operand->index);
  }
  step.takes_operand.assign(instruction.operands.size(), 0);
  return step;
}

// Marks, from the last step backwards, where each value is used for the last time. A value used
// twice by one step is freed there but not taken: the step still reads the other copy.
void FindLastUses(ComputationPlan& plan) {
  std::vector<bool> used(static_cast<size_t>(plan.slot_count), false);
  used[static_cast<size_t>(plan.root_slot)] = true;
  for (size_t s = plan.steps.size(); s-- > 0;) {
    PlanStep& step = plan.steps[s];
    const std::vector<int32_t>& slots = step.operand_slots;
    for (size_t i = 0; i < slots.size(); ++i) {
      if (used[static_cast<size_t>(slots[i])]) continue;
      const bool once = std::count(slots.begin(), slots.end(), slots[i]) == 1;
      step.takes_operand[i] = once ? 1 : 0;
      if (std::find(step.frees.begin(), step.frees.end(), slots[i]) == step.frees.end()) {
        step.frees.push_back(slots[i]);
      }
    }
    for (int32_t slot : slots) used[static_cast<size_t>(slot)] = true;
    // A value that nobody uses can go as soon as watchers have seen it.
    const int32_t own = step.instruction->index;
    if (!used[static_cast<size_t>(own)]) step.frees.push_back(own);
  }
}

ComputationPlan PlanComputation(const Computation& computation, RunFailure& obstacle) {
  ComputationPlan plan;
  plan.computation = &computation;
  plan.slot_count = static_cast<int32_t>(computation.instructions.size());
  plan.root_slot = computation.root->index;
  const std::vector<bool> live = FindLive(computation);
  std::vector<bool> has_value(computation.instructions.size(), true);
  for (size_t i = 0; i < computation.instructions.size(); ++i) {
    const Instruction& instruction = *computation.instructions[i];
    std::unique_ptr<Error> why = WhyNotEvaluated(instruction);
    for (const Instruction* operand : instruction.operands) {
      if (!has_value[static_cast<size_t>(operand->index)]) has_value[i] = false;
    }
    if (why != nullptr) {
      has_value[i] = false;
      if (live[i] && obstacle.error == nullptr && !computation.invented) {
        obstacle.error = std::move(why);
        obstacle.instruction = &instruction;
      }
    }
    if (has_value[i]) plan.steps.push_back(MakeStep(instruction));
  }
  FindLastUses(plan);
  return plan;
}

}  // namespace

Plan MakePlan(const Module& module) {
  Plan plan;
  plan.module = &module;
  for (const auto& computation : module.computations) {
    plan.computations.emplace(computation.get(),
                              PlanComputation(*computation, plan.obstacle));
  }
  return plan;
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan/recompute.h"

#include <algorithm>
#include <unordered_map>

namespace hlo {
ComputationSet ExecutedBy(const Instruction& instruction) {
  ComputationSet executed;
  std::vector<const Computation*> open;
  const auto add = [&](const Instruction& caller) {
    for (const Computation* called : caller.CalledComputations()) {
      if (executed.insert(called).second) open.push_back(called);
    }
  };
  add(instruction);
  while (!open.empty()) {
    const Computation* computation = open.back();
    open.pop_back();
    for (const Instruction* caller : computation->instructions) add(*caller);
  }
  return executed;
}

namespace {

class Recomputer {
 public:
  Recomputer(const Plan& plain, const KnownValues& known)
      : entry_(plain.Of(*plain.module->entry)), known_(known) {}

  RecomputePlan Make(const InstructionSet& wanted) {
    ComputationSet inside;  // computations with wanted instructions that the entry executes
    for (const Instruction* instruction : wanted) inside.insert(instruction->parent);
    const size_t count = entry_.computation->instructions.size();
    included_.assign(count, false);
    reached_.assign(count, false);
    for (const PlanStep& step : entry_.steps) {
      executed_.push_back(ExecutedBy(*step.instruction));
      const bool executes = std::any_of(
          executed_.back().begin(), executed_.back().end(),
          [&](const Computation* computation) { return inside.count(computation) != 0; });
      if (executes || wanted.count(step.instruction) != 0) Include(*step.instruction);
    }
    MakeSteps();
    FindComplete();
    return std::move(made_);
  }

 private:
  // Includes an instruction even if its value is known: what it executes is wanted.
  void Include(const Instruction& instruction) {
    included_[Index(instruction)] = reached_[Index(instruction)] = true;
    std::vector<const Instruction*> open = {&instruction};
    while (!open.empty()) {
      const Instruction* user = open.back();
      open.pop_back();
      for (const Instruction* operand : user->operands) {
        if (reached_[Index(*operand)]) continue;
        reached_[Index(*operand)] = true;
        if (known_(*operand) != nullptr) continue;
        included_[Index(*operand)] = true;
        open.push_back(operand);
      }
    }
  }

  void MakeSteps() {
    ComputationPlan& entry = made_.entry;
    entry.computation = entry_.computation;
    entry.slot_count = entry_.slot_count;
    entry.parameter_slots = entry_.parameter_slots;
    for (const PlanStep& step : entry_.steps) {
      if (included_[Index(*step.instruction)]) {
        entry.steps.push_back(step);
        entry.steps.back().takes_operand.assign(step.operand_slots.size(), 0);
        entry.steps.back().frees.clear();
      } else if (reached_[Index(*step.instruction)]) {
        made_.known.push_back(step.instruction);
      }
    }
    FindLastUses(entry);
  }

  void FindComplete() {
    std::unordered_map<const Computation*, int64_t> missing;  // instructions that execute it
    for (size_t s = 0; s < executed_.size(); ++s) {
      const bool runs = included_[Index(*entry_.steps[s].instruction)];
      for (const Computation* computation : executed_[s]) missing[computation] += runs ? 0 : 1;
    }
    for (const auto& [computation, count] : missing) {
      if (count == 0) made_.complete.insert(computation);
    }
    made_.complete.insert(entry_.computation);
  }

  static size_t Index(const Instruction& instruction) {
    return static_cast<size_t>(instruction.index);
  }

  const ComputationPlan& entry_;
  const KnownValues& known_;
  std::vector<ComputationSet> executed_;  // by the steps of the entry
  std::vector<bool> reached_;             // instructions whose value is needed
  std::vector<bool> included_;            // those that run
  RecomputePlan made_;
};

}  // namespace

bool CanRecompute(const Plan& plain) {
  if (plain.Of(*plain.module->entry).communicates) return false;
  for (const auto& computation : plain.module->computations) {
    for (const Instruction* instruction : computation->instructions) {
      if (instruction->op->side_effect) return false;
    }
  }
  return true;
}

RecomputePlan MakeRecomputePlan(const Plan& plain, const InstructionSet& wanted,
                                const KnownValues& known) {
  return Recomputer(plain, known).Make(wanted);
}

}  // namespace hlo

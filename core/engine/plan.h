// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_H_
#define HLO_CORE_ENGINE_PLAN_H_

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/engine/engine.h"
#include "core/ir/module.h"

namespace hlo {

// One instruction of a computation, made ready: its value goes to the slot of its place in the
// computation's list.
struct PlanStep {
  const Instruction* instruction = nullptr;
  EvaluateFn evaluate = nullptr;       // nullptr for a parameter, whose slot the caller fills
  std::vector<int32_t> operand_slots;
  std::vector<uint8_t> takes_operand;  // the operand's value is not needed afterwards, by anyone
  std::vector<int32_t> frees;          // slots whose last use this step is
};

struct ComputationPlan {
  const Computation* computation = nullptr;
  std::vector<PlanStep> steps;
  int32_t slot_count = 0;
  int32_t root_slot = -1;  // -1: the computation is faulty and has no root
  RunFailure obstacle;     // why its root has no value; empty when it has one
};

// All computations of a module, ready to run.
struct Plan {
  const Module* module = nullptr;
  std::unordered_map<const Computation*, ComputationPlan> computations;

  const ComputationPlan& Of(const Computation& computation) const {
    return computations.find(&computation)->second;
  }
};

// Lists the steps of every computation in textual order, which respects operands and control
// predecessors, and finds the last use of every value. Values that nothing needs are computed too,
// so that watchers see them. An instruction that cannot be evaluated is left out, and with it all
// that use it.
Plan MakePlan(const Module& module);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_PLAN_H_
#define HLO_CORE_ENGINE_PLAN_PLAN_H_

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/engine/plan/run_failure.h"
#include "core/engine/scalar/scalar_plan.h"
#include "core/ir/module.h"

namespace hlo {

struct FusedGroup;  // core/engine/plan/fused_group.h

// One step of a computation, made ready: an instruction, whose value goes to `slot`, or a group of
// fused ones.
struct PlanStep {
  const Instruction* instruction = nullptr;  // of a group the first
  SharedShape shape;                         // of the instruction
  EvaluateFn evaluate = nullptr;             // nullptr for a parameter, whose slot the caller fills
  bool communicates = false;  // it may have to wait: for Fiber, not for Machine, to run
  std::shared_ptr<const FusedGroup> group;  // nullptr for a single instruction
  int32_t slot = -1;                        // of the value; the slots of a group stand in it
  std::vector<int32_t> operand_slots;
  std::vector<uint8_t> takes_operand;  // the operand's value is not needed afterwards
  std::vector<int32_t> frees;          // slots whose last use this step is
  int64_t counts = 1;                  // instructions that it stands for
};

struct ComputationPlan {
  const Computation* computation = nullptr;
  std::vector<PlanStep> steps;
  int32_t slot_count = 0;
  std::vector<int32_t> parameter_slots;  // by position in Computation::parameters
  int32_t root_slot = -1;                // -1: the computation is faulty and has no root
  bool communicates = false;             // one of its steps does
  RunFailure obstacle;                   // why its root has no value; empty when it has one
};

// A `while` on a tuple whose elements pass from iteration to iteration in slots of their own:
// parameter slots of condition and body are by element (-1: not used).
struct LoopPlan {
  ComputationPlan condition, body;
  std::vector<int32_t> next_slots;  // of the elements after an iteration
  std::vector<uint8_t> takes_next;  // the slot is not the next state of a later element, too
};

// All computations of a module, ready to run.
struct Plan {
  const Module* module = nullptr;
  bool dynamic = false;  // some value has dynamic dimensions
  std::unordered_map<const Computation*, ComputationPlan> computations;
  // Empty in the plan without fusion.
  ScalarPlan scalars;
  std::unordered_map<const Instruction*, LoopPlan> loops;  // that are not all scalars

  const ComputationPlan& Of(const Computation& computation) const {
    return computations.find(&computation)->second;
  }
};

// The plan without fusion: what observers see, and what the plain path runs.
//
// Lists the steps of every computation in textual order, which respects operands and control
// predecessors, and finds the last use of every value. Values that nothing needs are computed too,
// so that observers see them. An instruction that cannot be evaluated is left out, and with it all
// that use it.
Plan MakePlan(const Module& module);

// What the operand of a done started: through instructions that pass it on. Not a start itself
// where the text is a single instruction, or carries what was started through a loop.
const Instruction& StartOf(const Instruction& done);

// The plan of the same module with elementwise work fused, for runs without an observer. Values and
// step counts are those of `plain`, which must be complete; computations with an obstacle are left
// out. Made for one kernel mode.
Plan MakeFusedPlan(const Plan& plain, KernelMode mode);

// Marks, from the last step backwards, where each value is used for the last time. A value used
// twice by one step is freed there but not taken: the step still reads the other copy.
void FindLastUses(ComputationPlan& plan);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_PLAN_H_

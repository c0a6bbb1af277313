// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_PLAN_H_
#define HLO_CORE_ENGINE_PLAN_PLAN_H_

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/engine/plan/observation.h"
#include "core/engine/plan/run_failure.h"
#include "core/engine/scalar/scalar_plan.h"
#include "core/ir/module.h"

namespace hlo {

struct FusedGroup;  // core/engine/plan/fused_group.h

// One step of a computation, ready to run: an instruction, whose value goes to `slot`, or a group
// of fused instructions.
struct PlanStep {
  const Instruction* instruction = nullptr;  // of a group the first
  SharedShape shape;                         // of the instruction
  EvaluateFn evaluate = nullptr;             // nullptr for a parameter, whose slot the caller fills
  bool communicates = false;                // it may have to wait: run by Fiber, not by Interpreter
  std::shared_ptr<const FusedGroup> group;  // nullptr for a single instruction
  int32_t slot = -1;                        // of the value; for a group, its outputs have the slots
  std::vector<int32_t> operand_slots;
  std::vector<uint8_t> takes_operand;  // whether this is the last use of the operand's value
  std::vector<int32_t> frees;          // slots last used by this step
  std::vector<Observation> observed;   // shown after the step; not in the plan without fusion
  int64_t counts = 1;                  // number of instructions it represents
};

struct ComputationPlan {
  const Computation* computation = nullptr;
  std::vector<PlanStep> steps;
  std::vector<PlanStep> once;  // of a part of a loop: constants, which all iterations share
  int32_t slot_count = 0;
  std::vector<int32_t> parameter_slots;  // by position in Computation::parameters
  int32_t root_slot = -1;                // -1: the computation is faulty and has no root
  bool communicates = false;             // whether one of its steps communicates
  RunFailure obstacle;                   // why its root has no value; empty if it has one
};

// A `while` on a tuple whose elements are kept in slots of their own from iteration to iteration:
// parameter slots of condition and body are by element (-1: not used).
struct LoopPlan {
  ComputationPlan condition, body;
  std::vector<int32_t> next_slots;  // of the elements after an iteration
  std::vector<uint8_t> takes_next;  // whether no later element has this slot as its next state
  // The observed instructions whose value is the state as a whole, which has no slot: at the start
  // of the condition, at the start of the body, and at its end.
  InstructionSet observed_tested, observed_before, observed_after;
};

// All computations of a module, ready to run.
struct Plan {
  const Module* module = nullptr;
  bool dynamic = false;  // whether some value has dynamic dimensions
  // Whether observers see only PlanStep::observed and LoopPlan::observed_*.
  bool fused = false;
  int64_t max_elements = INT64_MAX;  // of an array
  bool omits_arrays = false;         // with more elements
  std::unordered_map<const Computation*, ComputationPlan> computations;
  // Empty in the plan without fusion.
  ScalarPlan scalars;
  std::unordered_map<const Instruction*, LoopPlan> loops;  // loops with non-scalar state

  const ComputationPlan& Of(const Computation& computation) const {
    return computations.find(&computation)->second;
  }
};

// The elements of the largest array in a shape.
int64_t LargestArray(const Shape& shape);

// The plan without fusion, used for observed runs and by the plain path.
//
// Lists the steps of every computation in text order, which respects operands and control
// predecessors, and finds the last use of every value. Unneeded values are computed too, so that
// observers see them. An instruction that cannot be evaluated is omitted, and so are all its users.
// So is one with an array of more than `max_elements` elements.
Plan MakePlan(const Module& module, int64_t max_elements = INT64_MAX);

// What the operand of a done started, through instructions that pass it on. Not a start if the text
// is a single instruction, or passes the operation through a loop.
const Instruction& StartOf(const Instruction& done);

// The plan of the same module with elementwise work fused, for runs whose observer sees no other
// instructions than `observed`, which must be Observable(). Values and step counts equal those of
// `plain`, which must be complete; computations with an obstacle are omitted. Specific to one
// kernel mode.
Plan MakeFusedPlan(const Plan& plain, KernelMode mode, const InstructionSet& observed = {});

// Marks the last use of each value, from the last step to the first. A value used twice by one step
// is freed there but not taken: the step still reads the other copy.
void FindLastUses(ComputationPlan& plan);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_PLAN_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_RECOMPUTE_H_
#define HLO_CORE_ENGINE_PLAN_RECOMPUTE_H_

#include <functional>
#include <vector>

#include "core/engine/plan/plan.h"
#include "hlo/literal.h"

namespace hlo {

// The value of an instruction of the entry computation, or nullptr if it is not known.
using KnownValues = std::function<const Literal*(const Instruction&)>;

// The computations that an instruction executes, directly or indirectly.
ComputationSet ExecutedBy(const Instruction& instruction);

// The part of an entry computation that is enough to compute some values of the module.
struct RecomputePlan {
  ComputationPlan entry;                  // without a root
  std::vector<const Instruction*> known;  // whose values have to be put into their slots
  ComputationSet complete;                // called computations whose executions are all included
};

// Whether parts of a run can be repeated: its values depend on nothing but the arguments, and no
// device waits for another one or for the host.
bool CanRecompute(const Plan& plain);

// Includes the instructions of the entry that execute those of `wanted`, and what these need, back
// to known values. `plain` is the plan without fusion.
RecomputePlan MakeRecomputePlan(const Plan& plain, const InstructionSet& wanted,
                                const KnownValues& known);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_RECOMPUTE_H_

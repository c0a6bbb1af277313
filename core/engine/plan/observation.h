// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_OBSERVATION_H_
#define HLO_CORE_ENGINE_PLAN_OBSERVATION_H_

#include <cstdint>
#include <unordered_set>

#include "core/ir/module.h"

namespace hlo {

using InstructionSet = std::unordered_set<const Instruction*>;
using ComputationSet = std::unordered_set<const Computation*>;

// An instruction whose value a run with fusion shows to its observer, and the slot of that value.
struct Observation {
  const Instruction* instruction = nullptr;
  int32_t slot = -1;
};

// The instructions of `wanted` that a run with fusion can show: those in computations that are
// executed in the order of the text, because they are the entry or have a single caller, a `call`,
// `conditional`, `fusion` or `while` in such a computation. Fusion may reorder the calls of other
// computations, and so change which execution is the last one.
InstructionSet Observable(const Module& module, const InstructionSet& wanted);

// The computations that contain one of these instructions or call one that does.
ComputationSet ComputationsAround(const Module& module, const InstructionSet& instructions);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_OBSERVATION_H_

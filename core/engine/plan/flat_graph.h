// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_FLAT_GRAPH_H_
#define HLO_CORE_ENGINE_PLAN_FLAT_GRAPH_H_

#include <cstdint>
#include <vector>

#include "core/engine/plan/observation.h"
#include "core/engine/plan/plan.h"
#include "core/ir/module.h"

namespace hlo {

// One instruction of a flattened computation. Nodes are identified by their position in the list,
// which is also the slot of their value.
struct FlatNode {
  const Instruction* instruction = nullptr;
  SharedShape shape;              // as in PlanStep
  EvaluateFn evaluate = nullptr;  // likewise
  bool communicates = false;      // likewise
  std::vector<int32_t> operands;
  std::vector<int32_t> before;  // control predecessors, and the preceding side effect
  // The operand that this node is an alias of: the result of a fusion, or an element of a known
  // tuple.
  bool renames = false;
};

// A computation with its fusions inlined, so that instructions inside and outside of them can run
// together. Operands precede their users.
struct FlatGraph {
  std::vector<FlatNode> nodes;
  std::vector<int32_t> parameters;  // by position in Computation::parameters
  int32_t root = -1;
  int64_t instructions = 0;  // steps that running it one by one counts
  std::vector<Observation> observed;
};

// `computation` is part of `plan`, the plan without fusion; `observed` are the instructions that an
// observer sees.
FlatGraph Flatten(const ComputationPlan& computation, const Plan& plan,
                  const InstructionSet& observed);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_FLAT_GRAPH_H_

// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan/observation.h"

#include <unordered_map>
#include <vector>

namespace hlo {
namespace {

bool RunsInOrder(const Instruction& caller) {
  const OpDef& op = *caller.op;
  return caller.Is(Opcode::kFusion) ||
         (op.next_call != nullptr && op.communication == Communication::kNone);
}

}  // namespace

InstructionSet Observable(const Module& module, const InstructionSet& wanted) {
  std::unordered_map<const Computation*, int64_t> call_sites;
  for (const auto& computation : module.computations) {
    for (const Instruction* instruction : computation->instructions) {
      for (const Computation* called : instruction->CalledComputations()) ++call_sites[called];
    }
  }
  InstructionSet observable;
  std::vector<const Computation*> open = {module.entry};
  while (!open.empty()) {
    const Computation* computation = open.back();
    open.pop_back();
    for (const Instruction* instruction : computation->instructions) {
      if (wanted.count(instruction) != 0) observable.insert(instruction);
      if (!RunsInOrder(*instruction)) continue;
      for (const Computation* called : instruction->CalledComputations()) {
        if (call_sites[called] == 1) open.push_back(called);
      }
    }
  }
  return observable;
}

ComputationSet ComputationsAround(const Module& module, const InstructionSet& instructions) {
  if (instructions.empty()) return {};
  std::unordered_map<const Computation*, std::vector<const Computation*>> callers;
  for (const auto& computation : module.computations) {
    for (const Instruction* instruction : computation->instructions) {
      for (const Computation* called : instruction->CalledComputations()) {
        callers[called].push_back(computation.get());
      }
    }
  }
  ComputationSet around;
  std::vector<const Computation*> open;
  const auto add = [&](const Computation* computation) {
    if (around.insert(computation).second) open.push_back(computation);
  };
  for (const Instruction* instruction : instructions) add(instruction->parent);
  while (!open.empty()) {
    const Computation* computation = open.back();
    open.pop_back();
    for (const Computation* caller : callers[computation]) add(caller);
  }
  return around;
}

}  // namespace hlo

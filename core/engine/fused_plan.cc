// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/engine/flat_graph.h"
#include "core/engine/fused_group.h"
#include "core/engine/fusion.h"
#include "core/engine/lane_source.h"
#include "core/engine/plan.h"

namespace hlo {
namespace {

// Nodes of a group, tried one after the other until all programs fit the cache; one always does.
constexpr size_t kGroupSizes[] = {128, 32, 8, 1};

PlanStep MakeNodeStep(const FlatGraph& graph, int32_t node) {
  const FlatNode& flat = graph.nodes[static_cast<size_t>(node)];
  PlanStep step;
  step.instruction = flat.instruction;
  step.evaluate = flat.evaluate;
  step.slot = node;
  step.operand_slots = flat.operands;
  step.takes_operand.assign(flat.operands.size(), 0);
  return step;
}

// False when a group does not fit.
bool MakeSteps(const FlatGraph& graph, const LaneSources& sources, size_t max_group,
               KernelMode mode, std::vector<PlanStep>& steps) {
  const Fusion fusion = FindFusion(graph, sources, max_group);
  int64_t uncounted = graph.instructions;
  for (const FusionUnit& unit : fusion.units) {
    if (unit.is_group) {
      steps.push_back(MakeGroupStep(graph, sources, fusion, unit, mode));
      if (steps.back().group == nullptr) return false;
    } else {
      steps.push_back(MakeNodeStep(graph, unit.nodes[0]));
    }
    steps.back().counts = std::ssize(unit.nodes);
    uncounted -= std::ssize(unit.nodes);
  }
  // Instructions that need not run, and fusions that were opened, count all the same.
  if (!steps.empty()) steps.back().counts += uncounted;
  return true;
}

ComputationPlan FuseComputation(const ComputationPlan& plain, const Plan& plan, KernelMode mode) {
  const FlatGraph graph = Flatten(plain, plan);
  const LaneSources sources = FindLaneSources(graph);
  ComputationPlan made;
  made.computation = plain.computation;
  made.slot_count = static_cast<int32_t>(graph.nodes.size());
  made.parameter_slots = graph.parameters;
  made.root_slot = graph.root;
  for (const size_t max_group : kGroupSizes) {
    if (MakeSteps(graph, sources, max_group, mode, made.steps)) break;
    made.steps.clear();
  }
  FindLastUses(made);
  return made;
}

}  // namespace

Plan MakeFusedPlan(const Plan& plain, KernelMode mode) {
  Plan plan;
  plan.module = plain.module;
  plan.scalars = MakeScalarPlan(*plain.module, mode);
  for (const auto& [computation, made] : plain.computations) {
    if (made.obstacle.error != nullptr) continue;
    plan.computations.emplace(computation, FuseComputation(made, plain, mode));
  }
  return plan;
}

}  // namespace hlo

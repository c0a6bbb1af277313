// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <utility>

#include "core/engine/plan/flat_graph.h"
#include "core/engine/plan/fused_group.h"
#include "core/engine/plan/fusion.h"
#include "core/engine/plan/lane_source.h"
#include "core/engine/plan/loop_plan.h"
#include "core/engine/plan/plan.h"
#include "core/engine/plan/row_fusion.h"

namespace hlo {
namespace {

// Largest numbers of nodes of a group, tried in order until all programs fit the cache; the last
// always does.
constexpr size_t kGroupSizes[] = {128, 32, 8, 1};

PlanStep MakeNodeStep(const FlatGraph& graph, int32_t node) {
  const FlatNode& flat = graph.nodes[static_cast<size_t>(node)];
  PlanStep step;
  step.instruction = flat.instruction;
  step.shape = flat.shape;
  step.evaluate = flat.evaluate;
  step.communicates = flat.communicates;
  step.slot = node;
  step.operand_slots = flat.operands;
  step.takes_operand.assign(flat.operands.size(), 0);
  return step;
}

// False if a group does not fit.
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
  // Instructions that need not run, and inlined fusions, still count as steps.
  if (!steps.empty()) steps.back().counts += uncounted;
  return true;
}

ComputationPlan FuseGraph(const FlatGraph& graph, const Computation* computation, KernelMode mode) {
  const LaneSources sources = FindLaneSources(graph);
  ComputationPlan made;
  made.computation = computation;
  made.slot_count = static_cast<int32_t>(graph.nodes.size());
  made.parameter_slots = graph.parameters;
  made.root_slot = graph.root;
  for (const size_t max_group : kGroupSizes) {
    if (MakeSteps(graph, sources, max_group, mode, made.steps)) break;
    made.steps.clear();
  }
  JoinRows(made.steps, {&made.root_slot, 1}, mode);
  FindLastUses(made);
  return made;
}

// nullopt if the state is used as a whole somewhere, or has dynamic sizes, which calls handle.
std::optional<LoopPlan> PlanLoop(const Instruction& loop, const Plan& plain, KernelMode mode) {
  if (!loop.shape->IsTuple() || !loop.shape->IsStatic()) return std::nullopt;
  const ComputationPlan& condition = plain.Of(*loop.attributes.Called(Attr::condition));
  const ComputationPlan& body = plain.Of(*loop.attributes.Called(Attr::body));
  if (condition.obstacle.error != nullptr || body.obstacle.error != nullptr) return std::nullopt;
  FlatGraph condition_graph = Flatten(condition, plain);
  FlatGraph body_graph = Flatten(body, plain);
  const size_t count = loop.shape->elements.size();
  if (!SplitParameter(condition_graph, count) || !SplitParameter(body_graph, count)) {
    return std::nullopt;
  }
  LoopPlan made;
  made.next_slots = SplitRoot(body_graph);
  if (made.next_slots.size() != count) return std::nullopt;
  made.takes_next = LastOfEach(made.next_slots);
  made.condition = FuseGraph(condition_graph, condition.computation, mode);
  made.body = FuseGraph(body_graph, body.computation, mode);
  KeepSlots(made.body, made.next_slots);
  return made;
}

}  // namespace

Plan MakeFusedPlan(const Plan& plain, KernelMode mode) {
  Plan plan;
  plan.module = plain.module;
  plan.dynamic = plain.dynamic;
  plan.scalars = MakeScalarPlan(*plain.module, mode);
  for (const auto& [computation, made] : plain.computations) {
    if (made.obstacle.error != nullptr) continue;
    ComputationPlan fused = FuseGraph(Flatten(made, plain), computation, mode);
    fused.communicates = made.communicates;
    plan.computations.emplace(computation, std::move(fused));
    for (const PlanStep& step : made.steps) {
      if (!step.instruction->Is(Opcode::kWhile) || step.communicates ||
          plan.scalars.loops.count(step.instruction) != 0) {
        continue;
      }
      if (std::optional<LoopPlan> loop = PlanLoop(*step.instruction, plain, mode)) {
        plan.loops.emplace(step.instruction, std::move(*loop));
      }
    }
  }
  return plan;
}

}  // namespace hlo

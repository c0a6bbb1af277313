// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/engine/plan/arg_extreme_plan.h"
#include "core/engine/plan/flat_graph.h"
#include "core/engine/plan/fused_group.h"
#include "core/engine/plan/fusion.h"
#include "core/engine/plan/lane_source.h"
#include "core/engine/plan/loop_plan.h"
#include "core/engine/plan/plan.h"
#include "core/engine/plan/row_fusion.h"
#include "core/engine/plan/sum_of_squares_plan.h"

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

// Each value is shown after the step that makes it.
void AssignObservations(const FlatGraph& graph, std::vector<PlanStep>& steps) {
  if (graph.observed.empty()) return;
  std::unordered_map<int32_t, PlanStep*> makers;  // of slots
  for (PlanStep& step : steps) {
    if (step.slot >= 0) makers[step.slot] = &step;
    if (step.group == nullptr) continue;
    for (const FusedGroup::Output& output : step.group->outputs) makers[output.slot] = &step;
  }
  for (const Observation& shown : graph.observed) {
    const auto maker = makers.find(shown.slot);
    if (maker != makers.end()) maker->second->observed.push_back(shown);
  }
}

ComputationPlan FuseGraph(FlatGraph graph, const Computation* computation, KernelMode mode) {
  PlanSumsOfSquares(graph);
  PlanArgExtremes(graph);
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
  std::vector<int32_t> kept = {made.root_slot};
  for (const Observation& shown : graph.observed) kept.push_back(shown.slot);
  JoinRows(made.steps, kept, mode);
  AssignObservations(graph, made.steps);
  FindLastUses(made);
  return made;
}

// Removes the observations of a value from a graph and returns their instructions.
InstructionSet TakeObservations(FlatGraph& graph, int32_t node) {
  InstructionSet taken;
  for (const Observation& shown : graph.observed) {
    if (shown.slot == node) taken.insert(shown.instruction);
  }
  const auto of_node = [&](const Observation& shown) { return shown.slot == node; };
  graph.observed.erase(std::remove_if(graph.observed.begin(), graph.observed.end(), of_node),
                       graph.observed.end());
  return taken;
}

// nullopt if the state is used as a whole somewhere, or has dynamic sizes, which calls handle.
std::optional<LoopPlan> PlanLoop(const Instruction& loop, const Plan& plain, KernelMode mode,
                                 const InstructionSet& observed) {
  if (!loop.shape->IsTuple() || !loop.shape->IsStatic()) return std::nullopt;
  const ComputationPlan& condition = plain.Of(*loop.attributes.Called(Attr::condition));
  const ComputationPlan& body = plain.Of(*loop.attributes.Called(Attr::body));
  FlatGraph condition_graph = Flatten(condition, plain, observed);
  FlatGraph body_graph = Flatten(body, plain, observed);
  const int32_t tested = condition_graph.parameters[0], before = body_graph.parameters[0];
  const size_t count = loop.shape->elements.size();
  if (!SplitParameter(condition_graph, count) || !SplitParameter(body_graph, count)) {
    return std::nullopt;
  }
  LoopPlan made;
  made.next_slots = SplitRoot(body_graph);
  if (made.next_slots.size() != count) return std::nullopt;
  made.observed_tested = TakeObservations(condition_graph, tested);
  made.observed_before = TakeObservations(body_graph, before);
  made.observed_after = TakeObservations(body_graph, body_graph.root);
  made.takes_next = LastOfEach(made.next_slots);
  made.condition = FuseGraph(std::move(condition_graph), condition.computation, mode);
  made.body = FuseGraph(std::move(body_graph), body.computation, mode);
  KeepSlots(made.condition, TakeConstants(made.condition));
  std::vector<int32_t> constants = TakeConstants(made.body);
  for (size_t k = 0; k < count; ++k) {
    const auto end = constants.end();
    if (std::find(constants.begin(), end, made.next_slots[k]) != end) made.takes_next[k] = 0;
  }
  KeepSlots(made.body, made.next_slots);
  KeepSlots(made.body, constants);
  return made;
}

// Compiled loops show nothing, so those with observed instructions are not compiled.
void OpenObservedLoops(const ComputationSet& observed, ScalarPlan& scalars) {
  for (auto at = scalars.loops.begin(); at != scalars.loops.end();) {
    const Attributes& attributes = at->first->attributes;
    const bool open = observed.count(attributes.Called(Attr::condition)) != 0 ||
                      observed.count(attributes.Called(Attr::body)) != 0;
    at = open ? scalars.loops.erase(at) : std::next(at);
  }
}

}  // namespace

Plan MakeFusedPlan(const Plan& plain, KernelMode mode, const InstructionSet& observed) {
  Plan plan;
  plan.fused = true;
  plan.module = plain.module;
  plan.dynamic = plain.dynamic;
  plan.scalars = MakeScalarPlan(*plain.module, mode);
  OpenObservedLoops(ComputationsAround(*plain.module, observed), plan.scalars);
  for (const auto& [computation, made] : plain.computations) {
    if (made.obstacle.error != nullptr) continue;
    ComputationPlan fused = FuseGraph(Flatten(made, plain, observed), computation, mode);
    fused.communicates = made.communicates;
    plan.computations.emplace(computation, std::move(fused));
    for (const PlanStep& step : made.steps) {
      if (!step.instruction->Is(Opcode::kWhile) || step.communicates ||
          plan.scalars.loops.count(step.instruction) != 0) {
        continue;
      }
      if (std::optional<LoopPlan> loop = PlanLoop(*step.instruction, plain, mode, observed)) {
        plan.loops.emplace(step.instruction, std::move(*loop));
      }
    }
  }
  return plan;
}

}  // namespace hlo

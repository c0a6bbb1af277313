// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan/loop_plan.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace hlo {
namespace {

bool Reads(const FlatNode& node, int32_t value) {
  return std::find(node.operands.begin(), node.operands.end(), value) != node.operands.end();
}

}  // namespace

bool SplitParameter(FlatGraph& graph, size_t count) {
  const int32_t tuple = graph.parameters[0];
  const auto is_element = [&](const FlatNode& node) {
    return !node.renames && node.instruction->Is(Opcode::kGetTupleElement);
  };
  if (graph.root == tuple) return false;
  for (const FlatNode& node : graph.nodes) {
    if (Reads(node, tuple) && !is_element(node)) return false;
  }
  std::vector<int32_t> elements(count, -1);
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    FlatNode& node = graph.nodes[n];
    if (!Reads(node, tuple)) continue;
    int32_t& element = elements[static_cast<size_t>(node.instruction->attributes.Int(Attr::index))];
    if (element < 0) {
      element = static_cast<int32_t>(n);
      node.operands.clear();
      node.evaluate = nullptr;
    } else {
      node.operands = {element};
      node.evaluate = GetOpDef(Opcode::kCopy).evaluate;
      node.renames = true;
    }
  }
  graph.parameters = std::move(elements);
  return true;
}

std::vector<int32_t> SplitRoot(FlatGraph& graph) {
  if (graph.root < 0) return {};
  FlatNode& root = graph.nodes[static_cast<size_t>(graph.root)];
  if (root.renames || !root.instruction->Is(Opcode::kTuple)) return {};
  for (const FlatNode& node : graph.nodes) {
    if (Reads(node, graph.root)) return {};
  }
  root.evaluate = nullptr;
  return root.operands;
}

std::vector<uint8_t> LastOfEach(const std::vector<int32_t>& slots) {
  std::vector<uint8_t> last(slots.size(), 0);
  std::unordered_set<int32_t> seen;
  for (size_t k = slots.size(); k-- > 0;) last[k] = seen.insert(slots[k]).second;
  return last;
}

std::vector<int32_t> TakeConstants(ComputationPlan& plan) {
  const auto varies = [](const PlanStep& step) {
    return !step.instruction->Is(Opcode::kConstant) || step.group != nullptr ||
           !step.observed.empty();
  };
  std::vector<PlanStep>& steps = plan.steps;
  const auto first = std::stable_partition(steps.begin(), steps.end(), varies);
  if (first == steps.begin()) return {};  // steps are counted only where there are some
  std::vector<int32_t> slots;
  for (auto step = first; step != steps.end(); ++step) {
    steps.front().counts += step->counts;
    slots.push_back(step->slot);
  }
  plan.once.assign(std::make_move_iterator(first), std::make_move_iterator(steps.end()));
  steps.erase(first, steps.end());
  return slots;
}

void KeepSlots(ComputationPlan& plan, const std::vector<int32_t>& slots) {
  std::vector<bool> is_kept(static_cast<size_t>(plan.slot_count), false);
  for (const int32_t slot : slots) is_kept[static_cast<size_t>(slot)] = true;
  const auto kept = [&](int32_t slot) { return is_kept[static_cast<size_t>(slot)]; };
  for (PlanStep& step : plan.steps) {
    step.frees.erase(std::remove_if(step.frees.begin(), step.frees.end(), kept), step.frees.end());
    for (size_t i = 0; i < step.operand_slots.size(); ++i) {
      if (kept(step.operand_slots[i])) step.takes_operand[i] = 0;
    }
  }
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan/flat_graph.h"

#include <utility>

namespace hlo {
namespace {

// A longer fusion stays a call: it has enough inside to be fused by itself, and graphs stay bounded
// where many instructions call the same one.
constexpr size_t kMaxOpenedSteps = 64;

class Flattener {
 public:
  Flattener(const Plan& plan, const InstructionSet& observed, FlatGraph& graph)
      : plan_(plan), observed_(observed), graph_(graph) {}

  // Adds nodes for the steps of a computation. `arguments` are the nodes of its parameters; if
  // empty, the parameters become nodes, too. Returns the node of each instruction by its index, -1
  // if it has no value.
  std::vector<int32_t> Add(const ComputationPlan& computation,
                           const std::vector<int32_t>& arguments) {
    std::vector<int32_t> node_of(static_cast<size_t>(computation.slot_count), -1);
    const std::vector<Instruction*>& parameters = computation.computation->parameters;
    for (size_t i = 0; i < arguments.size(); ++i) {
      node_of[static_cast<size_t>(parameters[i]->index)] = arguments[i];
    }
    graph_.instructions += std::ssize(computation.steps);
    for (const PlanStep& step : computation.steps) {
      int32_t& node = node_of[static_cast<size_t>(step.instruction->index)];
      if (node < 0) node = AddStep(step, node_of);
      if (observed_.count(step.instruction) != 0) {
        graph_.observed.push_back({step.instruction, node});
      }
    }
    return node_of;
  }

 private:
  int32_t AddNode(FlatNode node) {
    graph_.nodes.push_back(std::move(node));
    return static_cast<int32_t>(graph_.nodes.size()) - 1;
  }

  int32_t AddName(const Instruction& instruction, int32_t of) {
    FlatNode node;
    node.instruction = &instruction;
    node.shape = plan_.module->Share(instruction.shape);
    node.evaluate = GetOpDef(Opcode::kCopy).evaluate;
    node.operands = {of};
    node.renames = true;
    return AddNode(std::move(node));
  }

  const FlatNode& NodeBehindNames(int32_t node) const {
    const FlatNode* found = &graph_.nodes[static_cast<size_t>(node)];
    while (found->renames) found = &graph_.nodes[static_cast<size_t>(found->operands[0])];
    return *found;
  }

  int32_t AddStep(const PlanStep& step, const std::vector<int32_t>& node_of) {
    const Instruction& instruction = *step.instruction;
    FlatNode node;
    node.instruction = &instruction;
    node.shape = step.shape;
    node.evaluate = step.evaluate;
    node.communicates = step.communicates;
    for (int32_t slot : step.operand_slots) {
      node.operands.push_back(node_of[static_cast<size_t>(slot)]);
    }
    const int32_t opened = Open(instruction, node.operands);
    if (opened >= 0) return AddName(instruction, opened);
    if (instruction.Is(Opcode::kGetTupleElement)) {
      const FlatNode& tuple = NodeBehindNames(node.operands[0]);
      if (tuple.instruction->Is(Opcode::kTuple)) {
        return AddName(
            instruction,
            tuple.operands[static_cast<size_t>(instruction.attributes.Int(Attr::index))]);
      }
    }
    if (const auto* control =
            instruction.attributes.Get<std::vector<Instruction*>>(Attr::control_predecessors)) {
      for (const Instruction* predecessor : *control) {
        const int32_t first = node_of[static_cast<size_t>(predecessor->index)];
        if (first >= 0) node.before.push_back(first);
      }
    }
    const bool effect = instruction.op->side_effect || step.communicates;
    if (effect && last_effect_ >= 0) node.before.push_back(last_effect_);
    const int32_t added = AddNode(std::move(node));
    if (effect) last_effect_ = added;
    return added;
  }

  // The node of the root of a fusion's computation; -1 if it stays one step.
  int32_t Open(const Instruction& instruction, const std::vector<int32_t>& operands) {
    if (!instruction.Is(Opcode::kFusion) || opening_) return -1;
    for (const Instruction* operand : instruction.operands) {
      if (!operand->shape->IsStatic()) return -1;  // a call handles dynamic sizes
    }
    const ComputationPlan& called = plan_.Of(*instruction.attributes.Called(Attr::calls));
    if (called.obstacle.error != nullptr || called.steps.size() > kMaxOpenedSteps) return -1;
    opening_ = true;
    const int32_t root = Add(called, operands)[static_cast<size_t>(called.root_slot)];
    opening_ = false;
    return root;
  }

  const Plan& plan_;
  const InstructionSet& observed_;
  FlatGraph& graph_;
  int32_t last_effect_ = -1;
  bool opening_ = false;  // fusions inside fusions stay calls
};

}  // namespace

FlatGraph Flatten(const ComputationPlan& computation, const Plan& plan,
                  const InstructionSet& observed) {
  FlatGraph graph;
  const std::vector<int32_t> node_of = Flattener(plan, observed, graph).Add(computation, {});
  for (const Instruction* parameter : computation.computation->parameters) {
    graph.parameters.push_back(node_of[static_cast<size_t>(parameter->index)]);
  }
  if (computation.root_slot >= 0) {
    graph.root = node_of[static_cast<size_t>(computation.root_slot)];
  }
  return graph;
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/text/printer/print_order.h"

#include <unordered_map>
#include <utility>

namespace hlo {
namespace {

// Depth-first over one computation, without recursion: chains may have 10^5 links.
class InstructionOrder {
 public:
  explicit InstructionOrder(const Computation& computation)
      : computation_(computation),
        states_(computation.instructions.size(), State::kNew),
        channel_predecessor_(computation.instructions.size(), nullptr) {
    order_.reserve(computation.instructions.size());
  }

  std::vector<const Instruction*> Run() {
    std::vector<bool> used(states_.size(), false);
    for (const Instruction* instruction : computation_.instructions) {
      for (const Instruction* operand : instruction->operands) {
        if (IsHere(operand)) used[Place(operand)] = true;
      }
    }
    LinkChannels();
    for (const Instruction* instruction : computation_.instructions) {
      if (!used[Place(instruction)]) Visit(instruction);
    }
    // Only instructions on a cycle remain, which no text can contain.
    for (const Instruction* instruction : computation_.instructions) Visit(instruction);
    return std::move(order_);
  }

 private:
  enum class State : uint8_t { kNew, kOpen, kDone };

  static size_t Place(const Instruction* instruction) {
    return static_cast<size_t>(instruction->index);
  }
  bool IsHere(const Instruction* instruction) const {
    return instruction != nullptr && instruction->parent == &computation_ &&
           Place(instruction) < states_.size();
  }

  // Collectives on one channel keep their order in the list.
  void LinkChannels() {
    std::unordered_map<int64_t, const Instruction*> last;
    for (const Instruction* instruction : computation_.instructions) {
      if (instruction->op->family != OpFamily::kCollective) continue;
      const auto* channel = instruction->attributes.Get<int64_t>(Attr::channel_id);
      if (channel == nullptr) continue;
      const Instruction*& previous = last[*channel];
      channel_predecessor_[Place(instruction)] = previous;
      previous = instruction;
    }
  }

  void Push(const Instruction* instruction) {
    if (IsHere(instruction) && states_[Place(instruction)] == State::kNew) {
      stack_.push_back(instruction);
    }
  }

  // What is pushed last is printed first: control predecessors from last to first, then operands
  // from left to right, then instructions on the same channel.
  void PushPredecessors(const Instruction& instruction) {
    Push(channel_predecessor_[Place(&instruction)]);
    for (size_t i = instruction.operands.size(); i-- > 0;) Push(instruction.operands[i]);
    if (const auto* control =
            instruction.attributes.Get<std::vector<Instruction*>>(Attr::control_predecessors)) {
      for (const Instruction* predecessor : *control) Push(predecessor);
    }
  }

  void Visit(const Instruction* start) {
    Push(start);
    while (!stack_.empty()) {
      const Instruction* instruction = stack_.back();
      State& state = states_[Place(instruction)];
      if (state == State::kNew) {
        state = State::kOpen;
        PushPredecessors(*instruction);
        continue;
      }
      stack_.pop_back();
      if (state == State::kDone) continue;
      state = State::kDone;
      order_.push_back(instruction);
    }
  }

  const Computation& computation_;
  std::vector<State> states_;
  std::vector<const Instruction*> channel_predecessor_;
  std::vector<const Instruction*> stack_;
  std::vector<const Instruction*> order_;
};

class ComputationOrder {
 public:
  explicit ComputationOrder(const Module& module) : module_(module) {
    for (const auto& computation : module.computations) {
      Node& node = nodes_[computation.get()];
      node.instructions = PrintOrder(*computation, module.header.is_scheduled);
      for (const Instruction* instruction : node.instructions) {
        for (const Computation* callee : instruction->CalledComputations()) {
          node.callees.push_back(callee);
        }
      }
    }
  }

  std::vector<OrderedComputation> Run() {
    for (auto& [computation, node] : nodes_) {
      for (const Computation* callee : node.callees) {
        if (const auto found = nodes_.find(callee); found != nodes_.end()) {
          found->second.called = true;
        }
      }
    }
    // Computations without callers follow in text order, the entry last.
    for (const auto& computation : module_.computations) {
      if (computation.get() != module_.entry && !nodes_[computation.get()].called) {
        Visit(computation.get());
      }
    }
    if (module_.entry != nullptr) Visit(module_.entry);
    // Only computations in a call cycle remain, which no text can contain.
    for (const auto& computation : module_.computations) Visit(computation.get());
    return std::move(order_);
  }

 private:
  struct Node {
    std::vector<const Instruction*> instructions;
    std::vector<const Computation*> callees;
    size_t next = 0;  // earlier callees are done or open
    bool open = false;
    bool called = false;
  };

  void Visit(const Computation* start) {
    std::vector<const Computation*> stack;
    const auto open = [&](const Computation* computation) {
      const auto found = nodes_.find(computation);
      if (found == nodes_.end() || found->second.open) return;
      found->second.open = true;
      stack.push_back(computation);
    };
    open(start);
    while (!stack.empty()) {
      Node& node = nodes_[stack.back()];
      if (node.next < node.callees.size()) {
        open(node.callees[node.next++]);
        continue;
      }
      order_.push_back({stack.back(), std::move(node.instructions)});
      stack.pop_back();
    }
  }

  const Module& module_;
  std::unordered_map<const Computation*, Node> nodes_;
  std::vector<OrderedComputation> order_;
};

}  // namespace

std::vector<const Instruction*> PrintOrder(const Computation& computation, bool is_scheduled) {
  if (!is_scheduled) return InstructionOrder(computation).Run();
  std::vector<const Instruction*> order;
  order.reserve(computation.instructions.size());
  for (const Instruction* instruction : computation.instructions) order.push_back(instruction);
  return order;
}

std::vector<OrderedComputation> PrintOrder(const Module& module) {
  return ComputationOrder(module).Run();
}

}  // namespace hlo

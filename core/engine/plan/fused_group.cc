// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan/fused_group.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/base/result.h"
#include "core/engine/plan/row_fusion.h"
#include "core/engine/vector/vector_program_builder.h"

namespace hlo {
namespace {

class GroupCompiler {
 public:
  GroupCompiler(const FlatGraph& graph, const LaneSources& sources, KernelMode mode)
      : graph_(graph), sources_(sources), builder_(mode) {}

  PlanStep Compile(const Fusion& fusion, const FusionUnit& unit) {
    group_ = std::make_unique<FusedGroup>();
    group_->lanes = sources_.counts[static_cast<size_t>(unit.nodes[0])];
    for (const int32_t node : unit.nodes) AddNode(node);
    for (const int32_t node : unit.nodes) {
      if (fusion.needed[static_cast<size_t>(node)]) AddOutput(node);
    }
    group_->program = builder_.Build(group_->lanes);
    if (group_->program != nullptr) step_.group = std::move(group_);
    step_.instruction = graph_.nodes[static_cast<size_t>(unit.nodes[0])].instruction;
    step_.takes_operand.assign(step_.operand_slots.size(), 0);
    return std::move(step_);
  }

 private:
  struct Input {
    LaneSource source;
    VirtualRegister value;
    int32_t operand;
  };

  const Instruction& InstructionOf(int32_t node) const {
    return *graph_.nodes[static_cast<size_t>(node)].instruction;
  }

  void AddNode(int32_t node) {
    const FlatNode& flat = graph_.nodes[static_cast<size_t>(node)];
    std::vector<VectorLeaves> operands;
    for (const int32_t operand : flat.operands) {
      operands.push_back({Read(sources_.OperandSource(operand, group_->lanes))});
    }
    values_[node] = builder_.AddInstruction(*flat.instruction, operands)[0];
  }

  VirtualRegister Read(const LaneSource& source) {
    const auto made = values_.find(source.node);
    if (made != values_.end() && source.index.IsDense()) return made->second;
    std::vector<Input>& known = inputs_[source.node];
    for (const Input& input : known) {
      if (input.source.index.repeat == source.index.repeat &&
          input.source.index.period == source.index.period) {
        return input.value;
      }
    }
    const Instruction& instruction = InstructionOf(source.node);
    const ElementType type = instruction.shape->element_type;
    Input input{source, 0, -1};
    if (!sources_.IsImmediate(graph_, source.node)) {
      input.value = builder_.AddInput(type, source.index);
      input.operand = OperandOf(source.node);
      group_->inputs.push_back(input.operand);
      group_->indices.push_back(source.index);
    } else if (instruction.literal != nullptr) {
      input.value = builder_.AddConstant(*instruction.literal);
    } else {
      input.value = builder_.AddIota(type, source.index);
    }
    known.push_back(input);
    return input.value;
  }

  // The position of a value in the list of operand slots.
  int32_t OperandOf(int32_t node) {
    std::vector<int32_t>& slots = step_.operand_slots;
    const auto [found, added] = operand_of_.emplace(node, static_cast<int32_t>(slots.size()));
    if (added) slots.push_back(node);
    return found->second;
  }

  // An output may overlap an input that is read only lane by lane.
  void AddOutput(int32_t node) {
    builder_.AddOutput(values_[node]);
    FusedGroup::Output output{
        &InstructionOf(node), graph_.nodes[static_cast<size_t>(node)].shape, node, {}};
    const int width = StorageBytes(output.instruction->shape->element_type);
    for (const int32_t slot : step_.operand_slots) {
      const std::vector<Input>& inputs = inputs_[slot];
      if (inputs.size() != 1 || !inputs[0].source.index.IsDense()) continue;
      if (StorageBytes(InstructionOf(slot).shape->element_type) != width) continue;
      output.donors.push_back(inputs[0].operand);
    }
    group_->outputs.push_back(std::move(output));
  }

  const FlatGraph& graph_;
  const LaneSources& sources_;
  VectorProgramBuilder builder_;
  PlanStep step_;
  std::unique_ptr<FusedGroup> group_;
  std::unordered_map<int32_t, VirtualRegister> values_;     // of nodes of the group
  std::unordered_map<int32_t, std::vector<Input>> inputs_;  // by the node they read
  std::unordered_map<int32_t, int32_t> operand_of_;
};

}  // namespace

Status MakeOutputs(const PlanStep& step, std::span<Literal> slots, Runtime& runtime,
                   SmallVector<void*, 8>& bytes, const Instruction** failed) {
  for (const FusedGroup::Output& output : step.group->outputs) {
    Literal& made = slots[static_cast<size_t>(output.slot)];
    for (const int32_t donor : output.donors) {
      const auto operand = static_cast<size_t>(donor);
      Literal& given = slots[static_cast<size_t>(step.operand_slots[operand])];
      if (!step.takes_operand[operand] || given.bytes() == nullptr || !given.IsUnique()) continue;
      made = std::move(given).WithShape(output.shape);
      given = Literal();
      break;
    }
    if (made.bytes() == nullptr) {
      Result<Literal> allocated = Literal::Allocate(output.shape, runtime.budget());
      if (!allocated.ok()) {
        *failed = output.instruction;
        return allocated.TakeError();
      }
      made = std::move(allocated.value());
    }
    bytes.push_back(made.mutable_bytes());
  }
  return {};
}

PlanStep MakeGroupStep(const FlatGraph& graph, const LaneSources& sources, const Fusion& fusion,
                       const FusionUnit& unit, KernelMode mode) {
  return GroupCompiler(graph, sources, mode).Compile(fusion, unit);
}

Status RunGroup(const PlanStep& step, std::span<Literal> slots, Runtime& runtime,
                const std::atomic<bool>* cancel, const Instruction** failed) {
  const FusedGroup& group = *step.group;
  if (group.rows != nullptr) return RunRowFusion(step, slots, runtime, cancel, failed);
  SmallVector<const void*, 8> inputs;
  inputs.reserve(group.inputs.size());
  for (const int32_t operand : group.inputs) {
    const int32_t slot = step.operand_slots[static_cast<size_t>(operand)];
    inputs.push_back(slots[static_cast<size_t>(slot)].bytes());
  }
  SmallVector<void*, 8> outputs;
  HLO_RETURN_IF_ERROR(MakeOutputs(step, slots, runtime, outputs, failed));

  const int64_t tasks = (group.lanes + kTaskLanes - 1) / kTaskLanes;
  const auto bind = [&](VectorFrame& frame) {
    frame.Bind({inputs.data(), inputs.size()}, {outputs.data(), outputs.size()});
    frame.LookAheadIfLarge(group.lanes);
  };
  const auto run_task = [&](VectorFrame& frame, int64_t task) {
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return;
    const int64_t first = task * kTaskLanes;
    group.program->Run(frame, first, std::min(kTaskLanes, group.lanes - first));
  };
  if (tasks == 1 || runtime.workers().count() == 1) {
    VectorFrame frame(*group.program);
    bind(frame);
    for (int64_t task = 0; task < tasks; ++task) run_task(frame, task);
    return {};
  }
  runtime.workers().ForEach(tasks, [&](int64_t task) {
    VectorFrame frame(*group.program);
    bind(frame);
    run_task(frame, task);
  });
  return {};
}

}  // namespace hlo

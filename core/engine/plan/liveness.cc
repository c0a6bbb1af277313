// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan/liveness.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/checked.h"
#include "core/engine/plan/fused_group.h"

namespace hlo {
namespace {

// Current and peak bytes of live values.
struct Meter {
  int64_t live = 0;
  int64_t peak = 0;
};

// The bytes of an array; values that share the bytes share this object.
class Block {
 public:
  Block(Meter& meter, int64_t bytes) : meter_(meter), bytes_(bytes) {
    meter_.live = CheckedAdd(meter_.live, bytes_).value_or(INT64_MAX);
    meter_.peak = std::max(meter_.peak, meter_.live);
  }
  ~Block() {
    if (meter_.live != INT64_MAX) meter_.live -= bytes_;
  }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

 private:
  Meter& meter_;
  int64_t bytes_;
};

// Represents a literal: the bytes of its leaves, depth-first.
using Held = std::vector<std::shared_ptr<Block>>;

size_t LeafCount(const Shape& shape) {
  if (!shape.IsTuple()) return 1;
  size_t leaves = 0;
  for (const Shape& element : shape.elements) leaves += LeafCount(element);
  return leaves;
}

class Simulation {
 public:
  explicit Simulation(const Plan& plan) : plan_(plan) {}

  int64_t Run() {
    const Computation& entry = *plan_.module->entry;
    std::vector<Held> arguments;
    for (const Instruction* parameter : entry.parameters) {
      // A second owner, the caller, and no bytes of the run.
      callers_.push_back(Held(LeafCount(*parameter->shape), std::make_shared<Block>(meter_, 0)));
      arguments.push_back(callers_.back());
    }
    Call(entry, std::move(arguments));
    return meter_.peak;
  }

 private:
  Held New(const Shape& shape) {
    Held held;
    if (shape.IsTuple()) {
      for (const Shape& element : shape.elements) {
        for (std::shared_ptr<Block>& leaf : New(element)) held.push_back(std::move(leaf));
      }
      return held;
    }
    const Result<int64_t> bytes = shape.IsArray() ? DenseBytes(shape) : int64_t{0};
    held.push_back(std::make_shared<Block>(meter_, bytes.ok() ? bytes.value() : INT64_MAX));
    return held;
  }

  Held Call(const Computation& computation, std::vector<Held> arguments) {
    const auto found = plan_.computations.find(&computation);
    if (found == plan_.computations.end() || computation.root == nullptr) return {};
    if (depth_ == kMaxDepth || ++calls_ > kMaxCalls) return New(*computation.root->shape);
    ++depth_;
    Held result = RunSteps(found->second, std::move(arguments));
    --depth_;
    return result;
  }

  Held RunSteps(const ComputationPlan& plan, std::vector<Held> arguments) {
    std::vector<Held> slots(static_cast<size_t>(plan.slot_count));
    for (size_t i = 0; i < plan.parameter_slots.size() && i < arguments.size(); ++i) {
      const int32_t slot = plan.parameter_slots[i];
      if (slot >= 0) slots[static_cast<size_t>(slot)] = std::move(arguments[i]);
    }
    for (const PlanStep& step : plan.steps) {
      if (step.group != nullptr) {
        RunGroup(step, slots);
      } else if (step.evaluate != nullptr || step.communicates) {
        slots[static_cast<size_t>(step.slot)] = Evaluate(step, slots);
      }
      for (const int32_t slot : step.frees) slots[static_cast<size_t>(slot)].clear();
    }
    return std::move(slots[static_cast<size_t>(plan.root_slot)]);
  }

  static bool CanGive(const Held& held) { return held.size() == 1 && held[0].use_count() == 1; }

  void RunGroup(const PlanStep& step, std::vector<Held>& slots) {
    for (const FusedGroup::Output& output : step.group->outputs) {
      Held& made = slots[static_cast<size_t>(output.slot)];
      for (const int32_t donor : output.donors) {
        const auto operand = static_cast<size_t>(donor);
        Held& given = slots[static_cast<size_t>(step.operand_slots[operand])];
        if (!step.takes_operand[operand] || !CanGive(given)) continue;
        made = std::move(given);
        given.clear();
        break;
      }
      if (made.empty()) made = New(*output.instruction->shape);
    }
  }

  Held Take(const PlanStep& step, size_t i, std::vector<Held>& slots) {
    Held& operand = slots[static_cast<size_t>(step.operand_slots[i])];
    return step.takes_operand[i] ? std::exchange(operand, {}) : operand;
  }

  std::vector<Held> TakeAll(const PlanStep& step, std::vector<Held>& slots) {
    std::vector<Held> taken;
    for (size_t i = 0; i < step.operand_slots.size(); ++i) taken.push_back(Take(step, i, slots));
    return taken;
  }

  Held Evaluate(const PlanStep& step, std::vector<Held>& slots) {
    const Instruction& instruction = *step.instruction;
    const Attributes& attributes = instruction.attributes;
    if (IsName(step)) return Take(step, 0, slots);
    switch (instruction.opcode()) {
      case Opcode::kConstant:
        return Held(1, std::make_shared<Block>(meter_, 0));  // the module's
      case Opcode::kTuple: {
        Held all;
        for (Held& part : TakeAll(step, slots)) all.insert(all.end(), part.begin(), part.end());
        return all;
      }
      case Opcode::kGetTupleElement:
        return Element(instruction, Take(step, 0, slots));
      case Opcode::kWhile:
        return Loop(instruction, Take(step, 0, slots));
      case Opcode::kCall:
        return Call(*attributes.Called(Attr::to_apply), TakeAll(step, slots));
      case Opcode::kFusion:
        return Call(*attributes.Called(Attr::calls), TakeAll(step, slots));
      case Opcode::kConditional:
        return Branch(instruction, TakeAll(step, slots));
      default:
        return ReuseOrNew(step, slots);
    }
  }

  // An inlined fusion, and an element of a known tuple, leave a step that copies.
  static bool IsName(const PlanStep& step) {
    return !step.instruction->Is(Opcode::kCopy) &&
           step.evaluate == GetOpDef(Opcode::kCopy).evaluate;
  }

  Held ReuseOrNew(const PlanStep& step, std::vector<Held>& slots) {
    switch (step.instruction->op->buffer_reuse) {
      case BufferReuse::kNone:
        break;
      case BufferReuse::kAnyOperand:
        return TakeFittingOperand(step, slots);
      case BufferReuse::kForward:
        return Take(step, 0, slots);
      case BufferReuse::kUpdate: {
        Held taken = Take(step, 0, slots);
        return CanGive(taken) ? taken : New(*step.instruction->shape);
      }
    }
    return New(*step.instruction->shape);
  }

  Held TakeFittingOperand(const PlanStep& step, std::vector<Held>& slots) {
    const Instruction& instruction = *step.instruction;
    const int width = StorageBytes(instruction.shape->element_type);
    for (size_t i = 0; i < step.operand_slots.size(); ++i) {
      const Shape& operand = *instruction.operands[i]->shape;
      Held& held = slots[static_cast<size_t>(step.operand_slots[i])];
      if (step.takes_operand[i] && CanGive(held) && operand.dims == instruction.shape->dims &&
          StorageBytes(operand.element_type) == width) {
        return std::exchange(held, {});
      }
    }
    return New(*instruction.shape);
  }

  static Held Element(const Instruction& instruction, const Held& tuple) {
    const Shape& shape = *instruction.operands[0]->shape;
    const auto index = static_cast<size_t>(instruction.attributes.Int(Attr::index));
    size_t first = 0;
    for (size_t i = 0; i < index; ++i) first += LeafCount(shape.elements[i]);
    const auto begin = tuple.begin() + static_cast<std::ptrdiff_t>(first);
    return Held(begin, begin + static_cast<std::ptrdiff_t>(LeafCount(shape.elements[index])));
  }

  Held Loop(const Instruction& loop, Held state) {
    Call(*loop.attributes.Called(Attr::condition), {state});
    std::vector<Held> arguments;
    arguments.push_back(std::move(state));
    return Call(*loop.attributes.Called(Attr::body), std::move(arguments));
  }

  // Tries each branch; the result is that of the last one.
  Held Branch(const Instruction& conditional, const std::vector<Held>& operands) {
    Held result;
    size_t operand = 1;
    for (const Computation* branch : conditional.CalledComputations()) {
      result.clear();
      result = Call(*branch, {operands[operand++]});
    }
    return result;
  }

  // Calls may fan out without bound; beyond these limits a call counts only its result.
  static constexpr int kMaxDepth = 128;
  static constexpr int64_t kMaxCalls = 100'000;

  const Plan& plan_;
  Meter meter_;
  std::vector<Held> callers_;
  int depth_ = 0;
  int64_t calls_ = 0;
};

}  // namespace

int64_t PeakBytes(const Plan& plan) { return Simulation(plan).Run(); }

}  // namespace hlo

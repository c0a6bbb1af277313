// SPDX-License-Identifier: Apache-2.0
#include "core/engine/vector/lane_form.h"

#include "core/literal/literal.h"

namespace hlo {
namespace {

constexpr int kMostInlined = 4096;

CompareDirection DirectionOf(const Instruction& compare) {
  return static_cast<CompareDirection>(compare.attributes.Enum(Attr::direction));
}

CompareType CompareTypeOf(const Instruction& compare, ElementType type) {
  const auto fallback = static_cast<int64_t>(DefaultCompareType(type));
  return static_cast<CompareType>(compare.attributes.Enum(Attr::type, fallback));
}

// `budget` is what may still be looked at.
bool HasLaneForm(const Computation& computation, int& budget);

LaneForm FormOf(const Instruction& instruction, int& budget);

// The value is in the text and has one element.
bool HasOneElement(const Instruction& constant) {
  const Literal* literal = constant.literal.get();
  return literal != nullptr && literal->IsArray() && literal->element_count() == 1;
}

bool IsStaticArray(const Shape& shape) { return shape.IsArray() && shape.IsStatic(); }

LaneForm StepForm(const Instruction& instruction) {
  const ElementType type = instruction.operands[0]->shape->element_type;
  switch (instruction.opcode()) {
    case Opcode::kCompare:
    case Opcode::kClamp:
    case Opcode::kSelect:
      return LaneForm::kStep;
    case Opcode::kReal:
      if (!IsComplex(type)) return LaneForm::kCopy;
      break;
    default:
      break;
  }
  const OpDef& op = *instruction.op;
  const bool found = FindUnaryBlock(op, type, KernelMode::kPlain) != nullptr ||
                     FindBinaryBlock(op, type, KernelMode::kPlain) != nullptr;
  return found ? LaneForm::kStep : LaneForm::kNone;
}

// Of an op with an array as operand and result.
LaneForm ArrayForm(const Instruction& instruction) {
  const Shape& from = *instruction.operands[0]->shape;
  const Shape& to = *instruction.shape;
  const LaneForm form = instruction.op->lane_form;
  bool fits = true;
  if (form == LaneForm::kBroadcast) fits = from.dims == to.dims || from.IsScalar();
  if (form == LaneForm::kBitcast) fits = BitWidth(from.element_type) == BitWidth(to.element_type);
  if (form == LaneForm::kStep) return StepForm(instruction);
  return fits ? form : LaneForm::kNone;
}

LaneForm FormOf(const Instruction& instruction, int& budget) {
  const LaneForm form = instruction.op->lane_form;
  switch (form) {
    case LaneForm::kNone:
    case LaneForm::kIdentity:
    case LaneForm::kTuple:
    case LaneForm::kElement:
    case LaneForm::kNothing:
      return form;
    case LaneForm::kConstant:
      return HasOneElement(instruction) ? form : LaneForm::kNone;
    case LaneForm::kInline: {
      const Computation* called = InlinedComputation(instruction);
      return called != nullptr && HasLaneForm(*called, budget) ? form : LaneForm::kNone;
    }
    case LaneForm::kIota:
      return IsStaticArray(*instruction.shape) ? form : LaneForm::kNone;
    case LaneForm::kStep:
    case LaneForm::kConvert:
    case LaneForm::kBitcast:
    case LaneForm::kCopy:
    case LaneForm::kBroadcast:
      break;
  }
  const bool on_arrays = IsStaticArray(*instruction.shape) && !instruction.operands.empty() &&
                         instruction.operands[0]->shape->IsArray();
  return on_arrays ? ArrayForm(instruction) : LaneForm::kNone;
}

bool HasLaneForm(const Computation& computation, int& budget) {
  if (computation.invented || computation.root == nullptr) return false;
  for (const Instruction* instruction : computation.instructions) {
    if (--budget < 0) return false;
    if (instruction->Is(Opcode::kParameter)) continue;
    if (FormOf(*instruction, budget) == LaneForm::kNone) return false;
  }
  return true;
}

// The op as a step of a chain of f32 lanes.
ChainOp ChainOpOf(const OpDef& op, ElementType type, KernelMode mode) {
  const bool is_f32 = ComputeType(type) == ElementType::kF32;
  return is_f32 && mode != KernelMode::kPlain ? op.chain_op : ChainOp::kNone;
}

// Whether a chain can call the block function: from f32 lanes to f32 lanes.
bool CanBeCalledInChain(const Instruction& unary, ElementType type, KernelMode mode) {
  return kChainsCallFunctions && mode != KernelMode::kPlain &&
         ComputeType(type) == ElementType::kF32 &&
         ComputeType(unary.shape->element_type) == ElementType::kF32;
}

LaneStepInfo CompareStep(const Instruction& instruction, ElementType type, KernelMode mode) {
  const CompareType compare = CompareTypeOf(instruction, type);
  LaneStepInfo info;
  info.reads_codes = ComparesCodes(compare);
  info.step.kind = LaneStep::Kind::kCompare;
  info.step.function.compare = FindCompareBlock(DirectionOf(instruction), compare, type, mode);
  return info;
}

LaneStepInfo SelectStep(const Instruction& instruction, KernelMode mode) {
  const ElementType moved = instruction.shape->element_type;
  LaneStepInfo info;
  info.rounds = false;
  info.step.kind = LaneStep::Kind::kSelect;
  info.step.function.select = FindSelectBlock(StorageBytes(ComputeType(moved)), mode);
  return info;
}

LaneStepInfo ClampStep(ElementType type, KernelMode mode) {
  LaneStepInfo info;
  info.step.kind = LaneStep::Kind::kClamp;
  info.step.function.clamp = FindClampBlock(type, mode);
  return info;
}

LaneStepInfo ArithmeticStep(const Instruction& instruction, ElementType type, KernelMode mode) {
  const OpDef& op = *instruction.op;
  LaneStepInfo info;
  LaneStep& step = info.step;
  step.chain_op = ChainOpOf(op, type, mode);
  if (const UnaryBlockFn unary = FindUnaryBlock(op, type, mode)) {
    step.kind = LaneStep::Kind::kUnary;
    step.function.unary = unary;
    if (step.chain_op == ChainOp::kNone && CanBeCalledInChain(instruction, type, mode)) {
      step.chain_op = ChainOp::kFunction;
    }
  } else {
    step.kind = LaneStep::Kind::kBinary;
    step.function.binary = FindBinaryBlock(op, type, mode);
  }
  return info;
}

LaneStepInfo StepOf(const Instruction& instruction, ElementType type, KernelMode mode) {
  switch (instruction.opcode()) {
    case Opcode::kCompare:
      return CompareStep(instruction, type, mode);
    case Opcode::kSelect:
      return SelectStep(instruction, mode);
    case Opcode::kClamp:
      return ClampStep(type, mode);
    default:
      return ArithmeticStep(instruction, type, mode);
  }
}

}  // namespace

LaneForm LaneFormOf(const Instruction& instruction) {
  int budget = kMostInlined;
  return FormOf(instruction, budget);
}

LaneStepInfo FindLaneStep(const Instruction& instruction, ElementType type, KernelMode mode) {
  LaneStepInfo info = StepOf(instruction, type, mode);
  info.step.width_bits = static_cast<int16_t>(BitWidth(type));
  if (IsInteger(type) && instruction.op->stays_in_range) info.rounds = false;
  return info;
}

const Computation* InlinedComputation(const Instruction& instruction) {
  switch (instruction.opcode()) {
    case Opcode::kCall:
      return instruction.attributes.Called(Attr::to_apply);
    case Opcode::kFusion:
      return instruction.attributes.Called(Attr::calls);
    default:
      return nullptr;
  }
}

bool HasLaneForm(const Computation& computation) {
  int budget = kMostInlined;
  return HasLaneForm(computation, budget);
}

int64_t CountSteps(const Computation& computation) {
  int64_t steps = std::ssize(computation.instructions);
  for (const Instruction* instruction : computation.instructions) {
    if (const Computation* called = InlinedComputation(*instruction)) steps += CountSteps(*called);
  }
  return steps;
}

size_t LeafCount(const Shape& shape) {
  if (!shape.IsTuple()) return shape.IsArray() ? 1 : 0;
  size_t leaves = 0;
  for (const Shape& element : shape.elements) leaves += LeafCount(element);
  return leaves;
}

size_t FirstLeaf(const Instruction& get_tuple_element) {
  const Shape& tuple = *get_tuple_element.operands[0]->shape;
  const auto index = static_cast<size_t>(get_tuple_element.attributes.Int(Attr::index));
  size_t first = 0;
  for (size_t i = 0; i < index; ++i) first += LeafCount(tuple.elements[i]);
  return first;
}

}  // namespace hlo

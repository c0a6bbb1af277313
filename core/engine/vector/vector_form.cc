// SPDX-License-Identifier: Apache-2.0
#include "core/engine/vector/vector_form.h"

#include "core/ops/compare_attributes.h"
#include "hlo/literal.h"

namespace hlo {
namespace {

constexpr int kMaxInlined = 4096;

// `budget`: how many instructions may still be visited.
bool HasVectorForm(const Computation& computation, int& budget);

VectorForm FormOf(const Instruction& instruction, int& budget);

// The value is in the text and has one element.
bool HasOneElement(const Instruction& constant) {
  const Literal* literal = constant.literal.get();
  return literal != nullptr && literal->IsArray() && literal->element_count() == 1;
}

bool IsStaticArray(const Shape& shape) { return shape.IsArray() && shape.IsStatic(); }

VectorForm StepForm(const Instruction& instruction) {
  const ElementType type = instruction.operands[0]->shape->element_type;
  switch (instruction.opcode()) {
    case Opcode::kCompare:
    case Opcode::kClamp:
    case Opcode::kSelect:
      return VectorForm::kStep;
    case Opcode::kReal:
      if (!IsComplex(type)) return VectorForm::kCopy;
      break;
    default:
      break;
  }
  const OpDef& op = *instruction.op;
  const bool found = FindUnaryBlock(op, type, KernelMode::kPlain) != nullptr ||
                     FindBinaryBlock(op, type, KernelMode::kPlain) != nullptr;
  return found ? VectorForm::kStep : VectorForm::kNone;
}

// For an op with an array as operand and result.
VectorForm ArrayForm(const Instruction& instruction) {
  const Shape& from = *instruction.operands[0]->shape;
  const Shape& to = *instruction.shape;
  const VectorForm form = instruction.op->vector_form;
  bool fits = true;
  if (form == VectorForm::kBroadcast) fits = from.dims == to.dims || from.IsScalar();
  if (form == VectorForm::kBitcast) fits = BitWidth(from.element_type) == BitWidth(to.element_type);
  if (form == VectorForm::kStep) return StepForm(instruction);
  return fits ? form : VectorForm::kNone;
}

VectorForm FormOf(const Instruction& instruction, int& budget) {
  const VectorForm form = instruction.op->vector_form;
  switch (form) {
    case VectorForm::kNone:
    case VectorForm::kIdentity:
    case VectorForm::kTuple:
    case VectorForm::kElement:
    case VectorForm::kNothing:
      return form;
    case VectorForm::kConstant:
      return HasOneElement(instruction) ? form : VectorForm::kNone;
    case VectorForm::kInline: {
      const Computation* called = InlinedComputation(instruction);
      return called != nullptr && HasVectorForm(*called, budget) ? form : VectorForm::kNone;
    }
    case VectorForm::kIota:
      return IsStaticArray(*instruction.shape) ? form : VectorForm::kNone;
    case VectorForm::kStep:
    case VectorForm::kConvert:
    case VectorForm::kBitcast:
    case VectorForm::kCopy:
    case VectorForm::kBroadcast:
      break;
  }
  const bool on_arrays = IsStaticArray(*instruction.shape) && !instruction.operands.empty() &&
                         instruction.operands[0]->shape->IsArray();
  return on_arrays ? ArrayForm(instruction) : VectorForm::kNone;
}

bool HasVectorForm(const Computation& computation, int& budget) {
  if (computation.synthesized || computation.root == nullptr) return false;
  for (const Instruction* instruction : computation.instructions) {
    if (--budget < 0) return false;
    if (instruction->Is(Opcode::kParameter)) continue;
    if (FormOf(*instruction, budget) == VectorForm::kNone) return false;
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

VectorStepInfo CompareStep(const Instruction& instruction, ElementType type, KernelMode mode) {
  const CompareType compare = CompareTypeOf(instruction.attributes, type);
  VectorStepInfo info;
  info.reads_codes = ComparesCodes(compare);
  info.step.kind = VectorStep::Kind::kCompare;
  info.step.function.compare =
      FindCompareBlock(DirectionOf(instruction.attributes), compare, type, mode);
  return info;
}

VectorStepInfo SelectStep(const Instruction& instruction, KernelMode mode) {
  const ElementType moved = instruction.shape->element_type;
  VectorStepInfo info;
  info.rounds = false;
  info.step.kind = VectorStep::Kind::kSelect;
  info.step.function.select = FindSelectBlock(StorageBytes(ComputeType(moved)), mode);
  return info;
}

VectorStepInfo ClampStep(ElementType type, KernelMode mode) {
  VectorStepInfo info;
  info.step.kind = VectorStep::Kind::kClamp;
  info.step.function.clamp = FindClampBlock(type, mode);
  return info;
}

VectorStepInfo ArithmeticStep(const Instruction& instruction, ElementType type, KernelMode mode) {
  const OpDef& op = *instruction.op;
  VectorStepInfo info;
  VectorStep& step = info.step;
  step.chain_op = ChainOpOf(op, type, mode);
  if (const UnaryBlockFn unary = FindUnaryBlock(op, type, mode)) {
    step.kind = VectorStep::Kind::kUnary;
    step.function.unary = unary;
    if (step.chain_op == ChainOp::kNone && CanBeCalledInChain(instruction, type, mode)) {
      step.chain_op = ChainOp::kFunction;
    }
  } else {
    step.kind = VectorStep::Kind::kBinary;
    step.function.binary = FindBinaryBlock(op, type, mode);
  }
  return info;
}

VectorStepInfo StepOf(const Instruction& instruction, ElementType type, KernelMode mode) {
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

VectorForm VectorFormOf(const Instruction& instruction) {
  int budget = kMaxInlined;
  return FormOf(instruction, budget);
}

VectorStepInfo FindVectorStep(const Instruction& instruction, ElementType type, KernelMode mode) {
  VectorStepInfo info = StepOf(instruction, type, mode);
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

bool HasVectorForm(const Computation& computation) {
  int budget = kMaxInlined;
  return HasVectorForm(computation, budget);
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

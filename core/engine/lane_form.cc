// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane_form.h"

#include <string_view>
#include <utility>

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

LaneForm ArithmeticForm(const Instruction& instruction) {
  const OpDef& op = *instruction.op;
  const ElementType type = instruction.operands[0]->shape->element_type;
  if (op.name == "convert") return LaneForm::kConvert;
  if (op.name == "real" && !IsComplex(type)) return LaneForm::kSame;
  if (op.name == "compare" || op.name == "clamp" || op.name == "select" ||
      FindUnaryBlock(op, type, KernelMode::kPlain) != nullptr ||
      FindBinaryBlock(op, type, KernelMode::kPlain) != nullptr) {
    return LaneForm::kStep;
  }
  return LaneForm::kNone;
}

// Those with an array as operand and result.
LaneForm ArrayForm(const Instruction& instruction) {
  const OpDef& op = *instruction.op;
  const Shape& from = *instruction.operands[0]->shape;
  const Shape& to = *instruction.shape;
  if (op.name == "copy" || op.name == "reshape") return LaneForm::kSame;
  if (op.name == "broadcast") {
    return from.dims == to.dims || from.IsScalar() ? LaneForm::kSame : LaneForm::kNone;
  }
  if (op.name == "bitcast-convert") {
    return BitWidth(from.element_type) == BitWidth(to.element_type) ? LaneForm::kBitcast
                                                                     : LaneForm::kNone;
  }
  return op.elementwise ? ArithmeticForm(instruction) : LaneForm::kNone;
}

LaneForm FormOf(const Instruction& instruction, int& budget) {
  const OpDef& op = *instruction.op;
  if (op.name == "tuple") return LaneForm::kTuple;
  if (op.name == "get-tuple-element") return LaneForm::kElement;
  if (op.name == "after-all") return LaneForm::kNothing;
  if (op.name == "constant") {
    const Literal* literal = instruction.literal.get();
    return literal != nullptr && literal->IsArray() && literal->element_count() == 1
               ? LaneForm::kConstant
               : LaneForm::kNone;
  }
  if (const Computation* called = InlinedComputation(instruction)) {
    return HasLaneForm(*called, budget) ? LaneForm::kInline : LaneForm::kNone;
  }
  if (op.name == "opt-barrier" || op.name == "domain" || op.name == "add-dependency") {
    return LaneForm::kSame;
  }
  if (!instruction.shape->IsArray() || !instruction.shape->IsStatic()) return LaneForm::kNone;
  if (op.name == "iota") return LaneForm::kIota;
  if (instruction.operands.empty() || !instruction.operands[0]->shape->IsArray()) {
    return LaneForm::kNone;
  }
  return ArrayForm(instruction);
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

// Results that an integer type can hold whenever it holds the operands.
bool StaysInRange(std::string_view op) {
  return op == "and" || op == "or" || op == "xor" || op == "maximum" || op == "minimum" ||
         op == "clamp";
}

// What an op on f32 lanes is as a step of a chain.
ChainOp ChainOpOf(std::string_view op, ElementType type) {
  static constexpr std::pair<std::string_view, ChainOp> kOps[] = {
      {"add", ChainOp::kAdd},           {"subtract", ChainOp::kSubtract},
      {"multiply", ChainOp::kMultiply}, {"divide", ChainOp::kDivide},
      {"maximum", ChainOp::kMaximum},   {"minimum", ChainOp::kMinimum},
      {"negate", ChainOp::kNegate},     {"abs", ChainOp::kAbs},
  };
  if (ComputeType(type) != ElementType::kF32) return ChainOp::kNone;
  for (const auto& [name, chain_op] : kOps) {
    if (name == op) return chain_op;
  }
  return ChainOp::kNone;
}

ChainOp ChainFunctionOf(std::string_view op) {
  return op == "exponential"    ? ChainOp::kExponential
         : op == "tanh"         ? ChainOp::kTanh
         : op == "erf"          ? ChainOp::kErf
         : kChainsCallFunctions ? ChainOp::kFunction
                                : ChainOp::kNone;
}

// Functions of f32 lanes that give f32 lanes.
bool CanBeCalledInChain(const Instruction& unary, ElementType type, KernelMode mode) {
  return mode != KernelMode::kPlain && ComputeType(type) == ElementType::kF32 &&
         ComputeType(unary.shape->element_type) == ElementType::kF32;
}

}  // namespace

LaneForm LaneFormOf(const Instruction& instruction) {
  int budget = kMostInlined;
  return FormOf(instruction, budget);
}

LaneStepInfo FindLaneStep(const Instruction& instruction, ElementType type, KernelMode mode) {
  const OpDef& op = *instruction.op;
  LaneStepInfo info;
  LaneStep& step = info.step;
  step.width_bits = static_cast<int16_t>(BitWidth(type));
  step.chain_op = mode == KernelMode::kPlain ? ChainOp::kNone : ChainOpOf(op.name, type);
  info.rounds = !(IsInteger(type) && StaysInRange(op.name));
  if (op.name == "compare") {
    const CompareType compare = CompareTypeOf(instruction, type);
    info.reads_codes = ComparesCodes(compare);
    step.kind = LaneStep::Kind::kCompare;
    step.function.compare = FindCompareBlock(DirectionOf(instruction), compare, type, mode);
  } else if (op.name == "select") {
    const ElementType moved = instruction.shape->element_type;
    info.rounds = false;
    step.kind = LaneStep::Kind::kSelect;
    step.function.select = FindSelectBlock(StorageBytes(ComputeType(moved)), mode);
  } else if (op.name == "clamp") {
    step.kind = LaneStep::Kind::kClamp;
    step.function.clamp = FindClampBlock(type, mode);
  } else if (const UnaryBlockFn unary = FindUnaryBlock(op, type, mode)) {
    step.kind = LaneStep::Kind::kUnary;
    step.function.unary = unary;
    if (step.chain_op == ChainOp::kNone && CanBeCalledInChain(instruction, type, mode)) {
      step.chain_op = ChainFunctionOf(op.name);
    }
  } else {
    step.kind = LaneStep::Kind::kBinary;
    step.function.binary = FindBinaryBlock(op, type, mode);
  }
  return info;
}

const Computation* InlinedComputation(const Instruction& instruction) {
  if (instruction.Is(Opcode::kCall)) return instruction.attributes.Called(Attr::to_apply);
  if (instruction.Is(Opcode::kFusion)) return instruction.attributes.Called(Attr::calls);
  return nullptr;
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

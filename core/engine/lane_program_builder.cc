// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane_program_builder.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hlo {
namespace {

// What an instruction is to lanes.
enum class Form {
  kNone,      // nothing that lanes can do
  kSame,      // the leaves of its first operand
  kTuple,
  kElement,
  kNothing,   // a token: no leaves
  kConstant,
  kIota,
  kInline,    // the leaves of what it calls
  kUnary,
  kBinary,
  kCompare,
  kClamp,
  kSelect,
  kConvert,
  kBitcast,
};

CompareDirection DirectionOf(const Instruction& compare) {
  return static_cast<CompareDirection>(compare.attributes.Enum(Attr::direction));
}

CompareType CompareTypeOf(const Instruction& compare, ElementType type) {
  const auto fallback = static_cast<int64_t>(DefaultCompareType(type));
  return static_cast<CompareType>(compare.attributes.Enum(Attr::type, fallback));
}

const Computation* Inlined(const Instruction& instruction) {
  if (instruction.Is("call")) return instruction.attributes.Called(Attr::to_apply);
  if (instruction.Is("fusion")) return instruction.attributes.Called(Attr::calls);
  return nullptr;
}

bool TakesAll(const Computation& computation) {
  if (computation.invented || computation.root == nullptr) return false;
  return std::all_of(computation.instructions.begin(), computation.instructions.end(),
                     [](const auto& instruction) {
                       return instruction->Is("parameter") ||
                              LaneProgramBuilder::Takes(*instruction);
                     });
}

// Elements keep their place in row-major order, or there is one element only.
bool KeepsLanes(const Instruction& instruction) {
  const Shape& from = *instruction.operands[0]->shape;
  const Shape& to = *instruction.shape;
  return from.dims == to.dims || from.IsScalar();
}

Form ArithmeticForm(const Instruction& instruction) {
  const OpDef& op = *instruction.op;
  const ElementType type = instruction.operands[0]->shape->element_type;
  if (op.name == "compare") return Form::kCompare;
  if (op.name == "select") {
    return instruction.operands[0]->shape->dims == instruction.shape->dims ||
                   instruction.operands[0]->shape->IsScalar()
               ? Form::kSelect
               : Form::kNone;
  }
  if (op.name == "clamp") return Form::kClamp;
  if (op.name == "convert") return Form::kConvert;
  if (op.name == "real" && !IsComplex(type)) return Form::kSame;
  if (FindUnaryBlock(op, type, KernelMode::kPlain) != nullptr) return Form::kUnary;
  if (FindBinaryBlock(op, type, KernelMode::kPlain) != nullptr) return Form::kBinary;
  return Form::kNone;
}

Form FormOf(const Instruction& instruction) {
  const OpDef& op = *instruction.op;
  if (op.name == "tuple") return Form::kTuple;
  if (op.name == "get-tuple-element") return Form::kElement;
  if (op.name == "after-all") return Form::kNothing;
  if (op.name == "constant") {
    const Literal* literal = instruction.literal.get();
    return literal != nullptr && literal->IsArray() && literal->element_count() == 1
               ? Form::kConstant
               : Form::kNone;
  }
  if (const Computation* called = Inlined(instruction)) {
    return TakesAll(*called) ? Form::kInline : Form::kNone;
  }
  if (op.name == "opt-barrier" || op.name == "domain" || op.name == "add-dependency") {
    return Form::kSame;
  }
  if (!instruction.shape->IsArray() || !instruction.shape->IsStatic()) return Form::kNone;
  if (op.name == "iota") return Form::kIota;
  if (instruction.operands.empty() || !instruction.operands[0]->shape->IsArray()) {
    return Form::kNone;
  }
  if (op.name == "copy" || op.name == "reshape") return Form::kSame;
  if (op.name == "broadcast") return KeepsLanes(instruction) ? Form::kSame : Form::kNone;
  if (op.name == "bitcast-convert") {
    return BitWidth(instruction.operands[0]->shape->element_type) ==
                   BitWidth(instruction.shape->element_type)
               ? Form::kBitcast
               : Form::kNone;
  }
  return op.elementwise ? ArithmeticForm(instruction) : Form::kNone;
}

size_t LeafCount(const Shape& shape) {
  if (!shape.IsTuple()) return shape.IsArray() ? 1 : 0;
  size_t leaves = 0;
  for (const Shape& element : shape.elements) leaves += LeafCount(element);
  return leaves;
}

LaneLeaves Element(const Instruction& instruction, const LaneLeaves& tuple) {
  const Shape& shape = *instruction.operands[0]->shape;
  const auto index = static_cast<size_t>(instruction.attributes.Int(Attr::index));
  size_t first = 0;
  for (size_t i = 0; i < index; ++i) first += LeafCount(shape.elements[i]);
  const auto begin = tuple.begin() + static_cast<std::ptrdiff_t>(first);
  return LaneLeaves(begin,
                    begin + static_cast<std::ptrdiff_t>(LeafCount(shape.elements[index])));
}

// (lane / repeat) % period counts along the dimension of an iota.
LaneIndex IotaIndex(const Instruction& iota) {
  const Dims& dims = iota.shape->dims;
  auto d = static_cast<size_t>(iota.attributes.Int(Attr::iota_dimension));
  LaneIndex index{1, std::max<int64_t>(dims[d], 1)};
  while (++d < dims.size()) index.repeat *= std::max<int64_t>(dims[d], 1);
  return index;
}

// Results that the operands' type can hold whenever it holds the operands.
bool NeedsNoRounding(const Instruction& instruction, ElementType type) {
  if (instruction.Is("select")) return true;
  if (!IsInteger(type)) return false;
  for (const std::string_view name : {"and", "or", "xor", "maximum", "minimum", "clamp"}) {
    if (instruction.Is(name)) return true;
  }
  return false;
}

int ComputeBytes(ElementType type) { return StorageBytes(ComputeType(type)); }

}  // namespace

bool LaneProgramBuilder::Takes(const Instruction& instruction) {
  return FormOf(instruction) != Form::kNone;
}

LaneRegister LaneProgramBuilder::AddValue(ElementType stored, int bytes) {
  values_.push_back({.stored = stored, .bytes = bytes});
  return static_cast<LaneRegister>(values_.size()) - 1;
}

LaneRegister LaneProgramBuilder::AddStep(const LaneStep& step, std::vector<LaneRegister> operands,
                                         ElementType stored, int bytes) {
  const LaneRegister result = AddValue(stored, bytes);
  values_.back().operation = static_cast<int32_t>(operations_.size());
  operations_.push_back({step, std::move(operands), result});
  return result;
}

LaneRegister LaneProgramBuilder::AddConversion(ConvertFn convert, LaneRegister from,
                                               ElementType stored, int bytes) {
  LaneStep step;
  step.kind = LaneStep::Kind::kConvert;
  step.function.convert = convert;
  return AddStep(step, {from}, stored, bytes);
}

LaneRegister LaneProgramBuilder::AddInput(ElementType stored, LaneIndex index) {
  const auto number = static_cast<int32_t>(inputs_.size());
  inputs_.push_back(stored);
  const ElementType compute = ComputeType(stored);
  if (index.IsDense() && stored == compute) {
    const LaneRegister value = AddValue(stored, StorageBytes(stored));
    values_.back().input = number;
    return value;
  }
  LaneStep step;
  step.kind = LaneStep::Kind::kFetch;
  step.function.convert =
      stored == compute ? ConvertFunction(stored, stored) : WidenFunction(stored);
  step.from_bytes = static_cast<int8_t>(StorageBytes(stored));
  step.to_bytes = static_cast<int8_t>(StorageBytes(compute));
  step.in[0] = number;
  step.index = index;
  return AddStep(step, {}, stored, StorageBytes(compute));
}

LaneRegister LaneProgramBuilder::AddConstant(const Literal& scalar) {
  const ElementType stored = scalar.element_type();
  std::vector<uint8_t> element(static_cast<size_t>(ComputeBytes(stored)));
  WidenFunction(stored)(scalar.bytes(), 1, element.data());
  const LaneRegister value = AddValue(stored, ComputeBytes(stored));
  values_.back().constant = static_cast<int32_t>(constants_.size());
  constants_.push_back(std::move(element));
  return value;
}

LaneRegister LaneProgramBuilder::AddIota(ElementType type, LaneIndex index) {
  LaneStep step;
  step.kind = LaneStep::Kind::kCount;
  step.index = index;
  const LaneRegister count = AddStep(step, {}, ElementType::kS64, 8);
  return Convert(count, type);
}

LaneRegister LaneProgramBuilder::Codes(LaneRegister value) {
  const Value from = values_[static_cast<size_t>(value)];
  if (from.codes >= 0) return from.codes;
  if (ComputeType(from.stored) == from.stored) return value;
  const LaneRegister source = from.unrounded >= 0 ? from.unrounded : value;
  const LaneRegister codes = AddConversion(NarrowFunction(from.stored), source, from.stored,
                                           StorageBytes(from.stored));
  values_[static_cast<size_t>(value)].codes = codes;
  return codes;
}

LaneRegister LaneProgramBuilder::FromCodes(LaneRegister codes, ElementType stored) {
  if (ComputeType(stored) == stored) return codes;
  const LaneRegister value =
      AddConversion(WidenFunction(stored), codes, stored, ComputeBytes(stored));
  // The unused bits of a byte may be anything here.
  if (!IsSubByte(stored)) values_.back().codes = codes;
  return value;
}

LaneRegister LaneProgramBuilder::Convert(LaneRegister value, ElementType to) {
  const ElementType from = TypeOf(value);
  if (from == to) return value;
  const ConvertFn convert = ConvertFunction(ComputeType(from), to);
  return FromCodes(AddConversion(convert, value, to, StorageBytes(to)), to);
}

// Narrowing and widening make the byte of a pred 0 or 1.
LaneRegister LaneProgramBuilder::Bitcast(LaneRegister value, ElementType to) {
  LaneRegister codes = Codes(value);
  if (TypeOf(value) == ElementType::kPred) {
    codes = AddConversion(NarrowFunction(ElementType::kPred), codes, ElementType::kPred, 1);
  }
  if (to == ComputeType(to) || to == ElementType::kPred) {
    return AddConversion(WidenFunction(to), codes, to, StorageBytes(to));
  }
  return FromCodes(codes, to);
}

LaneRegister LaneProgramBuilder::Rounded(LaneRegister value, ElementType stored) {
  const ConvertFn round = FindRoundBlock(stored, mode_);
  if (round == nullptr) return value;
  const LaneRegister rounded = AddConversion(round, value, stored, ComputeBytes(stored));
  values_.back().unrounded = value;
  return rounded;
}

LaneRegister LaneProgramBuilder::Compute(const Instruction& instruction,
                                         std::span<const LaneRegister> operands) {
  const OpDef& op = *instruction.op;
  const ElementType type = TypeOf(operands[0]);
  const ElementType result = instruction.shape->element_type;
  std::vector<LaneRegister> in(operands.begin(), operands.end());
  LaneStep step;
  step.width_bits = static_cast<int8_t>(BitWidth(type));
  switch (FormOf(instruction)) {
    case Form::kUnary:
      step.kind = LaneStep::Kind::kUnary;
      step.function.unary = FindUnaryBlock(op, type, mode_);
      break;
    case Form::kBinary:
      step.kind = LaneStep::Kind::kBinary;
      step.function.binary = FindBinaryBlock(op, type, mode_);
      break;
    case Form::kCompare: {
      const CompareType compare = CompareTypeOf(instruction, type);
      if (ComparesCodes(compare)) in = {Codes(in[0]), Codes(in[1])};
      step.kind = LaneStep::Kind::kCompare;
      step.function.compare = FindCompareBlock(DirectionOf(instruction), compare, type, mode_);
      break;
    }
    case Form::kClamp:
      step.kind = LaneStep::Kind::kClamp;
      step.function.clamp = FindClampBlock(type, mode_);
      break;
    case Form::kSelect:
      step.kind = LaneStep::Kind::kSelect;
      step.function.select = FindSelectBlock(ComputeBytes(result), mode_);
      break;
    case Form::kConvert:
      return Convert(operands[0], result);
    default:
      return Bitcast(operands[0], result);
  }
  const LaneRegister value = AddStep(step, std::move(in), result, ComputeBytes(result));
  return NeedsNoRounding(instruction, type) ? value : Rounded(value, result);
}

LaneLeaves LaneProgramBuilder::AddInstruction(const Instruction& instruction,
                                              std::span<const LaneLeaves> operands) {
  switch (FormOf(instruction)) {
    case Form::kNone:
    case Form::kNothing:
      return {};
    case Form::kSame:
      return operands[0];
    case Form::kTuple: {
      LaneLeaves leaves;
      for (const LaneLeaves& part : operands) leaves.insert(leaves.end(), part.begin(), part.end());
      return leaves;
    }
    case Form::kElement:
      return Element(instruction, operands[0]);
    case Form::kConstant:
      return {AddConstant(*instruction.literal)};
    case Form::kIota:
      return {AddIota(instruction.shape->element_type, IotaIndex(instruction))};
    case Form::kInline:
      return AddComputation(*Inlined(instruction), operands);
    default:
      break;
  }
  std::vector<LaneRegister> registers;
  for (const LaneLeaves& operand : operands) registers.push_back(operand[0]);
  return {Compute(instruction, registers)};
}

LaneLeaves LaneProgramBuilder::AddComputation(const Computation& computation,
                                              std::span<const LaneLeaves> arguments) {
  std::vector<LaneLeaves> values(computation.instructions.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const Instruction& instruction = *computation.instructions[i];
    if (instruction.Is("parameter")) {
      values[i] = arguments[static_cast<size_t>(instruction.parameter_number)];
      continue;
    }
    std::vector<LaneLeaves> operands;
    for (const Instruction* operand : instruction.operands) {
      operands.push_back(values[static_cast<size_t>(operand->index)]);
    }
    values[i] = AddInstruction(instruction, operands);
  }
  return values[static_cast<size_t>(computation.root->index)];
}

void LaneProgramBuilder::AddOutput(LaneRegister value) {
  output_types_.push_back(TypeOf(value));
  outputs_.push_back(Codes(value));
}

}  // namespace hlo

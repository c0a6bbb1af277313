// SPDX-License-Identifier: Apache-2.0
#include "core/engine/vector/lane_program_builder.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/engine/vector/lane_form.h"
#include "core/kernels/convert_blocks.h"

namespace hlo {
namespace {

// (lane / repeat) % period counts along the dimension of an iota.
LaneIndex IotaIndex(const Instruction& iota) {
  const Dims& dims = iota.shape->dims;
  auto d = static_cast<size_t>(iota.attributes.Int(Attr::iota_dimension));
  LaneIndex index{1, std::max<int64_t>(dims[d], 1)};
  while (++d < dims.size()) index.repeat *= std::max<int64_t>(dims[d], 1);
  return index;
}

int ComputeBytes(ElementType type) { return StorageBytes(ComputeType(type)); }

}  // namespace

bool LaneProgramBuilder::Takes(const Instruction& instruction) {
  return LaneFormOf(instruction) != LaneForm::kNone;
}

LaneRegister LaneProgramBuilder::AddValue(ElementType stored, int bytes) {
  values_.push_back({.stored = stored, .bytes = bytes});
  return static_cast<LaneRegister>(values_.size()) - 1;
}

LaneRegister LaneProgramBuilder::AddStep(const LaneStep& step, std::vector<LaneRegister> operands,
                                         ElementType stored, int bytes) {
  const LaneRegister result = AddValue(stored, bytes);
  values_.back().operation = static_cast<int32_t>(operations_.size());
  operations_.push_back({step, std::move(operands), result, {}});
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
  step.function.convert = stored == compute ? ConvertFunction(stored, stored)
                                            : FindConvertBlock(stored, compute, mode_);
  step.from_bytes = static_cast<int8_t>(StorageBytes(stored));
  step.to_bytes = static_cast<int8_t>(StorageBytes(compute));
  step.in_place = stored == compute;
  step.fill = FindFillBlock(StorageBytes(compute), mode_);
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
  const ConvertFn narrow = FindConvertBlock(ComputeType(from.stored), from.stored, mode_);
  const LaneRegister codes = AddConversion(narrow, source, from.stored, StorageBytes(from.stored));
  values_[static_cast<size_t>(value)].codes = codes;
  return codes;
}

LaneRegister LaneProgramBuilder::FromCodes(LaneRegister codes, ElementType stored) {
  if (ComputeType(stored) == stored) return codes;
  const ConvertFn widen = FindConvertBlock(stored, ComputeType(stored), mode_);
  const LaneRegister value = AddConversion(widen, codes, stored, ComputeBytes(stored));
  // The unused bits of a byte may be anything here.
  if (!IsSubByte(stored)) values_.back().codes = codes;
  return value;
}

LaneRegister LaneProgramBuilder::Convert(LaneRegister value, ElementType to) {
  const ElementType from = TypeOf(value);
  if (from == to) return value;
  const ConvertFn convert = FindConvertBlock(ComputeType(from), to, mode_);
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
                                         std::vector<LaneRegister> operands) {
  // A select's first operand is the predicate, but its type does not matter.
  const ElementType type = TypeOf(operands[0]);
  const ElementType result = instruction.shape->element_type;
  const LaneStepInfo info = FindLaneStep(instruction, type, mode_);
  if (info.reads_codes) {
    for (LaneRegister& operand : operands) operand = Codes(operand);
  }
  const LaneRegister value = AddStep(info.step, std::move(operands), result, ComputeBytes(result));
  return info.rounds ? Rounded(value, result) : value;
}

LaneLeaves LaneProgramBuilder::AddInstruction(const Instruction& instruction,
                                              std::span<const LaneLeaves> operands) {
  switch (LaneFormOf(instruction)) {
    case LaneForm::kNone:
    case LaneForm::kNothing:
      return {};
    case LaneForm::kIdentity:
    case LaneForm::kCopy:
    case LaneForm::kBroadcast:
      return operands[0];
    case LaneForm::kTuple: {
      LaneLeaves leaves;
      for (const LaneLeaves& part : operands) leaves.insert(leaves.end(), part.begin(), part.end());
      return leaves;
    }
    case LaneForm::kElement: {
      const auto first = operands[0].begin() + static_cast<std::ptrdiff_t>(FirstLeaf(instruction));
      const auto count = static_cast<std::ptrdiff_t>(LeafCount(*instruction.shape));
      return LaneLeaves(first, first + count);
    }
    case LaneForm::kConstant:
      return {AddConstant(*instruction.literal)};
    case LaneForm::kIota:
      return {AddIota(instruction.shape->element_type, IotaIndex(instruction))};
    case LaneForm::kInline:
      return AddComputation(*InlinedComputation(instruction), operands);
    case LaneForm::kConvert:
      return {Convert(operands[0][0], instruction.shape->element_type)};
    case LaneForm::kBitcast:
      return {Bitcast(operands[0][0], instruction.shape->element_type)};
    case LaneForm::kStep:
      break;
  }
  std::vector<LaneRegister> registers;
  for (const LaneLeaves& operand : operands) registers.push_back(operand[0]);
  return {Compute(instruction, std::move(registers))};
}

LaneLeaves LaneProgramBuilder::AddComputation(const Computation& computation,
                                              std::span<const LaneLeaves> arguments) {
  std::vector<LaneLeaves> values(computation.instructions.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const Instruction& instruction = *computation.instructions[i];
    if (instruction.Is(Opcode::kParameter)) {
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

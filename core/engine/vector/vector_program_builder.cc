// SPDX-License-Identifier: Apache-2.0
#include "core/engine/vector/vector_program_builder.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/engine/vector/vector_form.h"
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

bool VectorProgramBuilder::Takes(const Instruction& instruction) {
  return VectorFormOf(instruction) != VectorForm::kNone;
}

VirtualRegister VectorProgramBuilder::AddValue(ElementType stored, int bytes) {
  values_.push_back({.stored = stored, .bytes = bytes});
  return static_cast<VirtualRegister>(values_.size()) - 1;
}

VirtualRegister VectorProgramBuilder::AddStep(const VectorStep& step,
                                              std::vector<VirtualRegister> operands,
                                              ElementType stored, int bytes) {
  const VirtualRegister result = AddValue(stored, bytes);
  values_.back().operation = static_cast<int32_t>(operations_.size());
  operations_.push_back({step, std::move(operands), result, {}});
  return result;
}

VirtualRegister VectorProgramBuilder::AddConversion(ConvertFn convert, VirtualRegister from,
                                                    ElementType stored, int bytes) {
  VectorStep step;
  step.kind = VectorStep::Kind::kConvert;
  step.function.convert = convert;
  return AddStep(step, {from}, stored, bytes);
}

VirtualRegister VectorProgramBuilder::AddInput(ElementType stored, LaneIndex index) {
  const auto number = static_cast<int32_t>(inputs_.size());
  inputs_.push_back(stored);
  const ElementType compute = ComputeType(stored);
  if (index.IsDense() && stored == compute) {
    const VirtualRegister value = AddValue(stored, StorageBytes(stored));
    values_.back().input = number;
    return value;
  }
  VectorStep step;
  step.kind = VectorStep::Kind::kFetch;
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

VirtualRegister VectorProgramBuilder::AddConstant(const Literal& scalar) {
  const ElementType stored = scalar.element_type();
  std::vector<uint8_t> element(static_cast<size_t>(ComputeBytes(stored)));
  WidenFunction(stored)(scalar.bytes(), 1, element.data());
  const VirtualRegister value = AddValue(stored, ComputeBytes(stored));
  values_.back().constant = static_cast<int32_t>(constants_.size());
  constants_.push_back(std::move(element));
  return value;
}

VirtualRegister VectorProgramBuilder::AddIota(ElementType type, LaneIndex index) {
  VectorStep step;
  step.kind = VectorStep::Kind::kCount;
  step.index = index;
  const VirtualRegister count = AddStep(step, {}, ElementType::kS64, 8);
  return Convert(count, type);
}

VirtualRegister VectorProgramBuilder::Codes(VirtualRegister value) {
  const Value from = values_[static_cast<size_t>(value)];
  if (from.codes >= 0) return from.codes;
  if (ComputeType(from.stored) == from.stored) return value;
  const VirtualRegister source = from.unrounded >= 0 ? from.unrounded : value;
  const ConvertFn narrow = FindConvertBlock(ComputeType(from.stored), from.stored, mode_);
  const VirtualRegister codes =
      AddConversion(narrow, source, from.stored, StorageBytes(from.stored));
  values_[static_cast<size_t>(value)].codes = codes;
  return codes;
}

VirtualRegister VectorProgramBuilder::FromCodes(VirtualRegister codes, ElementType stored) {
  if (ComputeType(stored) == stored) return codes;
  const ConvertFn widen = FindConvertBlock(stored, ComputeType(stored), mode_);
  const VirtualRegister value = AddConversion(widen, codes, stored, ComputeBytes(stored));
  // The unused bits of a byte may be anything here.
  if (!IsSubByte(stored)) values_.back().codes = codes;
  return value;
}

VirtualRegister VectorProgramBuilder::Convert(VirtualRegister value, ElementType to) {
  const ElementType from = TypeOf(value);
  if (from == to) return value;
  const ConvertFn convert = FindConvertBlock(ComputeType(from), to, mode_);
  return FromCodes(AddConversion(convert, value, to, StorageBytes(to)), to);
}

// Widening sets the byte of a pred to 0 or 1.
VirtualRegister VectorProgramBuilder::Bitcast(VirtualRegister value, ElementType to) {
  const VirtualRegister codes = Codes(value);
  if (to == ComputeType(to) || to == ElementType::kPred) {
    return AddConversion(WidenFunction(to), codes, to, StorageBytes(to));
  }
  return FromCodes(codes, to);
}

VirtualRegister VectorProgramBuilder::Rounded(VirtualRegister value, ElementType stored) {
  const ConvertFn round = FindRoundBlock(stored, mode_);
  if (round == nullptr) return value;
  const VirtualRegister rounded = AddConversion(round, value, stored, ComputeBytes(stored));
  values_.back().unrounded = value;
  return rounded;
}

VirtualRegister VectorProgramBuilder::Compute(const Instruction& instruction,
                                              std::vector<VirtualRegister> operands) {
  // The first operand of a select is the predicate, but its type does not matter.
  const ElementType type = TypeOf(operands[0]);
  const ElementType result = instruction.shape->element_type;
  VectorStepInfo info = FindVectorStep(instruction, type, mode_);
  info.step.opcode = instruction.opcode();
  if (info.reads_codes) {
    for (VirtualRegister& operand : operands) operand = Codes(operand);
  }
  const VirtualRegister value =
      AddStep(info.step, std::move(operands), result, ComputeBytes(result));
  return info.rounds ? Rounded(value, result) : value;
}

VectorLeaves VectorProgramBuilder::AddInstruction(const Instruction& instruction,
                                                  std::span<const VectorLeaves> operands) {
  switch (VectorFormOf(instruction)) {
    case VectorForm::kNone:
    case VectorForm::kNothing:
      return {};
    case VectorForm::kIdentity:
    case VectorForm::kCopy:
    case VectorForm::kBroadcast:
      return operands[0];
    case VectorForm::kTuple: {
      VectorLeaves leaves;
      for (const VectorLeaves& part : operands)
        leaves.insert(leaves.end(), part.begin(), part.end());
      return leaves;
    }
    case VectorForm::kElement: {
      const auto first = operands[0].begin() + static_cast<std::ptrdiff_t>(FirstLeaf(instruction));
      const auto count = static_cast<std::ptrdiff_t>(LeafCount(*instruction.shape));
      return VectorLeaves(first, first + count);
    }
    case VectorForm::kConstant:
      return {AddConstant(*instruction.literal)};
    case VectorForm::kIota:
      return {AddIota(instruction.shape->element_type, IotaIndex(instruction))};
    case VectorForm::kInline:
      return AddComputation(*InlinedComputation(instruction), operands);
    case VectorForm::kConvert:
      return {Convert(operands[0][0], instruction.shape->element_type)};
    case VectorForm::kBitcast:
      return {Bitcast(operands[0][0], instruction.shape->element_type)};
    case VectorForm::kStep:
      break;
  }
  std::vector<VirtualRegister> registers;
  for (const VectorLeaves& operand : operands) registers.push_back(operand[0]);
  return {Compute(instruction, std::move(registers))};
}

VectorLeaves VectorProgramBuilder::AddComputation(const Computation& computation,
                                                  std::span<const VectorLeaves> arguments) {
  std::vector<VectorLeaves> values(computation.instructions.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const Instruction& instruction = *computation.instructions[i];
    if (instruction.Is(Opcode::kParameter)) {
      values[i] = arguments[static_cast<size_t>(instruction.parameter_number)];
      continue;
    }
    std::vector<VectorLeaves> operands;
    for (const Instruction* operand : instruction.operands) {
      operands.push_back(values[static_cast<size_t>(operand->index)]);
    }
    values[i] = AddInstruction(instruction, operands);
  }
  return values[static_cast<size_t>(computation.root->index)];
}

void VectorProgramBuilder::AddOutput(VirtualRegister value) {
  output_types_.push_back(TypeOf(value));
  outputs_.push_back(Codes(value));
}

}  // namespace hlo

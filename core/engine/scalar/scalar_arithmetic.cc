// SPDX-License-Identifier: Apache-2.0
// The part of ScalarCompiler that chooses the code for arithmetic.
#include "core/engine/scalar/scalar_compiler.h"
#include "core/ops/compare_attributes.h"

namespace hlo {
namespace {

bool IsNarrow(ElementType type) { return ComputeType(type) != type; }

}  // namespace

ScalarCompiler::Slot ScalarCompiler::CompileStep(const Instruction& instruction,
                                                 const std::vector<Slots>& operands) {
  const ElementType type = instruction.operands[0]->shape->element_type;
  const ElementType compute = ComputeType(type);
  const ElementType result = instruction.shape->element_type;
  const VectorStepInfo info = FindVectorStep(instruction, type, mode_);
  ScalarInstruction made{.code = Code::kBlock, .a = operands[0][0]};
  made.b = operands.size() > 1 ? operands[1][0] : Slot{0};
  made.c = operands.size() > 2 ? operands[2][0] : Slot{0};
  made.width = static_cast<uint16_t>(BitWidth(type));
  switch (info.step.kind) {
    case VectorStep::Kind::kSelect:
      made.code = ScalarSelect(StorageBytes(ComputeType(result)));
      break;
    case VectorStep::Kind::kCompare:
      if (info.reads_codes) {
        if (IsNarrow(type)) {
          made.a = EmitConversion(NarrowFunction(type), made.a);
          made.b = EmitConversion(NarrowFunction(type), made.b);
        }
      } else {
        made.code = FindScalarCompare(DirectionOf(instruction.attributes), compute);
      }
      break;
    case VectorStep::Kind::kBinary:
      made.code = FindScalarBinary(instruction.opcode(), compute);
      break;
    case VectorStep::Kind::kUnary:
      if (instruction.Is(Opcode::kNot) && type == ElementType::kPred) made.code = Code::kNotPred;
      break;
    default:
      break;
  }
  const Slot value = made.code == Code::kBlock ? EmitFunction(info.step, made.a, made.b, made.c)
                                               : EmitResult(made);
  return info.rounds ? Rounded(value, result) : value;
}

ScalarCompiler::Slot ScalarCompiler::Wrapped(Slot value, ElementType integer) {
  if (!IsNarrow(integer)) return value;
  return EmitResult({.code = IsSigned(integer) ? Code::kWrapSigned : Code::kWrapUnsigned,
                     .a = value,
                     .width = static_cast<uint16_t>(BitWidth(integer))});
}

ScalarCompiler::Slot ScalarCompiler::Rounded(Slot value, ElementType type) {
  if (IsInteger(type)) return Wrapped(value, type);
  const ConvertFn round = FindRoundBlock(type, mode_);
  return round == nullptr ? value : EmitConversion(round, value);
}

// Integers wrap, so only the low bits of the widest type matter.
ScalarCompiler::Slot ScalarCompiler::ConvertInteger(Slot value, ElementType from, ElementType to) {
  const int from_bytes = StorageBytes(ComputeType(from));
  const int to_bytes = StorageBytes(ComputeType(to));
  if (from_bytes > to_bytes) {
    value = EmitResult({.code = Code::kConvertS64S32, .a = value});
  } else if (from_bytes < to_bytes) {
    value = EmitResult(
        {.code = IsSigned(from) ? Code::kConvertS32S64 : Code::kConvertU32U64, .a = value});
  }
  return Wrapped(value, to);
}

ScalarCompiler::Slot ScalarCompiler::Convert(Slot value, ElementType from, ElementType to) {
  if (from == to || ComputeType(from) == to) return value;
  if (IsInteger(from) && IsInteger(to)) return ConvertInteger(value, from, to);
  if (from == ElementType::kPred) {
    Slot numbers[2];
    for (uint8_t truth = 0; truth < 2; ++truth) {
      uint8_t code[16];
      ConvertFunction(from, to)(&truth, 1, code);
      numbers[truth] = NewConstantFromCode(code, to);
    }
    return EmitResult({.code = ScalarSelect(StorageBytes(ComputeType(to))),
                       .a = value,
                       .b = numbers[1],
                       .c = numbers[0]});
  }
  if (!IsNarrow(to)) {
    const Code code = FindScalarConvert(ComputeType(from), to);
    if (code != Code::kBlock) return EmitResult({.code = code, .a = value});
  }
  const Slot code = EmitConversion(ConvertFunction(ComputeType(from), to), value);
  return IsNarrow(to) ? EmitConversion(WidenFunction(to), code) : code;
}

ScalarCompiler::Slot ScalarCompiler::Bitcast(Slot value, ElementType from, ElementType to) {
  if (IsNarrow(from)) value = EmitConversion(NarrowFunction(from), value);
  return IsNarrow(to) || to == ElementType::kPred ? EmitConversion(WidenFunction(to), value)
                                                  : value;
}

}  // namespace hlo

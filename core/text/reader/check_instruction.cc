// SPDX-License-Identifier: Apache-2.0
// The verifier's rules for an instruction, checked while it is being read.
#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/ir/inferred_layout.h"
#include "core/ops/collective/replica_groups.h"
#include "core/text/reader/module_reader.h"
#include "core/text/reader/verify.h"

namespace hlo {
namespace {

// Subtracts the parts of a shape from `left`; stops early if none are left or the shape is nested
// deeper than `levels`.
bool TakeParts(const Shape& shape, int64_t& left, int levels) {
  if (--left < 0 || levels < 0) return false;
  for (const Shape& element : shape.elements) {
    if (!TakeParts(element, left, levels - (element.IsTuple() ? 1 : 0))) return false;
  }
  return true;
}

// The shape of a `tuple` need not be written, so nothing else bounds its size and depth. It must be
// readable where it is printed: two brackets deeper, among the operands.
bool CheckTupleSize(Reader& reader, SourceSpan opcode, const Instruction& instruction) {
  int64_t& left = reader.tuple_parts_left();
  const int levels = reader.levels_left() - 2;
  for (const Instruction* operand : instruction.operands) {
    if (TakeParts(*operand->shape, left, levels - (operand->shape->IsTuple() ? 1 : 0))) continue;
    return left < 0 ? reader.Fail("S09", opcode, "the tuples of this text have too many elements")
                    : reader.Fail("P10", opcode, "the tuple is nested too deeply");
  }
  return true;
}

}  // namespace

bool ModuleReader::FailRule(const ParsedInstruction& parsed, Diagnostic diagnostic) {
  const SourceSpan cause = parsed.misspelled;
  if (!cause.empty() && reader_.Escalate("P04", cause)) return false;
  return reader_.Fail(std::move(diagnostic));
}

bool ModuleReader::Pass(const Instruction& instruction, const Status& status) {
  if (status.ok()) return true;
  return reader_.Fail(DiagnosticAt(instruction, status.error()));
}

bool ModuleReader::CheckForm(const ParsedInstruction& parsed) {
  const bool counts_wrapped = parsed.wrapped != nullptr && parsed.op->operands.min == 0;
  const OpDef& counted = counts_wrapped ? *parsed.wrapped : *parsed.op;
  Status fits = CheckOperandCount(counted, std::ssize(parsed.operands));
  if (fits.ok()) fits = CheckRequiredAttributes(*parsed.op, parsed.attributes);
  if (fits.ok() && counts_wrapped) {
    fits = CheckRequiredAttributes(*parsed.wrapped, parsed.attributes);
  }
  if (fits.ok()) return true;
  Diagnostic diagnostic;
  diagnostic.code = fits.error().code;
  diagnostic.span = parsed.opcode;
  diagnostic.message = fits.error().message;
  return FailRule(parsed, std::move(diagnostic));
}

bool ModuleReader::InferShape(const ParsedInstruction& parsed, Instruction& instruction) {
  const Shape* declared = parsed.shape.shape;
  const OpDef& op = *instruction.op;
  if (declared == nullptr && op.shape_required) {
    reader_
        .Report("P08", parsed.opcode,
                Format("the result shape of `{}` does not follow from its operands", {op.name}))
        .notes.push_back({{}, "write the result shape before the opcode"});
    return false;
  }
  instruction.shape = declared;
  if (declared != nullptr && !Pass(instruction, CheckAttributeValues(instruction))) return false;
  if (instruction.Is(Opcode::kTuple) && !CheckTupleSize(reader_, parsed.opcode, instruction)) {
    return false;
  }
  Result<Shape> inferred = InferredShape(instruction, declared);
  if (!inferred.ok()) return FailRule(parsed, DiagnosticAt(instruction, inferred.error()));
  if (declared == nullptr) {
    Shape shape = WithInferredLayout(instruction, std::move(inferred.value()));
    instruction.shape = module_.Intern(shape);
    return Pass(instruction, CheckAttributeValues(instruction));
  }
  const Status fits = CheckResultShape(instruction, *declared, inferred.value());
  if (!fits.ok()) {
    Diagnostic diagnostic = DiagnosticAt(instruction, fits.error());
    diagnostic.fixes.push_back({diagnostic.span, ShapeText(inferred.value(), false)});
    return FailRule(parsed, std::move(diagnostic));
  }
  if (inferred.value().IsStatic()) return true;
  // A dimension may be dynamic although it is written without "<=".
  Shape shape = *declared;
  MergeDynamic(inferred.value(), shape);
  if (!(shape == *declared)) instruction.shape = module_.Intern(shape);
  return true;
}

bool ModuleReader::CheckParticipants(const Instruction& instruction) {
  const Topology devices{module_.header.replica_count, module_.header.num_partitions};
  return Pass(instruction, CheckDevices(instruction, devices));
}

bool ModuleReader::CheckAsync(const Instruction& instruction) {
  std::optional<Diagnostic> fault = async_.Look(instruction);
  return !fault || reader_.Fail(std::move(*fault));
}

}  // namespace hlo

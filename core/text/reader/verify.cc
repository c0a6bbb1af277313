// SPDX-License-Identifier: Apache-2.0
// The rules of one instruction: counts, required attributes, the op's own rules, the result shape.
#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/ir/inferred_layout.h"
#include "core/ops/collective/replica_groups.h"
#include "core/ops/rules.h"
#include "core/text/reader/module_reader.h"
#include "core/text/reader/value_readers.h"

namespace hlo {
namespace {

std::string Operands(int64_t count) {
  return Format(count == 1 ? "{} operand" : "{} operands", {count});
}

// "{true,false}" has two flags.
int64_t CountFlags(std::string_view braces) {
  int64_t count = 0;
  for (size_t at = 0; at < braces.size(); ++at) {
    const bool starts_word = braces[at] >= 'a' && braces[at] <= 'z' &&
                             (at == 0 || braces[at - 1] < 'a' || braces[at - 1] > 'z');
    if (starts_word) ++count;
  }
  return count;
}

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

// Checks an attribute against the operands or the leaves of the result.
std::string AttributeFault(const Attribute& attribute, const Instruction& instruction) {
  const auto* text = std::get_if<RawText>(&attribute.value);
  // The aliases of an async op refer to the parts of its bundle; a dot whose other operands are
  // scales or groups may specify the precision of the first two alone.
  const auto of_operands = [&] {
    const AttributeSpec* spec = instruction.op->FindAttribute(attribute.attr);
    return spec != nullptr && spec->of_operands;
  };
  switch (attribute.attr) {
    case Attr::sharding:
      return text == nullptr ? "" : ShardingFault(text->text, *instruction.shape);
    case Attr::output_to_operand_aliasing:
      return text == nullptr || !of_operands() ? "" : OperandAliasFault(text->text, instruction);
    case Attr::operand_precision: {
      if (!of_operands()) return "";
      const auto* list = std::get_if<EnumList>(&attribute.value);
      if (list == nullptr || list->indices.size() == instruction.operands.size()) return "";
      return Format("must have one value per operand ({}), got {}",
                    {instruction.operands.size(), list->indices.size()});
    }
    default:
      return "";
  }
}

}  // namespace

// Checks the attributes that describe each leaf of the shape.
bool ModuleReader::CheckReplication(const Instruction& instruction) {
  for (const Attribute& attribute : instruction.attributes.all()) {
    const std::string fault = AttributeFault(attribute, instruction);
    if (fault.empty()) continue;
    return reader_.Fail("V01", attribute.name_span,
                        Format("`{}`: {}", {Info(attribute.attr).name, fault}));
  }
  const Attribute* attribute = instruction.attributes.Find(Attr::parameter_replication);
  if (attribute == nullptr) return true;
  const auto* flags = std::get_if<RawText>(&attribute->value);
  const auto leaves = static_cast<int64_t>(LeafIndices(*instruction.shape).size());
  if (flags == nullptr || CountFlags(flags->text) == leaves) return true;
  return reader_.Fail(
      "V01", attribute->name_span,
      Format("`parameter_replication`: must have one flag per leaf of {} ({}), got {}",
             {ShapeText(*instruction.shape, false), leaves, CountFlags(flags->text)}));
}

bool ModuleReader::CheckCount(const ParsedInstruction& parsed) {
  const OpDef& op =
      parsed.wrapped != nullptr && parsed.op->operands.min == 0 ? *parsed.wrapped : *parsed.op;
  const auto given = static_cast<int64_t>(parsed.operands.size());
  if (op.operands.Allow(given)) return true;
  const bool enough = given >= op.operands.min;
  const std::string_view bound = op.operands.min == op.operands.max ? ""
                                 : enough                           ? "at most "
                                                                    : "at least ";
  return reader_.Fail(
      "P07", parsed.opcode,
      Format("`{}` takes {}{}, got {}",
             {op.name, bound, Operands(enough ? op.operands.max : op.operands.min), given}));
}

bool ModuleReader::CheckRequired(const ParsedInstruction& parsed) {
  const auto has = [&](Attr attr) {
    for (const Attribute& attribute : parsed.attributes) {
      if (attribute.attr == attr) return true;
    }
    return false;
  };
  for (const OpDef* op : {parsed.op, parsed.wrapped}) {
    if (op == nullptr || (op == parsed.wrapped && parsed.op->operands.min != 0)) continue;
    for (const AttributeSpec& spec : op->attributes) {
      if (!spec.required || has(spec.attr)) continue;
      return reader_.Fail(
          "P06", parsed.opcode,
          Format("`{}` requires the attribute `{}`", {op->name, Info(spec.attr).name}));
    }
  }
  return true;
}

bool ModuleReader::InferShape(const ParsedInstruction& parsed, Instruction& instruction) {
  const Shape* declared = parsed.shape.shape;
  const OpDef& op = *instruction.op;
  if (declared == nullptr && (op.shape_required || op.infer == nullptr)) {
    reader_
        .Report("P08", parsed.opcode,
                Format("the result shape of `{}` does not follow from its operands", {op.name}))
        .notes.push_back({{}, "write the result shape before the opcode"});
    return false;
  }
  instruction.shape = declared;
  if (declared != nullptr && !CheckReplication(instruction)) return false;
  if (op.infer == nullptr) return true;
  if (instruction.Is(Opcode::kTuple) && !CheckTupleSize(reader_, parsed.opcode, instruction)) {
    return false;
  }
  SmallVector<const Shape*, 8> operands;
  operands.reserve(instruction.operands.size());
  for (const Instruction* operand : instruction.operands) operands.push_back(operand->shape);
  Result<Shape> inferred = op.infer({instruction, {operands.data(), operands.size()}, declared});
  if (!inferred.ok()) return FailRule(parsed, instruction, inferred.error());
  if (declared == nullptr) {
    Shape shape = WithInferredLayout(instruction, std::move(inferred.value()));
    instruction.shape = module_.Intern(shape);
    return CheckReplication(instruction);
  }
  if (Compatible(*declared, inferred.value())) {
    if (inferred.value().IsStatic()) return true;
    // A dimension may be dynamic although it is written without "<=".
    Shape shape = *declared;
    MergeDynamic(inferred.value(), shape);
    if (!(shape == *declared)) instruction.shape = module_.Intern(shape);
    return true;
  }
  const std::string right = ShapeText(inferred.value(), false);
  Diagnostic& diagnostic = reader_.Report("S05", parsed.shape.span,
                                          Format("the result of `{}` must be {}, got {}",
                                                 {op.name, right, ShapeText(*declared, false)}));
  diagnostic.fixes.push_back({parsed.shape.span, right});
  return false;
}

bool ModuleReader::CheckParticipants(const ParsedInstruction& parsed,
                                     const Instruction& instruction) {
  const Topology devices{module_.header.replica_count, module_.header.num_partitions};
  const Status fits = CheckDevices(instruction, devices);
  return fits.ok() || FailRule(parsed, instruction, fits.error());
}

bool ModuleReader::FailRule(const ParsedInstruction& parsed, const Instruction& instruction,
                            const Error& error) {
  SourceSpan span = parsed.opcode;
  DiagnosticNote operand_note;
  switch (error.anchor) {
    case Anchor::kOpcode:
      break;
    case Anchor::kAttribute:
      for (const Attribute& attribute : instruction.attributes.all()) {
        if (attribute.attr != Attr::kUnknown && Info(attribute.attr).name == error.attribute) {
          span = attribute.name_span;
        }
      }
      break;
    case Anchor::kOperand:
      // V02 and its op rules are reported at the opcode; the operand gets a note.
      if (error.operand >= 0 && static_cast<size_t>(error.operand) < parsed.operands.size()) {
        const auto number = static_cast<size_t>(error.operand);
        operand_note = {
            parsed.operands[number].span,
            Format("operand {} is {}", {number, ShapeText(*instruction.operands[number]->shape)})};
      }
      break;
    case Anchor::kResultShape:
      if (!parsed.shape.span.empty()) span = parsed.shape.span;
      break;
    case Anchor::kName:
      span = parsed.name_span;
      break;
  }
  Diagnostic& diagnostic = reader_.Report(error.code, span, error.message);
  if (!operand_note.message.empty()) diagnostic.notes.push_back(std::move(operand_note));
  if (!error.note.empty()) diagnostic.notes.push_back({{}, error.note});
  return false;
}

}  // namespace hlo

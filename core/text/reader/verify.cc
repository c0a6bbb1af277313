// SPDX-License-Identifier: Apache-2.0
// The rules of one instruction: counts, required attributes, the op's own rules, the result shape.
#include "core/text/reader/verify.h"

#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/ops/rules.h"
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

// The place of an error in the text: the opcode, unless the anchor is another part.
SourceSpan SpanOf(const Instruction& instruction, const Error& error) {
  const InstructionSpans& spans = instruction.spans;
  switch (error.anchor) {
    case Anchor::kAttribute:
      for (const Attribute& attribute : instruction.attributes.all()) {
        if (attribute.attr != Attr::kUnknown && Info(attribute.attr).name == error.attribute) {
          return attribute.name_span;
        }
      }
      return spans.opcode;
    case Anchor::kResultShape:
      return spans.shape.empty() ? spans.opcode : spans.shape;
    case Anchor::kName:
      return spans.name;
    default:  // operands, too, which get a note
      return spans.opcode;
  }
}

}  // namespace

Status CheckOperandCount(const OpDef& op, int64_t given) {
  if (op.operands.Allow(given)) return {};
  const bool enough = given >= op.operands.min;
  const std::string_view bound = op.operands.min == op.operands.max ? ""
                                 : enough                           ? "at most "
                                                                    : "at least ";
  return Fail("P07", "`{}` takes {}{}, got {}",
              {op.name, bound, Operands(enough ? op.operands.max : op.operands.min), given});
}

Status CheckRequiredAttributes(const OpDef& op, std::span<const Attribute> given) {
  const auto has = [&](Attr attr) {
    for (const Attribute& attribute : given) {
      if (attribute.attr == attr) return true;
    }
    return false;
  };
  for (const AttributeSpec& spec : op.attributes) {
    if (!spec.required || has(spec.attr)) continue;
    return Fail("P06", "`{}` requires the attribute `{}`", {op.name, Info(spec.attr).name});
  }
  return {};
}

Status CheckAttributeValues(const Instruction& instruction) {
  for (const Attribute& attribute : instruction.attributes.all()) {
    const std::string fault = AttributeFault(attribute, instruction);
    if (fault.empty()) continue;
    const std::string_view name = Info(attribute.attr).name;
    return Fail("V01", "`{}`: {}", {name, fault}).AtAttribute(name);
  }
  const Attribute* attribute = instruction.attributes.Find(Attr::parameter_replication);
  if (attribute == nullptr) return {};
  const auto* flags = std::get_if<RawText>(&attribute->value);
  const auto leaves = static_cast<int64_t>(LeafIndices(*instruction.shape).size());
  if (flags == nullptr || CountFlags(flags->text) == leaves) return {};
  return Fail("V01", "`parameter_replication`: must have one flag per leaf of {} ({}), got {}",
              {ShapeText(*instruction.shape, false), leaves, CountFlags(flags->text)})
      .AtAttribute(Info(Attr::parameter_replication).name);
}

Status CheckResultShape(const Instruction& instruction, const Shape& written,
                        const Shape& inferred) {
  if (Compatible(written, inferred)) return {};
  return Fail("S05", "the result of `{}` must be {}, got {}",
              {instruction.op->name, ShapeText(inferred, false), ShapeText(written, false)})
      .AtResultShape();
}

Result<Shape> InferredShape(const Instruction& instruction, const Shape* written) {
  SmallVector<const Shape*, 8> operands;
  operands.reserve(instruction.operands.size());
  for (const Instruction* operand : instruction.operands) operands.push_back(operand->shape);
  return instruction.op->infer({instruction, {operands.data(), operands.size()}, written});
}

Diagnostic DiagnosticAt(const Instruction& instruction, const Error& error) {
  Diagnostic diagnostic;
  diagnostic.code = error.code;
  diagnostic.span = SpanOf(instruction, error);
  diagnostic.message = error.message;
  const auto number = static_cast<size_t>(error.operand);
  if (error.anchor == Anchor::kOperand && number < instruction.operands.size()) {
    const auto& spans = instruction.spans.operands;
    diagnostic.notes.push_back(
        {number < spans.size() ? spans[number] : SourceSpan(),
         Format("operand {} is {}", {number, ShapeText(*instruction.operands[number]->shape)})});
  }
  if (!error.note.empty()) diagnostic.notes.push_back({{}, error.note});
  return diagnostic;
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// One instruction as written: hlo-text reference 3.3. No name is looked up here.
#include <memory>
#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/text/reader/literal_reader.h"
#include "core/text/reader/module_reader.h"
#include "core/text/reader/recovery.h"
#include "core/text/strings.h"

namespace hlo {
namespace {

// The shape of a token or opaque handle, whose value text cannot express (rule C3 of `constant`);
// nullptr if there is none.
const Shape* PartWithoutValue(const Shape& shape) {
  if (shape.IsArray()) return nullptr;
  if (!shape.IsTuple()) return &shape;
  for (const Shape& element : shape.elements) {
    if (const Shape* part = PartWithoutValue(element)) return part;
  }
  return nullptr;
}

// Whether the instruction may call a computation that has not been read yet.
bool LacksComputation(const ParsedInstruction& parsed) {
  if (parsed.op == nullptr) return true;
  const auto given = [&](Attr attr) {
    for (const Attribute& attribute : parsed.attributes) {
      if (attribute.attr == attr) return !attribute.value_span.empty();
    }
    return false;
  };
  for (const OpDef* op : {parsed.op, parsed.wrapped}) {
    if (op == nullptr) continue;
    for (const AttributeSpec& spec : op->attributes) {
      const AttrKind kind = Info(spec.attr).kind;
      const bool calls = kind == AttrKind::kComputation || kind == AttrKind::kComputations;
      if (calls && !given(spec.attr)) return true;
    }
  }
  return false;
}

}  // namespace

void ParsedInstruction::Clear() {
  ParsedInstruction fresh;
  fresh.operands.swap(operands);
  fresh.attributes.swap(attributes);
  fresh.pending.swap(pending);
  fresh.operands.clear();
  fresh.attributes.clear();
  fresh.pending.clear();
  *this = std::move(fresh);
}

// Stops after the attributes, or returns false on a syntax error.
bool ModuleReader::ReadInstruction(ParsedInstruction& parsed) {
  parsed.whole.begin = reader_.token().begin;
  if (reader_.AtWord("ROOT")) {
    parsed.is_root = true;
    parsed.root = reader_.token().span();
    reader_.Next();
  }
  if (!ReadInstructionName(parsed)) return false;
  if (reader_.AtShape() && !reader_.ReadShape(parsed.shape)) return false;
  if (!ReadOpcode(parsed) || !ReadArguments(parsed) || !ReadAttributes(parsed)) return false;
  parsed.whole.end = reader_.last_end();
  return true;
}

bool ModuleReader::ReadInstructionName(ParsedInstruction& parsed) {
  if (!reader_.AtName()) return reader_.Unexpected("an instruction or '}'");
  parsed.name_span = reader_.token().span();
  const bool reserved = reader_.At(TokenKind::kWord) && IsReservedWord(reader_.text());
  const std::string_view word = reader_.text();
  if (reserved && reader_.PeekByte() == '=') {
    reader_
        .Report("P01", parsed.name_span,
                Format("'{}' is a reserved word; to use it as a name, write '%{}'", {word, word}))
        .fixes.push_back({parsed.name_span, "%" + std::string(word)});
    parsed.name = word;  // its uses need no diagnostics of their own
    reserved_names_.insert(word);
    return false;
  }
  if (reserved) return reader_.Unexpected("an instruction or '}'");
  reader_.MoveStart(parsed.name_span.begin);
  parsed.name = reader_.TakeName();
  if (parsed.computation != nullptr) parsed.computation->Prefetch(parsed.name);
  return reader_.Expect(TokenKind::kEqual, "'=' after the name of the instruction");
}

bool ModuleReader::ReadOpcode(ParsedInstruction& parsed) {
  if (!reader_.At(TokenKind::kWord)) {
    return reader_.Unexpected(parsed.shape.shape != nullptr ? "an opcode" : "a shape or an opcode");
  }
  const std::string_view word = reader_.text();
  parsed.opcode = reader_.token().span();
  parsed.op = FindOp(word);
  if (parsed.op == nullptr) parsed.wrapped = FindWrapped(word, parsed.op);
  if (parsed.op == nullptr && reader_.AtNextStart()) return reader_.Unexpected("an opcode");
  if (parsed.op == nullptr) {
    Suggestion suggestion(word);
    for (const OpDef& op : AllOps()) suggestion.Consider(op.name);
    Diagnostic& diagnostic = reader_.Report(
        "P02", parsed.opcode, Format("unknown opcode '{}'{}", {word, suggestion.Question()}));
    if (!suggestion.unique().empty()) {
      diagnostic.fixes.push_back({parsed.opcode, std::string(suggestion.unique())});
    }
    return false;
  }
  reader_.Next();
  return true;
}

bool ModuleReader::ReadArguments(ParsedInstruction& parsed) {
  const Reader::Nest nest(reader_);
  if (!nest.ok() || !reader_.Expect(TokenKind::kOpenParen, "'(' after the opcode")) return false;
  parsed.argument = reader_.token().span();
  switch (parsed.op->arguments) {
    case ArgumentKind::kLiteral:
      return ReadConstantArgument(parsed);
    case ArgumentKind::kParameterNumber:
      return reader_.ReadInt(parsed.parameter_number, {"the parameter number"}) &&
             reader_.Expect(TokenKind::kCloseParen, "')'");
    case ArgumentKind::kOperands:
      return ReadOperands(parsed);
  }
  return false;
}

bool ModuleReader::ReadConstantArgument(ParsedInstruction& parsed) {
  if (parsed.shape.shape == nullptr) {
    return reader_.Fail(
        "P08", parsed.opcode,
        Format("the result shape of `{}` cannot be inferred; write it before the opcode",
               {parsed.op->name}));
  }
  if (!parsed.shape.shape->IsStatic()) {
    return reader_.Fail("S05", parsed.shape.span,
                        Format("a constant must have static sizes, got {}",
                               {ShapeText(*parsed.shape.shape, false)}));
  }
  if (const Shape* part = PartWithoutValue(*parsed.shape.shape)) {
    return reader_.Fail("constant.C3", parsed.shape.span,
                        Format("`constant`: must be an array or a tuple of arrays, got {}",
                               {Name(part->element_type)}));
  }
  return ReadLiteral(reader_, *parsed.shape.shape, parsed.literal) &&
         reader_.Expect(TokenKind::kCloseParen, "')' after the literal");
}

bool ModuleReader::ReadOperands(ParsedInstruction& parsed) {
  if (reader_.Take(TokenKind::kCloseParen)) return true;
  do {
    parsed.operands.emplace_back();
    ParsedOperand& operand = parsed.operands.back();
    if (!ReadOperand(operand)) return false;
    if (parsed.computation != nullptr) parsed.computation->Prefetch(operand.name);
  } while (reader_.Take(TokenKind::kComma));
  if (reader_.Take(TokenKind::kCloseParen)) return true;
  // The token taken for an operand is the name of the next instruction.
  const bool taken = reader_.At(TokenKind::kEqual) && reader_.AtNextStart();
  return reader_.Unexpected(taken ? "an operand" : "',' or ')' after an operand");
}

bool ModuleReader::ReadOperand(ParsedOperand& operand) {
  if (reader_.AtShape() && !reader_.ReadShape(operand.shape)) return false;
  operand.span = reader_.token().span();
  if (!reader_.AtName()) {
    const bool shape_alone = single_ && operand.shape.shape != nullptr;
    if (!shape_alone) return reader_.Unexpected("an operand");
    operand.span = operand.shape.span;
    return true;
  }
  if (reader_.At(TokenKind::kWord) && reader_.PeekByte() == '(') {
    operand.nested = std::make_unique<ParsedInstruction>();
    operand.nested->shape = operand.shape;
    operand.nested->whole.begin = operand.span.begin;
    operand.nested->name_span = operand.span;
    if (!ReadOpcode(*operand.nested) || !ReadArguments(*operand.nested)) return false;
    operand.nested->whole.end = reader_.last_end();
    return true;
  }
  const std::string_view word = reader_.text();
  if (reader_.At(TokenKind::kWord) && IsReservedWord(word) && reserved_names_.count(word) == 0) {
    if (reader_.AtNextStart()) return reader_.Unexpected("an operand");
    return reader_.Fail(
        "P01", operand.span,
        Format("expected an operand, but '{}' is a reserved word; to use it as a name, write '%{}'",
               {word, word}));
  }
  operand.name = reader_.TakeName();
  return ReadElement(operand);
}

// The "#1" of x#1, which is get-tuple-element(x), index=1, and those that follow.
bool ModuleReader::ReadElement(ParsedOperand& operand) {
  if (!reader_.At(TokenKind::kHash)) return true;
  const Reader::Nest nest(reader_);
  if (!nest.ok()) return false;
  reader_.Next();
  const SourceSpan place = reader_.token().span();
  int64_t index = 0;
  if (!reader_.ReadInt(index)) return false;
  auto element = std::make_unique<ParsedInstruction>();
  element->op = &GetOpDef(Opcode::kGetTupleElement);
  // A written shape is that of the last element.
  WrittenShape& shape = operand.is_element ? operand.nested->shape : operand.shape;
  element->shape = std::exchange(shape, WrittenShape());
  element->attributes.push_back(
      {.attr = Attr::index, .name_span = place, .value_span = place, .value = index});
  element->operands.push_back(std::move(operand));
  operand = ParsedOperand();
  operand.span = {element->operands[0].span.begin, reader_.last_end()};
  operand.is_element = true;
  element->whole = element->name_span = element->opcode = operand.span;
  operand.nested = std::move(element);
  return ReadElement(operand);
}

void ModuleReader::Recover(const ParsedInstruction& parsed) {
  reader_.MoveTo(FindResume(reader_.source(), reader_.start(), reader_.token().begin));
  SkipLostBody(parsed);
}

// Whether the lines that follow are the body of an inline computation whose '{' is missing: the
// instruction that would call it ends before that body.
void ModuleReader::SkipLostBody(const ParsedInstruction& parsed) {
  if (!LacksComputation(parsed)) return;
  const uint32_t from = reader_.token().begin;
  const uint32_t next = FindBehindLostBody(reader_.source(), from, bodies_, balanced_until_);
  if (next != from) reader_.MoveTo(next);
}

}  // namespace hlo

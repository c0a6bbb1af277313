// SPDX-License-Identifier: Apache-2.0
// Attributes: imports reference, section 10.2.
#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/mlir/parser.h"

namespace hlo::mlir {

const Attribute* Parser::ParseAttribute() {
  const Nest nest(*this);
  if (!nest.ok()) return nullptr;
  Attribute* attribute = file_.attributes.New();
  const uint32_t begin = token().begin;
  if (!ParseAttributeInto(*attribute)) return nullptr;
  attribute->span = {begin, last_end_};
  return attribute;
}

bool Parser::ParseAttributeInto(Attribute& attribute) {
  switch (token().kind) {
    case TokenKind::kString:
      if (!CheckString(token())) return false;
      attribute.kind = AttributeKind::kString;
      attribute.text = text().substr(1, text().size() - 2);
      Next();
      return ParseOptionalType(attribute);
    case TokenKind::kSymbol:
      attribute.kind = AttributeKind::kSymbol;
      attribute.text = SymbolName(text());
      Next();
      while (At(TokenKind::kColonColon)) {
        Next();
        if (!At(TokenKind::kSymbol)) return Unexpected("a symbol");
        Next();
      }
      return true;
    case TokenKind::kHash:
      return ParseDialectAttribute(attribute);
    case TokenKind::kInteger:
    case TokenKind::kFloat:
      return ParseNumber(attribute);
    case TokenKind::kWord:
      return ParseWordAttribute(attribute);
    default:
      break;
  }
  if (At('-')) return ParseNumber(attribute);
  if (At('[')) {
    attribute.kind = AttributeKind::kArray;
    return ParseList(attribute.elements);
  }
  if (At('{')) {
    attribute.kind = AttributeKind::kDictionary;
    return ParseDictionary(attribute.entries);
  }
  if (At('(') && lexer_.PeekNext().kind == TokenKind::kInteger) {  // (1)2: part of an axis
    attribute.kind = AttributeKind::kPair;
    Next();
    const Attribute* first = ParseAttribute();
    if (first == nullptr || !Expect(')', "')'")) return false;
    const Attribute* second = ParseAttribute();
    attribute.elements = {first, second};
    return second != nullptr;
  }
  attribute.kind = AttributeKind::kType;
  attribute.type = ParseType();
  return attribute.type != nullptr;
}

bool Parser::ParseWordAttribute(Attribute& attribute) {
  const std::string_view word = text();
  if (word == "true" || word == "false") {
    attribute.kind = AttributeKind::kBool;
    attribute.magnitude = word == "true" ? 1 : 0;
    Next();
    return ParseOptionalType(attribute);
  }
  if (word == "dense" || word == "dense_resource" || word == "sparse" || word == "dense_elided") {
    return ParseDense(attribute);
  }
  if (word == "array") return ParseDenseArray(attribute);
  if (word == "unit") {
    Next();
    return true;
  }
  if (word == "loc") {
    attribute.kind = AttributeKind::kLocation;
    return ParseLocation(&attribute.body);
  }
  if (AtType()) {
    attribute.kind = AttributeKind::kType;
    attribute.text = word;
    attribute.type = ParseType();
    return attribute.type != nullptr;
  }
  // affine_map<...>, strided<...>, or the word of an enumeration.
  attribute.text = word;
  Next();
  if (!At('<')) {
    attribute.kind = AttributeKind::kWord;
    return true;
  }
  attribute.kind = AttributeKind::kOther;
  return TakeBalanced(attribute.body);
}

bool Parser::ParseNumber(Attribute& attribute) {
  attribute.negative = Take('-');
  const uint32_t begin = token().begin;
  if (At(TokenKind::kFloat)) {
    attribute.kind = AttributeKind::kFloat;
    attribute.text = text();
    Next();
  } else {
    attribute.kind = AttributeKind::kInteger;
    attribute.text = text();
    if (!ReadInteger(attribute.magnitude)) return false;
    // "1e-5" of those who write by hand.
    const std::string_view source = lexer_.source();
    if (At(TokenKind::kWord) && token().begin == last_end_ && (text()[0] == 'e') &&
        source.size() > token().end) {
      return Fail("P01", {begin, token().end},
                  "a number with an exponent needs a point, as in 1.0e5");
    }
  }
  return ParseOptionalType(attribute);
}

bool Parser::ParseOptionalType(Attribute& attribute) {
  if (!typed_values_ || !Take(':')) return true;
  attribute.type = ParseType();
  return attribute.type != nullptr;
}

// "[a, b]".
bool Parser::ParseList(std::vector<const Attribute*>& elements) {
  Next();
  const bool typed = std::exchange(typed_values_, true);
  while (!At(']')) {
    const Attribute* element = ParseAttribute();
    if (element == nullptr) return false;
    elements.push_back(element);
    if (!Take(',')) break;
  }
  typed_values_ = typed;
  return Expect(']', "',' or ']'");
}

// array<i64: 1, 2>.
bool Parser::ParseDenseArray(Attribute& attribute) {
  attribute.kind = AttributeKind::kArray;
  Next();
  if (!Expect('<', "'<'")) return false;
  if (ParseType() == nullptr) return false;
  if (Take(':')) {
    do {
      const Attribute* element = ParseAttribute();
      if (element == nullptr) return false;
      attribute.elements.push_back(element);
    } while (Take(','));
  }
  return Expect('>', "',' or '>'");
}

// dense<...> : T, with an inside that is only looked at when its values are needed.
bool Parser::ParseDense(Attribute& attribute) {
  attribute.kind = AttributeKind::kDense;
  attribute.text = text();
  if (attribute.text == "dense_resource") attribute.kind = AttributeKind::kResource;
  Next();
  if (attribute.text == "dense_elided" && !At('<')) return ParseOptionalType(attribute);
  if (!At('<')) return Unexpected("'<'");
  const std::string_view source = lexer_.source();
  const uint32_t open = token().begin;
  const uint32_t first = lexer_.SkipBlanks(open + 1);
  size_t close = 0;
  if (first < source.size() && source[first] == '"') {  // a string can be many megabytes
    const size_t quote = source.find('"', first + 1);
    if (quote == std::string_view::npos)
      return Fail("L03", {first, first + 1}, "unterminated string");
    close = lexer_.SkipBlanks(static_cast<uint32_t>(quote + 1));
  } else if (source.substr(first).starts_with("tensor<")) {  // dense<tensor<4xf32> : ...>
    Next();
    attribute.type = ParseType();
    if (attribute.type == nullptr || !Expect(':', "':'")) return false;
    const uint32_t begin = token().begin;
    close = source.find('>', begin);
    attribute.body = {begin, static_cast<uint32_t>(close)};
  } else {
    close = source.find('>', first);
  }
  if (close >= source.size() || source[close] != '>') {
    return Fail("L06", {open, open + 1}, "'<' is not closed");
  }
  if (attribute.type == nullptr) attribute.body = {first, static_cast<uint32_t>(close)};
  MoveTo(static_cast<uint32_t>(close + 1));
  return attribute.type != nullptr || ParseOptionalType(attribute);
}

// "#loc3", "#stablehlo.dot<...>", "#stablehlo<precision HIGHEST>".
bool Parser::ParseDialectAttribute(Attribute& attribute) {
  attribute.text = text().substr(1);
  Next();
  const bool has_body = At('<') && token().begin == last_end_;
  const bool is_dialect = has_body || attribute.text.find('.') != std::string_view::npos;
  attribute.kind = is_dialect ? AttributeKind::kDialect : AttributeKind::kAlias;
  if (has_body && !TakeBalanced(attribute.body)) return false;
  return ParseOptionalType(attribute);
}

bool Parser::ParseDictionary(std::vector<NamedAttribute>& entries) {
  const Nest nest(*this);
  if (!nest.ok() || !Expect('{', "'{'")) return false;
  const bool typed = std::exchange(typed_values_, true);
  while (!At('}')) {
    if (!ParseEntry(entries)) return false;
    if (!Take(',')) break;
  }
  typed_values_ = typed;
  return Expect('}', "',' or '}'");
}

bool Parser::ParseEntry(std::vector<NamedAttribute>& entries) {
  NamedAttribute entry;
  entry.span = token().span();
  if (At(TokenKind::kWord)) {
    entry.name = text();
  } else if (At(TokenKind::kString)) {
    entry.name = text().substr(1, text().size() - 2);
  } else {
    return Unexpected("the name of an attribute");
  }
  Next();
  if (Take('=')) {
    entry.value = ParseAttribute();
    if (entry.value == nullptr) return false;
  } else {
    entry.value = NewWord(AttributeKind::kUnit);
  }
  for (const NamedAttribute& other : entries) {
    if (other.name == entry.name) {
      return Fail("P05", entry.span, Format("attribute '{}' is given twice", {entry.name}));
    }
  }
  entries.push_back(entry);
  return true;
}

const Attribute* Parser::NewWord(AttributeKind kind) {
  Attribute* attribute = file_.attributes.New();
  attribute->kind = kind;
  attribute->span = token().span();
  attribute->text = text();
  return attribute;
}

bool Parser::ParseStruct(std::vector<NamedAttribute>& entries) {
  while (!At(TokenKind::kEnd)) {
    if (!ParseEntry(entries)) return false;
    if (!Take(',')) break;
  }
  return At(TokenKind::kEnd) || Unexpected("',' or '>'");
}

bool Parser::AtLocation() const {
  return AtWord("loc") && lexer_.PeekNext().kind == TokenKind::kPunctuation &&
         lexer_.PeekNext().byte == '(';
}

bool Parser::ParseOptionalLocation(SourceSpan* body) {
  return !AtLocation() || ParseLocation(body);
}

// "loc(...)"; the inside is read when metadata is written.
bool Parser::ParseLocation(SourceSpan* body) {
  Next();
  if (!At('(')) return Unexpected("'('");
  SourceSpan inside;
  if (!TakeBalanced(inside)) return false;
  if (body != nullptr) *body = inside;
  return true;
}

}  // namespace hlo::mlir

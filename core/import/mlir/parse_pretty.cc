// SPDX-License-Identifier: Apache-2.0
// Pretty forms: imports reference, section 3. One tolerant reading serves nearly all ops: a row
// of the table maps each word of the form to its attribute.
#include <utility>

#include "core/base/format.h"
#include "core/import/mlir/parser.h"

namespace hlo::mlir {
namespace {

// The attribute that `word` stands for in "dim>iota_dimension >a >b"; for the empty word the
// number-th of those without word. Empty when there is none.
std::string_view KeyFor(const OpForm* form, std::string_view word, size_t number = 0) {
  std::string_view keys = form == nullptr ? std::string_view() : form->keys;
  while (!keys.empty()) {
    const std::string_view key = keys.substr(0, keys.find(' '));
    keys.remove_prefix(std::min(keys.size(), key.size() + 1));
    const size_t arrow = key.find('>');
    if (key.substr(0, arrow) != word) continue;
    if (number-- == 0) return key.substr(arrow + 1);
  }
  return {};
}

bool IsSdy(const Op& op) { return op.name.starts_with("sdy."); }

}  // namespace

void Parser::AddAttribute(Op& op, std::string_view name, const Attribute* value) {
  op.attributes.push_back({name, value->span, value});
}

bool Parser::ParsePretty(Op& op) {
  const std::string_view name = op.form != nullptr ? op.form->name : op.name;
  if (name == "stablehlo.reduce" && At('(')) return ParseReduce(op);
  if (name == "stablehlo.while" && At('(')) return ParseWhile(op);
  if (name == "chlo.scan") return ParseScan(op);
  if (name == "sdy.manual_computation" || name == "sdy.named_computation") {
    return ParseManualComputation(op);
  }
  return ParseItems(op, op.form) && ParseTypeTail(op);
}

// The items of the form are over: types, a location or another op follow.
bool Parser::AtTail() const {
  if (At(':') || At('}') || At(TokenKind::kEnd) || At(TokenKind::kBad) || At(TokenKind::kBlock)) {
    return true;
  }
  if (At(TokenKind::kOpenResources)) return true;
  if (At(TokenKind::kHash) || At(TokenKind::kBang)) return lexer_.PeekNext().byte == '=';
  if (At(TokenKind::kString)) return lexer_.PeekNext().byte == '(';
  if (At(TokenKind::kWord)) {
    return AtLocation() || AtWord("return") || AtWord("call") ||
           text().find('.') != std::string_view::npos;
  }
  if (!At(TokenKind::kValue)) return false;
  Lexer ahead = lexer_;
  ahead.Next();
  if (ahead.token().byte == ':') {  // "%0:2 =" is the next op, "%0 : T" an operand
    ahead.Next();
    return ahead.token().kind == TokenKind::kInteger;
  }
  return ahead.token().byte == '=';
}

bool Parser::ParseItems(Op& op, const OpForm* form) {
  size_t words = 0;
  while (!AtTail()) {
    if (!ParseItem(op, form, words)) return false;
  }
  return true;
}

bool Parser::ParseItem(Op& op, const OpForm* form, size_t& words) {
  if (Take(',')) return true;
  if (At(TokenKind::kValue)) return ParseUse(op);
  if (At('(')) return ParseParenthesized(op, form, words);
  const bool raw = IsSdy(op);
  if (raw && (At('[') || At('{') || At('<') || At('='))) {
    Take('=');
    const Attribute* value = TakeRaw(token().begin);
    if (value != nullptr) AddAttribute(op, op.Has("sharding") ? "axes" : "sharding", value);
    return value != nullptr;
  }
  if (At('[')) return ParseBrackets(op, form);
  if (At('{')) return ParseDictionary(op.attributes);
  if (Take('<')) return ParseDictionary(op.attributes) && Expect('>', "'>'");
  if (At(TokenKind::kWord)) return ParseWordItem(op, form, words);
  const bool is_value = At(TokenKind::kSymbol) || At(TokenKind::kString) || At(TokenKind::kHash) ||
                        At(TokenKind::kInteger) || At(TokenKind::kFloat) || At('-');
  if (is_value) return ParseBareWord(op, form, words, !At(TokenKind::kSymbol));
  return Unexpected("an operand, an attribute or ':'");
}

bool Parser::ParseWordItem(Op& op, const OpForm* form, size_t& words) {
  const Token next = lexer_.PeekNext();
  if (next.byte == '=') return ParseItemValue(op, form);
  if (AtWord("attributes") && next.byte == '{') {
    Next();
    return ParseDictionary(op.attributes);
  }
  const bool is_value = next.byte == '<' || AtWord("true") || AtWord("false");
  return ParseBareWord(op, form, words, is_value);
}

// A word, symbol or value whose attribute follows from its place. A value may have its type.
bool Parser::ParseBareWord(Op& op, const OpForm* form, size_t& words, bool is_value) {
  const std::string_view key = KeyFor(form, "", words);
  if (form != nullptr && key.empty()) return Unexpected("an operand, an attribute or ':'");
  ++words;
  const bool typed = std::exchange(typed_values_, is_value);
  const Attribute* value = ParseAttribute();
  typed_values_ = typed;
  if (value != nullptr) AddAttribute(op, key.empty() ? "value" : key, value);
  return value != nullptr;
}

// The brackets at the token, kept as text from `begin` on.
const Attribute* Parser::TakeRaw(uint32_t begin) {
  Attribute* value = file_.attributes.New();
  value->kind = AttributeKind::kOther;
  if (!At('[') && !At('{') && !At('<')) {
    Unexpected("a bracket");
    return nullptr;
  }
  if (!TakeBalanced(value->body)) return nullptr;
  value->span = {begin, last_end_};
  value->text = lexer_.Text(value->span);
  return value;
}

// "key = value".
bool Parser::ParseItemValue(Op& op, const OpForm* form) {
  const std::string_view word = text();
  const std::string_view known = KeyFor(form, word);
  const std::string_view key = known.empty() ? word : known;
  Next();
  Next();
  if (key == "window" && At('{')) return ParseConvolutionWindow(op);
  if (word == "batching_dims" || word == "contracting_dims") return ParsePairOfLists(op, key);
  const uint32_t begin = token().begin;
  const Attribute* value = nullptr;
  if (key == "dimension_numbers" && At('[')) {  // [b, f]x[i, o]->[b, f]
    if (TakeRaw(begin) == nullptr) return false;
    if (!TakeWord("x")) return Unexpected("'x'");
    if (TakeRaw(begin) == nullptr || !ExpectArrow()) return false;
    value = TakeRaw(begin);
  } else if (At('<') || (IsSdy(op) && (At('[') || At('{')))) {
    value = TakeRaw(begin);
  } else {
    const bool typed = std::exchange(typed_values_, false);
    value = ParseAttribute();
    typed_values_ = typed;
  }
  if (value != nullptr) AddAttribute(op, key, value);
  return value != nullptr;
}

// "[0] x [1]" of dot_general.
bool Parser::ParsePairOfLists(Op& op, std::string_view key) {
  Attribute* pair = file_.attributes.New();
  pair->kind = AttributeKind::kPair;
  const uint32_t begin = token().begin;
  for (int side = 0; side < 2; ++side) {
    if (side == 1 && !TakeWord("x")) return Unexpected("'x'");
    if (!At('[')) return Unexpected("'['");
    const Attribute* list = ParseAttribute();
    if (list == nullptr) return false;
    pair->elements.push_back(list);
  }
  pair->span = {begin, last_end_};
  AddAttribute(op, key, pair);
  return true;
}

// {stride = [..], pad = [[..]], lhs_dilate = [..], rhs_dilate = [..], reverse = [..]}.
bool Parser::ParseConvolutionWindow(Op& op) {
  std::vector<NamedAttribute> entries;
  if (!ParseDictionary(entries)) return false;
  static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"stride", "window_strides"},   {"pad", "padding"},
      {"lhs_dilate", "lhs_dilation"}, {"rhs_dilate", "rhs_dilation"},
      {"reverse", "window_reversal"},
  };
  for (NamedAttribute& entry : entries) {
    for (const auto& [word, name] : kNames) {
      if (entry.name == word) entry.name = name;
    }
    op.attributes.push_back(entry);
  }
  return true;
}

const Attribute* Parser::NumberList(const std::vector<int64_t>& numbers, SourceSpan span) {
  Attribute* list = file_.attributes.New();
  list->kind = AttributeKind::kArray;
  list->span = span;
  for (int64_t number : numbers) {
    Attribute* element = file_.attributes.New();
    element->kind = AttributeKind::kInteger;
    element->magnitude = static_cast<uint64_t>(number);
    element->span = span;
    list->elements.push_back(element);
  }
  return list;
}

// Behind an operand: "[0:8:2, 1:3]" of slice, "[0]" of get_tuple_element, "[%i]" of extract, or a
// list of numbers.
bool Parser::ParseBrackets(Op& op, const OpForm* form) {
  const uint32_t begin = token().begin;
  const std::string_view key = KeyFor(form, "[");
  Next();
  if (At(TokenKind::kValue)) return ParseUses(op, ']');
  std::vector<int64_t> starts, limits, strides;
  while (!At(']')) {
    uint64_t parts[3] = {0, 0, 1};
    for (int i = 0; i < 3; ++i) {
      if (i > 0 && !Take(':')) break;
      if (!ReadInteger(parts[i])) return false;
    }
    starts.push_back(static_cast<int64_t>(parts[0]));
    limits.push_back(static_cast<int64_t>(parts[1]));
    strides.push_back(static_cast<int64_t>(parts[2]));
    if (!Take(',')) break;
  }
  if (!Expect(']', "',' or ']'")) return false;
  const SourceSpan span = {begin, last_end_};
  if (key != "start_indices") {
    AddAttribute(op, key.empty() ? "value" : key, NumberList(starts, span));
    return true;
  }
  AddAttribute(op, "start_indices", NumberList(starts, span));
  AddAttribute(op, "limit_indices", NumberList(limits, span));
  AddAttribute(op, "strides", NumberList(strides, span));
  return true;
}

// "(%a, %b, k = 2)", or "({ region })".
bool Parser::ParseParenthesized(Op& op, const OpForm* form, size_t& words) {
  const Nest nest(*this);
  if (!nest.ok()) return false;
  Next();
  while (!At(')')) {
    if (Take(',')) continue;
    if (At('{')) {
      Region* region = nullptr;
      if (!ParseRegion(&op, region)) return false;
      op.regions.push_back(region);
    } else if (AtTail()) {
      return Unexpected("',' or ')'");
    } else if (!ParseItem(op, form, words)) {
      return false;
    }
  }
  Next();
  return true;
}

}  // namespace hlo::mlir

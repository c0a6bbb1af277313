// SPDX-License-Identifier: Apache-2.0
#include "core/text/reader/json_object.h"

#include <algorithm>
#include <utility>

#include "core/base/characters.h"
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/text/lexer.h"
#include "core/text/quote.h"

namespace hlo {
namespace {

// Whether a text is one value of an attribute, or a shape: no comma, bracket, or comment in it can
// reach beyond it. Bytes that are not a token are left to the parser.
bool IsOneValue(std::string_view text) {
  if (IsBalancedDictionary(text)) return true;
  int depth = 0;
  uint32_t end = 0;
  for (Lexer lexer(text); lexer.token().kind != TokenKind::kEnd; lexer.Next()) {
    const Token token = lexer.token();
    if (token.kind == TokenKind::kBad) return true;
    const bool is_name = token.kind == TokenKind::kName || token.kind == TokenKind::kWord;
    const bool is_second = is_name && end > 0 && token.begin > end;
    if (depth == 0 && (is_second || token.kind == TokenKind::kComma)) return false;
    depth += NestingStep(token.kind);
    if (depth < 0) return false;
    end = token.end;
  }
  return depth == 0 && end > 0 && std::all_of(text.begin() + end, text.end(), IsBlankByte);
}

bool IsName(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsWordPart);
}

bool IsInteger(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), IsDigitByte);
}

uint32_t Position(const JsonCursor& cursor) { return static_cast<uint32_t>(cursor.position()); }

// A number, true, false, or null, verbatim.
Result<JsonText> Scalar(JsonCursor& cursor) {
  const char first = cursor.Peek();
  const uint32_t begin = Position(cursor);
  HLO_TRY(const std::string_view text,
          first == '-' || IsDigitByte(first) ? cursor.Number() : cursor.Word());
  return JsonText{std::string(text), {begin, Position(cursor)}};
}

Result<JsonText> OneValue(const JsonCursor& cursor, JsonText value) {
  if (IsOneValue(value.text)) return value;
  return cursor.FaultAt(value.source.begin, "P01",
                        Format("expected one value in HLO syntax, got \"{}\"", {value.text}));
}

}  // namespace

Result<JsonText> JsonString(JsonCursor& cursor) {
  cursor.Peek();
  const uint32_t begin = Position(cursor);
  HLO_TRY(std::string text, cursor.String());
  return JsonText{std::move(text), {begin, Position(cursor)}};
}

Result<JsonText> JsonName(JsonCursor& cursor) {
  HLO_TRY(JsonText name, JsonString(cursor));
  if (IsName(name.text)) return name;
  return cursor.FaultAt(
      name.source.begin, "P01",
      Format("a name must consist of letters, digits, '_', '.', and '-', got \"{}\"", {name.text}));
}

Result<JsonText> JsonValue(JsonCursor& cursor) {
  if (cursor.Peek() != '"') return Scalar(cursor);
  HLO_TRY(JsonText value, JsonString(cursor));
  return OneValue(cursor, std::move(value));
}

Result<JsonObject> JsonObject::Read(JsonCursor& cursor) {
  JsonObject object(cursor);
  cursor.Peek();
  const uint32_t brace = Position(cursor);
  HLO_RETURN_IF_ERROR(cursor.Expect('{', "'{'"));
  for (bool more = !cursor.Accept('}'); more;) {
    HLO_TRY(const std::string key, cursor.String());
    HLO_RETURN_IF_ERROR(cursor.Expect(':', "':'"));
    cursor.Peek();
    const uint32_t begin = Position(cursor);
    HLO_RETURN_IF_ERROR(cursor.SkipValue());
    object.members_[key] = {begin, Position(cursor)};
    HLO_TRY(more, cursor.Next('}'));
  }
  object.span_ = {brace, Position(cursor)};
  return object;
}

JsonCursor JsonObject::At(std::string_view key) const {
  JsonCursor cursor = cursor_;
  cursor.set_position(SourceOf(key).begin);
  return cursor;
}

SourceSpan JsonObject::SourceOf(std::string_view key) const {
  const auto found = members_.find(key);
  return found == members_.end() ? span_ : found->second;
}

Result<JsonText> JsonObject::String(std::string_view key) const {
  if (!Has(key)) return JsonText{"", span_};
  JsonCursor cursor = At(key);
  return JsonString(cursor);
}

Result<JsonText> JsonObject::Name(std::string_view key) const {
  HLO_TRY(JsonText name, String(key));
  if (name.text.empty()) return name;
  JsonCursor cursor = At(key);
  return JsonName(cursor);
}

Result<JsonText> JsonObject::Value(std::string_view key) const {
  HLO_TRY(JsonText value, String(key));
  if (value.text.empty()) return value;
  return OneValue(At(key), std::move(value));
}

Result<bool> JsonObject::Flag(std::string_view key) const {
  if (!Has(key)) return false;
  JsonCursor cursor = At(key);
  HLO_TRY(const JsonText word, Scalar(cursor));
  if (word.text == "true" || word.text == "false") return word.text == "true";
  return At(key).Fault("P01", Format("'{}' must be true or false, got {}", {key, word.text}));
}

Result<JsonText> JsonObject::Integer(std::string_view key, std::string_view fallback) const {
  if (!Has(key)) return JsonText{std::string(fallback), span_};
  JsonCursor cursor = At(key);
  HLO_TRY(JsonText number, cursor.Peek() == '"' ? JsonString(cursor) : Scalar(cursor));
  if (IsInteger(number.text)) return number;
  return At(key).Fault("P01", Format("'{}' must be an integer, got {}", {key, number.text}));
}

}  // namespace hlo

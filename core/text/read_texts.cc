// SPDX-License-Identifier: Apache-2.0
// metadata, frontend_attributes and backend_config: hlo-text reference 6.7 and 6.8.
#include <list>
#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/text/value_readers.h"

namespace hlo {
namespace {

bool ExpectOpen(Reader& reader) {
  if (reader.At(TokenKind::kOpenBrace)) {
    reader.Next();
    return true;
  }
  if (reader.At(TokenKind::kEnd) || reader.At(TokenKind::kBad)) return reader.Unexpected("'{'");
  return reader.Fail("P12", reader.token().span(),
                     Format("expected '{', got '{}'", {reader.text()}));
}

// A string in single quotes as one in double quotes.
std::string InDoubleQuotes(std::string_view quoted) {
  std::string text = "\"";
  for (size_t i = 1; i + 1 < quoted.size(); ++i) {
    if (quoted[i] == '"') text += '\\';
    text += quoted[i];
    if (quoted[i] == '\\' && i + 2 < quoted.size()) text += quoted[++i];
  }
  return text + '"';
}

// "text", 3, word, -1.5 or {...}, as HLO text. What does not stand so in the source is put into
// `made`.
bool ReadFieldValue(Reader& reader, std::string_view& value, std::list<std::string>& made) {
  value = reader.text();
  switch (reader.token().kind) {
    case TokenKind::kString: {
      std::string unescaped;
      const bool plain = value.find('\\') == std::string_view::npos;
      if (!plain && !reader.ReadString(unescaped)) return false;
      if (plain) reader.Next();
      if (value[0] != '"') value = made.emplace_back(InDoubleQuotes(value));
      return true;
    }
    case TokenKind::kInteger:
    case TokenKind::kDecimal:
    case TokenKind::kWord:
      reader.Next();
      return true;
    case TokenKind::kOpenBrace:
      return reader.ReadBraces(value);
    default:
      return reader.Unexpected("the value of a metadata field");
  }
}

}  // namespace

bool ReadMetadata(Reader& reader, Metadata& metadata) {
  const Reader::Nest nest(reader);
  if (!nest.ok() || !ExpectOpen(reader)) return false;
  SmallVector<Metadata::Field, 8> fields;
  std::list<std::string> made;
  while (!reader.Take(TokenKind::kCloseBrace)) {
    if (!fields.empty()) reader.Take(TokenKind::kComma);
    if (!reader.At(TokenKind::kWord)) return reader.Unexpected("a metadata field or '}'");
    const SourceSpan span = reader.token().span();
    for (const Metadata::Field& field : fields) {
      if (field.name == reader.text()) {
        return reader.Fail("P05", span, Format("'{}' is given twice", {reader.text()}));
      }
    }
    fields.push_back({reader.text(), {}});
    reader.Next();
    if (!reader.Expect(TokenKind::kEqual, "'='") ||
        !ReadFieldValue(reader, fields.back().value, made)) {
      return false;
    }
  }
  metadata = Metadata({fields.data(), fields.size()}, reader.module().arena().get());
  return true;
}

bool ReadTextMap(Reader& reader, TextMap& map) {
  const Reader::Nest nest(reader);
  if (!nest.ok() || !ExpectOpen(reader)) return false;
  if (reader.Take(TokenKind::kCloseBrace)) return true;
  do {
    std::string key;
    if (reader.At(TokenKind::kString)) {
      if (!reader.ReadString(key)) return false;
    } else if (reader.At(TokenKind::kWord)) {
      key = reader.text();
      reader.Next();
    } else {
      return reader.Unexpected("a key");
    }
    Config value;
    if (!reader.Expect(TokenKind::kEqual, "'='") || !ReadConfig(reader, value)) return false;
    map.entries.emplace_back(std::move(key), std::move(value.text));
  } while (reader.Take(TokenKind::kComma));
  return reader.Expect(TokenKind::kCloseBrace, "',' or '}'");
}

bool ReadConfig(Reader& reader, Config& config) {
  config.is_dictionary = reader.At(TokenKind::kOpenBrace);
  if (!config.is_dictionary) return reader.ReadString(config.text);
  std::string_view braces;
  if (!reader.ReadBraces(braces)) return false;
  config.text = braces;
  return true;
}

}  // namespace hlo

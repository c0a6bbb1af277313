// SPDX-License-Identifier: Apache-2.0
// metadata, frontend_attributes and backend_config: hlo-text reference 6.7 and 6.8.
#include <list>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/braces.h"
#include "core/base/format.h"
#include "core/text/reader/value_readers.h"

namespace hlo {
namespace {

// Requotes a single-quoted string in double quotes.
std::string InDoubleQuotes(std::string_view quoted) {
  std::string text = "\"";
  for (size_t i = 1; i + 1 < quoted.size(); ++i) {
    if (quoted[i] == '"') text += '\\';
    text += quoted[i];
    if (quoted[i] == '\\' && i + 2 < quoted.size()) text += quoted[++i];
  }
  return text + '"';
}

// A string as HLO text. If the source has another form, the text is built in `made`.
bool ReadQuoted(Reader& reader, std::string_view& value, std::list<std::string>& made) {
  value = reader.text();
  std::string unescaped;
  const bool plain = reader.At(TokenKind::kString) && value.find('\\') == std::string_view::npos;
  if (!plain && !reader.ReadString(unescaped)) return false;
  if (plain) reader.Next();
  if (value[0] != '"') value = made.emplace_back(InDoubleQuotes(value));
  return true;
}

// The value of an unknown field: "text", 3, word, -1.5 or {...}.
bool ReadAnyValue(Reader& reader, std::string_view& value, std::list<std::string>& made) {
  switch (reader.token().kind) {
    case TokenKind::kString:
      return ReadQuoted(reader, value, made);
    case TokenKind::kInteger:
    case TokenKind::kDecimal:
    case TokenKind::kWord:
      value = reader.text();
      reader.Next();
      return true;
    case TokenKind::kOpenBrace:
      return reader.ReadBraces(value);
    default:
      return reader.Unexpected("the value of a metadata field");
  }
}

enum class FieldKind : uint8_t { kText, kNumber, kNumbers };
struct FieldSpec {
  std::string_view name;
  FieldKind kind;
};
constexpr FieldSpec kFields[] = {
    {"op_type", FieldKind::kText},
    {"op_name", FieldKind::kText},
    {"source_file", FieldKind::kText},
    {"source_line", FieldKind::kNumber},
    {"source_end_line", FieldKind::kNumber},
    {"source_column", FieldKind::kNumber},
    {"source_end_column", FieldKind::kNumber},
    {"profile_type", FieldKind::kNumbers},
    {"deduplicated_name", FieldKind::kText},
    {"scheduling_name", FieldKind::kText},
    {"stack_frame_id", FieldKind::kNumber},
};

// The index in kFields of the only name that `word` can be. Nearly every instruction of a large
// program has metadata, so one comparison must be enough.
size_t OnlyCandidate(std::string_view word) {
  switch (word.size()) {
    case 7:
      return word[3] == 't' ? 0 : 1;
    case 11:
      return word[7] == 'f' ? 2 : 3;
    case 12:
      return 7;
    case 13:
      return 5;
    case 14:
      return 10;
    case 15:
      return word[1] == 'o' ? 4 : 9;
    default:
      return word[0] == 's' ? 6 : 8;
  }
}

const FieldSpec* FindField(std::string_view word) {
  const FieldSpec& spec = kFields[OnlyCandidate(word)];
  return spec.name == word ? &spec : nullptr;
}

// P04, or a warning in lenient mode.
bool FailField(Reader& reader) {
  if (reader.AtNextStart()) return reader.Unexpected("a metadata field or '}'");
  const SourceSpan span = reader.token().span();
  if (reader.options().lenient) {
    reader.Warn(
        "W01", span,
        Format("metadata has no field '{}'; it is kept but has no effect", {reader.text()}));
    return true;
  }
  Suggestion suggestion(reader.text());
  for (const FieldSpec& field : kFields) suggestion.Consider(field.name);
  Diagnostic& diagnostic = reader.Report(
      "P04", span, Format("metadata has no field '{}'{}", {reader.text(), suggestion.Question()}));
  if (!suggestion.unique().empty()) {
    diagnostic.fixes.push_back({span, std::string(suggestion.unique())});
  }
  return false;
}

bool HasField(const SmallVector<Metadata::Field, 8>& fields, std::string_view name) {
  for (const Metadata::Field& field : fields) {
    if (field.name == name) return true;
  }
  return false;
}

bool ReadFieldValue(Reader& reader, const FieldSpec* spec, std::string_view& value,
                    std::list<std::string>& made) {
  if (spec == nullptr) return ReadAnyValue(reader, value, made);
  if (spec->kind == FieldKind::kText) return ReadQuoted(reader, value, made);
  if (spec->kind == FieldKind::kNumber && reader.At(TokenKind::kInteger)) {
    value = reader.text();
    reader.Next();
    return true;
  }
  const uint32_t begin = reader.token().begin;
  int64_t number = 0;
  std::vector<int64_t> numbers;
  const bool read =
      spec->kind == FieldKind::kNumber ? reader.ReadInt(number) : reader.ReadInts(numbers);
  value = reader.source().substr(begin, reader.last_end() - begin);
  return read;
}

}  // namespace

bool ReadOpenBrace(Reader& reader) {
  if (reader.At(TokenKind::kOpenBrace)) {
    reader.Next();
    return true;
  }
  if (reader.At(TokenKind::kEnd) || reader.At(TokenKind::kBad)) return reader.Unexpected("'{'");
  return reader.Fail("P12", reader.token().span(),
                     Format("expected '{', got '{}'", {reader.text()}));
}

bool ReadTouchingEqual(Reader& reader, SourceSpan name) {
  if (reader.At(TokenKind::kEqual) && reader.token().begin != name.end) {
    reader
        .Report("P01", reader.token().span(),
                Format("'=' must directly follow '{}'", {reader.Text(name)}))
        .fixes.push_back({{name.end, reader.token().begin}, ""});
    return false;
  }
  return reader.Expect(TokenKind::kEqual, "'='");
}

bool ReadMetadata(Reader& reader, Metadata& metadata) {
  const Reader::Nest nest(reader);
  if (!nest.ok() || !ReadOpenBrace(reader)) return false;
  SmallVector<Metadata::Field, 8> fields;
  uint32_t seen = 0;  // indices in kFields
  std::list<std::string> made;
  while (!reader.Take(TokenKind::kCloseBrace)) {
    if (!fields.empty()) reader.Take(TokenKind::kComma);
    if (!reader.At(TokenKind::kWord)) return reader.Unexpected("a metadata field or '}'");
    const SourceSpan span = reader.token().span();
    const FieldSpec* spec = FindField(reader.text());
    const uint32_t bit = spec == nullptr ? 0 : uint32_t{1} << (spec - kFields);
    if ((seen & bit) != 0 || (spec == nullptr && HasField(fields, reader.text()))) {
      return reader.Fail("P05", span, Format("'{}' is given twice", {reader.text()}));
    }
    seen |= bit;
    if (spec == nullptr && !FailField(reader)) return false;
    fields.push_back({reader.text(), {}});
    reader.Next();
    if (!ReadTouchingEqual(reader, span) ||
        !ReadFieldValue(reader, spec, fields.back().value, made)) {
      return false;
    }
  }
  metadata = Metadata({fields.data(), fields.size()}, reader.module().arena().get());
  return true;
}

bool ReadTextMap(Reader& reader, TextMap& map) {
  const Reader::Nest nest(reader);
  if (!nest.ok() || !ReadOpenBrace(reader)) return false;
  if (reader.Take(TokenKind::kCloseBrace)) return true;
  std::unordered_map<std::string_view, SourceSpan> keys;
  do {
    if (!reader.At(TokenKind::kWord)) return reader.Unexpected("a key");
    const std::string_view key = reader.text();
    const SourceSpan span = reader.token().span();
    const auto [first, added] = keys.emplace(key, span);
    if (!added) {
      reader.Report("P05", span, Format("key '{}' is given twice", {key}))
          .notes.push_back({first->second, "first given here"});
      return false;
    }
    reader.Next();
    Config value;
    if (!ReadTouchingEqual(reader, span) || !ReadConfig(reader, value)) return false;
    map.entries.emplace_back(key, std::move(value.text));
  } while (reader.Take(TokenKind::kComma));
  return reader.Expect(TokenKind::kCloseBrace, "',' or '}'");
}

bool ReadConfig(Reader& reader, Config& config) {
  config.is_dictionary = reader.At(TokenKind::kOpenBrace);
  if (!config.is_dictionary) return reader.ReadString(config.text);
  std::string_view braces;
  if (!reader.ReadBraces(braces, BraceSyntax::kJson)) return false;
  config.text = braces;
  return true;
}

}  // namespace hlo

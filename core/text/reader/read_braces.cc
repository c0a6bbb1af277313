// SPDX-License-Identifier: Apache-2.0
// Values in braces that are kept as text: hlo-text reference 6.1 to 6.3 and 8.5. They are parsed
// only to validate the text.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/format.h"
#include "core/text/reader/value_readers.h"

namespace hlo {
namespace {

// The numbers and words of "{mode=highest}" are case-insensitive.
std::string Lower(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// "{a=...,b=...}": each name of `known` at most once; `read` reads the value of one.
template <class ReadFn>
bool ReadNamed(Reader& reader, std::span<const std::string_view> known, std::string_view what,
               std::vector<std::string_view>& given, ReadFn read) {
  const Reader::Nest nest(reader);
  if (!nest.ok() || !ReadOpenBrace(reader)) return false;
  if (reader.Take(TokenKind::kCloseBrace)) return true;
  do {
    if (!reader.At(TokenKind::kWord)) return reader.Unexpected(Format("a part of {}", {what}));
    const std::string_view name = reader.text();
    const SourceSpan span = reader.token().span();
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      Suggestion suggestion(name);
      for (const std::string_view word : known) suggestion.Consider(word);
      Diagnostic& diagnostic = reader.Report(
          "P04", span, Format("{} has no '{}'{}", {what, name, suggestion.Question()}));
      if (!suggestion.unique().empty()) {
        diagnostic.fixes.push_back({span, std::string(suggestion.unique())});
      }
      return false;
    }
    if (std::find(given.begin(), given.end(), name) != given.end()) {
      return reader.Fail("P05", span, Format("'{}' is given twice", {name}));
    }
    given.push_back(name);
    reader.Next();
    if (!ReadTouchingEqual(reader, span) || !read(name)) return false;
  } while (reader.Take(TokenKind::kComma));
  return reader.Expect(TokenKind::kCloseBrace, "',' or '}'");
}

bool ReadNumber(Reader& reader) {
  if (!reader.At(TokenKind::kInteger) && !reader.At(TokenKind::kDecimal)) {
    if (reader.At(TokenKind::kEnd) || reader.At(TokenKind::kBad)) {
      return reader.Unexpected("a number");
    }
    return reader.Fail("P12", reader.token().span(),
                       Format("expected a number, got '{}'", {reader.text()}));
  }
  reader.Next();
  return true;
}

bool ReadMode(Reader& reader) {
  if (!reader.At(TokenKind::kWord)) return reader.Unexpected("'default' or 'highest'");
  const std::string mode = Lower(reader.text());
  if (mode != "default" && mode != "highest") {
    Suggestion suggestion(mode);
    suggestion.Consider("default");
    suggestion.Consider("highest");
    reader
        .Report("P11", reader.token().span(),
                Format("'{}' is not a mode of `result_accuracy`{}",
                       {reader.text(), suggestion.Question()}))
        .notes.push_back({{}, "permitted: 'default' or 'highest'"});
    return false;
  }
  reader.Next();
  return true;
}

// "{mode=highest}" or "{tolerance={atol=1,rtol=0.5,ulps=2}}"
bool ReadAccuracy(Reader& reader) {
  static constexpr std::string_view kParts[] = {"mode", "tolerance"};
  static constexpr std::string_view kBounds[] = {"atol", "rtol", "ulps"};
  std::vector<std::string_view> given, bounds;
  const SourceSpan open = reader.token().span();
  const auto part = [&](std::string_view name) {
    if (name == "mode") return ReadMode(reader);
    return ReadNamed(reader, kBounds, "a tolerance", bounds,
                     [&](std::string_view) { return ReadNumber(reader); });
  };
  if (!ReadNamed(reader, kParts, "'result_accuracy'", given, part)) return false;
  return given.size() == 1 ||
         reader.Fail("P12", open, "expected either 'mode=' or 'tolerance=' in the braces");
}

// "{visualizing_index=1,name=3.5}": the first entry is the index of the statistic to show.
bool ReadStatistics(Reader& reader) {
  const Reader::Nest nest(reader);
  if (!nest.ok() || !ReadOpenBrace(reader)) return false;
  if (reader.Take(TokenKind::kCloseBrace)) return true;
  bool first = true;
  do {
    if (!reader.At(TokenKind::kWord)) return reader.Unexpected("the name of a statistic");
    const SourceSpan span = reader.token().span();
    reader.Next();
    if (!ReadTouchingEqual(reader, span)) return false;
    int64_t index = 0;
    if (first ? !reader.ReadInt(index) : !ReadNumber(reader)) return false;
    first = false;
  } while (reader.Take(TokenKind::kComma));
  return reader.Expect(TokenKind::kCloseBrace, "',' or '}'");
}

// {kind="sharding", entry={...}, exit={...}}
bool ReadDomain(Reader& reader) {
  static constexpr std::string_view kParts[] = {"kind", "entry", "exit"};
  std::vector<std::string_view> given;
  const SourceSpan open = reader.token().span();
  const auto part = [&](std::string_view name) {
    if (name != "kind") return ReadSharding(reader);
    const SourceSpan span = reader.token().span();
    std::string kind;
    if (!reader.ReadString(kind)) return false;
    return kind == "sharding" ||
           reader.Fail("P11", span,
                       Format("the kind of a domain must be \"sharding\", got \"{}\"", {kind}));
  };
  if (!ReadNamed(reader, kParts, "'domain'", given, part)) return false;
  for (const std::string_view name : kParts) {
    if (std::find(given.begin(), given.end(), name) != given.end()) continue;
    return reader.Fail("P12", open, Format("a domain requires '{}='", {name}));
  }
  return true;
}

bool ReadFlags(Reader& reader) {
  const Reader::Nest nest(reader);
  if (!nest.ok() || !ReadOpenBrace(reader)) return false;
  if (reader.Take(TokenKind::kCloseBrace)) return true;
  do {
    bool flag = false;
    if (!reader.ReadBool(flag)) return false;
  } while (reader.Take(TokenKind::kComma));
  return reader.Expect(TokenKind::kCloseBrace, "',' or '}'");
}

struct OperandAlias {
  ShapeIndex output;
  int64_t operand = 0;
  ShapeIndex index;
};

// "{{0}: (1, {}), {1}: (0, {2})}"
bool ReadOperandAliases(Reader& reader, std::vector<OperandAlias>& aliases) {
  const Reader::Nest nest(reader);
  if (!nest.ok() || !ReadOpenBrace(reader)) return false;
  if (reader.Take(TokenKind::kCloseBrace)) return true;
  do {
    OperandAlias alias;
    if (!ReadShapeIndex(reader, alias.output) ||
        !reader.Expect(TokenKind::kColon, "':' after the index of the output") ||
        !reader.Expect(TokenKind::kOpenParen, "'('") ||
        !reader.ReadInt(alias.operand, {"the operand number", 0}) ||
        !reader.Expect(TokenKind::kComma, "','") || !ReadShapeIndex(reader, alias.index) ||
        !reader.Expect(TokenKind::kCloseParen, "')'")) {
      return false;
    }
    aliases.push_back(std::move(alias));
  } while (reader.Take(TokenKind::kComma));
  return reader.Expect(TokenKind::kCloseBrace, "',' or '}'");
}

bool ReadOperandAliases(Reader& reader) {
  std::vector<OperandAlias> aliases;
  return ReadOperandAliases(reader, aliases);
}

// nullptr: kept as written.
bool (*ReaderOf(Attr attr))(Reader&) {
  switch (attr) {
    case Attr::sharding:
      return ReadSharding;
    case Attr::result_accuracy:
      return ReadAccuracy;
    case Attr::statistics:
      return ReadStatistics;
    case Attr::domain:
      return ReadDomain;
    case Attr::parameter_replication:
      return ReadFlags;
    case Attr::output_to_operand_aliasing:
      return ReadOperandAliases;
    default:
      return nullptr;
  }
}

const Shape* Part(const Shape& shape, const ShapeIndex& index) {
  return Subshape(shape, {index.data(), index.size()});
}

}  // namespace

bool ReadBracesOf(Reader& reader, Attr attr, RawText& value) {
  const uint32_t begin = reader.token().begin;
  std::string_view braces;
  if (!reader.ReadBraces(braces)) return false;
  if (const auto read = ReaderOf(attr)) {
    reader.MoveTo(begin);
    if (!read(reader)) return false;
    braces = reader.source().substr(begin, reader.last_end() - begin);
  }
  value.text = braces;
  return true;
}

std::string OperandAliasFault(std::string_view text, const Instruction& instruction) {
  Module module;
  Reader reader(text, ParseOptions(), module);
  std::vector<OperandAlias> aliases;
  if (!ReadOperandAliases(reader, aliases)) return "";
  for (const OperandAlias& alias : aliases) {
    const Shape& result = *instruction.shape;
    const Shape* output = Part(result, alias.output);
    if (output == nullptr) {
      return Format("the result is {} and has no element {}",
                    {ShapeText(result, false), Braced(alias.output)});
    }
    if (alias.operand >= std::ssize(instruction.operands)) {
      return Format("the operand number must be less than {}, got {}",
                    {instruction.operands.size(), alias.operand});
    }
    const Shape& operand = *instruction.operands[static_cast<size_t>(alias.operand)]->shape;
    const Shape* input = Part(operand, alias.index);
    if (input == nullptr) {
      return Format("operand {} is {} and has no element {}",
                    {alias.operand, ShapeText(operand, false), Braced(alias.index)});
    }
    if (!Compatible(*output, *input)) {
      return Format(
          "shapes must match: element {} of the result is {}, element {} of operand {} is {}",
          {Braced(alias.output), ShapeText(*output, false), Braced(alias.index), alias.operand,
           ShapeText(*input, false)});
    }
  }
  return "";
}

}  // namespace hlo

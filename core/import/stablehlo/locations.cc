// SPDX-License-Identifier: Apache-2.0
// Locations as metadata (imports reference 7).
#include <algorithm>
#include <set>

#include "core/base/format.h"
#include "core/import/mlir/lexer.h"
#include "core/import/stablehlo/converter.h"
#include "core/text/quote.h"

namespace hlo::stablehlo {
namespace {

using mlir::TokenKind;

constexpr int kMaxLocations = 1000;  // that one location stands for, through aliases

struct Place {
  std::string name;  // the outermost one
  std::string type;  // a name that ends in ":"
  std::string file;
  int64_t line = 0, column = 0, end_line = 0, end_column = 0;
};

class LocationReader {
 public:
  explicit LocationReader(const mlir::File& file) : file_(file) {}

  // The inside of loc(...).
  void Read(SourceSpan body, Place& place, int depth = 0) {
    mlir::Lexer lexer(file_.source, body);
    ReadOne(lexer, place, depth);
  }

 private:
  static bool At(const mlir::Lexer& lexer, char byte) {
    return lexer.token().kind == TokenKind::kPunctuation && lexer.token().byte == byte;
  }

  const mlir::Attribute* AliasAt(const mlir::Lexer& lexer) const {
    if (lexer.token().kind != TokenKind::kHash) return nullptr;
    const auto alias = file_.attribute_aliases.find(lexer.text().substr(1));
    const bool known = alias != file_.attribute_aliases.end() &&
                       alias->second->kind == mlir::AttributeKind::kLocation;
    return known ? alias->second : nullptr;
  }

  void ReadOne(mlir::Lexer& lexer, Place& place, int depth) {
    if (depth > mlir::kMaxNesting || --left_ < 0) return;
    if (lexer.token().kind == TokenKind::kHash) {
      const mlir::Attribute* alias = AliasAt(lexer);
      if (alias != nullptr) Read(alias->body, place, depth + 1);
      lexer.Next();
    } else if (lexer.token().kind == TokenKind::kString) {
      ReadNamed(lexer, place, depth);
    } else if (lexer.token().kind == TokenKind::kWord) {
      const std::string_view word = lexer.text();
      lexer.Next();
      if (word == "fused") {
        ReadFused(lexer, place, depth);
      } else if ((word == "callsite" || word == "loc") && At(lexer, '(')) {
        ReadInside(lexer, place, depth);
      }
    }
  }

  // The first location in parentheses: "A" of (A at B).
  void ReadInside(mlir::Lexer& lexer, Place& place, int depth) {
    const uint32_t end = mlir::SkipBalanced(lexer.source(), lexer.token().begin);
    lexer.Next();
    ReadOne(lexer, place, depth + 1);
    if (end != 0) lexer.MoveTo(end);
  }

  // "name", "name"(inner), or "file":3:9 to 4:2.
  void ReadNamed(mlir::Lexer& lexer, Place& place, int depth) {
    std::string text;
    mlir::UnescapeString(lexer.text(), text);
    lexer.Next();
    if (At(lexer, ':')) return ReadFile(lexer, text, place);
    const bool is_type = text.ends_with(':');
    std::string& slot = is_type ? place.type : place.name;
    if (is_type) text.pop_back();
    if (slot.empty()) slot = text;
    if (At(lexer, '(')) ReadInside(lexer, place, depth);
  }

  static int64_t TakeNumber(mlir::Lexer& lexer) {
    int64_t number = 0;
    if (lexer.token().kind != TokenKind::kInteger) return 0;
    for (char c : lexer.text()) number = std::min<int64_t>(10 * number + (c - '0'), INT32_MAX);
    lexer.Next();
    return number;
  }

  static void ReadFile(mlir::Lexer& lexer, const std::string& name, Place& place) {
    Place read;
    lexer.Next();
    read.line = TakeNumber(lexer);
    if (At(lexer, ':')) lexer.Next();
    read.column = TakeNumber(lexer);
    if (lexer.text() == "to") {
      lexer.Next();
      read.end_line = lexer.token().kind == TokenKind::kInteger ? TakeNumber(lexer) : read.line;
      if (At(lexer, ':')) lexer.Next();
      read.end_column = TakeNumber(lexer);
    }
    if (!place.file.empty()) return;
    place.file = name;
    place.line = read.line;
    place.column = read.column;
    place.end_line = read.end_line;
    place.end_column = read.end_column;
  }

  // What a part of a fused location says. MLIR keeps the parts of nested fused locations in one
  // set, so one that stands there already says nothing.
  Place ReadPart(mlir::Lexer& lexer, int depth) {
    Place part;
    if (depth > mlir::kMaxNesting || left_ < 0) return part;
    if (const mlir::Attribute* alias = AliasAt(lexer)) {
      --left_;
      mlir::Lexer inside(file_.source, alias->body);
      part = ReadPart(inside, depth + 1);
      lexer.Next();
      return part;
    }
    const uint32_t begin = lexer.token().begin;
    const bool is_fused = lexer.text() == "fused";
    ReadOne(lexer, part, depth);
    std::string_view text = lexer.source().substr(begin, lexer.token().begin - begin);
    while (!text.empty() && mlir::IsBlank(text.back())) text.remove_suffix(1);
    return is_fused || parts_.insert(text).second ? part : Place();
  }

  // fused<..>[a, b]: the names of its parts, joined.
  void ReadFused(mlir::Lexer& lexer, Place& place, int depth) {
    if (At(lexer, '<')) {
      const uint32_t end = mlir::SkipBalanced(lexer.source(), lexer.token().begin);
      if (end == 0) return;
      lexer.MoveTo(end);
    }
    if (!At(lexer, '[')) return;
    lexer.Next();
    std::string names;
    while (lexer.token().kind != TokenKind::kEnd && !At(lexer, ']') && left_ >= 0) {
      const uint32_t begin = lexer.token().begin;
      const Place part = ReadPart(lexer, depth + 1);
      if (!part.name.empty()) names += (names.empty() ? "" : ";") + part.name;
      if (place.type.empty()) place.type = part.type;
      if (place.file.empty()) {
        place.file = part.file;
        place.line = part.line;
        place.column = part.column;
        place.end_line = part.end_line;
        place.end_column = part.end_column;
      }
      if (At(lexer, ',') || lexer.token().begin == begin) lexer.Next();
    }
    if (At(lexer, ']')) lexer.Next();
    if (place.name.empty()) place.name = names;
  }

  const mlir::File& file_;
  int left_ = kMaxLocations;
  std::set<std::string_view> parts_;  // of the fused location
};

void AppendText(std::string_view name, const std::string& value, std::string& out) {
  if (value.empty()) return;
  out += out.empty() ? "" : " ";
  out += name;
  out += '=';
  AppendQuoted(value, out);
}

void AppendNumber(std::string_view name, int64_t value, std::string& out) {
  if (value > 0) out += Format(" {}={}", {name, value});
}

}  // namespace

std::string MetadataText(const mlir::File& file, SourceSpan location) {
  if (location.empty()) return "";
  Place place;
  LocationReader(file).Read(location, place);
  std::string text;
  AppendText("op_type", place.type, text);
  AppendText("op_name", place.name, text);
  if (!place.file.empty() && place.file != "-") {
    AppendText("source_file", place.file, text);
    AppendNumber("source_line", place.line, text);
    if (place.end_line > 0) {
      AppendNumber("source_end_line", place.end_line, text);
      AppendNumber("source_column", place.column, text);
      AppendNumber("source_end_column", place.end_column, text);
    }
  }
  return text.empty() ? "" : ", metadata={" + text + "}";
}

std::string LocationName(const mlir::File& file, SourceSpan location) {
  if (location.empty()) return "";
  Place place;
  LocationReader(file).Read(location, place);
  return place.name;
}

}  // namespace hlo::stablehlo

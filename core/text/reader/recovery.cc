// SPDX-License-Identifier: Apache-2.0
#include "core/text/reader/recovery.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/ir/attribute.h"
#include "core/text/lexer.h"

namespace hlo {
namespace {

bool IsLineEnd(char c) { return c == '\n' || c == '\r'; }

uint32_t LineEnd(std::string_view source, uint32_t position) {
  const size_t end = source.find_first_of("\r\n", position);
  return static_cast<uint32_t>(std::min(end, source.size()));
}

uint32_t LineBegin(std::string_view source, uint32_t position) {
  while (position > 0 && !IsLineEnd(source[position - 1])) --position;
  return position;
}

uint32_t SkipBlanksInLine(std::string_view source, uint32_t position) {
  while (position < source.size() && IsBlankByte(source[position]) &&
         !IsLineEnd(source[position])) {
    ++position;
  }
  return position;
}

uint32_t WordEndInLine(std::string_view source, uint32_t position) {
  if (position < source.size() && source[position] == '%') ++position;
  if (position >= source.size() || !IsWordStart(source[position])) return position;
  while (position < source.size() && IsWordPart(source[position])) ++position;
  return position;
}

bool IsAttributeName(std::string_view word) {
  for (const AttributeInfo* info : AllAttributes()) {
    if (info->name == word) return true;
  }
  return false;
}

// "name =" starts an instruction; so does "name=", unless no shape and no opcode follow: then it is
// an attribute, perhaps misspelled, on a line of its own.
bool StartsInstruction(std::string_view source, uint32_t name, uint32_t name_end) {
  const uint32_t equal = SkipBlanksInLine(source, name_end);
  if (equal >= source.size() || source[equal] != '=') return false;
  if (source[name] == '%') return true;
  const bool known = IsAttributeName(source.substr(name, name_end - name));
  if (equal > name_end && !known) return true;
  const uint32_t value = SkipBlanksInLine(source, equal + 1);
  if (value < source.size() && source[value] == '(') return true;
  const uint32_t end = WordEndInLine(source, value);
  const char next = end < source.size() ? source[end] : '\0';
  if (equal > name_end) return end > value || value >= source.size() || IsLineEnd(source[value]);
  return !known && end > value && (next == '[' || next == '(' || next == ' ');
}

bool StartsComputation(std::string_view source, uint32_t name_end) {
  const uint32_t next = SkipBlanksInLine(source, name_end);
  if (next >= source.size()) return false;
  if (source[next] == '{') return true;
  if (source[next] != '(' || BraceAtLineEnd(source, next) == 0) return false;
  const std::string_view line = source.substr(next, LineEnd(source, next) - next);
  return line.find("->") != std::string_view::npos;
}

}  // namespace

LineStart ClassifyLine(std::string_view source, uint32_t line_begin) {
  const uint32_t begin = SkipBlanksInLine(source, line_begin);
  if (begin >= source.size()) return LineStart::kOther;
  if (source[begin] == '}') return LineStart::kClose;
  uint32_t end = WordEndInLine(source, begin);
  if (end == begin) return LineStart::kOther;
  const std::string_view word = source.substr(begin, end - begin);
  if (word == "ENTRY") return LineStart::kComputation;
  uint32_t name = begin;
  if (word == "ROOT") {
    name = SkipBlanksInLine(source, end);
    end = WordEndInLine(source, name);
    if (end == name) return LineStart::kOther;
  }
  if (StartsInstruction(source, name, end)) return LineStart::kInstruction;
  if (name == begin && StartsComputation(source, end)) return LineStart::kComputation;
  return LineStart::kOther;
}

uint32_t BraceAtLineEnd(std::string_view source, uint32_t from) {
  const uint32_t end = LineEnd(source, from);
  std::string_view line = source.substr(from, end - from);
  const size_t comment = line.find("//");
  if (comment != std::string_view::npos) line = line.substr(0, comment);
  while (!line.empty() && IsBlankByte(line.back())) line.remove_suffix(1);
  if (line.empty() || line.back() != '{') return 0;
  return from + static_cast<uint32_t>(line.size()) - 1;
}

LineStart StartsNext(std::string_view source, uint32_t start, uint32_t position) {
  // Scans back no further than the length of a long name: a line may have millions of tokens.
  constexpr uint32_t kFurthest = 1024;
  const uint32_t least = std::max(start, position - std::min(position, kFurthest));
  uint32_t line = position;
  while (line > least && !IsLineEnd(source[line - 1])) --line;
  if (line <= start || !IsLineEnd(source[line - 1])) return LineStart::kOther;
  const LineStart kind = ClassifyLine(source, line);
  return kind == LineStart::kClose ? LineStart::kOther : kind;
}

SourceSpan FirstInLine(std::string_view source, uint32_t position) {
  const uint32_t begin = SkipBlanksInLine(source, LineBegin(source, position));
  return {begin, std::max(WordEndInLine(source, begin), begin + 1)};
}

bool ClosesBody(std::string_view source, uint32_t brace) {
  uint32_t line = brace;
  while (line > 0 && IsBlankByte(source[line - 1]) && !IsLineEnd(source[line - 1])) --line;
  if (line > 0 && !IsLineEnd(source[line - 1])) return false;
  Lexer behind(source);
  behind.MoveTo(brace + 1);
  if (behind.token().kind == TokenKind::kEnd) return true;
  if (behind.token().kind == TokenKind::kComma) {
    behind.Next();
    return behind.Text() == "execution_thread";
  }
  return ClassifyLine(source, behind.token().begin) == LineStart::kComputation;
}

uint32_t FindResume(std::string_view source, uint32_t instruction, uint32_t fault) {
  const auto size = static_cast<uint32_t>(source.size());
  uint32_t line = LineBegin(source, std::min(fault, size));
  // An unexpected token may be the first of the next instruction, or that instruction may have been
  // read as the rest of this one.
  const bool first_in_line = SkipBlanksInLine(source, line) >= fault;
  int open = 0;
  const bool taken = StartsNext(source, instruction, fault) != LineStart::kOther;
  if (line <= instruction || !(first_in_line || taken)) {
    open = BraceAtLineEnd(source, std::min(fault, size)) != 0 ? 1 : 0;
    line = std::min(LineEnd(source, fault) + 1, size);
  }
  for (; line < size; line = std::min(LineEnd(source, line) + 1, size)) {
    const LineStart start = ClassifyLine(source, line);
    if (start == LineStart::kComputation) break;
    if (start == LineStart::kClose && open == 0) break;
    if (start == LineStart::kInstruction && open == 0) break;
    if (start == LineStart::kClose) --open;
    if (open > 0 || start == LineStart::kClose || start == LineStart::kOther) {
      open += BraceAtLineEnd(source, line) != 0 ? 1 : 0;
    }
  }
  return SkipBlanksInLine(source, line);
}

uint32_t FindBehindLostBody(std::string_view source, uint32_t from, int bodies,
                            uint32_t& balanced) {
  if (from < balanced) return from;
  Lexer lexer(source);
  lexer.MoveTo(from);
  uint32_t first = from;
  int closed = 0;
  int open = 0;
  for (;; lexer.Next()) {
    const Token token = lexer.token();
    balanced = token.begin;
    if (token.kind == TokenKind::kEnd || token.kind == TokenKind::kBad) return from;
    if (token.kind == TokenKind::kOpenBrace) ++open;
    if (token.kind != TokenKind::kCloseBrace || --open >= 0) continue;
    open = 0;
    if (closed == 0) first = token.begin;
    if (++closed > bodies) break;
    if (ClosesBody(source, token.begin)) return from;
  }
  balanced = 0;
  return FindResume(source, first, first);
}

uint32_t FindComputation(std::string_view source, uint32_t from) {
  const auto size = static_cast<uint32_t>(source.size());
  uint32_t line = LineBegin(source, std::min(from, size));
  if (line < from && SkipBlanksInLine(source, line) < from) {
    line = std::min(LineEnd(source, from) + 1, size);
  }
  while (line < size && ClassifyLine(source, line) != LineStart::kComputation) {
    line = std::min(LineEnd(source, line) + 1, size);
  }
  return line;
}

}  // namespace hlo

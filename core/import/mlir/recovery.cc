// SPDX-License-Identifier: Apache-2.0
// How the reading goes on after a fault (imports reference 10.2).
#include <algorithm>

#include "core/import/mlir/parser.h"

namespace hlo::mlir {
namespace {

uint32_t IndentOf(std::string_view source, uint32_t line) {
  uint32_t at = line;
  while (at < source.size() && (source[at] == ' ' || source[at] == '\t')) ++at;
  return at - line;
}

// The last byte of the string or comment that begins at `at`, or `at` itself.
uint32_t SkipQuiet(std::string_view source, uint32_t at) {
  if (source[at] == '"') {
    for (++at; at < source.size() && source[at] != '"' && source[at] != '\n'; ++at) {
      if (source[at] == '\\') ++at;
    }
  } else if (source.substr(at).starts_with("//")) {
    while (at + 1 < source.size() && source[at + 1] != '\n') ++at;
  }
  return at;
}

bool BeginsOp(std::string_view source, uint32_t at) {
  const Lexer ahead(source, {at, static_cast<uint32_t>(source.size())});
  const std::string_view word = ahead.text();
  if (source[at] == '%' || source[at] == '"' || word == "return" || word == "call") return true;
  return ahead.token().kind == TokenKind::kWord && word.find('.') != std::string_view::npos;
}

}  // namespace

// Goes on at the next line that begins an op or ends the region, after a fault in the op that
// begins at `begin`.
void Parser::Recover(uint32_t begin) {
  const std::string_view source = lexer_.source();
  const uint32_t fault = std::max(token().begin, begin + 1);
  uint32_t line = begin;
  while (line > 0 && source[line - 1] != '\n') --line;
  const uint32_t indent = IndentOf(source, line);
  int depth = 0;
  for (uint32_t at = begin; at < source.size(); ++at) {
    at = SkipQuiet(source, at);
    if (at >= source.size()) break;
    const char c = source[at];
    if (c == '{') {
      ++depth;
    } else if (c == '}') {
      if (depth == 0 && at >= fault) return MoveTo(at);
      depth = std::max(depth - 1, 0);
    }
    if (c != '\n' || at < fault) continue;
    const uint32_t own = IndentOf(source, at + 1);
    const uint32_t start = at + 1 + own;
    if (start >= source.size()) break;
    if (source[start] == '}' && own < indent) return MoveTo(start);
    // Deeper lines inside of braces belong to the faulty op.
    if (depth > 0 && own > indent) continue;
    if (BeginsOp(source, start)) return MoveTo(start);
  }
  MoveTo(static_cast<uint32_t>(source.size()));
}

}  // namespace hlo::mlir

// SPDX-License-Identifier: Apache-2.0
#include "core/text/reader/faulty_instruction.h"

#include <algorithm>

#include "core/text/lexer.h"

namespace hlo {
namespace {

bool IsOpen(TokenKind kind) {
  return kind == TokenKind::kOpenParen || kind == TokenKind::kOpenBracket ||
         kind == TokenKind::kOpenBrace;
}

bool IsClose(TokenKind kind) {
  return kind == TokenKind::kCloseParen || kind == TokenKind::kCloseBracket ||
         kind == TokenKind::kCloseBrace;
}

// Bytes of a line that are looked at: many instructions may share a line.
constexpr size_t kMaxLine = 64 << 10;

class Scanner {
 public:
  Scanner(std::string_view source, uint32_t begin, SourceSpan name)
      : lexer_(source),
        line_end_(std::min({source.find('\n', name.end), source.size(), name.end + kMaxLine})) {
    spans_.whole = {begin, name.end};
    spans_.name = name;
    lexer_.MoveTo(name.end);
  }

  bool Scan() {
    if (!AtToken() || lexer_.token().kind != TokenKind::kEqual) return false;
    Step();
    ScanShape();
    if (!AtOpcode()) return false;
    spans_.opcode = lexer_.token().span();
    Step();
    Step();
    ScanOperands();
    while (AtToken() && depth_ >= 0) Step();
    return true;
  }

  InstructionSpans TakeSpans() { return std::move(spans_); }

 private:
  // Whether there is another token in the line.
  bool AtToken() const {
    const Token& token = lexer_.token();
    return token.kind != TokenKind::kEnd && token.begin < line_end_;
  }
  // A word directly before "(".
  bool AtOpcode() const {
    const Token& token = lexer_.token();
    return AtToken() && token.kind == TokenKind::kWord && lexer_.source().size() > token.end &&
           lexer_.source()[token.end] == '(';
  }

  void Step() {
    const Token& token = lexer_.token();
    if (IsOpen(token.kind)) ++depth_;
    if (IsClose(token.kind) && --depth_ < 0) return;
    spans_.whole.end = token.end;
    if (token.kind == TokenKind::kBad) {
      lexer_.MoveTo(std::max(token.end, token.begin + 1));
    } else {
      lexer_.Next();
    }
  }

  void ScanShape() {
    const uint32_t begin = lexer_.token().begin;
    spans_.shape = {begin, begin};
    while (AtToken() && depth_ >= 0 && !AtOpcode()) {
      Step();
      if (depth_ >= 0) spans_.shape.end = spans_.whole.end;
    }
  }

  // The last name before each comma outside of other brackets.
  void ScanOperands() {
    SourceSpan operand;
    while (AtToken() && depth_ > 0) {
      const Token token = lexer_.token();
      const bool ends = depth_ == 1 && (token.kind == TokenKind::kComma || IsClose(token.kind));
      if (ends && !operand.empty()) spans_.operands.push_back(operand);
      if (ends) operand = {};
      const bool is_name = token.kind == TokenKind::kName || token.kind == TokenKind::kWord;
      if (depth_ == 1 && is_name) operand = token.span();
      Step();
    }
  }

  Lexer lexer_;
  const size_t line_end_;
  int depth_ = 0;  // open brackets
  InstructionSpans spans_;
};

}  // namespace

std::optional<FaultyInstruction> ScanFaultyInstruction(std::string_view source, uint32_t begin,
                                                       SourceSpan name) {
  Scanner scanner(source, begin, name);
  if (!scanner.Scan()) return std::nullopt;
  FaultyInstruction found;
  found.spans = scanner.TakeSpans();
  return found;
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/import/mlir/parser.h"

#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"

namespace hlo::mlir {
namespace {

// The token as a message quotes it.
std::string Shown(const Lexer& lexer) {
  constexpr size_t kLongest = 30;
  if (lexer.token().kind == TokenKind::kEnd) return "the end of the text";
  const std::string_view text = lexer.text();
  return Format("'{}{}'", {text.substr(0, kLongest), text.size() > kLongest ? "..." : ""});
}

}  // namespace

bool Parser::Enter() {
  if (++nesting_ <= kMaxNesting) return true;
  return Fail("P10", token().span(), Format("nested deeper than {} levels", {kMaxNesting}));
}

bool Parser::Fail(std::string_view code, SourceSpan span, std::string message) {
  report_.Error(code, span, std::move(message));
  return false;
}

bool Parser::Unexpected(std::string_view expected) {
  if (At(TokenKind::kBad)) {
    LexFault fault = lexer_.fault();
    return Fail(fault.code, fault.span, std::move(fault.message));
  }
  return Fail(At(TokenKind::kEnd) ? "P13" : "P01", token().span(),
              Format("expected {}, but found {}", {expected, Shown(lexer_)}));
}

bool Parser::Expect(char byte, std::string_view what) { return Take(byte) || Unexpected(what); }

bool Parser::ExpectArrow() {
  if (!At(TokenKind::kArrow)) return Unexpected("'->'");
  Next();
  return true;
}

bool Parser::ReadInteger(uint64_t& magnitude) {
  if (!At(TokenKind::kInteger)) return Unexpected("an integer");
  const std::string_view digits = text();
  magnitude = 0;
  bool overflow = false;
  if (digits.size() > 1 && digits[1] == 'x') {
    for (char c : digits.substr(2)) {
      overflow |= magnitude >> 60 != 0;
      magnitude =
          magnitude << 4 | static_cast<uint64_t>(IsDigit(c) ? c - '0' : (c | 32) - 'a' + 10);
    }
  } else {
    for (char c : digits) {
      overflow |= __builtin_mul_overflow(magnitude, uint64_t{10}, &magnitude);
      overflow |= __builtin_add_overflow(magnitude, static_cast<uint64_t>(c - '0'), &magnitude);
    }
  }
  if (overflow) return Fail("L05", token().span(), "integer needs more than 64 bits");
  Next();
  return true;
}

bool Parser::ReadSmall(uint32_t& number, uint32_t most, std::string_view what) {
  const SourceSpan span = token().span();
  uint64_t magnitude = 0;
  if (!ReadInteger(magnitude)) return false;
  if (magnitude > most) {
    return Fail("P12", span, Format("{} is {}, must be at most {}", {what, magnitude, most}));
  }
  number = static_cast<uint32_t>(magnitude);
  return true;
}

bool Parser::CheckString(const Token& string) {
  std::string bytes;
  size_t fault = 0;
  if (UnescapeString(lexer_.Text(string.span()), bytes, &fault)) return true;
  const auto at = static_cast<uint32_t>(string.begin + fault);
  return Fail("L04", {at, at + 2}, "escapes are \\n, \\t, \\\\, \\\" and two hexadecimal digits");
}

uint32_t Parser::FindClose(SourceSpan open) {
  uint32_t too_deep = 0;
  const uint32_t end = SkipBalanced(lexer_.source(), open.begin, &too_deep);
  if (too_deep != 0) {
    Fail("P10", {too_deep, too_deep + 1}, Format("nested deeper than {} levels", {kMaxNesting}));
  } else if (end == 0) {
    Fail("L06", open, Format("'{}' is not closed", {lexer_.Text(open)}));
  }
  return end;
}

bool Parser::TakeBalanced(SourceSpan& inside) {
  const Token open = token();
  const uint32_t end = FindClose(open.span());
  if (end == 0) return false;
  inside = {open.end, end - 1};
  MoveTo(end);
  return true;
}

}  // namespace hlo::mlir

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_LEXER_H_
#define HLO_CORE_TEXT_LEXER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "hlo/source_span.h"

namespace hlo {

// hlo-text reference, section 2.
enum class TokenKind : uint8_t {
  kEnd,
  kBad,      // not a token; see Lexer::fault()
  kName,     // %add.936
  kWord,     // add.936
  kInteger,  // -42, fits in 64 bits
  kDecimal,  // 1.5e-3
  kSpecial,  // -inf, -nan, -nan(0x7f)
  kDimLabels,
  kSizeList,
  kPadList,
  kString,
  kEllipsis,
  kArrow,
  kLessEqual,
  kEqual,
  kComma,
  kColon,
  kStar,
  kQuestion,
  kHash,
  kPlus,
  kTilde,
  kOpenBracket,
  kCloseBracket,
  kOpenBrace,
  kCloseBrace,
  kOpenParen,
  kCloseParen,
};

// The change of the nesting depth at a token: 1, -1, or 0.
constexpr int NestingStep(TokenKind kind) {
  switch (kind) {
    case TokenKind::kOpenBrace:
    case TokenKind::kOpenParen:
    case TokenKind::kOpenBracket:
      return 1;
    case TokenKind::kCloseBrace:
    case TokenKind::kCloseParen:
    case TokenKind::kCloseBracket:
      return -1;
    default:
      return 0;
  }
}

struct Token {
  TokenKind kind = TokenKind::kEnd;
  uint32_t begin = 0;
  uint32_t end = 0;
  SourceSpan span() const { return {begin, end}; }
};

// Why a token is kBad.
struct LexFault {
  std::string code;  // L01, L02, L03 or L05
  SourceSpan span;
  std::string message;
};

// Splits text into tokens, one at a time, without copying. The text must be shorter than 4 GiB.
class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) { Next(); }

  const Token& token() const { return token_; }
  void Next() { Lex(token_.end); }
  // Continues with the token at or after `position`.
  void MoveTo(uint32_t position) { Lex(position); }
  // The token after the current one.
  Token PeekNext() const;
  // The first byte of that token, or NUL at the end: enough to distinguish brackets from `=`.
  char PeekByte() const;

  std::string_view source() const { return source_; }
  std::string_view Text(const Token& token) const {
    return source_.substr(token.begin, token.end - token.begin);
  }
  std::string_view Text() const { return Text(token_); }
  // Requires token().kind to be kBad.
  LexFault fault() const;

 private:
  void Lex(uint32_t position);

  std::string_view source_;
  Token token_;
};

}  // namespace hlo

#endif  // HLO_CORE_TEXT_LEXER_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_MLIR_LEXER_H_
#define HLO_CORE_IMPORT_MLIR_LEXER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "hlo/source_span.h"

namespace hlo::mlir {

// Levels of regions, attributes, types, and brackets.
inline constexpr int kMaxNesting = 200;

// imports reference, section 10.1.
enum class TokenKind : uint8_t {
  kEnd,
  kBad,     // starts no token; Lexer::fault() is the reason
  kWord,    // stablehlo.add, f32, array
  kValue,   // %arg0, %5#1
  kSymbol,  // @main, @"a b"
  kBlock,   // ^bb0
  kHash,    // #loc3, #stablehlo.dot
  kBang,    // !stablehlo.token
  kString,
  kInteger,  // 12, 0x1F
  kFloat,    // 1.5e-3
  kArrow,    // ->
  kColonColon,
  kEllipsis,
  kOpenResources,   // {-#
  kCloseResources,  // #-}
  kPunctuation,     // one byte
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  char byte = '\0';  // of kPunctuation
  uint32_t begin = 0;
  uint32_t end = 0;
  SourceSpan span() const { return {begin, end}; }
};

struct LexFault {
  std::string_view code;
  SourceSpan span;
  std::string message;
};

bool IsDigit(char c);
bool IsHexDigit(char c);
bool IsWordStart(char c);
bool IsWordPart(char c);
bool IsBlank(char c);
// A byte of the name behind "%", "@", "^", "#" and "!".
bool IsSuffixPart(char c);
// A word with the ASCII letters in lowercase.
std::string Lower(std::string_view word);

// Cuts [begin, end) of a source into tokens, one at a time, without copying.
class Lexer {
 public:
  Lexer(std::string_view source, SourceSpan part) : source_(source.substr(0, part.end)) {
    MoveTo(part.begin);
  }

  const Token& token() const { return token_; }
  void Next() { Lex(token_.end); }
  // Goes on with the token at or behind `position`.
  void MoveTo(uint32_t position) { Lex(position); }
  Token PeekNext() const;

  // Up to the end of the part.
  std::string_view source() const { return source_; }
  std::string_view Text(SourceSpan span) const {
    return source_.substr(span.begin, span.end - span.begin);
  }
  std::string_view text() const { return Text(token_.span()); }
  // Where the first token at or behind `position` begins.
  uint32_t SkipBlanks(uint32_t position) const;
  // Only while token().kind is kBad.
  LexFault fault() const;

 private:
  void Lex(uint32_t position);
  uint32_t LexSuffix(uint32_t position) const;
  uint32_t LexString(uint32_t position) const;
  void LexNumber(uint32_t position);
  void LexSigil(uint32_t position, TokenKind kind);
  void LexPunctuation(uint32_t position);
  void Set(TokenKind kind, uint32_t begin, uint32_t end) {
    token_ = {kind, kind == TokenKind::kPunctuation ? source_[begin] : '\0', begin, end};
  }
  char At(uint32_t position) const { return position < source_.size() ? source_[position] : '\0'; }

  std::string_view source_;
  Token token_;
};

// The bytes that a string token, with its quotes, stands for. False at a bad escape, whose place
// goes to `fault`.
bool UnescapeString(std::string_view token, std::string& bytes, size_t* fault = nullptr);

// The name of a symbol token: without "@" and quotes.
std::string_view SymbolName(std::string_view token);

// One past the bracket that closes the one at `position`: < > [ ] ( ) { } nest, strings are
// skipped, "->" closes nothing. 0 when it is not closed before the end of `source`, or at more than
// kMaxNesting levels; the first bracket beyond them goes to `too_deep`.
uint32_t SkipBalanced(std::string_view source, uint32_t position, uint32_t* too_deep = nullptr);

}  // namespace hlo::mlir

#endif  // HLO_CORE_IMPORT_MLIR_LEXER_H_

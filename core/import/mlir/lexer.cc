// SPDX-License-Identifier: Apache-2.0
#include "core/import/mlir/lexer.h"

#include <array>
#include <iterator>

#include "core/base/byte_order_mark.h"
#include "core/base/format.h"

namespace hlo::mlir {
namespace {

enum : uint8_t {
  kDigitBit = 1,
  kHexBit = 2,
  kStartBit = 4,
  kWordBit = 8,
  kSuffixBit = 16,
  kBlankBit = 32
};

constexpr std::array<uint8_t, 256> MakeClasses() {
  std::array<uint8_t, 256> classes{};
  for (int c = 0; c < 256; ++c) {
    const bool digit = c >= '0' && c <= '9';
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    uint8_t bits = 0;
    if (digit) bits |= kDigitBit;
    if (digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) bits |= kHexBit;
    if (letter || c == '_') bits |= kStartBit;
    if (letter || digit || c == '_' || c == '$' || c == '.') bits |= kWordBit | kSuffixBit;
    if (c == '-') bits |= kSuffixBit;
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') bits |= kBlankBit;
    classes[static_cast<size_t>(c)] = bits;
  }
  return classes;
}
constexpr std::array<uint8_t, 256> kClasses = MakeClasses();

bool Is(char c, uint8_t bits) { return (kClasses[static_cast<uint8_t>(c)] & bits) != 0; }

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return (c | 0x20) - 'a' + 10;
}

}  // namespace

std::string Lower(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return lower;
}

bool IsDigit(char c) { return Is(c, kDigitBit); }
bool IsHexDigit(char c) { return Is(c, kHexBit); }
bool IsWordStart(char c) { return Is(c, kStartBit); }
bool IsWordPart(char c) { return Is(c, kWordBit); }
bool IsSuffixPart(char c) { return Is(c, kSuffixBit); }
bool IsBlank(char c) { return Is(c, kBlankBit); }

uint32_t Lexer::SkipBlanks(uint32_t position) const {
  const auto size = static_cast<uint32_t>(source_.size());
  if (position == 0) position = static_cast<uint32_t>(ByteOrderMarkLength(source_));
  while (position < size) {
    if (IsBlank(source_[position])) {
      ++position;
    } else if (source_[position] == '/' && At(position + 1) == '/') {
      while (position < size && source_[position] != '\n') ++position;
    } else {
      break;
    }
  }
  return position;
}

Token Lexer::PeekNext() const {
  Lexer ahead = *this;
  ahead.Next();
  return ahead.token_;
}

void Lexer::Lex(uint32_t position) {
  position = SkipBlanks(position);
  if (position >= source_.size()) {
    const auto size = static_cast<uint32_t>(source_.size());
    return Set(TokenKind::kEnd, size, size);
  }
  const char c = source_[position];
  if (IsWordStart(c)) {
    uint32_t end = position + 1;
    while (IsWordPart(At(end))) ++end;
    return Set(TokenKind::kWord, position, end);
  }
  if (IsDigit(c)) return LexNumber(position);
  switch (c) {
    case '%':
      return LexSigil(position, TokenKind::kValue);
    case '@':
      return LexSigil(position, TokenKind::kSymbol);
    case '^':
      return LexSigil(position, TokenKind::kBlock);
    case '#':
      if (At(position + 1) == '-' && At(position + 2) == '}') {
        return Set(TokenKind::kCloseResources, position, position + 3);
      }
      return LexSigil(position, TokenKind::kHash);
    case '!':
      return LexSigil(position, TokenKind::kBang);
    case '"': {
      const uint32_t end = LexString(position);
      return Set(end == 0 ? TokenKind::kBad : TokenKind::kString, position,
                 end == 0 ? position + 1 : end);
    }
    default:
      return LexPunctuation(position);
  }
}

void Lexer::LexPunctuation(uint32_t position) {
  const char c = source_[position];
  if (c == '-' && At(position + 1) == '>') {
    return Set(TokenKind::kArrow, position, position + 2);
  }
  if (c == ':' && At(position + 1) == ':') {
    return Set(TokenKind::kColonColon, position, position + 2);
  }
  if (c == '{' && At(position + 1) == '-' && At(position + 2) == '#') {
    return Set(TokenKind::kOpenResources, position, position + 3);
  }
  if (c == '.' && At(position + 1) == '.' && At(position + 2) == '.') {
    return Set(TokenKind::kEllipsis, position, position + 3);
  }
  constexpr std::string_view kBytes = "(){}[]<>,:=-+*?/|";
  const bool known = kBytes.find(c) != std::string_view::npos;
  Set(known ? TokenKind::kPunctuation : TokenKind::kBad, position, position + 1);
}

uint32_t Lexer::LexSuffix(uint32_t position) const {
  while (IsSuffixPart(At(position))) {
    // "[0]->" of a value or attribute name: the arrow is a token of its own.
    if (source_[position] == '-' && At(position + 1) == '>') break;
    ++position;
  }
  return position;
}

void Lexer::LexSigil(uint32_t position, TokenKind kind) {
  if (kind == TokenKind::kSymbol && At(position + 1) == '"') {
    const uint32_t end = LexString(position + 1);
    return Set(end == 0 ? TokenKind::kBad : kind, position, end == 0 ? position + 2 : end);
  }
  uint32_t end = LexSuffix(position + 1);
  if (end == position + 1) return Set(TokenKind::kBad, position, position + 1);
  if (kind == TokenKind::kValue && At(end) == '#' && IsDigit(At(end + 1))) {
    for (++end; IsDigit(At(end));) ++end;
  }
  Set(kind, position, end);
}

// One past the closing quote, or 0.
uint32_t Lexer::LexString(uint32_t position) const {
  for (uint32_t at = position + 1; at < source_.size(); ++at) {
    const char c = source_[at];
    if (c == '"') return at + 1;
    if (c == '\n') return 0;
    if (c == '\\') ++at;
  }
  return 0;
}

void Lexer::LexNumber(uint32_t position) {
  uint32_t end = position;
  if (source_[end] == '0' && At(end + 1) == 'x' && IsHexDigit(At(end + 2))) {
    for (end += 2; IsHexDigit(At(end));) ++end;
    return Set(TokenKind::kInteger, position, end);
  }
  while (IsDigit(At(end))) ++end;
  if (At(end) != '.' || At(end + 1) == '.') return Set(TokenKind::kInteger, position, end);
  for (++end; IsDigit(At(end));) ++end;
  const bool is_signed = At(end + 1) == '-' || At(end + 1) == '+';
  if ((At(end) == 'e' || At(end) == 'E') && IsDigit(At(end + (is_signed ? 2 : 1)))) {
    for (end += is_signed ? 2 : 1; IsDigit(At(end));) ++end;
  }
  Set(TokenKind::kFloat, position, end);
}

LexFault Lexer::fault() const {
  const char c = source_[token_.begin];
  if (c == '"' || (c == '@' && At(token_.begin + 1) == '"')) {
    return {"L03", token_.span(), "unterminated string"};
  }
  if (c > ' ' && c < 0x7f) {
    return {"L01", token_.span(),
            Format("no token starts with '{}'", {source_.substr(token_.begin, 1)})};
  }
  constexpr char kDigits[] = "0123456789abcdef";
  const auto byte = static_cast<uint8_t>(c);
  const char hex[] = {'0', 'x', kDigits[byte >> 4], kDigits[byte & 15], '\0'};
  return {"L01", token_.span(), Format("no token starts with byte {}", {hex})};
}

bool UnescapeString(std::string_view token, std::string& bytes, size_t* fault) {
  bytes.clear();
  for (size_t i = 1; i + 1 < token.size(); ++i) {
    if (token[i] != '\\') {
      bytes += token[i];
      continue;
    }
    const char next = i + 2 < token.size() ? token[i + 1] : '\0';
    if (next == '"' || next == '\\' || next == '\'') {
      bytes += next;
      ++i;
    } else if (next == 'n' || next == 't') {
      bytes += next == 'n' ? '\n' : '\t';
      ++i;
    } else if (i + 3 < token.size() && IsHexDigit(next) && IsHexDigit(token[i + 2])) {
      bytes += static_cast<char>(16 * HexValue(next) + HexValue(token[i + 2]));
      i += 2;
    } else {
      if (fault != nullptr) *fault = i;
      return false;
    }
  }
  return true;
}

std::string_view SymbolName(std::string_view token) {
  if (token.starts_with('@')) token.remove_prefix(1);
  const bool is_quoted = token.size() > 1 && token.starts_with('"');
  return is_quoted ? token.substr(1, token.size() - 2) : token;
}

uint32_t SkipBalanced(std::string_view source, uint32_t position, uint32_t* too_deep) {
  std::string closers;
  for (size_t at = position; at < source.size(); ++at) {
    switch (source[at]) {
      case '<':
        closers += '>';
        break;
      case '(':
        closers += ')';
        break;
      case '[':
        closers += ']';
        break;
      case '{':
        closers += '}';
        break;
      case '"':
        for (++at; at < source.size() && source[at] != '"'; ++at) {
          if (source[at] == '\\') ++at;
        }
        break;
      case '-':
        if (at + 1 < source.size() && source[at + 1] == '>') ++at;
        break;
      case '>':
      case ')':
      case ']':
      case '}':
        if (closers.empty() || closers.back() != source[at]) return 0;
        closers.pop_back();
        if (closers.empty()) return static_cast<uint32_t>(at + 1);
        break;
      default:
        break;
    }
    if (std::ssize(closers) > kMaxNesting) {
      if (too_deep != nullptr) *too_deep = static_cast<uint32_t>(at);
      return 0;
    }
  }
  return 0;
}

}  // namespace hlo::mlir

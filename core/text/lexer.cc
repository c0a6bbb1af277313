// SPDX-License-Identifier: Apache-2.0
#include "core/text/lexer.h"

#include <algorithm>
#include <array>

#include "core/base/byte_order_mark.h"
#include "core/base/format.h"

namespace hlo {
namespace {

enum ByteClass : uint8_t {
  kBlank = 1,
  kStart = 2,
  kPart = 4,
  kDigit = 8,
  kDataLabel = 16,    // of lhs and result in dim_labels
  kKernelLabel = 32,  // of rhs
};

constexpr std::array<uint8_t, 256> MakeClasses() {
  std::array<uint8_t, 256> classes = {};
  // NUL counts as a blank: it is reported once, before the text is read.
  for (const char c : {' ', '\t', '\n', '\v', '\f', '\r', '\0'}) {
    classes[static_cast<uint8_t>(c)] = kBlank;
  }
  for (int c = 'a'; c <= 'z'; ++c) classes[c] = kStart | kPart;
  for (int c = 'A'; c <= 'Z'; ++c) classes[c] = kStart | kPart;
  for (int c = '0'; c <= '9'; ++c) classes[c] = kDigit | kPart;
  classes['_'] = kStart | kPart;
  classes['.'] = kPart;
  classes['-'] = kPart;
  for (const char c : std::string_view("bf?0123456789")) {
    classes[static_cast<uint8_t>(c)] |= kDataLabel;
  }
  for (const char c : std::string_view("io?0123456789")) {
    classes[static_cast<uint8_t>(c)] |= kKernelLabel;
  }
  return classes;
}
constexpr std::array<uint8_t, 256> kClasses = MakeClasses();

bool Is(char c, uint8_t byte_class) {
  return (kClasses[static_cast<uint8_t>(c)] & byte_class) != 0;
}

// Tries to read one token at a fixed position. Positions past the end read as NUL.
class TokenReader {
 public:
  TokenReader(std::string_view source, uint32_t begin) : source_(source), begin_(begin) {}

  char At(uint32_t position) const { return position < source_.size() ? source_[position] : '\0'; }

  uint32_t RunEnd(uint32_t position, uint8_t byte_class) const {
    while (position < source_.size() && Is(source_[position], byte_class)) ++position;
    return position;
  }
  uint32_t DigitsEnd(uint32_t position) const { return RunEnd(position, kDigit); }

  // End of the run of word bytes from `position`, excluding a `-` that starts an arrow. `>` is not
  // a word byte, so that `-` can only be the last.
  uint32_t WordEnd(uint32_t position) const {
    const uint32_t end = RunEnd(position, kPart);
    return end > position && source_[end - 1] == '-' && At(end) == '>' ? end - 1 : end;
  }

  // "b01f_01io->b01f", or 0 if something else follows.
  uint32_t DimLabelsEnd() const {
    const uint32_t lhs = RunEnd(begin_, kDataLabel);
    if (lhs < begin_ + 2 || At(lhs) != '_') return 0;
    const uint32_t rhs = RunEnd(lhs + 1, kKernelLabel);
    if (rhs == lhs + 1 || At(rhs) != '-' || At(rhs + 1) != '>') return 0;
    const uint32_t out = RunEnd(rhs + 2, kDataLabel);
    return out == rhs + 2 || Is(At(out), kPart) ? 0 : out;
  }

  // A decimal has a point or an exponent.
  uint32_t DecimalEnd() const {
    uint32_t at = DigitsEnd(begin_ + (At(begin_) == '-' ? 1 : 0));
    bool decimal = false;
    if (At(at) == '.' && At(at + 1) != '.') {
      decimal = true;
      at = DigitsEnd(at + 1);
    }
    if (At(at) == 'e' || At(at) == 'E') {
      const uint32_t sign = At(at + 1) == '+' || At(at + 1) == '-' ? 1 : 0;
      const uint32_t exponent = at + 1 + sign;
      if (Is(At(exponent), kDigit)) {
        decimal = true;
        at = DigitsEnd(exponent);
      }
    }
    return decimal ? at : 0;
  }

  uint32_t SizeListEnd() const {
    uint32_t at = DigitsEnd(begin_);
    if (at == begin_ || At(at) != 'x' || !Is(At(at + 1), kDigit)) return 0;
    while (At(at) == 'x' && Is(At(at + 1), kDigit)) at = DigitsEnd(at + 1);
    return at;
  }

  // "1_1x2_-1" or "0_0_1x1_1_0".
  uint32_t PadListEnd() const {
    uint32_t at = begin_;
    while (true) {
      const uint32_t low = IntegerEnd(at);
      if (low == 0 || At(low) != '_') return 0;
      const uint32_t high = IntegerEnd(low + 1);
      if (high == 0) return 0;
      at = high;
      if (At(at) == '_') {
        const uint32_t interior = IntegerEnd(at + 1);
        if (interior == 0) return 0;
        at = interior;
      }
      if (At(at) != 'x' || IntegerEnd(at + 1) == 0) return at;
      ++at;
    }
  }

  uint32_t IntegerEnd(uint32_t position) const {
    const uint32_t digits = position + (At(position) == '-' ? 1 : 0);
    const uint32_t end = DigitsEnd(digits);
    return end == digits ? 0 : end;
  }

  // "-inf", "-nan" or "-nan(0x7f)".
  uint32_t SpecialEnd() const {
    const std::string_view rest = source_.substr(begin_, 4);
    if (rest != "-inf" && rest != "-nan") return 0;
    if (rest == "-inf" || At(begin_ + 4) != '(') return begin_ + 4;
    uint32_t at = begin_ + 5;
    while (Is(At(at), kPart)) ++at;
    return At(at) == ')' ? at + 1 : begin_ + 4;
  }

  // The position after the closing quote, or 0 if there is none.
  uint32_t StringEnd() const {
    const char quote = At(begin_);
    size_t at = begin_ + 1;
    size_t close = source_.find(quote, at);
    while (close != std::string_view::npos) {
      const size_t backslash = source_.substr(at, close - at).find('\\');
      if (backslash == std::string_view::npos) return static_cast<uint32_t>(close + 1);
      at += backslash + 2;  // skips the escaped byte, which may be the quote
      if (at > close) close = source_.find(quote, at);
    }
    return 0;
  }

 private:
  std::string_view source_;
  uint32_t begin_;
};

// First byte that is neither blank nor comment. Stops at the `/*` of an unterminated comment.
uint32_t SkipBlanks(std::string_view source, uint32_t position) {
  const size_t size = source.size();
  size_t at = position == 0 ? ByteOrderMarkLength(source) : position;
  while (at < size) {
    const char c = source[at];
    if (Is(c, kBlank)) {
      ++at;
    } else if (c == '/' && at + 1 < size && source[at + 1] == '*') {
      const size_t close = source.find("*/", at + 2);
      if (close == std::string_view::npos) break;
      at = close + 2;
    } else if (c == '/' && at + 1 < size && source[at + 1] == '/') {
      at = std::min(source.find_first_of("\r\n", at), size);
    } else {
      break;
    }
  }
  return static_cast<uint32_t>(at);
}

bool FitsIn64Bits(std::string_view digits) {
  if (digits.size() < 19) return true;
  const bool negative = digits[0] == '-';
  if (negative) digits.remove_prefix(1);
  while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
  const std::string_view most = negative ? "9223372036854775808" : "18446744073709551615";
  return digits.size() < most.size() || (digits.size() == most.size() && digits <= most);
}

Token IntegerToken(std::string_view source, uint32_t begin, uint32_t end) {
  const bool fits = FitsIn64Bits(source.substr(begin, end - begin));
  return {fits ? TokenKind::kInteger : TokenKind::kBad, begin, end};
}

Token NumberToken(const TokenReader& reader, std::string_view source, uint32_t begin) {
  // All other patterns continue after the digits with one of these bytes.
  const uint32_t digits = reader.DigitsEnd(begin);
  if (digits > begin && !Is(reader.At(digits), kPart | kDataLabel)) {
    return IntegerToken(source, begin, digits);
  }
  // The order matters when several patterns match (reference 2.1).
  if (const uint32_t end = reader.DecimalEnd()) return {TokenKind::kDecimal, begin, end};
  if (const uint32_t end = reader.DimLabelsEnd()) return {TokenKind::kDimLabels, begin, end};
  if (const uint32_t end = reader.SizeListEnd()) return {TokenKind::kSizeList, begin, end};
  if (const uint32_t end = reader.PadListEnd()) return {TokenKind::kPadList, begin, end};
  if (const uint32_t end = reader.IntegerEnd(begin)) return IntegerToken(source, begin, end);
  if (const uint32_t end = reader.SpecialEnd()) return {TokenKind::kSpecial, begin, end};
  return {TokenKind::kBad, begin, begin + 1};
}

TokenKind PunctuationKind(char c) {
  switch (c) {
    case '=':
      return TokenKind::kEqual;
    case ',':
      return TokenKind::kComma;
    case ':':
      return TokenKind::kColon;
    case '*':
      return TokenKind::kStar;
    case '#':
      return TokenKind::kHash;
    case '+':
      return TokenKind::kPlus;
    case '~':
      return TokenKind::kTilde;
    case '[':
      return TokenKind::kOpenBracket;
    case ']':
      return TokenKind::kCloseBracket;
    case '{':
      return TokenKind::kOpenBrace;
    case '}':
      return TokenKind::kCloseBrace;
    case '(':
      return TokenKind::kOpenParen;
    case ')':
      return TokenKind::kCloseParen;
    default:
      return TokenKind::kBad;
  }
}

Token ReadToken(std::string_view source, uint32_t begin) {
  const TokenReader reader(source, begin);
  const char c = source[begin];
  if (Is(c, kStart)) {
    if (c == 'b' || c == 'f') {
      if (const uint32_t end = reader.DimLabelsEnd()) return {TokenKind::kDimLabels, begin, end};
    }
    return {TokenKind::kWord, begin, reader.WordEnd(begin)};
  }
  if (c == '%' && Is(reader.At(begin + 1), kStart)) {
    return {TokenKind::kName, begin, reader.WordEnd(begin + 1)};
  }
  if (const TokenKind kind = PunctuationKind(c); kind != TokenKind::kBad) {
    return {kind, begin, begin + 1};
  }
  if (c == '-' && reader.At(begin + 1) == '>') return {TokenKind::kArrow, begin, begin + 2};
  if (c == '<' && reader.At(begin + 1) == '=') return {TokenKind::kLessEqual, begin, begin + 2};
  if (source.substr(begin, 3) == "...") return {TokenKind::kEllipsis, begin, begin + 3};
  if (Is(c, kDigit) || c == '-' || c == '.') return NumberToken(reader, source, begin);
  if (c == '?') {
    if (const uint32_t end = reader.DimLabelsEnd()) return {TokenKind::kDimLabels, begin, end};
    return {TokenKind::kQuestion, begin, begin + 1};
  }
  if (c == '"' || c == '\'') {
    if (const uint32_t end = reader.StringEnd()) return {TokenKind::kString, begin, end};
  }
  return {TokenKind::kBad, begin, begin + 1};
}

}  // namespace

void Lexer::Lex(uint32_t position) {
  const uint32_t begin = SkipBlanks(source_, position);
  if (begin >= source_.size()) {
    const auto end = static_cast<uint32_t>(source_.size());
    token_ = {TokenKind::kEnd, end, end};
  } else {
    token_ = ReadToken(source_, begin);
  }
}

char Lexer::PeekByte() const {
  const uint32_t next = SkipBlanks(source_, token_.end);
  return next < source_.size() ? source_[next] : '\0';
}

Token Lexer::PeekNext() const {
  Lexer ahead = *this;
  ahead.Next();
  return ahead.token_;
}

LexFault Lexer::fault() const {
  const char c = source_[token_.begin];
  if (Is(c, kDigit) || (c == '-' && token_.end > token_.begin + 1)) {
    return {"L05", token_.span(), "the integer does not fit in 64 bits"};
  }
  if (c == '/' && source_.substr(token_.begin, 2) == "/*") {
    return {"L02", {token_.begin, token_.begin + 2}, "unterminated comment"};
  }
  if (c == '"' || c == '\'') return {"L03", token_.span(), "unterminated string"};
  if (c >= ' ' && c <= '~') {
    return {"L01", token_.span(), Format("unexpected character '{}'", {std::string_view(&c, 1)})};
  }
  static constexpr char kHex[] = "0123456789abcdef";
  const auto byte = static_cast<uint8_t>(c);
  const char hex[] = {kHex[byte >> 4], kHex[byte & 15]};
  return {"L01", token_.span(),
          Format("unexpected byte 0x{}: text outside strings and comments must be ASCII",
                 {std::string_view(hex, 2)})};
}

}  // namespace hlo

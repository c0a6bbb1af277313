// SPDX-License-Identifier: Apache-2.0
#include "hlo/json_cursor.h"

#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/literal/json_numbers.h"

namespace hlo {
namespace {

void AppendUtf8(unsigned code, std::string& out) {
  const auto put = [&](unsigned byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

}  // namespace

Error JsonCursor::FaultAt(size_t position, std::string_view code, std::string_view message) const {
  if (fault_ != nullptr) *fault_ = position;
  const std::string_view before = text_.substr(0, position);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return Fail(code, "line {}, column {}: {}", {line, position - line_start + 1, message});
}

Error JsonCursor::Unexpected(std::string_view what) {
  const char found = Peek();
  if (at_ == text_.size()) return Fault("P13", Format("expected {}, found the end", {what}));
  if (found < 0x20 || found == 0x7f) return Fault("P01", Format("expected {}", {what}));
  return Fault("P01", Format("expected {}, found '{}'", {what, std::string_view(&found, 1)}));
}

Status JsonCursor::Expect(char c, std::string_view what) {
  if (!Accept(c)) return Unexpected(what);
  return {};
}

Result<bool> JsonCursor::Next(char close) {
  if (Accept(',')) return true;
  if (Accept(close)) return false;
  return Unexpected(close == ']' ? "',' or ']'" : "',' or '}'");
}

Status JsonCursor::ExpectEnd() {
  Peek();
  if (at_ == text_.size()) return {};
  return Fault("P09", "text after the end of the value");
}

Result<std::string> JsonCursor::String() {
  Peek();
  const size_t start = at_;
  if (!Accept('"')) return Unexpected("a string");
  std::string out;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '"') {
      ++at_;
      return out;
    }
    if (static_cast<unsigned char>(c) < 0x20) {
      return Fault("P01", "a string must not contain a control character; write it as an escape");
    }
    if (c == '\\') {
      HLO_RETURN_IF_ERROR(AppendEscape(out));
    } else {
      out += c;
      ++at_;
    }
  }
  return FaultAt(start, "P13", "unterminated string");
}

Result<unsigned> JsonCursor::HexQuad() {
  unsigned value = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    const char lower = static_cast<char>(c | 0x20);
    if (IsDigit(c)) {
      value = value * 16 + static_cast<unsigned>(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      value = value * 16 + static_cast<unsigned>(lower - 'a') + 10;
    } else {
      return Fault("P01", "expected four hexadecimal digits after \\u");
    }
  }
  return value;
}

// At a backslash.
Status JsonCursor::AppendEscape(std::string& out) {
  static constexpr std::string_view kLetters = "\"\\/bfnrt";
  static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const char letter = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  if (letter != 'u') {
    const size_t which = letter == '\0' ? std::string_view::npos : kLetters.find(letter);
    if (which == std::string_view::npos) return Fault("P01", "unknown escape in a string");
    out += kMeanings[which];
    at_ += 2;
    return {};
  }
  at_ += 2;
  HLO_TRY(unsigned code, HexQuad());
  if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_, 2) == "\\u") {
    at_ += 2;
    HLO_TRY(const unsigned low, HexQuad());
    if (low < 0xDC00 || low > 0xDFFF) return Fault("P01", "unpaired surrogate");
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  }
  if (code >= 0xD800 && code <= 0xDFFF) return Fault("P01", "unpaired surrogate");
  AppendUtf8(code, out);
  return {};
}

Result<std::string_view> JsonCursor::Number() {
  Peek();
  const size_t start = at_;
  const auto digits = [&] {
    const size_t first = at_;
    while (at_ < text_.size() && IsDigit(text_[at_])) ++at_;
    return at_ - first;
  };
  const auto at = [&](char c) { return at_ < text_.size() && text_[at_] == c; };
  if (at('-')) ++at_;
  const bool leading_zero = at('0');
  const size_t whole = digits();
  if (whole == 0) return Unexpected("a number");
  if (leading_zero && whole > 1) return FaultAt(start, "P01", "a number must not start with 0");
  if (at('.')) {
    ++at_;
    if (digits() == 0) return Unexpected("a digit after the point");
  }
  if (at('e') || at('E')) {
    ++at_;
    if (at('+') || at('-')) ++at_;
    if (digits() == 0) return Unexpected("a digit of the exponent");
  }
  return text_.substr(start, at_ - start);
}

Result<std::string_view> JsonCursor::Word() {
  Peek();
  for (std::string_view word : {"true", "false", "null"}) {
    if (text_.substr(at_, word.size()) == word) {
      at_ += word.size();
      return word;
    }
  }
  return Unexpected("a value");
}

Status JsonCursor::SkipValue(int max_depth) {
  std::string open;  // the open brackets
  do {
    const char c = Peek();
    if (c == '[' || c == '{') {
      if (static_cast<int>(open.size()) >= max_depth) {
        return Fault("P10", "nested deeper than the limit");
      }
      open += c;
      ++at_;
    } else if (c == '"') {
      HLO_RETURN_IF_ERROR(String());
    } else if ((c == ']' || c == '}') && !open.empty()) {
      if (open.back() + 2 != c) return Unexpected(c == ']' ? "'}'" : "']'");
      open.pop_back();
      ++at_;
    } else if ((c == ',' || c == ':') && !open.empty()) {
      ++at_;
    } else if (c == '-' || IsDigit(c)) {
      HLO_RETURN_IF_ERROR(Number());
    } else {
      HLO_RETURN_IF_ERROR(Word());
    }
  } while (!open.empty());
  return {};
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/shape/shape_scanner.h"

#include <algorithm>
#include <utility>

#include "core/base/characters.h"
#include "core/base/format.h"
#include "core/base/result.h"

namespace hlo {
namespace {

bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool IsCapital(char c) { return c >= 'A' && c <= 'Z'; }

}  // namespace

void ShapeScanner::SkipBlanks() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (IsBlank(c)) {
      ++position_;
      continue;
    }
    const char next = position_ + 1 < text_.size() ? text_[position_ + 1] : '\0';
    if (c == '/' && next == '*') {
      const size_t close = text_.find("*/", position_ + 2);
      if (close == std::string_view::npos) {
        Fail("L02", position_, position_ + 2, "unterminated comment");
        return;
      }
      position_ = close + 2;
    } else if (c == '/' && next == '/') {
      position_ = std::min(text_.find_first_of("\r\n", position_), text_.size());
    } else {
      return;
    }
  }
}

char ShapeScanner::Peek() {
  SkipBlanks();
  return failed() || position_ >= text_.size() ? '\0' : text_[position_];
}

bool ShapeScanner::Take(char c) {
  if (Peek() != c || c == '\0') return false;
  token_begin_ = position_++;
  return true;
}

bool ShapeScanner::Expect(char c, std::string_view where) {
  if (Take(c)) return true;
  return Unexpected(Format("'{}' {}", {std::string_view(&c, 1), where}));
}

std::string_view ShapeScanner::TakeWord() {
  Peek();
  token_begin_ = position_;
  while (position_ < text_.size() && IsWordPart(text_[position_])) ++position_;
  return text_.substr(token_begin_, position_ - token_begin_);
}

std::string_view ShapeScanner::TakePartName() {
  Peek();
  token_begin_ = position_;
  while (position_ < text_.size() && IsCapital(text_[position_])) ++position_;
  if (position_ == token_begin_ && position_ < text_.size()) ++position_;
  return text_.substr(token_begin_, position_ - token_begin_);
}

bool ShapeScanner::AtNumber() {
  const char c = Peek();
  return IsDigitByte(c) ||
         (c == '-' && position_ + 1 < text_.size() && IsDigitByte(text_[position_ + 1]));
}

bool ShapeScanner::TakeNumber(const NumberRule& rule, int64_t& value) {
  if (!AtNumber()) return Unexpected(rule.what);
  token_begin_ = position_;
  const bool negative = text_[position_] == '-';
  if (negative) ++position_;
  uint64_t magnitude = 0;
  bool too_long = false;
  for (; position_ < text_.size() && IsDigitByte(text_[position_]); ++position_) {
    const auto digit = static_cast<uint64_t>(text_[position_] - '0');
    too_long |= __builtin_mul_overflow(magnitude, uint64_t{10}, &magnitude);
    too_long |= __builtin_add_overflow(magnitude, digit, &magnitude);
  }
  const std::string_view digits = text_.substr(token_begin_, position_ - token_begin_);
  if (too_long) {
    return Fail("L05", token_begin_, position_, "the integer does not fit in 64 bits");
  }
  if (negative && magnitude > 0) {
    return Fail(rule.code, token_begin_, position_,
                Format("{} must not be negative, got {}", {rule.what, digits}));
  }
  if (magnitude > static_cast<uint64_t>(rule.most)) {
    return Fail(rule.code, token_begin_, position_,
                Format("{} must be at most {}, got {}", {rule.what, rule.most, digits}));
  }
  if (magnitude < static_cast<uint64_t>(rule.least)) {
    return Fail(rule.code, token_begin_, position_,
                Format("{} must be at least {}, got {}", {rule.what, rule.least, digits}));
  }
  value = static_cast<int64_t>(magnitude);
  return true;
}

bool ShapeScanner::Fail(std::string_view code, size_t begin, size_t end, std::string message,
                        std::string note) {
  if (failed()) return false;
  ShapeTextError& error = error_.emplace();
  error.error.code = code;
  error.error.message = std::move(message);
  error.error.note = std::move(note);
  error.span = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  position_ = begin;
  return false;
}

bool ShapeScanner::Unexpected(std::string_view expected) {
  const char c = Peek();
  if (failed()) return false;
  const size_t begin = position_;
  if (begin >= text_.size()) {
    return Fail("P13", text_.size(), text_.size(),
                Format("expected {}, but the text ends here", {expected}));
  }
  size_t end = begin;
  while (end < text_.size() && IsWordPart(text_[end])) ++end;
  end = std::max(end, begin + 1);
  const bool printable = c >= ' ' && c <= '~';
  const std::string_view found = text_.substr(begin, std::min<size_t>(end - begin, 40));
  return Fail("P01", begin, end,
              printable ? Format("expected {}, but found '{}'", {expected, found})
                        : Format("expected {}, but found a byte that is not ASCII", {expected}));
}

}  // namespace hlo

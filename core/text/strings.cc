// SPDX-License-Identifier: Apache-2.0
#include "core/text/strings.h"

#include <algorithm>

#include "hlo/element_type.h"

namespace hlo {
namespace {

constexpr std::string_view kReserved[] = {"HloModule", "ENTRY", "ROOT", "true",
                                          "false",     "inf",   "nan"};

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The byte that "\n", "\t", ... denote, or 0.
char SimpleEscape(char c) {
  constexpr std::string_view kLetters = "ntr\\\"'abfv?";
  constexpr std::string_view kValues = "\n\t\r\\\"'\a\b\f\v?";
  const size_t place = kLetters.find(c);
  return place == std::string_view::npos ? '\0' : kValues[place];
}

// Reads the digits of "\NNN" or "\xHH" at `at`; false if there are none or the value is too large.
bool NumericEscape(std::string_view text, size_t& at, std::string& value) {
  const bool hex = text[at] == 'x';
  if (hex) ++at;
  const int base = hex ? 16 : 8;
  const size_t most = hex ? 2 : 3;
  int code = 0;
  size_t digits = 0;
  for (; digits < most && at < text.size(); ++digits, ++at) {
    const int digit = HexDigit(text[at]);
    if (digit < 0 || digit >= base) break;
    code = code * base + digit;
  }
  if (digits == 0 || code > 255) return false;
  value += static_cast<char>(code);
  return true;
}

}  // namespace

bool IsReservedWord(std::string_view word) {
  for (const std::string_view reserved : kReserved) {
    if (word == reserved) return true;
  }
  const auto type = FindElementType(word);
  return type && *type != ElementType::kTuple;
}

Unescaped Unescape(std::string_view quoted) {
  const std::string_view text = quoted.substr(1, quoted.size() - 2);
  Unescaped unescaped;
  std::string& value = unescaped.text;
  size_t at = 0;
  while (at < text.size()) {
    const size_t backslash = std::min(text.find('\\', at), text.size());
    value += text.substr(at, backslash - at);
    if (backslash == text.size()) break;
    at = backslash + 1;
    const char simple = at < text.size() ? SimpleEscape(text[at]) : '\0';
    if (simple != '\0') {
      value += simple;
      ++at;
    } else if (at >= text.size() || !NumericEscape(text, at, value)) {
      unescaped.unknown_escape = backslash + 1;
      break;
    }
  }
  return unescaped;
}

}  // namespace hlo

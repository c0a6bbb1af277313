// SPDX-License-Identifier: Apache-2.0
#include "core/base/scanner.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>

#include "core/base/braces.h"
#include "core/base/characters.h"

namespace hlo {

void Scanner::Skip() {
  for (;;) {
    while (!rest_.empty() && IsBlankByte(rest_[0])) rest_.remove_prefix(1);
    const bool is_line = rest_.starts_with("//");
    if (!is_line && !rest_.starts_with("/*")) return;
    const std::string_view end = is_line ? "\n" : "*/";
    rest_.remove_prefix(std::min(rest_.find(end, 2), rest_.size() - end.size()) + end.size());
  }
}

bool Scanner::At(char c) {
  Skip();
  return !rest_.empty() && rest_[0] == c;
}

bool Scanner::AtEnd() {
  Skip();
  return rest_.empty();
}

bool Scanner::Take(std::string_view text) {
  Skip();
  if (!rest_.starts_with(text)) return false;
  rest_.remove_prefix(text.size());
  return true;
}

bool Scanner::Int(int64_t& number) {
  Skip();
  const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
  if (error != std::errc()) return false;
  rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
  return true;
}

bool Scanner::Number(double& number) {
  Skip();
  const std::string text(rest_.substr(0, rest_.find_first_not_of("0123456789+-.eE")));
  if (text.empty()) return false;
  char* end = nullptr;
  number = std::strtod(text.c_str(), &end);
  rest_.remove_prefix(text.size());
  return *end == '\0';
}

std::string_view Scanner::Word() {
  Skip();
  size_t size = 0;
  while (size < rest_.size() && IsWordPart(rest_[size])) ++size;
  const std::string_view word = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return word;
}

std::string_view Scanner::Name() {
  if (!At('"') && !At('\'')) return Word();
  const size_t end = rest_.find(rest_[0], 1);
  if (end == std::string_view::npos) return {};
  const std::string_view name = rest_.substr(1, end - 1);
  rest_.remove_prefix(end + 1);
  return name;
}

std::string_view Scanner::Quoted() {
  if (!At('"')) return {};
  size_t end = 1;
  while (end < rest_.size() && rest_[end] != '"') end += rest_[end] == '\\' ? 2 : 1;
  if (end >= rest_.size()) return {};
  const std::string_view quoted = rest_.substr(0, end + 1);
  rest_.remove_prefix(quoted.size());
  return quoted;
}

std::string_view Scanner::Braces() {
  constexpr int kMaxNesting = 200;
  if (!At('{')) return {};
  const std::string_view braces = rest_.substr(0, ScanBraces(rest_, 0, kMaxNesting).end);
  rest_.remove_prefix(braces.size());
  return braces;
}

bool Scanner::Ints(char open, char close, std::vector<int64_t>& numbers) {
  numbers.clear();
  if (!Take({&open, 1})) return false;
  if (Take({&close, 1})) return true;
  do {
    int64_t number = 0;
    if (!Int(number)) return false;
    numbers.push_back(number);
  } while (Take(","));
  return Take({&close, 1});
}

}  // namespace hlo

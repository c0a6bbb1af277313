// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/quote.h"

namespace hlo {
namespace {

bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool IsPunctuation(char c) {
  return std::string_view("{}[]()<>=,:").find(c) != std::string_view::npos;
}

// The position after blanks and comments.
size_t SkipBlanks(std::string_view text, size_t at) {
  while (at < text.size()) {
    if (IsBlank(text[at])) {
      ++at;
    } else if (text.substr(at, 2) == "/*") {
      at = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
    } else if (text.substr(at, 2) == "//") {
      at = std::min(text.find_first_of("\r\n", at), text.size());
    } else {
      break;
    }
  }
  return at;
}

// One punctuation character, one quoted string, or a run of anything else.
std::vector<std::string_view> Tokens(std::string_view text) {
  std::vector<std::string_view> tokens;
  for (size_t at = SkipBlanks(text, 0); at < text.size(); at = SkipBlanks(text, at)) {
    const size_t start = at;
    const char c = text[at];
    if (IsPunctuation(c)) {
      ++at;
    } else if (c == '"' || c == '\'') {
      ++at;
      while (at < text.size() && text[at] != c) at += text[at] == '\\' ? 2 : 1;
      at = std::min(at + 1, text.size());
    } else {
      while (at < text.size() && !IsPunctuation(text[at]) && !IsBlank(text[at]) &&
             text[at] != '"' && text[at] != '/') {
        ++at;
      }
      if (at == start) ++at;  // a single '/'
    }
    tokens.push_back(text.substr(start, at - start));
  }
  return tokens;
}

class Spacing {
 public:
  Spacing(Attr attr, std::string_view text) : attr_(attr), tokens_(Tokens(text)) {}

  std::string Run() {
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (i > 0 && WantsBlank(tokens_[i - 1], tokens_[i])) out_ += ' ';
      out_ += tokens_[i];
      const char c = tokens_[i][0];
      if (c == '{' || c == '[' || c == '(') {
        Open(i);
      } else if ((c == '}' || c == ']' || c == ')') && !levels_.empty()) {
        levels_.pop_back();
      } else if (c == ',') {
        Comma();
      } else if (c == ':' && attr_ == Attr::output_to_operand_aliasing) {
        out_ += ' ';
      }
    }
    return std::move(out_);
  }

 private:
  struct Level {
    char bracket;
    bool is_list;  // of {...}
    bool is_sharding_tuple;
    bool blank_after_comma;
    int64_t commas = 0;
  };

  static bool WantsBlank(std::string_view before, std::string_view token) {
    const char a = before[0];
    const char b = token[0];
    if (IsPunctuation(b)) return b == '{' && (a == '"' || a == '\'');
    if (!IsPunctuation(a)) return true;
    // "[4]<=[2,2]T(1,0) last_tile_dim_replicate", but "devices=[2,2]0,1,2,3".
    const bool closes = a == '}' || a == ']' || a == ')';
    return closes && token != "T" && !(b >= '0' && b <= '9');
  }

  void Open(size_t i) {
    Level level{tokens_[i][0], false, false, false};
    const std::string_view before = i > 0 ? tokens_[i - 1] : std::string_view();
    level.is_list = level.bracket == '{' && i + 1 < tokens_.size() && tokens_[i + 1] == "{";
    const bool named = before == "=";
    level.is_sharding_tuple = level.is_list && attr_ == Attr::sharding && !named;
    const bool is_subgroups = named && i > 1 && tokens_[i - 2] == "last_tile_dims";
    switch (attr_) {
      case Attr::output_to_operand_aliasing:
        level.blank_after_comma = level.bracket == '(' || levels_.empty();
        break;
      case Attr::origin:
        level.blank_after_comma = level.bracket == '(' || level.is_list;
        break;
      case Attr::domain:
        level.blank_after_comma = levels_.empty() || level.is_list || is_subgroups;
        break;
      case Attr::sharding:
        level.blank_after_comma = level.is_list || is_subgroups;
        break;
      default:
        break;
    }
    levels_.push_back(level);
  }

  void Comma() {
    if (levels_.empty() || !levels_.back().blank_after_comma) return;
    out_ += ' ';
    Level& level = levels_.back();
    if (++level.commas % 5 == 0 && level.is_sharding_tuple) {
      out_ += "/*index=" + std::to_string(level.commas) + "*/";
    }
  }

  Attr attr_;
  std::vector<std::string_view> tokens_;
  std::vector<Level> levels_;
  std::string out_;
};

// {tolerance={rtol=0.5,atol=1}} -> {tolerance={atol=1,rtol=0.5}}; canonical text already has the
// names in alphabetical order. Words are matched case-insensitively.
std::string CanonicalAccuracy(std::string text) {
  static constexpr std::string_view kTolerance = "{tolerance={";
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  if (text.compare(0, kTolerance.size(), kTolerance) != 0 || text.size() < kTolerance.size() + 2) {
    return text;
  }
  std::vector<std::string> items(1);
  for (char c : text.substr(kTolerance.size(), text.size() - kTolerance.size() - 2)) {
    if (c == ',') {
      items.emplace_back();
    } else {
      items.back() += c;
    }
  }
  std::sort(items.begin(), items.end());
  std::string out(kTolerance);
  for (size_t i = 0; i < items.size(); ++i) out += (i > 0 ? "," : "") + items[i];
  return out + "}}";
}

}  // namespace

std::string CanonicalBraces(Attr attr, std::string_view text) {
  // Named-mesh shardings are kept verbatim (hlo-text reference, section 6.6).
  if (attr == Attr::sharding && text.find("mesh[") != std::string_view::npos) {
    return std::string(text);
  }
  std::string spaced = Spacing(attr, text).Run();
  return attr == Attr::result_accuracy ? CanonicalAccuracy(std::move(spaced)) : spaced;
}

}  // namespace hlo

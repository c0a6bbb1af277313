// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_STRINGS_H_
#define HLO_CORE_TEXT_STRINGS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hlo {

// A keyword or an element type (hlo-text reference 2.2, 2.3), which as a name is written with "%".
bool IsReservedWord(std::string_view word);

// The content of a string token.
struct Unescaped {
  std::string text;
  std::optional<size_t> unknown_escape;  // the position of its backslash in the token

  bool ok() const { return !unknown_escape; }
};
// Decodes a string token, quotes included (hlo-text reference 2.4).
Unescaped Unescape(std::string_view quoted);

// What hides braces: quotes of both kinds and comments in HLO text, only double quotes in a raw
// dictionary (hlo-text reference 6.8).
enum class BraceSyntax { kHlo, kJson };

// The end of balanced braces that start at text[begin] == '{'.
struct BalancedBraces {
  size_t end = 0;       // after the closing brace; 0 if it is missing
  size_t too_deep = 0;  // position of the first brace beyond `max_depth`, or 0
};
BalancedBraces ScanBraces(std::string_view text, size_t begin, int max_depth,
                          BraceSyntax syntax = BraceSyntax::kHlo);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_STRINGS_H_

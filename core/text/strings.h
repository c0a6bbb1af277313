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

}  // namespace hlo

#endif  // HLO_CORE_TEXT_STRINGS_H_

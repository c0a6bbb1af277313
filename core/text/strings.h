// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_STRINGS_H_
#define HLO_CORE_TEXT_STRINGS_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace hlo {

// A keyword or an element type (hlo-text reference 2.2, 2.3): as a name it is written with "%".
bool IsReservedWord(std::string_view word);

// The value of a string token with its quotes (hlo-text reference 2.4). False for an unknown
// escape; `bad` is then the place of its backslash in `quoted`.
bool Unescape(std::string_view quoted, std::string& value, size_t& bad);

// How far balanced braces reach from text[begin] == '{'. Braces in quotes do not count, nor do
// those in comments.
struct BalancedBraces {
  size_t end = 0;       // behind the closing brace; 0 when it is missing
  size_t too_deep = 0;  // place of the brace beyond `max_depth`, if any
};
BalancedBraces ScanBraces(std::string_view text, size_t begin, int max_depth);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_STRINGS_H_

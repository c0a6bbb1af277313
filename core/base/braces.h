// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_BASE_BRACES_H_
#define HLO_CORE_BASE_BRACES_H_

#include <cstddef>
#include <string_view>

namespace hlo {

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

#endif  // HLO_CORE_BASE_BRACES_H_

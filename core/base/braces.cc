// SPDX-License-Identifier: Apache-2.0
#include "core/base/braces.h"

namespace hlo {

BalancedBraces ScanBraces(std::string_view text, size_t begin, int max_depth, BraceSyntax syntax) {
  const std::string_view special = syntax == BraceSyntax::kHlo ? "{}\"'/" : "{}\"";
  int depth = 0;
  for (size_t at = begin; at < text.size(); ++at) {
    at = text.find_first_of(special, at);
    if (at == std::string_view::npos) break;
    const char c = text[at];
    if (c == '{') {
      if (++depth > max_depth) return {0, at};
    } else if (c == '}') {
      if (--depth == 0) return {at + 1, 0};
    } else if (c == '/') {
      if (text.substr(at, 2) != "/*") continue;
      const size_t close = text.find("*/", at + 2);
      if (close == std::string_view::npos) break;
      at = close + 1;
    } else {
      for (++at; at < text.size() && text[at] != c; ++at) {
        if (text[at] == '\\') ++at;
      }
    }
  }
  return {0, 0};
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/text/quote.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace hlo {

void AppendQuoted(std::string_view text, std::string& out) {
  out += '"';
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\'' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte >= 0x7f) {
      // Always three octal digits, so that a digit may follow.
      out += '\\';
      out += static_cast<char>('0' + (byte >> 6));
      out += static_cast<char>('0' + (byte >> 3 & 7));
      out += static_cast<char>('0' + (byte & 7));
    } else {
      out += c;
    }
  }
  out += '"';
}

bool IsBalancedDictionary(std::string_view text) {
  int depth = 0;
  char quote = '\0';
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      if (c == '\\') {
        ++i;
      } else if (c == quote) {
        quote = '\0';
      }
    } else if (c == '"') {
      quote = c;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}') {
      if (--depth <= 0) return depth == 0 && i + 1 == text.size();
    } else if (depth == 0) {
      return false;
    }
  }
  return false;
}

void AppendConfig(std::string_view text, std::string& out) {
  if (IsBalancedDictionary(text)) {
    out += text;
  } else {
    AppendQuoted(text, out);
  }
}

void AppendTextMap(const TextMap& map, std::string& out) {
  std::vector<const std::pair<std::string, std::string>*> entries;
  entries.reserve(map.entries.size());
  for (const auto& entry : map.entries) entries.push_back(&entry);
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto* a, const auto* b) { return a->first < b->first; });
  out += '{';
  for (size_t i = 0; i < entries.size(); ++i) {
    if (i > 0) out += ',';
    out += entries[i]->first;
    out += '=';
    AppendConfig(entries[i]->second, out);
  }
  out += '}';
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/text/quote.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/braces.h"
#include "core/base/characters.h"
#include "core/text/lexer.h"
#include "core/text/strings.h"

namespace hlo {
namespace {

bool IsWord(std::string_view text) {
  const auto is_part = [](char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || IsWordStart(c);
  };
  return !text.empty() && IsWordStart(text[0]) && std::all_of(text.begin(), text.end(), is_part);
}

}  // namespace

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
  // Deeper dictionaries are quoted, so that they can always be read back.
  constexpr int kMaxDepth = 100;
  if (text.empty() || text.front() != '{') return false;
  const bool has_control = std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\t' && c != '\n' && c != '\r';
  });
  return !has_control && ScanBraces(text, 0, kMaxDepth, BraceSyntax::kJson).end == text.size();
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
    if (IsWord(entries[i]->first)) {
      out += entries[i]->first;
    } else {
      AppendQuoted(entries[i]->first, out);
    }
    out += '=';
    AppendConfig(entries[i]->second, out);
  }
  out += '}';
}

}  // namespace hlo

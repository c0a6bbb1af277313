// SPDX-License-Identifier: Apache-2.0
#include "hlo/suggest.h"

#include <algorithm>
#include <array>

#include "core/base/format.h"

namespace hlo {
namespace {

// Longer words are never suggested: few misspellings have more than two extra letters.
constexpr size_t kMaxWord = 64;

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Case-insensitive: the distance of "F32" and "f32" is 0.
bool SameLetter(char a, char b) { return Lower(a) == Lower(b); }

}  // namespace

size_t EditDistance(std::string_view a, std::string_view b, size_t limit) {
  const size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap > limit || a.size() > kMaxWord || b.size() > kMaxWord) return limit + 1;
  // Three rows of the table of distances between prefixes: swaps refer two rows back.
  std::array<std::array<size_t, kMaxWord + 1>, 3> rows;
  for (size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i + 2) % 3];
    const auto& above_two = rows[(i + 1) % 3];
    row[0] = i;
    size_t least = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = SameLetter(a[i - 1], b[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && SameLetter(a[i - 1], b[j - 2]) && SameLetter(a[i - 2], b[j - 1])) {
        row[j] = std::min(row[j], above_two[j - 2] + 1);
      }
      least = std::min(least, row[j]);
    }
    if (least > limit) return limit + 1;
  }
  return std::min(rows[a.size() % 3][b.size()], limit + 1);
}

Suggestion::Suggestion(std::string_view misspelled)
    : misspelled_(misspelled),
      limit_(std::min<size_t>(misspelled.size() / 2, misspelled.size() < 3 ? 1 : 2)),
      best_(limit_ + 1) {}

void Suggestion::Consider(std::string_view word) {
  if (misspelled_.empty() || word.empty()) return;
  const size_t distance = EditDistance(misspelled_, word, std::min(best_, limit_));
  if (distance > limit_ || distance > best_) return;
  if (distance < best_) {
    best_ = distance;
    words_.clear();
    same_start_ = 0;
  }
  const bool same_start = SameLetter(word[0], misspelled_[0]);
  if (same_start && same_start_ < 2) {
    words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(same_start_++), word);
    if (words_.size() > 2) words_.pop_back();
  } else if (words_.size() < 2) {
    words_.push_back(word);
  }
}

std::string_view Suggestion::unique() const {
  return words_.size() == 1 ? words_.front() : std::string_view();
}

std::string Suggestion::Question() const {
  if (words_.empty()) return "";
  if (words_.size() == 1) return Format("; did you mean '{}'?", {words_[0]});
  return Format("; did you mean '{}' or '{}'?", {words_[0], words_[1]});
}

}  // namespace hlo

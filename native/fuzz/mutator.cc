// SPDX-License-Identifier: Apache-2.0
#include "native/fuzz/mutator.h"

#include <utility>

namespace hlo::fuzz {
namespace {

constexpr size_t kMaxText = 1 << 16;  // splices must not make texts grow without bound

bool IsTokenByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.' || c == '%';
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

Mutator::Mutator(std::vector<std::string> corpus, std::vector<std::string_view> words,
                 uint64_t seed)
    : corpus_(std::move(corpus)), words_(std::move(words)), random_(seed) {}

std::string Mutator::Next() {
  std::string text = corpus_[Below(corpus_.size())];
  // Mostly few changes, because a text with many errors does not get past the first stages.
  for (uint64_t changes = 1 + Below(3) * Below(3); changes > 0; --changes) Mutate(text);
  if (text.size() > kMaxText) text.resize(kMaxText);
  return text;
}

std::string_view Mutator::RandomToken(const std::string& text) {
  if (text.empty()) return text;
  size_t begin = Below(text.size());
  if (!IsTokenByte(text[begin])) return std::string_view(text).substr(begin, 1);
  size_t end = begin;
  while (begin > 0 && IsTokenByte(text[begin - 1])) --begin;
  while (end < text.size() && IsTokenByte(text[end])) ++end;
  return std::string_view(text).substr(begin, end - begin);
}

void Mutator::Mutate(std::string& text) {
  const std::string_view token = RandomToken(text);
  const auto at = static_cast<size_t>(token.data() - text.data());
  const std::string copy(token);
  switch (Below(9)) {
    case 0:
      text.erase(at, copy.size());
      break;
    case 1:
      text.insert(at, copy);
      break;
    case 2: {
      const std::string& other = corpus_[Below(corpus_.size())];
      text.replace(at, copy.size(), RandomToken(other));
      break;
    }
    case 3: {
      const std::string own(RandomToken(text));
      text.replace(at, copy.size(), own);
      break;
    }
    case 4:
      text.insert(at, words_[Below(words_.size())]);
      break;
    case 5:
      text.resize(Below(8) == 0 ? at : text.size());
      break;
    case 6:
      SwapLines(text);
      break;
    case 7:
      if (!text.empty()) text[Below(text.size())] = static_cast<char>(Below(256));
      break;
    default:
      ChangeNumber(text);
      break;
  }
}

void Mutator::ChangeNumber(std::string& text) {
  // clang-format off
  static constexpr const char* kNumbers[] = {"0",  "1",  "2",   "3",   "5",   "-1",
                                             "63", "64", "100", "129", "4096", "4294967296",
                                             "1000000000000000000", "9223372036854775807"};
  // clang-format on
  size_t begin = Below(text.size());
  while (begin < text.size() && !IsDigit(text[begin])) ++begin;
  if (begin >= text.size()) return;
  size_t end = begin;
  while (end < text.size() && IsDigit(text[end])) ++end;
  while (begin > 0 && IsDigit(text[begin - 1])) --begin;
  text.replace(begin, end - begin, kNumbers[Below(std::size(kNumbers))]);
}

// Moves one line before another.
void Mutator::SwapLines(std::string& text) {
  if (text.empty()) return;
  const size_t from = text.rfind('\n', Below(text.size()));
  if (from == std::string::npos) return;
  const size_t to = text.find('\n', from + 1);
  if (to == std::string::npos) return;
  const std::string line = text.substr(from, to - from);
  if (Below(2) == 0) text.erase(from, line.size());
  const size_t place = text.find('\n', Below(text.size()));
  if (place != std::string::npos) text.insert(place, line);
}

}  // namespace hlo::fuzz

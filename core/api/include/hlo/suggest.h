// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_SUGGEST_H_
#define HLO_SUGGEST_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hlo {

// The smallest number of insertions, deletions, replacements and swaps of neighbors that turn `a`
// into `b`; `limit` + 1 if there are more than `limit`.
size_t EditDistance(std::string_view a, std::string_view b, size_t limit);

// Collects what a misspelled word may mean: at most two of the nearest words within an edit
// distance of 2 (1 for words of up to two letters).
class Suggestion {
 public:
  explicit Suggestion(std::string_view misspelled);

  void Consider(std::string_view word);

  // The nearest word, or "" if there is none or two are equally near: a safe replacement.
  std::string_view unique() const;
  bool empty() const { return words_.empty(); }
  // "; did you mean 'add' or 'and'?", or "".
  std::string Question() const;

 private:
  std::string_view misspelled_;
  size_t limit_;
  size_t best_;
  std::vector<std::string_view> words_;  // all equally near; those with the same first letter first
  size_t same_start_ = 0;
};

}  // namespace hlo

#endif  // HLO_SUGGEST_H_

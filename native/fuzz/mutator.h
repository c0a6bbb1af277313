// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_FUZZ_MUTATOR_H_
#define HLO_NATIVE_FUZZ_MUTATOR_H_

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace hlo::fuzz {

// Mutates the texts of a corpus: splices, deletions, duplications, changed numbers, truncations. A
// seed gives the same texts on every platform.
class Mutator {
 public:
  Mutator(std::vector<std::string> corpus, std::vector<std::string_view> words, uint64_t seed);

  std::string Next();

 private:
  uint64_t Below(uint64_t bound) { return bound == 0 ? 0 : random_() % bound; }
  // Tokens [begin, end) of a text: runs of word bytes, or single other bytes.
  std::string_view RandomToken(const std::string& text);
  void Mutate(std::string& text);
  void ChangeNumber(std::string& text);
  void SwapLines(std::string& text);

  std::vector<std::string> corpus_;
  std::vector<std::string_view> words_;
  std::mt19937_64 random_;
};

}  // namespace hlo::fuzz

#endif  // HLO_NATIVE_FUZZ_MUTATOR_H_

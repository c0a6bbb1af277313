// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_BASE_SCANNER_H_
#define HLO_CORE_BASE_SCANNER_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace hlo {

// Takes texts of attributes apart. Every function skips blanks and comments first, those of HLO and
// of MLIR.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool At(char c);
  bool AtEnd();
  std::string_view Rest() const { return rest_; }
  bool Take(std::string_view text);
  bool Int(int64_t& number);
  bool Number(double& number);
  // Letters, digits and "_-."; empty where none stands.
  std::string_view Word();
  // The content of a string in quotes of either kind, or a word.
  std::string_view Name();
  // A quoted string, with its quotes; empty where none stands.
  std::string_view Quoted();
  // Balanced braces; empty where none stand.
  std::string_view Braces();
  // "[1,2]".
  bool Ints(char open, char close, std::vector<int64_t>& numbers);

 private:
  void Skip();

  std::string_view rest_;
};

}  // namespace hlo

#endif  // HLO_CORE_BASE_SCANNER_H_

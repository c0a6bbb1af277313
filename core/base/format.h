// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_BASE_FORMAT_H_
#define HLO_CORE_BASE_FORMAT_H_

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace hlo {

// One argument of Format(): an integer, or text that must outlive the call.
class FormatArg {
 public:
  template <std::integral T>
  FormatArg(T value) : text_(), number_(static_cast<int64_t>(value)), is_text_(false) {}
  FormatArg(std::string_view text) : text_(text), number_(0), is_text_(true) {}
  FormatArg(const std::string& text) : FormatArg(std::string_view(text)) {}
  FormatArg(const char* text) : FormatArg(std::string_view(text)) {}

  void AppendTo(std::string& out) const;

 private:
  std::string_view text_;
  int64_t number_;
  bool is_text_;
};

// Replaces each "{}" of `pattern` by the next argument. Surplus braces stay as they are.
std::string Format(std::string_view pattern, std::initializer_list<FormatArg> args);

// "{1,0}" for a list of integers, in the way HLO text writes them.
std::string Braced(std::span<const int64_t> values);
// "1,0": the same without braces.
std::string Joined(std::span<const int64_t> values, std::string_view separator = ",");

}  // namespace hlo

#endif  // HLO_CORE_BASE_FORMAT_H_

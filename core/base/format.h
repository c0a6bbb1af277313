// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_BASE_FORMAT_H_
#define HLO_CORE_BASE_FORMAT_H_

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace hlo {

// One argument of Format(): an integer, or text that must outlive the call.
class FormatArg {
 public:
  template <std::integral T>
  FormatArg(T value)
      : number_(static_cast<uint64_t>(value)),
        kind_(std::is_signed_v<T> ? Kind::kSigned : Kind::kUnsigned) {}
  FormatArg(std::string_view text) : text_(text), number_(0), kind_(Kind::kText) {}
  FormatArg(const std::string& text) : FormatArg(std::string_view(text)) {}
  FormatArg(const char* text) : FormatArg(std::string_view(text)) {}

  void AppendTo(std::string& out) const;

 private:
  enum class Kind : uint8_t { kText, kSigned, kUnsigned };

  std::string_view text_;
  uint64_t number_;  // a signed integer as two's complement
  Kind kind_;
};

// Replaces each "{}" of `pattern` by the next argument. Surplus braces are kept.
std::string Format(std::string_view pattern, std::initializer_list<FormatArg> args);

// "{1,0}": a list of integers as in HLO text.
std::string Braced(std::span<const int64_t> values);
// "1,0": the same without braces.
std::string Joined(std::span<const int64_t> values, std::string_view separator = ",");

}  // namespace hlo

#endif  // HLO_CORE_BASE_FORMAT_H_

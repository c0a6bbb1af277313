// SPDX-License-Identifier: Apache-2.0
#include "core/base/format.h"

namespace hlo {

void FormatArg::AppendTo(std::string& out) const {
  switch (kind_) {
    case Kind::kText:
      out += text_;
      break;
    case Kind::kSigned:
      out += std::to_string(static_cast<int64_t>(number_));
      break;
    case Kind::kUnsigned:
      out += std::to_string(number_);
      break;
  }
}

std::string Format(std::string_view pattern, std::initializer_list<FormatArg> args) {
  std::string out;
  out.reserve(pattern.size() + 16 * args.size());
  const FormatArg* next = args.begin();
  size_t i = 0;
  while (i < pattern.size()) {
    if (pattern[i] == '{' && i + 1 < pattern.size() && pattern[i + 1] == '}' &&
        next != args.end()) {
      (next++)->AppendTo(out);
      i += 2;
    } else {
      out += pattern[i++];
    }
  }
  return out;
}

std::string Joined(std::span<const int64_t> values, std::string_view separator) {
  std::string out;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += separator;
    out += std::to_string(values[i]);
  }
  return out;
}

std::string Braced(std::span<const int64_t> values) { return "{" + Joined(values) + "}"; }

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_BASE_BYTE_ORDER_MARK_H_
#define HLO_CORE_BASE_BYTE_ORDER_MARK_H_

#include <cstddef>
#include <string_view>

namespace hlo {

// The length of the UTF-8 byte order mark that begins `text`, or 0. Readers count it as blanks, so
// that positions are those of the file.
inline size_t ByteOrderMarkLength(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? kMark.size() : 0;
}

}  // namespace hlo

#endif  // HLO_CORE_BASE_BYTE_ORDER_MARK_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_BASE_UTF8_H_
#define HLO_CORE_BASE_UTF8_H_

#include <cstdint>
#include <string>

namespace hlo {

// `code` is at most 0x10FFFF.
inline void AppendUtf8(uint32_t code, std::string& out) {
  const auto put = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

}  // namespace hlo

#endif  // HLO_CORE_BASE_UTF8_H_

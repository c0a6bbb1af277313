// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TYPES_NUMBER_TEXT_TESTING_H_
#define HLO_CORE_TYPES_NUMBER_TEXT_TESTING_H_

#include <cstdio>
#include <string>

#include "core/base/bits.h"
#include "core/types/number_text.h"

// For tests only: elements as patterns of up to 8 bytes, and the C library's printf.

namespace hlo {

inline std::string Json(ElementType type, uint64_t bits) {
  std::string out;
  AppendJsonElement(type, &bits, out);
  return out;
}

inline std::string Hlo(ElementType type, uint64_t bits, bool in_array = false) {
  std::string out;
  AppendHloElement(type, &bits, in_array, out);
  return out;
}

inline std::string Short(ElementType type, uint64_t bits) {
  std::string out;
  AppendShortElement(type, &bits, out);
  return out;
}

inline std::string HloF32(float value) { return Hlo(ElementType::kF32, BitCast<uint32_t>(value)); }

inline std::string HexText(uint64_t bits) {
  char buffer[24];
  std::snprintf(buffer, sizeof(buffer), "%llx", static_cast<unsigned long long>(bits));
  return buffer;
}

// The storage bits of `text`, or the code of the error, such as "C01".
inline std::string Parsed(ElementType type, std::string_view text) {
  uint64_t bits = 0;
  const Status status = ParseElement(type, text, &bits);
  return status.ok() ? HexText(bits) : status.error().code;
}

inline std::string Message(ElementType type, std::string_view text) {
  uint64_t bits[2] = {};
  const Status status = ParseElement(type, text, bits);
  return status.ok() ? "ok" : status.error().message;
}

inline std::string CFormat(const char* format, int precision, double value) {
  char buffer[400];
  std::snprintf(buffer, sizeof(buffer), format, precision, value);
  return buffer;
}

}  // namespace hlo

#endif  // HLO_CORE_TYPES_NUMBER_TEXT_TESTING_H_

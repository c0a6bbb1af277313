// SPDX-License-Identifier: Apache-2.0
// Classes of bytes in HLO text (hlo-text reference 2.1, 2.2). They do not depend on the locale.
#ifndef HLO_CORE_BASE_CHARACTERS_H_
#define HLO_CORE_BASE_CHARACTERS_H_

namespace hlo {

constexpr bool IsDigitByte(char c) { return c >= '0' && c <= '9'; }
constexpr bool IsLetterByte(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
// NUL counts as a blank: it is reported once, before the text is read.
constexpr bool IsBlankByte(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0'; }
constexpr bool IsWordStart(char c) { return IsLetterByte(c) || c == '_'; }
constexpr bool IsWordPart(char c) {
  return IsWordStart(c) || IsDigitByte(c) || c == '.' || c == '-';
}

}  // namespace hlo

#endif  // HLO_CORE_BASE_CHARACTERS_H_

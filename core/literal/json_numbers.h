// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_LITERAL_JSON_NUMBERS_H_
#define HLO_CORE_LITERAL_JSON_NUMBERS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hlo/element_type.h"

namespace hlo {

inline bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Reads the number at text[position...] into an element of a real type if it is plain: at most 19
// digits, a small exponent, in range. Moves `position` after it. Otherwise returns false with
// nothing changed; the caller then uses the slow, complete reader, which also produces the error
// messages. Both give the same element.
bool ReadPlainNumber(ElementType type, std::string_view text, size_t& position, uint8_t* element);

}  // namespace hlo

#endif  // HLO_CORE_LITERAL_JSON_NUMBERS_H_

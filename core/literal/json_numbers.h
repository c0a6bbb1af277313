// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_LITERAL_JSON_NUMBERS_H_
#define HLO_CORE_LITERAL_JSON_NUMBERS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hlo/element_type.h"

namespace hlo {

// Reads the number at text[position...] into an element of a real type, when that is plain: at most
// 19 digits, a small exponent, a value of the type. Moves `position` behind it. Returns false, with
// nothing changed, for everything else; the caller then takes the slow and complete way, which also
// finds the words for what is wrong. Both ways give the same element.
bool ReadPlainNumber(ElementType type, std::string_view text, size_t& position, uint8_t* element);

}  // namespace hlo

#endif  // HLO_CORE_LITERAL_JSON_NUMBERS_H_

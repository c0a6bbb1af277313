// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_SHAPE_PADDING_ELEMENT_H_
#define HLO_CORE_SHAPE_PADDING_ELEMENT_H_

#include <array>
#include <cstdint>
#include <optional>

#include "hlo/element_type.h"
#include "hlo/layout.h"

namespace hlo {

// The unpacked bytes of a padding cell, little-endian (layout reference 2.1): 0, 1, or the initial
// value of a maximum or minimum, infinities where the type has them; complex numbers have no order
// and use the real number. nullopt: unspecified, so the cell stays zero.
std::optional<std::array<uint8_t, 16>> PaddingElement(ElementType type, PaddingValue value);

}  // namespace hlo

#endif  // HLO_CORE_SHAPE_PADDING_ELEMENT_H_

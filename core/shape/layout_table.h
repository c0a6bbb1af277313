// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_SHAPE_LAYOUT_TABLE_H_
#define HLO_CORE_SHAPE_LAYOUT_TABLE_H_

#include <string>

#include "core/base/result.h"
#include "hlo/shape.h"

namespace hlo {

// Draws an array as text, twice: its elements in logical order with the position of each, then its
// positions in memory order with the element of each, padding as dots. Long axes are elided in the
// middle, so that the drawing stays small for any shape. Errors: those of PhysicalLayout::Make.
Result<std::string> LayoutTable(const Shape& array);

}  // namespace hlo

#endif  // HLO_CORE_SHAPE_LAYOUT_TABLE_H_

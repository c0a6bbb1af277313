// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_SHAPE_SHAPE_TEXT_H_
#define HLO_CORE_SHAPE_SHAPE_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "hlo/shape.h"
#include "hlo/source_span.h"

namespace hlo {

// Why a shape text is wrong and where; the spans count from the start of the text given.
struct ShapeTextError {
  Error error;
  SourceSpan span;
  SourceSpan fix;  // writing `replacement` here mends it; empty replacement: no idea
  std::string replacement;
};

// Reads one shape (hlo-text reference 3.4) from text[position...]: array, tuple or layout parts,
// with blanks and comments between tokens, and moves `position` behind it. Layouts that are left
// out become the default. Never reads beyond the shape. Nesting deeper than `max_depth` is P10.
// Returns true when the shape is good; otherwise `error` says why and `position` is at the fault.
bool ParseShapePrefix(std::string_view text, size_t& position, Shape& shape, ShapeTextError& error,
                      int max_depth = 200);

// The whole text is one shape.
Result<Shape> ParseShape(std::string_view text);
// The same with the position of the fault.
bool ParseShape(std::string_view text, Shape& shape, ShapeTextError& error);

}  // namespace hlo

#endif  // HLO_CORE_SHAPE_SHAPE_TEXT_H_

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

// Why a shape text is invalid, and where; spans are relative to the start of the given text.
struct ShapeTextError {
  Error error;
  SourceSpan span;
  SourceSpan fix;  // replacing it with `replacement` fixes the error, unless that is empty
  std::string replacement;
};

// Parses one shape (hlo-text reference 3.4) from text[position...]: array, tuple or layout parts,
// with blanks and comments between tokens, and moves `position` after it. Omitted layouts become
// the default. Never reads past the shape. Nesting deeper than `max_depth` is P10. Returns true if
// the shape is valid; otherwise `error` says why and `position` is at the error.
bool ParseShapePrefix(std::string_view text, size_t& position, Shape& shape, ShapeTextError& error,
                      int max_depth = 200);

// ParseShape of hlo/shape.h with the position of the error.
bool ParseShape(std::string_view text, Shape& shape, ShapeTextError& error);

}  // namespace hlo

#endif  // HLO_CORE_SHAPE_SHAPE_TEXT_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_SHAPE_SHAPE_TEXT_H_
#define HLO_CORE_SHAPE_SHAPE_TEXT_H_

#include <cstddef>
#include <optional>
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

// A shape read from a text, or the error.
struct ParsedShape {
  std::optional<ShapeTextError> error;
  Shape shape;     // if there is no error
  size_t end = 0;  // the position after the shape

  bool ok() const { return !error; }
};

// Parses one shape (hlo-text reference 3.4) from text[begin...]: array, tuple or layout parts, with
// blanks and comments between tokens. Omitted layouts become the default. Never reads past the
// shape. Nesting deeper than `max_depth` is P10.
ParsedShape ParseShapePrefix(std::string_view text, size_t begin, int max_depth = 200);

// ParseShape of hlo/shape.h with the position of the error.
ParsedShape ParseShapeText(std::string_view text);

}  // namespace hlo

#endif  // HLO_CORE_SHAPE_SHAPE_TEXT_H_

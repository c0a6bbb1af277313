// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_SHAPE_WHAT_IF_H_
#define HLO_CORE_SHAPE_WHAT_IF_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/json_writer.h"
#include "core/base/result.h"
#include "hlo/shape.h"

namespace hlo {

// The array in another layout, and its cost.
struct LayoutChoice {
  Shape shape;
  int64_t rank = 0;   // 1 = fewest bytes; equal sizes share a rank
  int64_t bytes = 0;  // padding included
  int64_t wasted_bytes = 0;
  bool current = false;  // the current layout
};

// All layouts worth considering, smallest first: each pair of dimensions in the two most minor
// places (no tile here covers more, so the others keep their order) with the array's own tiles,
// with no tile, and with the tilings of TPU-like hardware for its element width (layout reference,
// section 3.11). E, S and L are kept, splits are dropped. Among layouts of equal size, those
// closest to the current layout come first. Errors: those of PhysicalLayout::Make for the array
// itself; layouts that are not possible are omitted.
Result<std::vector<LayoutChoice>> RankLayouts(const Shape& array);

// The best of them and the current one as text; and all of them as a JSON object
// {"shape","choices"}.
std::string LayoutChoicesText(const std::vector<LayoutChoice>& choices);
void WriteLayoutChoices(const std::vector<LayoutChoice>& choices, JsonWriter& json);

}  // namespace hlo

#endif  // HLO_CORE_SHAPE_WHAT_IF_H_

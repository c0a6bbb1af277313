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

// The array in another layout, and what that costs.
struct LayoutChoice {
  Shape shape;
  int64_t rank = 0;   // 1 = fewest bytes; equal sizes share a rank
  int64_t bytes = 0;  // padding included
  int64_t wasted_bytes = 0;
  bool current = false;  // the layout that was asked about
};

// All choices worth looking at, the smallest first: each pair of dimensions in the two most minor
// places (no tile here reaches further, so the order of the others does not matter and stays) with
// the array's own tiles, with no tile, and with the tilings of TPU-like hardware for its element
// width (layout reference, section 3.11). E, S and L stay, splits are dropped. Choices of equal
// size that differ from the current layout the least come first. Errors: those of
// PhysicalLayout::Make for the array itself; choices that cannot be made are left out.
Result<std::vector<LayoutChoice>> RankLayouts(const Shape& array);

// The best of them and the current one, for people; and as a JSON object {"shape","choices"}, all.
std::string LayoutChoicesText(const std::vector<LayoutChoice>& choices);
void WriteLayoutChoices(const std::vector<LayoutChoice>& choices, JsonWriter& json);

}  // namespace hlo

#endif  // HLO_CORE_SHAPE_WHAT_IF_H_

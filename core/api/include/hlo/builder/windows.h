// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_WINDOWS_H_
#define HLO_BUILDER_WINDOWS_H_

#include <vector>

#include "hlo/attribute.h"
#include "hlo/builder/list.h"
#include "hlo/result.h"

// Windows that slide over an array (ops reference 1.7), as functions of the builder take them.
namespace hlo::builder {

// Space around an array: none, or as much as keeps its sizes, divided by the strides and rounded
// up; of an odd number the larger half goes to the high edge (ops reference 2.5).
enum class Padding : uint8_t { kValid, kSame };

struct EdgePadding {
  int64_t low = 0;
  int64_t high = 0;
};
using EdgePaddings = List<EdgePadding>;

// The space that `padding` means for a window over an array. Strides: one a size, or none for all
// ones. Errors: V01 when the lists differ in length, S09.
Result<std::vector<EdgePadding>> MakePadding(Padding padding, Ints sizes, Ints window_dimensions,
                                             Ints window_strides);

struct WindowLists {
  Ints dimensions;
  Ints strides = {};
  EdgePaddings padding = {};
  Ints base_dilations = {};
  Ints window_dilations = {};
};
// The attribute. A list is as long as `dimensions`, or empty and means ones, or no padding. V01.
Result<Window> MakeWindow(const WindowLists& lists);

}  // namespace hlo::builder

#endif  // HLO_BUILDER_WINDOWS_H_

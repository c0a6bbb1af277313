// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_WINDOWS_H_
#define HLO_BUILDER_WINDOWS_H_

#include <vector>

#include "hlo/attribute.h"
#include "hlo/builder/list.h"
#include "hlo/result.h"

// Sliding windows over an array (ops reference 1.7), in the form that builder functions take.
namespace hlo::builder {

// Padding of an array: none, or enough to keep its sizes, divided by the strides and rounded up; of
// an odd number the larger half goes to the high edge (ops reference 2.5).
enum class Padding : uint8_t { kValid, kSame };

struct EdgePadding {
  int64_t low = 0;
  int64_t high = 0;
};
using EdgePaddings = List<EdgePadding>;

// The edge padding that `padding` means for a window over an array. Strides: one per size, or none
// for all ones. Errors: V01 if the lists differ in length, S09.
Result<std::vector<EdgePadding>> MakePadding(Padding padding, Ints sizes, Ints window_dimensions,
                                             Ints window_strides);

struct WindowLists {
  Ints dimensions;
  Ints strides = {};
  EdgePaddings padding = {};
  Ints base_dilations = {};
  Ints window_dilations = {};
};
// The attribute. Lists have the length of `dimensions`, or are empty, meaning ones or no padding.
// V01.
Result<Window> MakeWindow(const WindowLists& lists);

}  // namespace hlo::builder

#endif  // HLO_BUILDER_WINDOWS_H_

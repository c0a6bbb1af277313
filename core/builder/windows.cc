// SPDX-License-Identifier: Apache-2.0
#include "hlo/builder/windows.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/base/checked.h"
#include "core/base/result.h"

namespace hlo::builder {
namespace {

// Checks that an optional list has one entry per window dimension.
Status CheckLength(std::string_view what, size_t length, size_t dimensions) {
  if (length == 0 || length == dimensions) return {};
  return Fail("V01", "{} must have one entry per window dimension ({}), got {}",
              {what, dimensions, length});
}

int64_t At(Ints list, size_t i) { return list.empty() ? 1 : list[i]; }

}  // namespace

Result<std::vector<EdgePadding>> MakePadding(Padding padding, Ints sizes, Ints window_dimensions,
                                             Ints window_strides) {
  HLO_RETURN_IF_ERROR(CheckLength("window_strides", window_strides.size(), sizes.size()));
  if (window_dimensions.size() != sizes.size()) {
    return Fail("V01", "the window must have one dimension per dimension of the array ({}), got {}",
                {sizes.size(), window_dimensions.size()});
  }
  std::vector<EdgePadding> edges(sizes.size());
  if (padding == Padding::kValid) return edges;
  for (size_t d = 0; d < sizes.size(); ++d) {
    const int64_t stride = At(window_strides, d);
    if (stride < 1 || sizes[d] < 0) continue;  // rejected by the rules of the op
    const int64_t places = CeilDiv(sizes[d], stride);
    const std::optional<int64_t> last = CheckedMultiply(places - 1, stride);
    const std::optional<int64_t> end = last ? CheckedAdd(*last, window_dimensions[d]) : last;
    if (!end) return Fail("S09", "the padding of dimension {} exceeds 63 bits", {d});
    const int64_t total = std::max(*end - sizes[d], int64_t{0});
    edges[d] = {total / 2, total - total / 2};
  }
  return edges;
}

Result<Window> MakeWindow(const WindowLists& lists) {
  const size_t count = lists.dimensions.size();
  HLO_RETURN_IF_ERROR(CheckLength("window_strides", lists.strides.size(), count));
  HLO_RETURN_IF_ERROR(CheckLength("padding", lists.padding.size(), count));
  HLO_RETURN_IF_ERROR(CheckLength("base_dilations", lists.base_dilations.size(), count));
  HLO_RETURN_IF_ERROR(CheckLength("window_dilations", lists.window_dilations.size(), count));
  Window window;
  for (size_t d = 0; d < count; ++d) {
    WindowDimension& dimension = window.dims.emplace_back();
    dimension.size = lists.dimensions[d];
    dimension.stride = At(lists.strides, d);
    if (!lists.padding.empty()) {
      dimension.pad_low = lists.padding[d].low;
      dimension.pad_high = lists.padding[d].high;
    }
    dimension.lhs_dilate = At(lists.base_dilations, d);
    dimension.rhs_dilate = At(lists.window_dilations, d);
  }
  return window;
}

}  // namespace hlo::builder

// SPDX-License-Identifier: Apache-2.0
#include "core/ops/linalg/convolution_patches.h"

#include <utility>

#include "core/base/checked.h"
#include "hlo/index.h"

namespace hlo {
namespace {

// Limit on the size of the table of offsets.
constexpr int64_t kMaxOffsets = int64_t{1} << 20;

}  // namespace

std::optional<PatchOffsets> PatchOffsets::Make(const ConvolutionSizes& sizes,
                                               const Window& window) {
  PatchOffsets offsets;
  Dims dims = sizes.spatial;
  dims.push_back(sizes.features);
  const Dims strides = RowMajorStrides({dims.data(), dims.size()});
  const std::vector<WindowAxis> axes = WindowAxes(window, sizes.spatial, sizes.places);
  int64_t count = 0;
  for (const WindowAxis& axis : axes) {
    const auto more = CheckedMultiply(axis.places(), axis.size());
    if (!more.has_value() || *more > kMaxOffsets - count) return std::nullopt;
    count += *more;
  }
  for (size_t d = 0; d < axes.size(); ++d) offsets.AddAxis(axes[d], strides[d]);
  if (!axes.empty()) offsets.FindNeighbors(strides[axes.size() - 1]);
  return offsets;
}

void PatchOffsets::FindNeighbors(int64_t stride) {
  const Axis& axis = axes_.back();
  neighbors_.assign(axis.offsets.size(), 1);
  for (int64_t position = axis.positions - 1; position-- > 0;) {
    const int64_t *here = axis.From(position), *next = axis.From(position + 1);
    for (int64_t place = 0; place < axis.places; ++place) {
      const bool outside = here[place] == kOutside;
      if (outside ? next[place] != kOutside : next[place] != here[place] + stride) continue;
      const auto at = static_cast<size_t>(position * axis.places + place);
      neighbors_[at] += neighbors_[at + static_cast<size_t>(axis.places)];
    }
  }
}

void PatchOffsets::AddAxis(const WindowAxis& axis, int64_t stride) {
  Axis& to = axes_.emplace_back(Axis{axis.places(), axis.size(), {}});
  to.offsets.assign(static_cast<size_t>(to.places * to.positions), int64_t{kOutside});
  for (int64_t place = 0; place < to.places; ++place) {
    const WindowRun run = axis.ElementsAt(place);
    for (int64_t j = 0; j < run.count; ++j) {
      const int64_t position = run.first + j * run.step_stride;
      to.offsets[static_cast<size_t>(position * to.places + place)] =
          (run.element + j * run.element_stride) * stride;
    }
    any_outside_ = any_outside_ || run.count < to.positions;
  }
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_LINALG_CONVOLUTION_PATCHES_H_
#define HLO_CORE_OPS_LINALG_CONVOLUTION_PATCHES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/kernels/matmul.h"
#include "core/ops/linalg/convolution.h"
#include "core/ops/window/window.h"

namespace hlo {

// The offset in an input image for each place and kernel position: the sum over the spatial
// dimensions of a number that depends on place and position in that dimension.
class PatchOffsets {
 public:
  static constexpr int64_t kOutside = -1;

  // nullopt if the tables would be too large.
  static std::optional<PatchOffsets> Make(const ConvolutionSizes& sizes, const Window& window);

  struct Axis {
    int64_t places = 1, positions = 1;
    std::vector<int64_t> offsets = {0};  // [positions, places]

    const int64_t* From(int64_t position) const { return offsets.data() + position * places; }
  };

  const std::vector<Axis>& axes() const { return axes_; }
  // For each place of the last dimension: the number of kernel positions from `position` on over
  // neighboring elements, or over none, at least 1.
  const int64_t* NeighborsFrom(int64_t position) const {
    return neighbors_.data() + position * axes_.back().places;
  }
  bool any_outside() const { return any_outside_; }

 private:
  void AddAxis(const WindowAxis& axis, int64_t stride);
  void FindNeighbors(int64_t stride);

  std::vector<Axis> axes_;
  std::vector<int64_t> neighbors_;  // [positions, places] of the last axis
  bool any_outside_ = false;
};

// A depthwise convolution of at most kDepthPanel kernel positions, of input and kernel in the form
// of ConvolveByKernel, with kernel positions in the order of the sums. Uses the type, the fuse
// flag, and the output of `matmul`.
void ConvolveDepthwise(const ConvolutionSizes& sizes, const PatchOffsets& offsets,
                       const uint8_t* input, const uint8_t* kernel, const kernels::Matmul& matmul,
                       Workers& workers);

}  // namespace hlo

#endif  // HLO_CORE_OPS_LINALG_CONVOLUTION_PATCHES_H_

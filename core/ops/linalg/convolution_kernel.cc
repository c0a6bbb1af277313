// SPDX-License-Identifier: Apache-2.0
// `convolution` of floats by kernels (im2col). Each group is a matrix product: a row for each place
// of the window, gathered while it is packed, times the kernel in place. Padding and holes are
// zeros, which change no sum unless they are multiplied by a kernel element that is not finite;
// then the plain path is used. A group with one input channel is a depthwise convolution
// (convolution_depthwise.cc), which skips padding; for several outputs the channel is repeated.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/result.h"
#include "core/kernels/convert_blocks.h"
#include "core/kernels/matmul.h"
#include "core/ops/linalg/convolution.h"
#include "core/ops/linalg/convolution_patches.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {
namespace {

using kernels::kDepthPanel;
using kernels::Matmul;
using kernels::MatmulType;

int64_t Product(const Dims& sizes) {
  int64_t product = 1;
  for (const int64_t size : sizes) product *= size;
  return product;
}

alignas(16) constexpr double kZeros[kDepthPanel] = {};

// The rows of one group: row r is place r of the batch, element k is feature k % summed at kernel
// position k / summed.
class PatchFinder : public kernels::LineFinder {
 public:
  PatchFinder(const ConvolutionSizes& sizes, const PatchOffsets& offsets, const uint8_t* input,
              int64_t element_bytes)
      : offsets_(offsets),
        input_(input),
        bytes_(element_bytes),
        summed_(sizes.summed),
        contiguous_(sizes.summed == sizes.features) {
    image_ = sizes.features * Product(sizes.spatial);
  }

  int64_t Find(int64_t line, int64_t count, int64_t k, const void** lines) const override {
    Spot spot = SpotAt(line, k);
    for (int64_t i = 0; i < count;) {
      i += FindInLine(spot, count - i, lines + i);
      spot.image += NextRun(spot.place);
    }
    return std::min(spot.together * summed_ - spot.feature, kDepthPanel);
  }

 private:
  // An element of a row.
  struct Spot {
    int64_t image = 0, feature = 0;
    Dims place;
    SmallVector<const int64_t*, 4> from;  // offsets of its kernel position, by dimension
    // The number of kernel positions from this one on whose elements are neighbors in all rows so
    // far, and in other rows (nullptr: 1).
    int64_t together = 1;
    const int64_t* neighbors = nullptr;
  };

  Spot SpotAt(int64_t line, int64_t k) const {
    const std::vector<PatchOffsets::Axis>& axes = offsets_.axes();
    Spot spot{.image = line, .feature = k % summed_, .place = Dims(axes.size()), .from = {}};
    spot.from.resize(axes.size());
    int64_t position = k / summed_;
    for (size_t d = axes.size(); d-- > 0;) {
      const int64_t here = position % axes[d].positions;
      position /= axes[d].positions;
      spot.from[d] = axes[d].From(here);
      spot.place[d] = spot.image % axes[d].places;
      spot.image /= axes[d].places;
      if (d + 1 == axes.size() && contiguous_) {
        spot.together = axes[d].positions - here;
        spot.neighbors = offsets_.NeighborsFrom(here);
      }
    }
    return spot;
  }

  // At most `count` rows that differ only in their place in the last dimension; returns how many.
  int64_t FindInLine(Spot& spot, int64_t count, const void** lines) const {
    const std::vector<PatchOffsets::Axis>& axes = offsets_.axes();
    constexpr int64_t kHere = 0;
    const int64_t* last = &kHere;
    int64_t outer = spot.image * image_ + spot.feature, first = 0;
    bool outside = false;
    for (size_t d = 0; d + 1 < axes.size(); ++d) {
      outside = outside || spot.from[d][spot.place[d]] == PatchOffsets::kOutside;
      outer += spot.from[d][spot.place[d]];
    }
    if (axes.empty()) {
      count = 1;
    } else {
      first = spot.place[axes.size() - 1];
      last = spot.from[axes.size() - 1] + first;
      count = std::min(count, axes.back().places - first);
    }
    for (int64_t j = 0; j < count; ++j) {
      const bool zeros = outside || last[j] == PatchOffsets::kOutside;
      lines[j] =
          zeros ? reinterpret_cast<const uint8_t*>(kZeros) : input_ + (outer + last[j]) * bytes_;
      if (spot.together > 1 && !outside) {
        spot.together = std::min(spot.together, spot.neighbors[first + j]);
      }
    }
    return count;
  }

  // Advances to the first place of the next line; returns 1 if it is in the next image.
  int64_t NextRun(Dims& place) const {
    if (place.empty()) return 1;
    place[place.size() - 1] = 0;
    for (size_t d = place.size() - 1; d-- > 0;) {
      if (++place[d] < offsets_.axes()[d].places) return 0;
      place[d] = 0;
    }
    return 1;
  }

  const PatchOffsets& offsets_;
  const uint8_t* input_;
  int64_t bytes_, summed_;
  bool contiguous_;    // neighboring elements, with their features
  int64_t image_ = 1;  // elements per input image
};

template <class T>
bool AllFinite(const Literal& array) {
  const std::span<const T> values = array.data<T>();
  return std::all_of(values.begin(), values.end(), [](T x) { return std::isfinite(x); });
}

// The kernel with its positions in the order of the sums.
Result<Literal> InOrder(EvalContext& context, const ConvolutionSizes& sizes, const Window& window,
                        const Literal& kernel) {
  Dims dims = sizes.kernel;
  dims.push_back(sizes.summed * sizes.out_features);
  Dims strides = RowMajorStrides({dims.data(), dims.size()});
  int64_t first = 0;
  bool reversed = false;
  for (size_t d = 0; d < window.dims.size(); ++d) {
    if (!window.dims[d].reversal) continue;
    first += (dims[d] - 1) * strides[d];
    strides[d] = -strides[d];
    reversed = true;
  }
  if (!reversed) return kernel;
  HLO_TRY(Literal ordered,
          context.Allocate(Shape::Array(kernel.element_type(), {dims.data(), dims.size()})));
  ReadStrided(context, kernel, first, strides, ordered);
  return ordered;
}

// One matrix product per group; a row of the sums has all groups.
Status MultiplyGroups(EvalContext& context, const ConvolutionSizes& sizes,
                      const PatchOffsets& offsets, const uint8_t* input, const uint8_t* kernel,
                      Matmul matmul) {
  const int64_t groups = std::max(sizes.feature_groups, sizes.batch_groups);
  const int64_t bytes = matmul.type == MatmulType::kF64 ? 8 : 4;
  const int64_t image = sizes.features * Product(sizes.spatial);
  matmul.rows = sizes.batch * Product(sizes.places);
  matmul.depth = sizes.summed * Product(sizes.kernel);
  matmul.columns = sizes.out_features / groups;
  matmul.sums_stride = sizes.out_features;
  uint8_t* const sums = static_cast<uint8_t*>(matmul.sums);
  const auto finder_of = [&](int64_t group) {
    const int64_t start =
        sizes.batch_groups > 1 ? group * sizes.batch * image : group * (sizes.features / groups);
    return PatchFinder(sizes, offsets, input + start * bytes, bytes);
  };
  const PatchFinder first = finder_of(0);
  matmul.left_finder = &first;
  HLO_TRY(Literal scratch,
          context.Allocate(Shape::Array(ElementType::kU8, {kernels::MatmulScratchBytes(matmul)})));
  uint8_t* const work = scratch.mutable_bytes();
  for (int64_t group = 0; group < groups; ++group) {
    const PatchFinder finder = finder_of(group);
    matmul.left_finder = &finder;
    matmul.right = {kernel + group * matmul.columns * bytes, 0, 1, sizes.out_features};
    matmul.sums = sums + group * matmul.columns * bytes;
    kernels::Multiply(matmul, work, context.workers());
  }
  return {};
}

// One input channel for several output channels: repeats the channel for each.
Result<bool> ConvolveRepeated(EvalContext& context, ConvolutionSizes sizes, const Window& window,
                              const Literal& input, const Literal& kernel, Literal& result) {
  const int64_t outputs = sizes.out_features / sizes.features;
  HLO_TRY(Literal repeated,
          context.Allocate(Shape::Array(input.element_type(), {input.element_count(), outputs})));
  ReadStrided(context, input, 0, {1, 0}, repeated);
  sizes.features = sizes.feature_groups = sizes.out_features;
  return ConvolveByKernel(context, sizes, window, repeated, kernel, result);
}

}  // namespace

Result<bool> ConvolveByKernel(EvalContext& context, const ConvolutionSizes& sizes,
                              const Window& window, const Literal& input, const Literal& kernel,
                              Literal& result) {
  const ElementType type = result.element_type();
  if (context.kernel_mode() == KernelMode::kPlain || !IsFloat(type) || input.element_count() == 0 ||
      kernel.element_count() == 0) {
    return false;
  }
  if (sizes.feature_groups > 1 && sizes.summed == 1) {
    if (Product(sizes.kernel) > kDepthPanel) return false;
    if (!sizes.depthwise()) return ConvolveRepeated(context, sizes, window, input, kernel, result);
  }
  const std::optional<PatchOffsets> offsets = PatchOffsets::Make(sizes, window);
  if (!offsets.has_value()) return false;
  const ElementType sum_type = ComputeType(type);
  const bool wide = sum_type == ElementType::kF64;
  if (!sizes.depthwise() && offsets->any_outside() &&
      !(wide ? AllFinite<double>(kernel) : AllFinite<float>(kernel))) {
    return false;
  }
  HLO_TRY(const Literal ordered, InOrder(context, sizes, window, kernel));
  Literal sums;
  const bool narrow = sum_type != type;
  if (narrow) {
    HLO_TRY(sums, context.Allocate(Shape::Array(sum_type, {result.element_count()})));
  }
  Matmul matmul;
  matmul.type = wide ? MatmulType::kF64 : MatmulType::kF32;
  matmul.fuse = context.kernel_mode() == KernelMode::kFast;
  matmul.sums = (narrow ? sums : result).mutable_bytes();
  if (sizes.depthwise()) {
    ConvolveDepthwise(sizes, *offsets, input.bytes(), ordered.bytes(), matmul, context.workers());
  } else {
    HLO_RETURN_IF_ERROR(
        MultiplyGroups(context, sizes, *offsets, input.bytes(), ordered.bytes(), matmul));
  }
  if (narrow) {
    const ConvertFn store = FindConvertBlock(sum_type, type, context.kernel_mode());
    store(sums.bytes(), static_cast<size_t>(result.element_count()), result.mutable_bytes());
  }
  return true;
}

}  // namespace hlo

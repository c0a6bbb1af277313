// SPDX-License-Identifier: Apache-2.0
// A depthwise convolution: each place is a sum of elementwise products of channel vectors, one term
// for each kernel position over input. Neighbors along the last dimension with the same positions
// are summed together, so that a line of the kernel is read once for several places.
#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/checked.h"
#include "core/kernels/matmul.h"
#include "core/ops/linalg/convolution_patches.h"

namespace hlo {
namespace {

using kernels::kDepthPanel;

// Neighboring places with the same kernel positions, `step` elements apart in the input.
struct PlaceRun {
  int64_t first, count, step;
};

// The step in the input from a place to the next one; nullopt if the positions over input change,
// or their steps differ (in a dilated input).
std::optional<int64_t> StepAfter(const PatchOffsets::Axis& axis, int64_t place) {
  std::optional<int64_t> step;
  for (int64_t k = 0; k < axis.positions; ++k) {
    const int64_t here = axis.From(k)[place], next = axis.From(k)[place + 1];
    if ((here == PatchOffsets::kOutside) != (next == PatchOffsets::kOutside)) return std::nullopt;
    if (here == PatchOffsets::kOutside) continue;
    if (step.value_or(next - here) != next - here) return std::nullopt;
    step = next - here;
  }
  return step.value_or(0);
}

std::vector<PlaceRun> RunsOf(const PatchOffsets::Axis& axis) {
  std::vector<PlaceRun> runs;
  for (int64_t place = 0; place < axis.places;) {
    PlaceRun run = {place++, 1, 0};
    while (place < axis.places) {
      const std::optional<int64_t> step = StepAfter(axis, place - 1);
      if (!step.has_value() || (run.count > 1 && *step != run.step)) break;
      run.step = *step;
      ++run.count;
      ++place;
    }
    runs.push_back(run);
  }
  return runs;
}

class Depthwise {
 public:
  Depthwise(const ConvolutionSizes& sizes, const PatchOffsets& offsets, const uint8_t* input,
            const uint8_t* kernel, const kernels::Matmul& matmul)
      : outer_(offsets.axes()),
        matmul_(matmul),
        bytes_(matmul.type == kernels::MatmulType::kF64 ? 8 : 4),
        channels_(sizes.out_features),
        image_(sizes.features),
        input_(input),
        kernel_(kernel) {
    for (const int64_t size : sizes.spatial) image_ *= size;
    if (!outer_.empty()) {
      last_ = outer_.back();
      outer_.pop_back();
    }
    runs_ = RunsOf(last_);
  }

  // Places along the last dimension.
  int64_t line_places() const { return last_.places; }

  void SumLine(int64_t line) const {
    Tap taps[kDepthPanel];
    const int64_t count = FindTaps(line, taps);
    for (const PlaceRun& run : runs_) {
      const void *left[kDepthPanel], *right[kDepthPanel];
      int64_t terms = 0;
      for (int64_t t = 0; t < count; ++t) {
        for (int64_t k = 0; k < last_.positions; ++k) {
          const int64_t offset = last_.From(k)[run.first];
          if (offset == PatchOffsets::kOutside) continue;
          left[terms] = input_ + (taps[t].input + offset) * bytes_;
          right[terms++] = kernel_ + (taps[t].position + k) * channels_ * bytes_;
        }
      }
      kernels::MultiplyLines(matmul_.type, matmul_.fuse,
                             {left, right, terms, channels_, run.count, run.step},
                             static_cast<uint8_t*>(matmul_.sums) +
                                 (line * last_.places + run.first) * channels_ * bytes_);
    }
  }

 private:
  // A kernel position in all dimensions but the last, and its offset in the input for the line.
  struct Tap {
    int64_t input, position;
  };

  // The kernel positions over input, in order.
  int64_t FindTaps(int64_t line, Tap* taps) const {
    int64_t positions = 1, count = 0;
    for (const PatchOffsets::Axis& axis : outer_) positions *= axis.positions;
    for (int64_t position = 0; position < positions; ++position) {
      int64_t place = line, at = position, input = 0;
      bool outside = false;
      for (size_t d = outer_.size(); d-- > 0;) {
        const PatchOffsets::Axis& axis = outer_[d];
        const int64_t offset = axis.From(at % axis.positions)[place % axis.places];
        outside = outside || offset == PatchOffsets::kOutside;
        input += offset;
        at /= axis.positions;
        place /= axis.places;
      }
      if (!outside) taps[count++] = {place * image_ + input, position * last_.positions};
    }
    return count;
  }

  std::vector<PatchOffsets::Axis> outer_;
  PatchOffsets::Axis last_;
  std::vector<PlaceRun> runs_;  // of the last dimension
  const kernels::Matmul& matmul_;
  int64_t bytes_, channels_;
  int64_t image_;  // elements per input image
  const uint8_t* input_;
  const uint8_t* kernel_;
};

}  // namespace

void ConvolveDepthwise(const ConvolutionSizes& sizes, const PatchOffsets& offsets,
                       const uint8_t* input, const uint8_t* kernel, const kernels::Matmul& matmul,
                       Workers& workers) {
  constexpr int64_t kPlaces = 64;  // per task, approximately
  const Depthwise depthwise(sizes, offsets, input, kernel, matmul);
  int64_t lines = sizes.batch;
  for (const int64_t places : sizes.places) lines *= places;
  lines /= depthwise.line_places();
  const int64_t group = CeilDiv(kPlaces, depthwise.line_places());
  workers.ForEach(CeilDiv(lines, group), [&](int64_t task) {
    const int64_t end = std::min(lines, (task + 1) * group);
    for (int64_t line = task * group; line < end; ++line) depthwise.SumLine(line);
  });
}

}  // namespace hlo

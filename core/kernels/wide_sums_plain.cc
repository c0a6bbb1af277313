// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/kernels/wide_sums.h"

namespace hlo {
namespace {

double PlusGroup(double sum, const float* e, ptrdiff_t stride) {
  const auto pair = [&](ptrdiff_t r) { return e[r * stride] + e[(r + 1) * stride]; };
  const float group = (pair(0) + pair(2)) + (pair(4) + pair(6));
  if (std::isfinite(group)) return sum + double{group};
  for (size_t r = 0; r < kSumGroup; ++r, e += stride) sum += double{*e};
  return sum;
}

void Accumulate(const void* start, const void* from, size_t count, ptrdiff_t stride, size_t width,
                void* to) {
  auto* lanes = static_cast<double*>(to);
  const auto* before = static_cast<const double*>(start);
  const auto* row = static_cast<const float*>(from);
  for (size_t r = 0; r < count; ++r, row += stride, before = lanes) {
    for (size_t i = 0; i < width; ++i) lanes[i] = before[i] + double{row[i]};
  }
}

void AccumulateGroups(const void* start, const void* from, size_t groups, ptrdiff_t stride,
                      size_t width, void* to) {
  constexpr auto kRows = static_cast<ptrdiff_t>(kSumGroup);
  auto* lanes = static_cast<double*>(to);
  const auto* before = static_cast<const double*>(start);
  const auto* rows = static_cast<const float*>(from);
  for (size_t g = 0; g < groups; ++g, rows += kRows * stride, before = lanes) {
    for (size_t i = 0; i < width; ++i) {
      lanes[i] = PlusGroup(before == nullptr ? kEmptySum : before[i], rows + i, stride);
    }
  }
}

}  // namespace

const ReduceKernel* PlainWideSums() {
  static constexpr ReduceKernel kKernel = {Accumulate, AccumulateGroups, nullptr, nullptr};
  return &kKernel;
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_WIDE_SUMS_H_
#define HLO_CORE_KERNELS_WIDE_SUMS_H_

#include <cstddef>

#include "core/kernels/reduce.h"

namespace hlo {

// Sums of f32 in f64 lanes (choice C9), where lanes also take groups of elements. A group is 8
// elements e[0] to e[7] of one lane: ((e0 + e1) + (e2 + e3)) + ((e4 + e5) + (e6 + e7)) is added in
// f32, then to the lane. If that f32 sum is not finite, the lane takes the elements one by one
// instead, so that no finite sum overflows.
inline constexpr size_t kSumGroup = 8;

// The sum of no elements: adding to it changes no bit, not even the sign of a zero.
inline constexpr double kEmptySum = -0.0;

// For the current target (targets.h). Its lines take a group per lane from each 128 elements, and
// the elements of the rest one by one.
const ReduceKernel* WideSums();

// results[k] = the sum of the squares of line k, or of its differences from means[k], with the bits
// of WideSums()->lines on the squares, each rounded to f32. `means` may be null.
void SumSquares(const float* lines, const float* means, size_t count, size_t length,
                double* results);

// The plain path: the same bits without lines and scans.
const ReduceKernel* PlainWideSums();

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_WIDE_SUMS_H_

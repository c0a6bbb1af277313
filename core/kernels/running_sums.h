// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_RUNNING_SUMS_H_
#define HLO_CORE_KERNELS_RUNNING_SUMS_H_

#include <cstddef>

namespace hlo {

inline constexpr size_t kRunningGroup = 4;
inline constexpr float kNoSum = -0.0f;  // of no elements: adding to it changes no bit

// Running sums of f32 (choice C8): sums[i] is the sum of the elements up to i, in this order: from
// the first element on, four elements e at a time add
//   e0, e0 + e1, e0 + (e1 + e2), (e0 + e1) + (e2 + e3)
// to the sum before them, `start` or nothing. If one of these is not finite, the four elements are
// added one by one, so that no finite sum overflows. Backwards, the same from the last element on.
// The bits do not depend on the target. `count` > 0; `start` may be null.
using RunningSumsFn = void (*)(const float* elements, size_t count, bool backwards,
                               const float* start, float* sums);

// For the current target (targets.h).
RunningSumsFn RunningSums();

// The plain path: the same bits.
RunningSumsFn PlainRunningSums();

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_RUNNING_SUMS_H_

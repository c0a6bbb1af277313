// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_FIND_H_
#define HLO_CORE_KERNELS_FIND_H_

#include <cstddef>
#include <cstdint>

namespace hlo {

// The position of the first of `count` elements that is equal to `value`; `count` if there is none.
// Zeros of both signs are equal, a NaN is equal to nothing.
size_t FindFirst(const float* elements, size_t count, float value);
size_t FindFirst(const double* elements, size_t count, double value);
size_t FindFirst(const uint32_t* elements, size_t count, uint32_t value);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_FIND_H_

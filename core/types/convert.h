// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TYPES_CONVERT_H_
#define HLO_CORE_TYPES_CONVERT_H_

#include <cstddef>

#include "hlo/element_type.h"

namespace hlo {

// Converts `count` unpacked elements from `from` to `to`; the buffers must be equal or not overlap.
using ConvertFn = void (*)(const void* from, size_t count, void* to);

// Storage type -> its compute type. Exact for every type (sub-byte values are masked and
// sign-extended, any non-zero pred byte reads as 1).
ConvertFn WidenFunction(ElementType storage);

// Compute type -> storage type: integers wrap, floats round once (numerics reference, section 3).
ConvertFn NarrowFunction(ElementType storage);

// The `convert` op between any two array types, with exactly one rounding (numerics reference,
// section 4): float to int truncates and saturates, NaN gives 0; int to int wraps; complex to real
// drops the imaginary part.
ConvertFn ConvertFunction(ElementType from, ElementType to);

}  // namespace hlo

#endif  // HLO_CORE_TYPES_CONVERT_H_

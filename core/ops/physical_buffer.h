// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_PHYSICAL_BUFFER_H_
#define HLO_CORE_OPS_PHYSICAL_BUFFER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/ops/evaluate.h"

// Arrays as placed in memory by their layout, for ops that depend on it.
namespace hlo {

// The bytes of an array under the layout of `shape`. Error R02.
Result<std::vector<uint8_t>> PhysicalImage(EvalContext& context, const Literal& array,
                                           const Shape& shape);
// Fills an array from such bytes, with the layout of its own shape. Error R02.
Status ReadPhysicalImage(EvalContext& context, std::span<const uint8_t> image, Literal& array);

// Rewrites bytes from elsewhere as literals store elements of less than 8 bits: the high bits are
// 0, those of signed integers copies of the sign; any non-zero byte of a pred is true.
void NormalizeBits(Literal& array);

}  // namespace hlo

#endif  // HLO_CORE_OPS_PHYSICAL_BUFFER_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_DOT_H_
#define HLO_CORE_OPS_DOT_H_

#include <cstdint>
#include <span>

#include "core/base/small_vector.h"

namespace hlo {

// The dimensions of an operand of `dot` that are neither batch nor contracting, ascending.
Dims FreeDimensions(int64_t rank, std::span<const int64_t> batch, std::span<const int64_t> summed);

}  // namespace hlo

#endif  // HLO_CORE_OPS_DOT_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_INDEXING_START_INDICES_H_
#define HLO_CORE_OPS_INDEXING_START_INDICES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/ops/rules.h"

// Start indices of dynamic-slice and dynamic-update-slice (ops reference 8.1): one integer scalar
// per dimension, or a single vector in old HLO.
namespace hlo {

// Integer elements [first, first + count) as 64 bits; unsigned numbers above 2^63-1 become 2^63-1
// (C20).
void ReadIndices(const Literal& indices, int64_t first, int64_t count, int64_t* out);

// Checks that the operands from `first` on are `rank` integers of one type. The codes are for a
// wrong count and a wrong type.
Status CheckStartIndices(const InferContext& context, size_t first, int64_t rank,
                         std::string_view count_code, std::string_view type_code);

// The start of a box of `sizes` in an array of `dims`: the indices from operand `first` on, clamped
// so that the box is in bounds (choice C20). Requires sizes[d] <= dims[d].
Dims ClampedStarts(const EvalContext& context, size_t first, const Dims& dims, const Dims& sizes);

}  // namespace hlo

#endif  // HLO_CORE_OPS_INDEXING_START_INDICES_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_INDEXING_START_INDICES_H_
#define HLO_CORE_OPS_INDEXING_START_INDICES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/ops/rules.h"

// Start indices of dynamic-slice and dynamic-update-slice (ops reference 8.1): one integer scalar a
// dimension, or in old text a single vector of them.
namespace hlo {

// Integer elements [first, first + count) as 64 bits; above 2^63-1 a large number stays one (C20).
void ReadIndices(const Literal& indices, int64_t first, int64_t count, int64_t* out);

// The operands from `first` on are as many indices as `rank`, integers of one type. The codes are
// those of a wrong count and of a wrong type.
Status CheckStartIndices(const InferContext& context, size_t first, int64_t rank,
                         std::string_view count_code, std::string_view type_code);

// Where a box of `sizes` starts inside of `dims`: the indices that begin at operand `first`, each
// clamped so that the whole box is inside (choice C20). Requires sizes[d] <= dims[d].
Dims ClampedStarts(const EvalContext& context, size_t first, const Dims& dims, const Dims& sizes);

}  // namespace hlo

#endif  // HLO_CORE_OPS_INDEXING_START_INDICES_H_

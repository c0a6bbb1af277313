// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_REDUCTION_REDUCE_PASSES_H_
#define HLO_CORE_OPS_REDUCTION_REDUCE_PASSES_H_

#include <cstdint>
#include <vector>

#include "core/ops/evaluate.h"
#include "core/ops/reduction/reducer.h"

// Reductions by a simple reducer. The order of their steps (choice C8) follows from the shape
// alone: neither threads nor the size of blocks nor the width of vectors change it.
//
// Neighboring dimensions that are all reduced, or all kept, count as one; those of size 1 do not
// count. Reduced dimensions go one after the other, the innermost one first. Each step takes
// [batch, rows, width] to [batch, width]:
//   - the rows are cut into chunks of max(256, 65536 / width) rows;
//   - a chunk of wide rows (width >= 16) is taken in row by row;
//   - a chunk of narrow rows goes to 16 lanes, row i to lane i mod 16, each lane taking its rows in
//     order; then, as long as there are n > 1 lanes, those from h on join lanes 0, 1, .., where h
//     is the largest power of two below n;
//   - the results of the chunks are taken in order.
// The initial value comes in at the end.
namespace hlo {

// Requires an input that has elements. Error R02.
Status ReduceInPasses(EvalContext& context, const LaneReducer& reducer, const Literal& input,
                      const std::vector<int64_t>& dimensions, const Literal& init, Literal& output);

}  // namespace hlo

#endif  // HLO_CORE_OPS_REDUCTION_REDUCE_PASSES_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_REDUCTION_REDUCE_PASSES_H_
#define HLO_CORE_OPS_REDUCTION_REDUCE_PASSES_H_

#include <cstdint>
#include <vector>

#include "core/ops/evaluate.h"
#include "core/ops/reduction/reducer.h"

// Reductions by a simple reducer. The order of their steps (choice C8) depends only on the shape,
// not on threads, block sizes, or vector width.
//
// Neighboring dimensions that are all reduced, or all kept, are merged; those of size 1 are
// ignored. Reduced dimensions are processed one at a time, innermost first. Each step maps [batch,
// rows, width] to [batch, width]:
//   - the rows are cut into chunks of max(256, 65536 / width) rows;
//   - a chunk of wide rows (width >= 16) is taken in row by row;
//   - a chunk of narrow rows goes to 16 lanes, row i to lane i mod 16, each lane taking its rows in
//     order; then, as long as there are n > 1 lanes, those from h on join lanes 0, 1, .., where h
//     is the largest power of two below n;
//   - the results of the chunks are taken in order.
// Wide sums of f32 have f64 lanes (choice C9). In the first step, the rows of a chunk up to the
// last multiple of 8 (of 8 * 16, if they are narrow) are taken in groups: 8 elements of a lane at a
// time, in f32 (core/kernels/wide_sums.h). A chunk of at most 16 rows has no groups. The initial
// value is combined last.
namespace hlo {

// Requires a non-empty input. Error R02.
Status ReduceInPasses(EvalContext& context, const LaneReducer& reducer, const Literal& input,
                      const std::vector<int64_t>& dimensions, const Literal& init, Literal& output);

}  // namespace hlo

#endif  // HLO_CORE_OPS_REDUCTION_REDUCE_PASSES_H_

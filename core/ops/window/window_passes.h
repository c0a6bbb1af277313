// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_WINDOW_WINDOW_PASSES_H_
#define HLO_CORE_OPS_WINDOW_WINDOW_PASSES_H_

#include <cstdint>

#include "core/ops/evaluate.h"
#include "core/ops/reduction/reducer.h"
#include "core/ops/window/window.h"

// Windows reduced by a simple reducer. The order of the steps (choice C8) depends only on the
// shapes and the window. Dimensions are processed one at a time, first those with the fewest places
// per element (so that no intermediate is larger than both input and output), then the innermost
// ones. Along a dimension, a place combines the elements of its window in order. Long windows (more
// than 32 contiguous elements) share partial sums: the dimension is cut into blocks of min(window,
// size) elements, and
//   - a window over the beginning of one block alone is a sum over it from the first element;
//   - one over the end of one block alone is a sum over it from the last element;
//   - one over the end of a block and the beginning of the next joins two such sums.
// The order of these sums is that of LaneReducer::Scan.
// The initial value is combined last.
namespace hlo {

// Requires a non-empty input and output. Error R02.
Status ReduceWindowsInPasses(EvalContext& context, const LaneReducer& reducer, const Literal& input,
                             const Literal& init, Literal& output);

}  // namespace hlo

#endif  // HLO_CORE_OPS_WINDOW_WINDOW_PASSES_H_

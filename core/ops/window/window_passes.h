// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_WINDOW_WINDOW_PASSES_H_
#define HLO_CORE_OPS_WINDOW_WINDOW_PASSES_H_

#include <cstdint>

#include "core/ops/evaluate.h"
#include "core/ops/reduction/reducer.h"
#include "core/ops/window/window.h"

// Windows reduced by a simple reducer. The order of the steps (choice C8) follows from the shapes
// and the window alone. Dimensions go one after the other, those first that leave the fewest places
// an element (so that nothing in between is larger than both ends), then the innermost ones. Along
// one, a place takes in what its window sees in order, except that of long windows (more than 32
// elements that lie side by side) the sums of places share their parts: the dimension is cut into
// blocks of min(window, size) elements, and
//   - a window that sees the beginning of one block alone is a sum over it from the first element;
//   - one that sees the end of one block alone is a sum over it from the last element;
//   - one that sees the end of a block and the beginning of the next joins two such sums.
// The initial value comes in at the end.
namespace hlo {

// Requires an input and an output that have elements. Error R02.
Status ReduceWindowsInPasses(EvalContext& context, const LaneReducer& reducer, const Literal& input,
                             const Literal& init, Literal& output);

}  // namespace hlo

#endif  // HLO_CORE_OPS_WINDOW_WINDOW_PASSES_H_

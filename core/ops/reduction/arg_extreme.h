// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_REDUCTION_ARG_EXTREME_H_
#define HLO_CORE_OPS_REDUCTION_ARG_EXTREME_H_

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/result.h"
#include "core/kernels/reduce.h"
#include "core/ops/evaluate.h"

namespace hlo {

// A reducer of values and their indices, as of argmax and argmin: keeps the larger or smaller value
// with its index; of equal values the smaller index and the second value; and the first NaN.
struct ArgExtreme {
  bool maximum;
  const ReduceKernel* kernel;  // for extremes of the values
};

// Recognizes a computation by its instructions. nullopt for all others, for those with side
// effects, and if there is no kernel for the type.
std::optional<ArgExtreme> RecognizeArgExtreme(const Computation& computation);

// Whether such a reducer is fast on lines of this length: shorter ones take longer than with its
// instructions on lanes, and narrow types are widened a line at a time, whose memory is not
// counted.
bool HasExtremeLine(ElementType type, int64_t length);

// The results of such a reducer for lines of neighbors: `values` has as many lines as the outputs
// have elements. `indices`: nullptr if the index is the position in the line.
void ReduceToExtremes(EvalContext& context, const ArgExtreme& reducer, const Literal& values,
                      const Literal* indices, std::span<const Literal* const> init,
                      std::span<Literal> outputs);

// Evaluates a `reduce` by such a reducer along the last dimension, whose indices are an `iota`
// along it, without storing the iota: operands are the values and the two initial values.
Result<Literal> EvaluateArgExtreme(EvalContext& context);

}  // namespace hlo

#endif  // HLO_CORE_OPS_REDUCTION_ARG_EXTREME_H_

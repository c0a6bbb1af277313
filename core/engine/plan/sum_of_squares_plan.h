// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_SUM_OF_SQUARES_PLAN_H_
#define HLO_CORE_ENGINE_PLAN_SUM_OF_SQUARES_PLAN_H_

#include "core/engine/plan/flat_graph.h"

namespace hlo {

// Makes each f32 sum of the rows of multiply(v, v) a sum of squares
// (core/ops/reduction/sum_of_squares.h), if nothing else uses the product, so that it is not
// stored. If v is subtract(x, m), with one number m per row and an x that is stored anyway, as in a
// variance, the sum reads x and m.
void PlanSumsOfSquares(FlatGraph& graph);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_SUM_OF_SQUARES_PLAN_H_

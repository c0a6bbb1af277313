// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_ARG_EXTREME_PLAN_H_
#define HLO_CORE_ENGINE_PLAN_ARG_EXTREME_PLAN_H_

#include "core/engine/plan/flat_graph.h"

namespace hlo {

// Makes each argmax or argmin along the last dimension, whose indices are an `iota` along it, a
// reduction without the iota (core/ops/reduction/arg_extreme.h), so that the iota is not stored.
void PlanArgExtremes(FlatGraph& graph);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_ARG_EXTREME_PLAN_H_

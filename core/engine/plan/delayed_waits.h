// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_DELAYED_WAITS_H_
#define HLO_CORE_ENGINE_PLAN_DELAYED_WAITS_H_

#include "core/engine/plan/plan.h"

namespace hlo {

// Moves each step that waits for another device (`recv-done`, `all-reduce-done`) behind all steps
// that do not need it, as the scheduler of a compiler does: without a schedule the order of a text
// means nothing, and the canonical text has each `recv-done` next to its `recv`, in front of the
// `send` that the other devices wait for (collectives reference 6.4). Other communication and side
// effects keep their order.
void DelayWaits(ComputationPlan& plan);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_DELAYED_WAITS_H_

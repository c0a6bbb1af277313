// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_LIVENESS_H_
#define HLO_CORE_ENGINE_PLAN_LIVENESS_H_

#include <cstdint>

#include "core/engine/plan/plan.h"

namespace hlo {

// The most bytes of values that a run of the plan's entry holds at a time, found without running
// it: from sizes, last uses, and which steps hand on the bytes of an operand. Arguments belong to
// the caller and do not count, as in RunStatistics::peak_bytes; neither does what an evaluator
// needs for itself while it works. Loops count one iteration. INT64_MAX when the sizes exceed 63
// bits.
int64_t PeakBytes(const Plan& plan);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_LIVENESS_H_

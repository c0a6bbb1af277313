// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_LIVENESS_H_
#define HLO_CORE_ENGINE_PLAN_LIVENESS_H_

#include <cstdint>

#include "core/engine/plan/plan.h"

namespace hlo {

// The peak bytes of values in a run of the plan's entry, found without running it: from sizes, last
// uses, and the steps that pass on the bytes of an operand. Arguments belong to the caller and do
// not count, as in RunResult::peak_bytes; neither does temporary memory of evaluators. Loops
// count one iteration. INT64_MAX if the sizes exceed 63 bits.
int64_t PeakBytes(const Plan& plan);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_LIVENESS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_EXPLAIN_PLAN_H_
#define HLO_CORE_ENGINE_PLAN_EXPLAIN_PLAN_H_

#include <string>

#include "core/engine/plan/plan.h"
#include "hlo/kernel_mode.h"

namespace hlo {

// The steps of all computations that run, for people: which instructions are fused, the code of the
// vector programs, which loops are compiled. Computations by the order of the module.
std::string ExplainPlan(const Plan& plan, KernelMode mode);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_EXPLAIN_PLAN_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_API_COST_REPORT_H_
#define HLO_CORE_API_COST_REPORT_H_

#include <string>

#include "core/engine/engine.h"
#include "hlo/hlo.h"

namespace hlo::api {

// What Program::TotalCost, CostJson and CostText give.
CostTotals TotalCost(const Executable& executable);
std::string CostJson(const Executable& executable);
std::string CostText(const Executable& executable);

}  // namespace hlo::api

#endif  // HLO_CORE_API_COST_REPORT_H_

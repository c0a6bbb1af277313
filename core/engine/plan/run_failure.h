// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_RUN_FAILURE_H_
#define HLO_CORE_ENGINE_PLAN_RUN_FAILURE_H_

#include <memory>

#include "core/base/result.h"
#include "core/ir/module.h"

namespace hlo {

// Why a run stopped; `instruction` is the innermost one at fault, if known.
struct RunFailure {
  std::unique_ptr<Error> error;
  const Instruction* instruction = nullptr;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_RUN_FAILURE_H_

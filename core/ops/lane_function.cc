// SPDX-License-Identifier: Apache-2.0
#include "core/ops/lane_function.h"

#include <optional>

#include "core/base/checked.h"
#include "core/ops/evaluate.h"

namespace hlo {

const LaneFunction* TakeLanes(Runtime& runtime, const Computation& computation, int64_t calls) {
  const LaneFunction* function = runtime.Lanes(computation);
  if (function == nullptr) return nullptr;
  const std::optional<int64_t> steps = CheckedMultiply(calls, function->steps());
  return steps && runtime.TakeSteps(*steps) ? function : nullptr;
}

}  // namespace hlo

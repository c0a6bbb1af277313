// SPDX-License-Identifier: Apache-2.0
#include "core/ops/vector_function.h"

#include <optional>

#include "core/base/checked.h"
#include "core/ops/evaluate.h"

namespace hlo {

const VectorFunction* TakeVectorFunction(Runtime& runtime, const Computation& computation,
                                         int64_t calls) {
  const VectorFunction* function = runtime.FindVectorFunction(computation);
  if (function == nullptr) return nullptr;
  const std::optional<int64_t> steps = CheckedMultiply(calls, function->steps());
  return steps && runtime.TakeSteps(*steps) ? function : nullptr;
}

}  // namespace hlo

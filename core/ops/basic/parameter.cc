// SPDX-License-Identifier: Apache-2.0
// `parameter`, ops reference 7.2. The engine supplies the argument and checks rule C2 when a run
// starts, so there is no evaluation.
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/rules.h"

namespace hlo {

Result<Shape> InferParameter(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_TRY(const Shape* declared, RequireDeclared(context));
  const int64_t number = context.instruction.parameter_number;
  if (number < 0) {
    return Fail("parameter.C1", "`parameter`: the number must not be negative, got {}", {number});
  }
  return *declared;
}

}  // namespace hlo

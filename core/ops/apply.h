// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_APPLY_H_
#define HLO_CORE_OPS_APPLY_H_

#include <vector>

#include "core/ir/module.h"
#include "core/ops/evaluate.h"

namespace hlo {

// Evaluates an op with the attributes of `instruction` on `operands` instead of the operands of the
// instruction. `declared` is the declared result shape. Errors: those of the op's rules and of its
// evaluation.
Result<Literal> Apply(EvalContext& context, Instruction instruction, std::vector<Literal> operands,
                      const Shape& declared);

}  // namespace hlo

#endif  // HLO_CORE_OPS_APPLY_H_

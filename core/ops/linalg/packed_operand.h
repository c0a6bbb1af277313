// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_LINALG_PACKED_OPERAND_H_
#define HLO_CORE_OPS_LINALG_PACKED_OPERAND_H_

#include "core/ops/evaluate.h"

namespace hlo {

// The operand of a dot or convolution, transposed, then converted to the element type of the result
// (integers wrap, floats round), then to the type of the sums. Shares the bytes if nothing changes;
// else it is a flat array. Error R02.
Result<Literal> PackOperand(EvalContext& context, const Literal& operand, const Dims& order,
                            ElementType result, ElementType compute);

}  // namespace hlo

#endif  // HLO_CORE_OPS_LINALG_PACKED_OPERAND_H_

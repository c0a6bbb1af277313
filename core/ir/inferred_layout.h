// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IR_INFERRED_LAYOUT_H_
#define HLO_CORE_IR_INFERRED_LAYOUT_H_

#include "core/ir/module.h"

namespace hlo {

// The shape of an instruction whose result shape is not written: `inferred` has the default layout,
// except that elementwise ops, tuples and their elements keep the layout of their operands
// (hlo-text reference 5.1).
Shape WithInferredLayout(const Instruction& instruction, Shape inferred);

}  // namespace hlo

#endif  // HLO_CORE_IR_INFERRED_LAYOUT_H_

// SPDX-License-Identifier: Apache-2.0
#include "core/ir/inferred_layout.h"

namespace hlo {

Shape WithInferredLayout(const Instruction& instruction, Shape inferred) {
  if (instruction.Is(Opcode::kTuple) || instruction.Is(Opcode::kGetTupleElement)) return inferred;
  Shape shape = WithDefaultLayout(inferred);
  if (!instruction.op->elementwise || !shape.IsArray()) return shape;
  for (const Instruction* operand : instruction.operands) {
    if (!operand->shape->IsArray() || operand->shape->dims != shape.dims) continue;
    shape.layout = operand->shape->layout;
    if (operand->shape->element_type != shape.element_type) shape.layout.element_bits = 0;
    break;
  }
  return shape;
}

}  // namespace hlo

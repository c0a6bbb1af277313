// SPDX-License-Identifier: Apache-2.0
#include "core/ops/apply.h"

#include <memory>

#include "core/base/result.h"

namespace hlo {

Result<Literal> Apply(EvalContext& context, Instruction instruction, std::vector<Literal> operands,
                      const Shape& declared) {
  instruction.operands.clear();  // their shapes differ from those of the values
  std::vector<const Shape*> shapes;
  std::vector<Literal*> values;
  for (Literal& operand : operands) {
    shapes.push_back(&operand.shape());
    values.push_back(&operand);
  }
  HLO_TRY(const Shape shape, instruction.op->infer({instruction, shapes, &declared}));
  instruction.shape = &shape;
  const auto last_use = std::make_unique<bool[]>(values.size() + 1);
  for (size_t i = 0; i < values.size(); ++i) last_use[i] = true;
  EvalContext inner(instruction, values, {last_use.get(), values.size()}, context.runtime());
  return instruction.op->evaluate(inner);
}

}  // namespace hlo

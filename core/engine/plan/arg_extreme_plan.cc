// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan/arg_extreme_plan.h"

#include "core/ops/reduction/arg_extreme.h"

namespace hlo {
namespace {

bool ReducesPositions(const Instruction& reduce) {
  if (!reduce.Is(Opcode::kReduce) || reduce.operands.size() != 4) return false;
  const Shape& values = *reduce.operands[0]->shape;
  const Instruction& indices = *reduce.operands[1];
  if (!values.IsStatic() || !indices.Is(Opcode::kIota)) return false;
  const std::vector<int64_t>& reduced = reduce.attributes.Ints(Attr::dimensions);
  return reduced.size() == 1 && reduced[0] == values.rank() - 1 &&
         indices.attributes.Int(Attr::iota_dimension) == reduced[0] &&
         RecognizeArgExtreme(*reduce.attributes.Called(Attr::to_apply));
}

}  // namespace

void PlanArgExtremes(FlatGraph& graph) {
  for (FlatNode& node : graph.nodes) {
    const Instruction& instruction = *node.instruction;
    if (node.evaluate != instruction.op->evaluate || !ReducesPositions(instruction)) continue;
    node.evaluate = EvaluateArgExtreme;
    node.operands.erase(node.operands.begin() + 1);
  }
}

}  // namespace hlo

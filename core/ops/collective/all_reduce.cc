// SPDX-License-Identifier: Apache-2.0
// `all-reduce`, ops reference 16.3 and 16.4; collectives reference 4.2.
#include "core/base/result.h"
#include "core/ops/collective/collective.h"
#include "core/ops/collective/collective_fold.h"
#include "core/ops/collective/replica_groups.h"

namespace hlo {

// Also for `all-reduce-start`, whose value has the shape of the result.
Result<Shape> InferAllReduce(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_RETURN_IF_ERROR(CheckReplicaGroups(context, GroupSizes::kAny));
  const int64_t channel = context.attributes().Int(Attr::channel_id, 1);
  if (channel <= 0) {
    return Fail("V04", "`{}`: `channel_id` must be greater than 0, got {}",
                {context.instruction.op->name, channel})
        .AtAttribute("channel_id");
  }
  HLO_RETURN_IF_ERROR(CheckCombiner(context, "all-reduce.C1"));
  std::vector<Shape> parts;
  for (const Shape* operand : context.operands) parts.push_back(*operand);
  return ShapeOfParts(std::move(parts));
}

// The value holds the operands until `all-reduce-done` replaces it.
Result<Literal> EvaluateAllReduceStart(EvalContext& context) {
  std::vector<Literal> parts;
  for (size_t i = 0; i < context.operand_count(); ++i) parts.push_back(context.TakeOperand(i));
  return ValueOfParts(std::move(parts), context.shape());
}

Result<std::vector<Literal>> ExchangeAllReduce(ExchangeContext& context) {
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  std::vector<Literal> parts;
  for (size_t i = 0; i < context.operand_count(); ++i) {
    HLO_TRY(Literal part, FoldParticipants(context, i));
    parts.push_back(std::move(part));
  }
  const Literal value = ValueOfParts(std::move(parts), *context.instruction().shape);
  return std::vector<Literal>(context.size(), value);
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// `collective-broadcast` and `collective-reduce`, ops reference 16.10 and 16.11; collectives
// reference 4.6: the first participant of a group sends, or receives.
#include <utility>

#include "core/base/result.h"
#include "core/ops/collective/collective.h"
#include "core/ops/collective/collective_fold.h"
#include "core/ops/collective/replica_groups.h"

namespace hlo {
namespace {

Shape OperandShapes(const InferContext& context) {
  std::vector<Shape> parts;
  for (const Shape* operand : context.operands) parts.push_back(*operand);
  return ShapeOfParts(std::move(parts));
}

}  // namespace

Result<Shape> InferCollectiveBroadcast(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_RETURN_IF_ERROR(CheckReplicaGroups(context, GroupSizes::kAny, "collective-broadcast.C1"));
  return OperandShapes(context);
}

// Devices in no group get zeros.
Result<std::vector<int64_t>> ParticipantsOfCollectiveBroadcast(const Instruction& instruction,
                                                               const Topology& topology,
                                                               int64_t device) {
  return GroupParticipants(instruction, topology, device, Coverage::kPartial);
}

Result<std::vector<Literal>> ExchangeCollectiveBroadcast(ExchangeContext& context) {
  std::vector<Literal> parts;
  for (size_t i = 0; i < context.operand_count(); ++i) parts.push_back(context.operand(0, i));
  return std::vector<Literal>(context.size(),
                              ValueOfParts(std::move(parts), *context.instruction().shape));
}

Result<Shape> InferCollectiveReduce(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_RETURN_IF_ERROR(CheckReplicaGroups(context, GroupSizes::kEqual));
  HLO_RETURN_IF_ERROR(CheckCombiner(context, "collective-reduce.C1"));
  return OperandShapes(context);
}

// The other participants get zeros.
Result<std::vector<Literal>> ExchangeCollectiveReduce(ExchangeContext& context) {
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  const Shape& shape = *context.instruction().shape;
  std::vector<Literal> parts;
  for (size_t i = 0; i < context.operand_count(); ++i) {
    HLO_TRY(Literal part, FoldParticipants(context, i));
    parts.push_back(std::move(part));
  }
  std::vector<Literal> results = {ValueOfParts(std::move(parts), shape)};
  HLO_TRY(const Literal zeros, Literal::Zeros(shape, context.runtime().budget()));
  results.resize(context.size(), zeros);
  return results;
}

}  // namespace hlo

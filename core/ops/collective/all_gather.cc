// SPDX-License-Identifier: Apache-2.0
// `all-gather` and its start, ops reference 16.1 and 16.2; collectives reference 4.1.
#include <utility>

#include "core/base/result.h"
#include "core/ops/collective/collective.h"
#include "core/ops/collective/replica_groups.h"

namespace hlo {
namespace {

constexpr Resizing kGrows{"all-gather.C1", /*grows=*/true};

}  // namespace

Result<Shape> InferAllGather(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_RETURN_IF_ERROR(CheckReplicaGroups(context, GroupSizes::kEqual));
  return InferResized(context, kGrows, KnownGroupSize(context.instruction));
}

Result<Shape> InferAllGatherStart(const InferContext& context) {
  return InferBundle(context, "all-gather-start.C1", InferAllGather);
}

Result<std::vector<int64_t>> ParticipantsOfAllGather(const Instruction& instruction,
                                                     const Topology& topology, int64_t device) {
  HLO_TRY(std::vector<int64_t> participants,
          GroupParticipants(instruction, topology, device, Coverage::kComplete));
  HLO_RETURN_IF_ERROR(CheckAgain(instruction, ResultShape(instruction), participants.size(),
                                 [](const InferContext& context, int64_t size) {
                                   return InferResized(context, kGrows, size);
                                 }));
  return participants;
}

Result<std::vector<Literal>> ExchangeAllGather(ExchangeContext& context) {
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  const auto d = static_cast<size_t>(context.attributes().Ints(Attr::dimensions)[0]);
  const Shape& shape = ResultShape(context.instruction());
  std::vector<Literal> parts;
  for (size_t i = 0; i < context.operand_count(); ++i) {
    HLO_TRY(Literal part, context.Allocate(PartOfShape(shape, i, context.operand_count())));
    int64_t start = 0;
    for (size_t participant = 0; participant < context.size(); ++participant) {
      const Literal& operand = context.operand(participant, i);
      const int64_t size = operand.shape().dims[d];
      CopySlab(context, {d, 0, start, size}, operand, part);
      start += size;
    }
    parts.push_back(std::move(part));
  }
  return std::vector<Literal>(context.size(), ValueOfParts(std::move(parts), shape));
}

}  // namespace hlo

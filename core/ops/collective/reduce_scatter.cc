// SPDX-License-Identifier: Apache-2.0
// `reduce-scatter`, ops reference 16.5; collectives reference 4.3.
#include <utility>

#include "core/base/result.h"
#include "core/ops/collective/collective.h"
#include "core/ops/collective/collective_fold.h"
#include "core/ops/collective/replica_groups.h"

namespace hlo {
namespace {

constexpr Resizing kShrinks{"reduce-scatter.C1", /*grows=*/false};

}  // namespace

Result<Shape> InferReduceScatter(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_RETURN_IF_ERROR(CheckReplicaGroups(context, GroupSizes::kEqual));
  HLO_RETURN_IF_ERROR(CheckCombiner(context, "reduce-scatter.C1"));
  return InferResized(context, kShrinks, KnownGroupSize(context.instruction));
}

Result<std::vector<int64_t>> ParticipantsOfReduceScatter(const Instruction& instruction,
                                                         const Topology& topology, int64_t device) {
  HLO_TRY(std::vector<int64_t> participants,
          GroupParticipants(instruction, topology, device, Coverage::kComplete));
  HLO_RETURN_IF_ERROR(CheckAgain(instruction, *instruction.shape, participants.size(),
                                 [](const InferContext& context, int64_t size) {
                                   return InferResized(context, kShrinks, size);
                                 }));
  return participants;
}

Result<std::vector<Literal>> ExchangeReduceScatter(ExchangeContext& context) {
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  const auto d = static_cast<size_t>(context.attributes().Ints(Attr::dimensions)[0]);
  const Shape& shape = *context.instruction().shape;
  std::vector<std::vector<Literal>> parts(context.size());
  for (size_t i = 0; i < context.operand_count(); ++i) {
    HLO_TRY(const Literal sum, FoldParticipants(context, i));
    const Shape& part_shape = PartOfShape(shape, i, context.operand_count());
    const int64_t size = part_shape.dims[d];
    for (size_t participant = 0; participant < context.size(); ++participant) {
      if (!context.IsWanted(participant)) continue;
      HLO_TRY(Literal part, context.Allocate(part_shape));
      CopySlab(context, {d, static_cast<int64_t>(participant) * size, 0, size}, sum, part);
      parts[participant].push_back(std::move(part));
    }
  }
  std::vector<Literal> results(context.size());
  for (size_t participant = 0; participant < context.size(); ++participant) {
    if (context.IsWanted(participant))
      results[participant] = ValueOfParts(std::move(parts[participant]), shape);
  }
  return results;
}

}  // namespace hlo

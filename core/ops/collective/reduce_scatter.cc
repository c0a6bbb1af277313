// SPDX-License-Identifier: Apache-2.0
// `reduce-scatter`, ops reference 16.5; collectives reference 4.3.
#include <utility>

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

Result<std::vector<int64_t>> MembersOfReduceScatter(const Instruction& instruction,
                                                    const Topology& topology, int64_t device) {
  HLO_TRY(std::vector<int64_t> members,
          GroupMembers(instruction, topology, device, Coverage::kComplete));
  HLO_RETURN_IF_ERROR(CheckAgain(instruction, *instruction.shape, members.size(),
                                 [](const InferContext& context, int64_t size) {
                                   return InferResized(context, kShrinks, size);
                                 }));
  return members;
}

Result<std::vector<Literal>> ExchangeReduceScatter(ExchangeContext& context) {
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  const auto d = static_cast<size_t>(context.attributes().Ints(Attr::dimensions)[0]);
  const Shape& shape = *context.instruction().shape;
  std::vector<std::vector<Literal>> parts(context.size());
  for (size_t i = 0; i < context.operand_count(); ++i) {
    HLO_TRY(const Literal sum, FoldMembers(context, i));
    const Shape& part_shape = PartOfShape(shape, i, context.operand_count());
    const int64_t size = part_shape.dims[d];
    for (size_t member = 0; member < context.size(); ++member) {
      if (!context.IsWanted(member)) continue;
      HLO_TRY(Literal part, context.Allocate(part_shape));
      CopySlab(context, {d, static_cast<int64_t>(member) * size, 0, size}, sum, part);
      parts[member].push_back(std::move(part));
    }
  }
  std::vector<Literal> results(context.size());
  for (size_t member = 0; member < context.size(); ++member) {
    if (context.IsWanted(member)) results[member] = ValueOfParts(std::move(parts[member]), shape);
  }
  return results;
}

}  // namespace hlo

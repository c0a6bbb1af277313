// SPDX-License-Identifier: Apache-2.0
// `all-to-all`, ops reference 16.6; collectives reference 4.4. With `dimensions`, it exchanges
// blocks of one array; otherwise whole operands.
#include <utility>

#include "core/base/result.h"
#include "core/ops/collective/collective.h"
#include "core/ops/collective/replica_groups.h"

namespace hlo {
namespace {

constexpr std::string_view kAllToAllRule = "all-to-all.C1";

bool IsArrayForm(const Instruction& instruction) {
  return instruction.attributes.Has(Attr::dimensions);
}

Result<Shape> InferArrayForm(const InferContext& context, std::optional<int64_t> participants) {
  if (context.operands.size() != 1) {
    return Fail(kAllToAllRule, "`all-to-all` with `dimensions` takes 1 operand, got {}",
                {context.operands.size()});
  }
  HLO_TRY(const int64_t d, CheckDimension(context, kAllToAllRule));
  const int64_t size = context.operand(0).dims[static_cast<size_t>(d)];
  if (participants && size != kUnboundedSize && size % *participants != 0) {
    return Fail(kAllToAllRule,
                "`all-to-all`: the size of dimension {} must be divisible by group size {}, got {}",
                {d, *participants, size})
        .AtAttribute("dimensions");
  }
  return context.operand(0);
}

Result<Shape> InferTupleForm(const InferContext& context, std::optional<int64_t> participants) {
  const auto count = static_cast<int64_t>(context.operands.size());
  if (participants && count != *participants) {
    return Fail(kAllToAllRule,
                "`all-to-all`: must have one operand per group member, got {} for groups of {}",
                {Counted(count, "operand"), *participants});
  }
  std::vector<Shape> parts;
  for (size_t i = 0; i < context.operands.size(); ++i) {
    if (!Compatible(context.operand(i), context.operand(0))) {
      return Fail(kAllToAllRule, "`all-to-all`: operand {} must be {} like operand 0, got {}",
                  {i, ShapeText(context.operand(0), false), ShapeText(context.operand(i), false)})
          .AtOperand(static_cast<int>(i));
    }
    parts.push_back(context.operand(i));
  }
  return Shape::Tuple(std::move(parts));
}

Result<Shape> InferForm(const InferContext& context, std::optional<int64_t> participants) {
  return IsArrayForm(context.instruction) ? InferArrayForm(context, participants)
                                          : InferTupleForm(context, participants);
}

// Block j of participant i becomes block i of the result of participant j.
Result<Literal> JoinBlocks(ExchangeContext& context, size_t j) {
  const auto d = static_cast<size_t>(context.attributes().Ints(Attr::dimensions)[0]);
  const Shape& shape = *context.instruction().shape;
  const int64_t size = shape.dims[d] / static_cast<int64_t>(context.size());
  HLO_TRY(Literal result, context.Allocate(shape));
  for (size_t i = 0; i < context.size(); ++i) {
    const Slab block{d, static_cast<int64_t>(j) * size, static_cast<int64_t>(i) * size, size};
    CopySlab(context, block, context.operand(i, 0), result);
  }
  return result;
}

Literal JoinOperands(const ExchangeContext& context, size_t j) {
  std::vector<Literal> elements;
  for (size_t i = 0; i < context.size(); ++i) elements.push_back(context.operand(i, j));
  return Relabeled(Literal::Tuple(std::move(elements)), *context.instruction().shape);
}

}  // namespace

Result<Shape> InferAllToAll(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_RETURN_IF_ERROR(CheckReplicaGroups(context, GroupSizes::kEqual));
  return InferForm(context, KnownGroupSize(context.instruction));
}

Result<std::vector<int64_t>> ParticipantsOfAllToAll(const Instruction& instruction,
                                                    const Topology& topology, int64_t device) {
  HLO_TRY(std::vector<int64_t> participants,
          GroupParticipants(instruction, topology, device, Coverage::kComplete));
  HLO_RETURN_IF_ERROR(CheckAgain(instruction, *instruction.shape, participants.size(), InferForm));
  return participants;
}

Result<std::vector<Literal>> ExchangeAllToAll(ExchangeContext& context) {
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  std::vector<Literal> results(context.size());
  for (size_t j = 0; j < context.size(); ++j) {
    if (!context.IsWanted(j)) continue;
    if (IsArrayForm(context.instruction())) {
      HLO_TRY(results[j], JoinBlocks(context, j));
    } else {
      results[j] = JoinOperands(context, j);
    }
  }
  return results;
}

}  // namespace hlo

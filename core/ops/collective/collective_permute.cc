// SPDX-License-Identifier: Apache-2.0
// `collective-permute` and its start, ops reference 16.8 and 16.9; collectives reference 4.5.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ops/collective/collective.h"
#include "core/ops/collective/replica_groups.h"
#include "core/ops/collective/source_target_pairs.h"

namespace hlo {
namespace {

constexpr std::string_view kPermuteRule = "collective-permute.C1";

const SourceTargetPairs& PairsOf(const Instruction& instruction) {
  return instruction.attributes.Get<IdPairs>(Attr::source_target_pairs)->pairs;
}

PairSite SiteOf(const Instruction& instruction) {
  return {instruction, kPermuteRule, "source_target_pairs"};
}

// ---- the in-place form: slices of the input are written to the output of the target ----

const IntLists* SlicesOf(const Instruction& instruction) {
  return instruction.attributes.Get<IntLists>(Attr::permute_slice_sizes);
}

// One s32 per dimension.
bool IsOffset(const Shape& shape, size_t rank) {
  return shape.IsTuple() && shape.elements.size() == rank &&
         std::all_of(shape.elements.begin(), shape.elements.end(),
                     [](const Shape& element) { return element.IsScalarOf(ElementType::kS32); });
}

Result<Shape> InferInPlace(const InferContext& context, const IntLists& slices) {
  if (context.operands.size() != 4) {
    return Fail(kPermuteRule, "`{}` with `slice_sizes` takes 4 operands, got {}",
                {context.instruction.op->name, context.operands.size()});
  }
  const Shape& input = context.operand(0);
  const Shape& output = context.operand(1);
  if (!input.IsArray() || !output.IsArray() || input.element_type != output.element_type ||
      input.rank() != output.rank()) {
    return Fail(kPermuteRule,
                "`{}`: input and output must be arrays of the same type and rank, got {} and {}",
                {context.instruction.op->name, ShapeText(input, false), ShapeText(output, false)});
  }
  const auto rank = static_cast<size_t>(input.rank());
  for (const std::vector<int64_t>& sizes : slices.lists) {
    bool fits = sizes.size() == rank;
    for (size_t d = 0; fits && d < rank; ++d) {
      fits = sizes[d] >= 0 && sizes[d] <= std::min(input.dims[d], output.dims[d]);
    }
    if (fits) continue;
    return Fail(kPermuteRule, "`{}`: slice sizes {} must fit input {} and output {}",
                {context.instruction.op->name, Braced(sizes), ShapeText(input, false),
                 ShapeText(output, false)})
        .AtAttribute("slice_sizes");
  }
  for (size_t i = 2; i < 4; ++i) {
    const Shape& offsets = context.operand(i);
    const std::vector<Shape>& all = offsets.elements;
    const bool fits = (slices.lists.size() == 1 && IsOffset(offsets, rank)) ||
                      (offsets.IsTuple() && all.size() == slices.lists.size() &&
                       std::all_of(all.begin(), all.end(),
                                   [&](const Shape& offset) { return IsOffset(offset, rank); }));
    if (fits) continue;
    return Fail(kPermuteRule, "`{}`: operand {} must be {} of {} s32[] each, got {}",
                {context.instruction.op->name, i, Counted(std::ssize(slices.lists), "offset"), rank,
                 ShapeText(offsets, false)})
        .AtOperand(static_cast<int>(i));
  }
  return output;
}

}  // namespace

Result<Shape> InferCollectivePermute(const InferContext& context) {
  const IntLists* slices = SlicesOf(context.instruction);
  const int64_t most = slices == nullptr ? 1 : std::max<int64_t>(1, std::ssize(slices->lists));
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(CheckPairs(SiteOf(context.instruction), PairsOf(context.instruction), most));
  if (slices != nullptr) return InferInPlace(context, *slices);
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  std::vector<Shape> parts;
  for (const Shape* operand : context.operands) parts.push_back(*operand);
  return ShapeOfParts(std::move(parts));
}

Result<Shape> InferCollectivePermuteStart(const InferContext& context) {
  return InferBundle(context, "collective-permute-start.C1", InferCollectivePermute);
}

// A device participates with all devices connected to it by pairs. Devices in no pair get zeros
// without waiting.
Result<std::vector<int64_t>> ParticipantsOfCollectivePermute(const Instruction& instruction,
                                                             const Topology& topology,
                                                             int64_t device) {
  const SourceTargetPairs& pairs = PairsOf(instruction);
  HLO_RETURN_IF_ERROR(CheckPairIds(SiteOf(instruction), pairs, topology));
  const GroupMode mode = ModeOf(instruction);
  std::vector<int64_t> participants;
  for (const int64_t id : LinkedIds(pairs, IdOf(mode, topology, device), IdCount(mode, topology))) {
    AppendDevices(mode, topology, device, id, participants);
  }
  // In the in-place form, a device in no pair keeps its output.
  if (participants.empty() && SlicesOf(instruction) != nullptr) participants = {device};
  return participants;
}

namespace {

constexpr size_t kNoSource = SIZE_MAX;

// The source of each participant.
std::vector<size_t> SourceOfEach(const ExchangeContext& context) {
  const GroupMode mode = ModeOf(context.instruction());
  std::vector<size_t> places(static_cast<size_t>(IdCount(mode, context.topology())), kNoSource);
  for (size_t k = 0; k < context.size(); ++k) {
    places[static_cast<size_t>(IdOf(mode, context.topology(), context.device(k)))] = k;
  }
  std::vector<size_t> sources(context.size(), kNoSource);
  for (const auto& [source, target] : PairsOf(context.instruction())) {
    const size_t place = places[static_cast<size_t>(target)];
    if (place != kNoSource) sources[place] = places[static_cast<size_t>(source)];
  }
  return sources;
}

}  // namespace

Result<std::vector<Literal>> ExchangeCollectivePermute(ExchangeContext& context) {
  const Instruction& instruction = context.instruction();
  if (SlicesOf(instruction) != nullptr) {
    return Fail("R07", "evaluation of `{}` with `slice_sizes` is not implemented",
                {instruction.op->name});
  }
  const Shape& shape = ResultShape(instruction);
  const std::vector<size_t> sources = SourceOfEach(context);
  std::vector<Literal> results(context.size());
  for (size_t k = 0; k < context.size(); ++k) {
    if (!context.IsWanted(k)) continue;
    if (sources[k] == kNoSource) {
      HLO_TRY(results[k], Literal::Zeros(shape, context.runtime().budget()));
      continue;
    }
    std::vector<Literal> parts;
    for (size_t i = 0; i < context.operand_count(); ++i) {
      parts.push_back(context.operand(sources[k], i));
    }
    results[k] = ValueOfParts(std::move(parts), shape);
  }
  return results;
}

}  // namespace hlo

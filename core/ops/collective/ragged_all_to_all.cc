// SPDX-License-Identifier: Apache-2.0
// `ragged-all-to-all`, ops reference 16.7; collectives reference 4.7.
#include <algorithm>
#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ops/collective/collective.h"
#include "core/ops/collective/replica_groups.h"
#include "core/ops/indexing/start_indices.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

constexpr std::string_view kRaggedRule = "ragged-all-to-all.C1";

// Operand numbers.
enum : size_t { kInput, kOutput, kInputOffsets, kSendSizes, kOutputOffsets, kRecvSizes, kCount };

Status CheckRows(const InferContext& context) {
  const Shape& input = context.operand(kInput);
  const Shape& output = context.operand(kOutput);
  bool fits = input.element_type == output.element_type && input.rank() == output.rank() &&
              input.rank() > 0;
  for (size_t d = 1; fits && d < input.dims.size(); ++d) fits = input.dims[d] == output.dims[d];
  if (fits) return {};
  return Fail(
             kRaggedRule,
             "`ragged-all-to-all`: input and output must differ only in dimension 0, got {} and {}",
             {ShapeText(input, false), ShapeText(output, false)})
      .AtOperand(kOutput);
}

// Offsets and sizes: [g] or [g,k].
Status CheckNumbers(const InferContext& context, std::optional<int64_t> participants) {
  const Shape& first = context.operand(kInputOffsets);
  for (size_t i = kInputOffsets; i < kCount; ++i) {
    const Shape& numbers = context.operand(i);
    const bool fits = IsInteger(numbers.element_type) && numbers.dims == first.dims &&
                      (numbers.rank() == 1 || numbers.rank() == 2);
    if (fits) continue;
    return Fail(kRaggedRule,
                "`ragged-all-to-all`: offsets and sizes must be integer arrays of the same shape "
                "and rank 1 or 2, but operand {} is {}",
                {i, ShapeText(numbers, false)})
        .AtOperand(static_cast<int>(i));
  }
  if (!participants || first.dims[0] == *participants) return {};
  return Fail(kRaggedRule, "`ragged-all-to-all`: offsets and sizes must be for {}, got {}",
              {Counted(*participants, "peer"), first.dims[0]})
      .AtOperand(kInputOffsets);
}

Result<Shape> Infer(const InferContext& context, std::optional<int64_t> participants) {
  HLO_RETURN_IF_ERROR(CheckRows(context));
  HLO_RETURN_IF_ERROR(CheckNumbers(context, participants));
  return context.operand(kOutput);
}

// The offsets and sizes of one participant: `slices` slices for each peer.
class Slices {
 public:
  Slices(const ExchangeContext& context, size_t participant) {
    for (size_t i = kInputOffsets; i < kCount; ++i) {
      const Literal& operand = context.operand(participant, i);
      std::vector<int64_t>& numbers = numbers_[i - kInputOffsets];
      numbers.resize(static_cast<size_t>(operand.element_count()));
      ReadIndices(operand, 0, operand.element_count(), numbers.data());
    }
  }
  int64_t At(size_t operand, size_t slice) const {
    return numbers_[operand - kInputOffsets][slice];
  }

 private:
  std::vector<int64_t> numbers_[kCount - kInputOffsets];
};

// A transfer of rows from the sender's input to the receiver's output.
struct Move {
  size_t sender, receiver;
  int64_t from, to, rows;
};

class Exchange {
 public:
  explicit Exchange(ExchangeContext& context)
      : context_(context),
        slices_per_peer_(static_cast<size_t>(context.operand(0, kInputOffsets).element_count()) /
                         context.size()) {
    for (size_t k = 0; k < context.size(); ++k) slices_.emplace_back(context, k);
  }

  // All moves, checked.
  Result<std::vector<Move>> Plan() const {
    std::vector<Move> moves;
    for (size_t i = 0; i < context_.size(); ++i) {
      for (size_t j = 0; j < context_.size(); ++j) {
        for (size_t q = 0; q < slices_per_peer_; ++q) {
          HLO_TRY(const Move move, Check(i, j, q));
          if (move.rows > 0) moves.push_back(move);
        }
      }
    }
    HLO_RETURN_IF_ERROR(CheckOverlaps(moves));
    return moves;
  }

 private:
  Result<Move> Check(size_t i, size_t j, size_t q) const {
    const size_t to_j = j * slices_per_peer_ + q, from_i = i * slices_per_peer_ + q;
    const int64_t rows = slices_[i].At(kSendSizes, to_j);
    const int64_t expected = slices_[j].At(kRecvSizes, from_i);
    if (rows != expected) {
      return Fail("R08", "`ragged-all-to-all`: {} sends {} to {}, which expects {}",
                  {Device(i), Counted(rows, "row"), Device(j), expected});
    }
    const Move move{i, j, slices_[i].At(kInputOffsets, to_j), slices_[i].At(kOutputOffsets, to_j),
                    rows};
    HLO_RETURN_IF_ERROR(CheckRange(move, "input", move.from, context_.operand(i, kInput)));
    HLO_RETURN_IF_ERROR(CheckRange(move, "output", move.to, context_.operand(j, kOutput)));
    return move;
  }

  Status CheckRange(const Move& move, std::string_view what, int64_t start,
                    const Literal& array) const {
    const int64_t size = array.shape().dims[0];
    if (move.rows >= 0 && start >= 0 && start <= size - move.rows) return {};
    return Fail(
        "R08",
        "`ragged-all-to-all`: the slice from {} to {} must be within the {} rows of the "
        "{}, got {} at row {}",
        {Device(move.sender), Device(move.receiver), size, what, Counted(move.rows, "row"), start});
  }

  // Checks that no row of an output is written twice.
  Status CheckOverlaps(std::vector<Move> moves) const {
    std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
      return std::pair(a.receiver, a.to) < std::pair(b.receiver, b.to);
    });
    for (size_t m = 1; m < moves.size(); ++m) {
      const Move& a = moves[m - 1];
      const Move& b = moves[m];
      if (a.receiver != b.receiver || a.to + a.rows <= b.to) continue;
      return Fail("R08", "`ragged-all-to-all`: {} and {} both write row {} of the output of {}",
                  {Device(a.sender), Device(b.sender), b.to, Device(b.receiver)});
    }
    return {};
  }

  std::string Device(size_t participant) const {
    return Format("device {}", {context_.device(participant)});
  }

  ExchangeContext& context_;
  const size_t slices_per_peer_;
  std::vector<Slices> slices_;
};

}  // namespace

Result<Shape> InferRaggedAllToAll(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(RequireArray(context, kInput));
  HLO_RETURN_IF_ERROR(RequireArray(context, kOutput));
  for (size_t i = kInputOffsets; i < kCount; ++i) {
    HLO_RETURN_IF_ERROR(RequireArray(context, i, kRaggedRule));
  }
  HLO_RETURN_IF_ERROR(CheckReplicaGroups(context, GroupSizes::kEqual));
  return Infer(context, KnownGroupSize(context.instruction));
}

Result<std::vector<int64_t>> ParticipantsOfRaggedAllToAll(const Instruction& instruction,
                                                          const Topology& topology,
                                                          int64_t device) {
  HLO_TRY(std::vector<int64_t> participants,
          GroupParticipants(instruction, topology, device, Coverage::kComplete));
  HLO_RETURN_IF_ERROR(CheckAgain(instruction, *instruction.shape, participants.size(), Infer));
  return participants;
}

Result<std::vector<Literal>> ExchangeRaggedAllToAll(ExchangeContext& context) {
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  HLO_TRY(const std::vector<Move> moves, Exchange(context).Plan());
  std::vector<Literal> results;
  for (size_t j = 0; j < context.size(); ++j) {
    Literal result = Relabeled(context.operand(j, kOutput), *context.instruction().shape);
    if (context.IsWanted(j)) HLO_RETURN_IF_ERROR(result.MakeUnique());
    results.push_back(std::move(result));
  }
  for (const Move& move : moves) {
    if (!context.IsWanted(move.receiver)) continue;
    CopySlab(context, {0, move.from, move.to, move.rows}, context.operand(move.sender, kInput),
             results[move.receiver]);
  }
  return results;
}

}  // namespace hlo

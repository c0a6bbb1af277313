// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan/row_fusion.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/engine/plan/fused_group.h"
#include "core/ops/reduction/sum_of_squares.h"

namespace hlo {
namespace {

// Shorter arrays stay in the cache anyway.
constexpr int64_t kMinElements = 4096;
// Longer rows are reduced in chunks (core/ops/reduction/reduce_passes.h).
constexpr int64_t kMaxColumns = 65536;
// Steps searched for a reduction, and steps that may run together.
constexpr size_t kMaxSteps = 64;

bool SumsSquares(const PlanStep& step) { return step.evaluate == EvaluateSumOfSquares; }

bool IsReduction(const PlanStep& step) {
  return step.group == nullptr && step.instruction->Is(Opcode::kReduce) &&
         (SumsSquares(step) ||
          (step.evaluate == step.instruction->op->evaluate && step.operand_slots.size() == 2));
}

// Such a step can run before all others.
bool HasNoOperands(const PlanStep& step) {
  return step.group == nullptr && step.operand_slots.empty() && !step.communicates;
}

std::optional<LaneReducer> ReducerOf(const PlanStep& step, KernelMode mode) {
  const Computation* computation = step.instruction->attributes.Called(Attr::to_apply);
  const std::optional<SimpleReducer> simple = RecognizeReducer(*computation);
  if (!simple) return std::nullopt;
  const ElementType type = step.instruction->operands[0]->shape->element_type;
  std::optional<LaneReducer> reducer = LaneReducer::Make(*simple, type, mode, FloatSums::kWide);
  if (!reducer || !reducer->loads_in_place() || !reducer->has_lines()) return std::nullopt;
  return reducer;
}

// A growing sequence of steps that treat rows alike.
class RowFusionBuilder {
 public:
  RowFusionBuilder(RowSizes sizes, KernelMode mode) : sizes_(sizes), mode_(mode) {
    fusion_->rows = sizes.rows;
    fusion_->columns = sizes.columns;
  }

  // False, with nothing changed, for a step that has to wait for other rows.
  bool Add(const PlanStep& step) {
    RowFusion::Part part;
    const bool added = step.group != nullptr ? AddGroup(step, part) : AddReduction(step, part);
    if (added) fusion_->parts.push_back(std::move(part));
    return added;
  }

  bool IsWorthwhile() const { return has_group_ && has_reduction_; }

  // `used_elsewhere(slot)`: whether other steps use a value.
  template <class UsedElsewhere>
  PlanStep Finish(UsedElsewhere&& used_elsewhere) {
    PlanStep joined;
    joined.counts = 0;
    joined.instruction = fusion_->parts[0].step.instruction;
    auto group = std::make_shared<FusedGroup>();
    group->lanes = sizes_.rows * sizes_.columns;
    for (const RowFusion::Part& part : fusion_->parts) joined.counts += part.step.counts;
    for (const RowFusion::Value& value : fusion_->values) {
      if (made_.count(value.slot) == 0) joined.operand_slots.push_back(value.slot);
    }
    for (size_t p = 0; p < fusion_->parts.size(); ++p) {
      for (FusedGroup::Output& output : OutputsOf(fusion_->parts[p].step)) {
        RowFusion::Value& value = ValueOf(output.slot);
        if (made_[output.slot] == Kind::kElements && !used_elsewhere(output.slot)) {
          const ElementType type = output.instruction->shape->element_type;
          value.row_bytes = sizes_.columns * StorageBytes(type);
          continue;
        }
        value.output = static_cast<int32_t>(group->outputs.size());
        output.donors = DonorsOf(p, output.donors, joined.operand_slots);
        group->outputs.push_back(std::move(output));
      }
    }
    for (size_t p = 0; p < fusion_->parts.size(); ++p) LayOnOutput(p, joined, *group);
    joined.takes_operand.assign(joined.operand_slots.size(), 0);
    group->rows = std::move(fusion_);
    joined.group = std::move(group);
    return joined;
  }

 private:
  enum class Kind : uint8_t { kElements, kRows };  // one number per element, or per row

  static std::vector<FusedGroup::Output> OutputsOf(const PlanStep& step) {
    if (step.group != nullptr) return step.group->outputs;
    return {{step.instruction, step.shape, step.slot, {}}};
  }

  bool AddGroup(const PlanStep& step, RowFusion::Part& part) {
    const FusedGroup& group = *step.group;
    const bool by_element = group.lanes == sizes_.rows * sizes_.columns;
    if (group.rows != nullptr || (!by_element && group.lanes != sizes_.rows)) return false;
    for (size_t i = 0; i < group.inputs.size(); ++i) {
      const int32_t slot = step.operand_slots[static_cast<size_t>(group.inputs[i])];
      const auto made = made_.find(slot);
      if (made != made_.end() && !IsOwnRow(group.indices[i], by_element, made->second))
        return false;
    }
    for (size_t i = 0; i < group.inputs.size(); ++i) {
      const int32_t slot = step.operand_slots[static_cast<size_t>(group.inputs[i])];
      part.operands.push_back(NumberOf(slot));
      if (!IsOfRows(group.indices[i], by_element)) read_across_rows_.insert(slot);
    }
    for (const FusedGroup::Output& output : group.outputs) {
      part.results.push_back(NumberOf(output.slot));
      made_[output.slot] = by_element ? Kind::kElements : Kind::kRows;
    }
    part.step = step;
    has_group_ = true;
    return true;
  }

  // The lanes of a row all read the number of the row.
  bool IsNumberOfRow(const LaneIndex& index) const {
    return index.repeat == sizes_.columns && index.period >= sizes_.rows;
  }

  // Whether lanes read only the part of their own row, of an array with a number per element or
  // row.
  bool IsOfRows(const LaneIndex& index, bool by_element) const {
    return index.IsDense() || (by_element && IsNumberOfRow(index));
  }

  // The lanes of a row read values of the same row.
  bool IsOwnRow(const LaneIndex& index, bool by_element, Kind kind) const {
    if (by_element && kind == Kind::kRows) return IsNumberOfRow(index);
    return by_element == (kind == Kind::kElements) && index.IsDense();
  }

  bool AddReduction(const PlanStep& step, RowFusion::Part& part) {
    if (!IsReduction(step)) return false;
    const std::optional<RowSizes> sizes = RowsOf(*step.instruction);
    if (!sizes || sizes->rows != sizes_.rows || sizes->columns != sizes_.columns) return false;
    if (made_.count(step.operand_slots[1]) != 0) return false;
    part.reducer = ReducerOf(step, mode_);
    if (!part.reducer) return false;
    part.squares = SumsSquares(step);
    for (const int32_t slot : step.operand_slots) part.operands.push_back(NumberOf(slot));
    part.results.push_back(NumberOf(step.slot));
    made_[step.slot] = Kind::kRows;
    part.step = step;
    has_reduction_ = true;
    return true;
  }

  int32_t NumberOf(int32_t slot) {
    const auto [found, added] =
        numbers_.emplace(slot, static_cast<int32_t>(fusion_->values.size()));
    if (added) fusion_->values.push_back({slot, 0, -1});
    return found->second;
  }
  RowFusion::Value& ValueOf(int32_t slot) {
    return fusion_->values[static_cast<size_t>(numbers_[slot])];
  }

  // The donors of an output of part `p` that come from outside and that neither a later part reads,
  // nor any part for other rows.
  std::vector<int32_t> DonorsOf(size_t p, const std::vector<int32_t>& donors,
                                const std::vector<int32_t>& operand_slots) const {
    std::vector<int32_t> found;
    for (const int32_t donor : donors) {
      const int32_t slot = fusion_->parts[p].step.operand_slots[static_cast<size_t>(donor)];
      const auto place = std::find(operand_slots.begin(), operand_slots.end(), slot);
      if (place == operand_slots.end() || IsReadAfter(p, slot)) continue;
      if (read_across_rows_.count(slot) != 0) continue;
      found.push_back(static_cast<int32_t>(place - operand_slots.begin()));
    }
    return found;
  }

  bool IsReadAfter(size_t p, int32_t slot) const {
    return std::any_of(fusion_->parts.begin() + static_cast<std::ptrdiff_t>(p) + 1,
                       fusion_->parts.end(), [&](const RowFusion::Part& part) {
                         const std::vector<int32_t>& slots = part.step.operand_slots;
                         return std::find(slots.begin(), slots.end(), slot) != slots.end();
                       });
  }

  // If part `p` computes an output of `group` lane by lane from a value that is kept for it alone,
  // that value is placed in the output: its rows then enter the cache while it is computed, and the
  // output is written to the cache.
  void LayOnOutput(size_t p, const PlanStep& joined, FusedGroup& group) {
    const PlanStep& step = fusion_->parts[p].step;
    if (step.group == nullptr || step.group->outputs.size() != 1) return;
    const FusedGroup::Output& made = step.group->outputs[0];
    const int32_t place = ValueOf(made.slot).output;
    if (place < 0) return;
    for (const int32_t donor : made.donors) {
      const int32_t slot = step.operand_slots[static_cast<size_t>(donor)];
      RowFusion::Value& value = ValueOf(slot);
      if (value.row_bytes == 0 || IsReadAfter(p, slot)) continue;
      size_t writer = 0;
      while (!Makes(fusion_->parts[writer], slot)) ++writer;
      // The bytes of an operand that the output may reuse are now needed earlier.
      const std::vector<FusedGroup::Output> outputs = OutputsOf(fusion_->parts[writer].step);
      std::vector<int32_t>& donors = group.outputs[static_cast<size_t>(place)].donors;
      const std::vector<int32_t> before =
          outputs.size() > 1 ? std::vector<int32_t>()
                             : DonorsOf(writer, outputs[0].donors, joined.operand_slots);
      std::erase_if(donors, [&](int32_t operand) {
        return std::find(before.begin(), before.end(), operand) == before.end();
      });
      value.row_bytes = 0;
      value.output = place;
      return;
    }
  }

  bool Makes(const RowFusion::Part& part, int32_t slot) const {
    return std::find(part.results.begin(), part.results.end(), numbers_.at(slot)) !=
           part.results.end();
  }

  const RowSizes sizes_;
  const KernelMode mode_;
  std::shared_ptr<RowFusion> fusion_ = std::make_shared<RowFusion>();
  std::unordered_map<int32_t, int32_t> numbers_;  // of values, by slot
  std::unordered_map<int32_t, Kind> made_;
  std::unordered_set<int32_t>
      read_across_rows_;  // slots in which rows read the parts of other rows
  bool has_group_ = false, has_reduction_ = false;
};

// The sizes of the next reduction of rows that has only groups before it.
std::optional<RowSizes> SizesAhead(const std::vector<PlanStep>& steps, size_t first) {
  const size_t end = std::min(steps.size(), first + kMaxSteps);
  for (size_t s = first; s < end; ++s) {
    if (IsReduction(steps[s])) return RowsOf(*steps[s].instruction);
    if (steps[s].group == nullptr && !HasNoOperands(steps[s])) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<RowSizes> RowsOf(const Instruction& reduce) {
  const Shape& input = *reduce.operands[0]->shape;
  if (!input.IsArray() || !input.IsStatic()) return std::nullopt;
  uint64_t reduced = 0;
  for (const int64_t d : reduce.attributes.Ints(Attr::dimensions)) {
    reduced |= uint64_t{1} << d;
  }
  RowSizes sizes{1, 1};
  for (size_t d = 0; d < input.dims.size(); ++d) {
    const bool goes = ((reduced >> d) & 1) != 0;
    if (!goes && sizes.columns > 1) return std::nullopt;
    (goes ? sizes.columns : sizes.rows) *= input.dims[d];
  }
  if (sizes.rows < 2 || sizes.columns < 2 || sizes.columns > kMaxColumns) return std::nullopt;
  return sizes.rows * sizes.columns < kMinElements ? std::nullopt : std::optional<RowSizes>(sizes);
}

void JoinRows(std::vector<PlanStep>& steps, std::span<const int32_t> kept, KernelMode mode) {
  std::unordered_map<int32_t, int64_t> readers;  // of each slot
  const auto count_readers = [&](const PlanStep& step, int64_t by) {
    for (const int32_t slot : step.operand_slots) readers[slot] += by;
  };
  for (const int32_t slot : kept) ++readers[slot];
  for (const PlanStep& step : steps) count_readers(step, 1);
  std::vector<PlanStep> joined;
  for (size_t s = 0; s < steps.size();) {
    const bool can_start = steps[s].group != nullptr || IsReduction(steps[s]);
    const std::optional<RowSizes> sizes = can_start ? SizesAhead(steps, s) : std::nullopt;
    size_t end = s;
    if (sizes) {
      RowFusionBuilder builder(*sizes, mode);
      const size_t most = std::min(steps.size(), s + kMaxSteps);
      while (end < most && (HasNoOperands(steps[end]) || builder.Add(steps[end]))) ++end;
      if (builder.IsWorthwhile()) {
        for (; s < end; ++s) {
          if (HasNoOperands(steps[s])) {
            joined.push_back(std::move(steps[s]));
          } else {
            count_readers(steps[s], -1);
          }
        }
        joined.push_back(builder.Finish([&](int32_t slot) { return readers[slot] > 0; }));
        continue;
      }
    }
    joined.push_back(std::move(steps[s++]));
  }
  steps = std::move(joined);
}

}  // namespace hlo

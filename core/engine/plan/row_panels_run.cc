// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "core/engine/plan/fused_group.h"
#include "core/engine/plan/row_panels.h"
#include "core/ops/reduction/reduce_finish.h"

namespace hlo {
namespace {

// The rows of a panel, of all arrays together: they stay in the L1 cache from step to step.
constexpr int64_t kPanelBytes = 32 * 1024;
constexpr int64_t kAlignment = 64;

// What all workers share.
struct Run {
  const RowPanels& panels;
  std::vector<uintptr_t> bytes;  // of each value; 0 for those that panels keep for themselves
  std::vector<std::optional<ReduceFinish>> finishes;  // of each part
  int64_t panel_rows;
};

// One thread's blocks and rows.
class Worker {
 public:
  explicit Worker(const Run& run) : run_(run), bytes_(run.bytes) {
    int64_t size = 0;
    for (const RowPanels::Value& value : run.panels.values) {
      offsets_.push_back(size);
      size += RoundUp(value.row_bytes * run.panel_rows);
    }
    int64_t lane_bytes = 0;
    for (const RowPanels::Part& part : run.panels.parts) {
      frames_.push_back(part.step.group == nullptr
                            ? nullptr
                            : std::make_unique<LaneFrame>(*part.step.group->program));
      if (frames_.back() != nullptr) {
        // What a panel makes is at hand: to ask for it would only hold others up.
        frames_.back()->LookAhead(
            ReadsFromOutside(part) ? part.step.group->lanes / run.panels.rows * run.panel_rows : 0);
      }
      if (part.reducer) lane_bytes = std::max<int64_t>(lane_bytes, part.reducer->lane_bytes());
    }
    lanes_ = size;
    size += RoundUp(lane_bytes * run.panel_rows);
    memory_.reset(new uint8_t[static_cast<size_t>(size + kAlignment)]);
    const auto misaligned = reinterpret_cast<uintptr_t>(memory_.get()) % kAlignment;
    start_ = memory_.get() + (kAlignment - misaligned) % kAlignment;
  }

  void RunRows(int64_t first, int64_t end) {
    for (; first < end; first += run_.panel_rows) {
      const int64_t rows = std::min(run_.panel_rows, end - first);
      PlaceRows(first);
      for (size_t p = 0; p < run_.panels.parts.size(); ++p) {
        const RowPanels::Part& part = run_.panels.parts[p];
        if (part.reducer) {
          Reduce(part, *run_.finishes[p], first, rows);
        } else {
          RunGroupPart(part, *frames_[p], first, rows);
        }
      }
    }
  }

 private:
  static int64_t RoundUp(int64_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  }

  bool ReadsFromOutside(const RowPanels::Part& part) const {
    return std::any_of(part.operands.begin(), part.operands.end(), [&](int32_t operand) {
      const RowPanels::Value& value = run_.panels.values[static_cast<size_t>(operand)];
      return value.row_bytes == 0 && value.output < 0;
    });
  }

  // Parts count elements from the first row of all: where that row would lie, if row `first` lies
  // at the start of what a panel keeps. A number that is an address only with the distance added.
  void PlaceRows(int64_t first) {
    for (size_t v = 0; v < bytes_.size(); ++v) {
      const int64_t row_bytes = run_.panels.values[v].row_bytes;
      if (row_bytes == 0) continue;
      bytes_[v] = reinterpret_cast<uintptr_t>(start_ + offsets_[v]) -
                  static_cast<uintptr_t>(first * row_bytes);
    }
  }

  uint8_t* BytesOf(int32_t value, int64_t offset = 0) const {
    return reinterpret_cast<uint8_t*>(bytes_[static_cast<size_t>(value)] +
                                      static_cast<uintptr_t>(offset));
  }

  void RunGroupPart(const RowPanels::Part& part, LaneFrame& frame, int64_t first, int64_t rows) {
    inputs_.clear();
    outputs_.clear();
    for (const int32_t value : part.operands) inputs_.push_back(BytesOf(value));
    for (const int32_t value : part.results) outputs_.push_back(BytesOf(value));
    frame.Bind(inputs_, outputs_);
    const FusedGroup& group = *part.step.group;
    const int64_t lanes = group.lanes / run_.panels.rows;  // of a row
    group.program->Run(frame, first * lanes, rows * lanes);
  }

  void Reduce(const RowPanels::Part& part, const ReduceFinish& finish, int64_t first,
              int64_t rows) {
    const int64_t columns = run_.panels.columns;
    const uint8_t* input =
        BytesOf(part.operands[0], first * columns * part.reducer->element_bytes());
    part.reducer->Lines(input, rows, columns, start_ + lanes_);
    finish.Put(start_ + lanes_, first, rows);
  }

  const Run& run_;
  std::vector<uintptr_t> bytes_;
  std::vector<int64_t> offsets_;
  int64_t lanes_ = 0;  // where reductions put their lanes
  std::unique_ptr<uint8_t[]> memory_;
  uint8_t* start_ = nullptr;
  std::vector<std::unique_ptr<LaneFrame>> frames_;
  std::vector<const void*> inputs_;
  std::vector<void*> outputs_;
};

}  // namespace

Status RunRowPanels(const PlanStep& step, std::span<Literal> slots, Runtime& runtime,
                    const std::atomic<bool>* cancel, const Instruction** failed) {
  const RowPanels& panels = *step.group->rows;
  Run run{panels, {}, {}, 0};
  // Before outputs take operands over.
  for (const RowPanels::Value& value : panels.values) {
    const Literal& literal = slots[static_cast<size_t>(value.slot)];
    run.bytes.push_back(reinterpret_cast<uintptr_t>(literal.bytes()));
  }
  std::vector<void*> outputs;
  HLO_RETURN_IF_ERROR(MakeOutputs(step, slots, runtime, outputs, failed));
  int64_t row_bytes = 1;  // at least
  for (size_t v = 0; v < panels.values.size(); ++v) {
    const auto& [slot, kept_bytes, output] = panels.values[v];
    if (output >= 0)
      run.bytes[v] = reinterpret_cast<uintptr_t>(outputs[static_cast<size_t>(output)]);
    row_bytes += kept_bytes + slots[static_cast<size_t>(slot)].byte_size() / panels.rows;
  }
  run.panel_rows = std::max<int64_t>(1, kPanelBytes / row_bytes);
  for (const RowPanels::Part& part : panels.parts) {
    run.finishes.emplace_back();
    if (!part.reducer) continue;
    run.finishes.back().emplace(*part.reducer,
                                slots[static_cast<size_t>(part.step.operand_slots[1])],
                                slots[static_cast<size_t>(part.step.slot)]);
  }
  const int64_t piece_rows =
      std::max(run.panel_rows, kPieceLanes / panels.columns / run.panel_rows * run.panel_rows);
  const int64_t pieces = (panels.rows + piece_rows - 1) / piece_rows;
  const auto run_piece = [&](Worker& worker, int64_t piece) {
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return;
    const int64_t first = piece * piece_rows;
    worker.RunRows(first, std::min(first + piece_rows, panels.rows));
  };
  if (pieces == 1 || runtime.workers().count() == 1) {
    Worker worker(run);
    for (int64_t piece = 0; piece < pieces; ++piece) run_piece(worker, piece);
    return {};
  }
  runtime.workers().ForEach(pieces, [&](int64_t piece) {
    Worker worker(run);
    run_piece(worker, piece);
  });
  return {};
}

}  // namespace hlo

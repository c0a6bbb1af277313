// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/blocks.h"
#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/engine/plan/fused_group.h"
#include "core/engine/plan/row_fusion.h"
#include "core/kernels/wide_sums.h"
#include "core/ops/reduction/reduce_finish.h"

namespace hlo {
namespace {

// Bytes of the rows of a block, over all arrays: they stay in the L2 cache between steps. Blocks
// for the L1 cache would be so small that starting the steps takes a fifth of the time.
constexpr int64_t kBlockBytes = int64_t{128} * 1024;

// State shared by all workers.
struct Run {
  const RowFusion& fusion;
  std::vector<uintptr_t>
      bytes;  // of each value; 0 for those that blocks of rows keep for themselves
  std::vector<std::optional<ReduceFinish>> finishes;  // of each part
  int64_t block_rows;
};

// The blocks and rows of one thread.
class Worker {
 public:
  explicit Worker(const Run& run) : run_(run), bytes_(run.bytes) {
    int64_t size = 0;
    for (const RowFusion::Value& value : run.fusion.values) {
      offsets_.push_back(size);
      size += RoundUp(value.row_bytes * run.block_rows, kCacheLineBytes);
    }
    int64_t lane_bytes = 0;
    for (const RowFusion::Part& part : run.fusion.parts) {
      frames_.push_back(part.step.group == nullptr
                            ? nullptr
                            : std::make_unique<VectorFrame>(*part.step.group->program));
      if (frames_.back() != nullptr) {
        // What a block of rows computes is in the cache.
        frames_.back()->LookAhead(
            ReadsFromOutside(part) ? part.step.group->lanes / run.fusion.rows * run.block_rows : 0);
      }
      if (part.reducer) lane_bytes = std::max<int64_t>(lane_bytes, part.reducer->lane_bytes());
    }
    lanes_ = size;
    size += RoundUp(lane_bytes * run.block_rows, kCacheLineBytes);
    memory_ = NewAlignedBlock(size);
  }

  void RunRows(int64_t first, int64_t end) {
    for (; first < end; first += run_.block_rows) {
      const int64_t rows = std::min(run_.block_rows, end - first);
      PlaceRows(first);
      for (size_t p = 0; p < run_.fusion.parts.size(); ++p) {
        const RowFusion::Part& part = run_.fusion.parts[p];
        if (part.reducer) {
          Reduce(part, *run_.finishes[p], first, rows);
        } else {
          RunGroupPart(part, *frames_[p], first, rows);
        }
      }
    }
  }

 private:
  bool ReadsFromOutside(const RowFusion::Part& part) const {
    return std::any_of(part.operands.begin(), part.operands.end(), [&](int32_t operand) {
      const RowFusion::Value& value = run_.fusion.values[static_cast<size_t>(operand)];
      return value.row_bytes == 0 && value.output < 0;
    });
  }

  // Parts count elements from the first row of the array: this is where that row would be if row
  // `first` were at the start of the block's buffer. A number that becomes an address only after
  // adding the offset.
  void PlaceRows(int64_t first) {
    for (size_t v = 0; v < bytes_.size(); ++v) {
      const int64_t row_bytes = run_.fusion.values[v].row_bytes;
      if (row_bytes == 0) continue;
      bytes_[v] = reinterpret_cast<uintptr_t>(memory_.get() + offsets_[v]) -
                  static_cast<uintptr_t>(first * row_bytes);
    }
  }

  uint8_t* BytesOf(int32_t value, int64_t offset = 0) const {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the first row may lie outside of the block
    return reinterpret_cast<uint8_t*>(bytes_[static_cast<size_t>(value)] +
                                      static_cast<uintptr_t>(offset));
  }

  void RunGroupPart(const RowFusion::Part& part, VectorFrame& frame, int64_t first, int64_t rows) {
    inputs_.clear();
    outputs_.clear();
    for (const int32_t value : part.operands) inputs_.push_back(BytesOf(value));
    for (const int32_t value : part.results) outputs_.push_back(BytesOf(value));
    frame.Bind(inputs_, outputs_);
    const FusedGroup& group = *part.step.group;
    const int64_t lanes = group.lanes / run_.fusion.rows;  // of a row
    group.program->Run(frame, first * lanes, rows * lanes);
  }

  void Reduce(const RowFusion::Part& part, const ReduceFinish& finish, int64_t first,
              int64_t rows) {
    const int64_t columns = run_.fusion.columns;
    const uint8_t* input =
        BytesOf(part.operands[0], first * columns * part.reducer->element_bytes());
    if (part.squares) {
      SumSquares(reinterpret_cast<const float*>(input), MeansOf(part, first),
                 static_cast<size_t>(rows), static_cast<size_t>(columns),
                 reinterpret_cast<double*>(memory_.get() + lanes_));
    } else {
      part.reducer->Lines(input, rows, columns, memory_.get() + lanes_);
    }
    finish.Put(memory_.get() + lanes_, first, rows);
  }

  // The numbers that a sum of squares subtracts from its rows, or null.
  const float* MeansOf(const RowFusion::Part& part, int64_t first) const {
    constexpr auto kBytes = static_cast<int64_t>(sizeof(float));
    if (part.operands.size() < 3) return nullptr;
    return reinterpret_cast<const float*>(BytesOf(part.operands[2], first * kBytes));
  }

  const Run& run_;
  std::vector<uintptr_t> bytes_;
  std::vector<int64_t> offsets_;
  int64_t lanes_ = 0;  // where reductions put their lanes
  AlignedBlock memory_;
  std::vector<std::unique_ptr<VectorFrame>> frames_;
  std::vector<const void*> inputs_;
  std::vector<void*> outputs_;
};

}  // namespace

Status RunRowFusion(const PlanStep& step, std::span<Literal> slots, Runtime& runtime,
                    const std::atomic<bool>* cancel, const Instruction** failed) {
  const RowFusion& fusion = *step.group->rows;
  Run run{fusion, {}, {}, 0};
  // Before outputs take over operands.
  for (const RowFusion::Value& value : fusion.values) {
    const Literal& literal = slots[static_cast<size_t>(value.slot)];
    run.bytes.push_back(reinterpret_cast<uintptr_t>(literal.bytes()));
  }
  SmallVector<void*, 8> outputs;
  HLO_RETURN_IF_ERROR(MakeOutputs(step, slots, runtime, outputs, failed));
  int64_t row_bytes = 1;  // at least 1
  for (size_t v = 0; v < fusion.values.size(); ++v) {
    const auto& [slot, kept_bytes, output] = fusion.values[v];
    if (output >= 0)
      run.bytes[v] = reinterpret_cast<uintptr_t>(outputs[static_cast<size_t>(output)]);
    row_bytes += kept_bytes + slots[static_cast<size_t>(slot)].byte_size() / fusion.rows;
  }
  run.block_rows = std::clamp<int64_t>(kBlockBytes / row_bytes, 1, ReduceFinish::kBlock);
  for (const RowFusion::Part& part : fusion.parts) {
    run.finishes.emplace_back();
    if (!part.reducer) continue;
    run.finishes.back().emplace(*part.reducer,
                                slots[static_cast<size_t>(part.step.operand_slots[1])],
                                slots[static_cast<size_t>(part.step.slot)]);
  }
  const int64_t task_rows =
      std::max(run.block_rows, kTaskLanes / fusion.columns / run.block_rows * run.block_rows);
  const int64_t tasks = (fusion.rows + task_rows - 1) / task_rows;
  const auto run_task = [&](Worker& worker, int64_t task) {
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return;
    const int64_t first = task * task_rows;
    worker.RunRows(first, std::min(first + task_rows, fusion.rows));
  };
  if (tasks == 1 || runtime.workers().count() == 1) {
    Worker worker(run);
    for (int64_t task = 0; task < tasks; ++task) run_task(worker, task);
    return {};
  }
  runtime.workers().ForEach(tasks, [&](int64_t task) {
    Worker worker(run);
    run_task(worker, task);
  });
  return {};
}

}  // namespace hlo

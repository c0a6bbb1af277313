// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reduction/reduce_passes.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "core/base/blocks.h"
#include "core/base/result.h"
#include "core/kernels/wide_sums.h"
#include "core/ops/reduction/reduce_finish.h"
#include "core/ops/strided_copy.h"

namespace hlo {
namespace {

// Part of the definition of the order.
constexpr int64_t kLanes = static_cast<int64_t>(kReduceLanes);
constexpr int64_t kMinChunk = 256, kChunkElements = 65536;
constexpr int64_t kGroup = static_cast<int64_t>(kSumGroup);
constexpr int64_t kUngrouped = 16;  // chunks of at most this many wide rows have no groups

// Tuning only. A block of lanes and its input stay in the L1 cache.
constexpr int64_t kBlock = ReduceFinish::kBlock;
constexpr int64_t kTaskElements = 65536;  // elements per task, approximately
constexpr int64_t kShortRows = 16, kMinShortBatch = 16, kShortBlock = 256;

// One step: [batch, rows, width] to [batch, width], or to [batch, chunks, width].
struct Pass {
  int64_t batch = 1, rows = 1, width = 1;
  int64_t chunk = 1;  // rows
  bool in_order = false;

  int64_t chunks() const { return (rows + chunk - 1) / chunk; }
  int64_t results() const { return batch * chunks() * width; }
};

std::vector<Pass> PassesOf(const Dims& dims, const std::vector<int64_t>& dimensions) {
  uint64_t reduced = 0;
  for (const int64_t d : dimensions) reduced |= uint64_t{1} << d;
  std::vector<Pass> passes;
  int64_t width = 1, left = 1;  // left: kept and reduced dimensions up to d
  for (const int64_t size : dims) left *= size;
  for (size_t d = dims.size(); d-- > 0;) {
    if (((reduced >> d) & 1) == 0) {
      width *= dims[d];
      left /= dims[d];
      continue;
    }
    int64_t rows = dims[d];
    // Merges neighbors of the same kind, skipping those of size 1.
    while (d > 0 && (dims[d - 1] == 1 || ((reduced >> (d - 1)) & 1) != 0)) rows *= dims[--d];
    left /= rows;
    if (rows == 1) continue;
    Pass pass{left, rows, width, rows, false};
    const int64_t chunk = std::max(kMinChunk, kChunkElements / width);
    if (rows > chunk) {
      pass.chunk = chunk;
      passes.push_back(pass);
      pass = {left, pass.chunks(), width, pass.chunks(), true};
    }
    passes.push_back(pass);
  }
  if (passes.empty()) passes.push_back({1, 1, width, 1, true});
  return passes;
}

// Runs one pass, split into tasks.
class PassRun {
 public:
  PassRun(const LaneReducer& reducer, const Pass& pass, const uint8_t* source, bool from_lanes)
      : reducer_(reducer),
        pass_(pass),
        source_(source),
        from_lanes_(from_lanes),
        bytes_(from_lanes ? reducer.lane_bytes() : reducer.element_bytes()),
        lane_bytes_(reducer.lane_bytes()),
        wide_(pass.in_order || pass.width >= kLanes),
        items_(pass.batch * pass.chunks()),
        columns_(std::min(pass.width, LoadsInPlace() ? kBlock : kLoadedColumns)),
        blocks_((pass.width + columns_ - 1) / columns_) {
    const int64_t elements = std::max<int64_t>(1, pass.chunk * pass.width);
    // The results of a task are neighbors.
    if (blocks_ == 1) {
      group_ = std::max<int64_t>(1, std::min(kTaskElements / elements, kBlock / columns_));
    }
    short_ = !wide_ && pass.rows <= kShortRows && pass.batch >= kMinShortBatch;
  }

  int64_t tasks() const { return (items_ + group_ - 1) / group_ * blocks_; }

  // `count` results starting at `position`.
  struct Results {
    AlignedBlock lanes;
    int64_t position = 0, count = 0;
  };

  Results Do(int64_t task) const {
    Buffers buffers(kBlock * lane_bytes_);
    const int64_t column = task % blocks_ * columns_;
    const int64_t count = std::min(columns_, pass_.width - column);
    const int64_t first = task / blocks_ * group_;
    const int64_t items = std::min(group_, items_ - first);
    uint8_t* lanes = buffers.lanes.get();
    if (short_) {
      ReduceShort(first, items, buffers);
    } else if (UsesLines() && pass_.chunks() == 1) {
      reducer_.Lines(source_ + first * pass_.rows * bytes_, items, pass_.rows, lanes);
    } else {
      for (int64_t i = 0; i < items; ++i) {
        ReduceItem(first + i, column, count, lanes + i * count * lane_bytes_, buffers);
      }
    }
    return {std::move(buffers.lanes), first * pass_.width + column, items * count};
  }

 private:
  struct Buffers {
    explicit Buffers(int64_t lane_block) : lanes(NewAlignedBlock(lane_block)) {}
    // Allocated on first use.
    static uint8_t* Make(AlignedBlock& buffer, int64_t bytes) {
      if (buffer == nullptr) buffer = NewAlignedBlock(bytes);
      return buffer.get();
    }
    AlignedBlock lanes, accumulators, gathered, loaded;
  };

  bool LoadsInPlace() const { return from_lanes_ || reducer_.loads_in_place(); }

  bool UsesLines() const {
    return !wide_ && pass_.width == 1 && !from_lanes_ && reducer_.loads_in_place() &&
           reducer_.has_lines();
  }

  void ReduceItem(int64_t item, int64_t column, int64_t count, uint8_t* lanes,
                  Buffers& buffers) const {
    const int64_t chunk = item % pass_.chunks() * pass_.chunk;
    const int64_t rows = std::min(pass_.chunk, pass_.rows - chunk);
    const uint8_t* start =
        source_ + ((item / pass_.chunks() * pass_.rows + chunk) * pass_.width + column) * bytes_;
    if (wide_) return TakeIn(start, rows, count, true, lanes, buffers);
    if (UsesLines()) return reducer_.Lines(start, 1, rows, lanes);
    const int64_t width = kLanes * pass_.width, full = rows / kLanes, rest = rows % kLanes;
    uint8_t* sums = Buffers::Make(buffers.accumulators, kLanes * kLanes * lane_bytes_);
    if (full > 0) TakeIn(start, full, width, true, sums, buffers);
    if (rest > 0) {
      TakeIn(start + full * width * bytes_, 1, rest * pass_.width, full == 0, sums, buffers);
    }
    reducer_.Fold(sums, std::min(rows, kLanes), pass_.width);
    std::memcpy(lanes, sums, static_cast<size_t>(pass_.width * lane_bytes_));
  }

  // Combines rows of the source into lanes; wide rows may be part of longer ones.
  void TakeIn(const uint8_t* start, int64_t rows, int64_t width, bool fresh, uint8_t* lanes,
              Buffers& buffers) const {
    const int64_t stride = wide_ ? pass_.width : width;
    const int64_t grouped = GroupedRows(rows);
    if (LoadsInPlace()) return TakeLoaded(start, rows, grouped, stride, width, fresh, lanes);
    uint8_t* loaded = Buffers::Make(buffers.loaded, kLoadedBlock * reducer_.loaded_bytes());
    const int64_t at_once = kLoadedBlock / width / kGroup * kGroup;
    for (int64_t row = 0; row < rows; row += at_once) {
      const int64_t count = std::min(at_once, rows - row);
      const uint8_t* from = start + row * stride * bytes_;
      if (stride == width) {
        reducer_.Load(from, count * width, loaded);
      } else {
        for (int64_t r = 0; r < count; ++r) {
          reducer_.Load(from + r * stride * bytes_, width,
                        loaded + r * width * reducer_.loaded_bytes());
        }
      }
      TakeLoaded(loaded, count, std::clamp<int64_t>(grouped - row, 0, count), width, width,
                 fresh && row == 0, lanes);
    }
  }

  // The first rows of a chunk, taken in groups.
  int64_t GroupedRows(int64_t rows) const {
    if (from_lanes_ || (wide_ && rows <= kUngrouped)) return 0;
    return reducer_.GroupedRows(rows);
  }

  // The first `grouped` rows are taken in groups.
  void TakeLoaded(const uint8_t* rows, int64_t count, int64_t grouped, int64_t stride,
                  int64_t width, bool fresh, uint8_t* lanes) const {
    const int bytes = from_lanes_ ? lane_bytes_ : reducer_.loaded_bytes();
    if (grouped > 0) {
      reducer_.TakeGroups(lanes, rows, grouped, stride, width, fresh);
      rows += grouped * stride * bytes;
      count -= grouped;
    } else if (fresh) {
      Start(rows, width, lanes);
      rows += stride * bytes;
      --count;
    }
    if (count == 0) return;
    if (from_lanes_) return reducer_.Merge(lanes, rows, count, stride, width);
    reducer_.Take(lanes, rows, count, stride, width);
  }

  void Start(const uint8_t* from, int64_t count, uint8_t* lanes) const {
    if (!from_lanes_) return reducer_.Start(from, count, lanes);
    std::memcpy(lanes, from, static_cast<size_t>(count * lane_bytes_));
  }

  // Many items of a few elements each: transposes them, so that each item becomes a column.
  void ReduceShort(int64_t first, int64_t items, Buffers& buffers) const {
    const int64_t rows = pass_.rows, width = pass_.width, most = kShortBlock / width;
    uint8_t* gathered = Buffers::Make(buffers.gathered, kLoadedBlock * bytes_);
    uint8_t* sums = Buffers::Make(buffers.accumulators, kLoadedBlock * lane_bytes_);
    for (int64_t i = 0; i < items; i += most) {
      const int64_t count = std::min(most, items - i);
      CopyBox({{rows * width, count}, {1, rows * width}, {count, 1}}, bytes_,
              source_ + (first + i) * rows * width * bytes_, gathered);
      const uint8_t* loaded = gathered;
      if (!from_lanes_ && !reducer_.loads_in_place()) {
        uint8_t* buffer = Buffers::Make(buffers.loaded, kLoadedBlock * reducer_.loaded_bytes());
        reducer_.Load(gathered, rows * width * count, buffer);
        loaded = buffer;
      }
      Start(loaded, rows * width * count, sums);
      reducer_.Fold(sums, rows, width * count);
      CopyBox({{count, width}, {1, count}, {width, 1}}, lane_bytes_, sums,
              buffers.lanes.get() + i * width * lane_bytes_);
    }
  }

  // Space for a block of wide rows, 16 narrow rows, or a transposed short block.
  static constexpr int64_t kLoadedBlock = 2 * kBlock;
  static_assert(kLoadedBlock >= kShortRows * kShortBlock);
  static constexpr int64_t kLoadedColumns = kLoadedBlock / kGroup;

  const LaneReducer& reducer_;
  const Pass pass_;
  const uint8_t* source_;
  const bool from_lanes_;
  const int bytes_, lane_bytes_;
  const bool wide_;
  const int64_t items_, columns_, blocks_;
  int64_t group_ = 1;
  bool short_ = false;
};

}  // namespace

Status ReduceInPasses(EvalContext& context, const LaneReducer& reducer, const Literal& input,
                      const std::vector<int64_t>& dimensions, const Literal& init,
                      Literal& output) {
  const std::vector<Pass> passes = PassesOf(input.shape().dims, dimensions);
  Literal partial;  // the result of the passes so far, as lanes
  for (size_t p = 0; p + 1 < passes.size(); ++p) {
    HLO_TRY(Literal lanes,
            context.Allocate(Shape::Array(reducer.lane_type(), {passes[p].results()})));
    const PassRun run(reducer, passes[p], p == 0 ? input.bytes() : partial.bytes(), p > 0);
    uint8_t* to = lanes.mutable_bytes();
    context.workers().ForEach(run.tasks(), [&](int64_t task) {
      const PassRun::Results results = run.Do(task);
      std::memcpy(to + results.position * reducer.lane_bytes(), results.lanes.get(),
                  static_cast<size_t>(results.count * reducer.lane_bytes()));
    });
    partial = std::move(lanes);
  }
  const bool first = passes.size() == 1;
  const PassRun run(reducer, passes.back(), first ? input.bytes() : partial.bytes(), !first);
  const ReduceFinish finish(reducer, init, output);
  context.workers().ForEach(run.tasks(), [&](int64_t task) {
    const PassRun::Results results = run.Do(task);
    finish.Put(results.lanes.get(), results.position, results.count);
  });
  return {};
}

}  // namespace hlo

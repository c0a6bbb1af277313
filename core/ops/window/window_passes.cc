// SPDX-License-Identifier: Apache-2.0
#include "core/ops/window/window_passes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/blocks.h"
#include "core/base/result.h"
#include "core/ops/reduction/reduce_finish.h"
#include "core/ops/window/window_line.h"

namespace hlo {
namespace {

constexpr int64_t kBlock = ReduceFinish::kBlock;  // lanes per part
constexpr int64_t kTaskLanes = 32768;             // lanes per task, approximately

// The dimensions with a window, in the order of their passes; any dimension if there is none, so
// that there is at least one pass.
std::vector<size_t> OrderOf(const WindowedDims& dims) {
  std::vector<size_t> order;
  for (size_t d = dims.base.size(); d-- > 0;) {
    if (!IsIdentityWindow(dims.window.dims[d])) order.push_back(d);
  }
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const auto product = [](int64_t x, int64_t y) { return __int128{x} * y; };
    return product(dims.places[a], dims.base[b]) < product(dims.places[b], dims.base[a]);
  });
  if (order.empty()) order.push_back(0);
  return order;
}

int64_t Product(const int64_t* begin, const int64_t* end) {
  int64_t product = 1;
  for (; begin != end; ++begin) product *= *begin;
  return product;
}

// The line along dimension d of an array of the given sizes.
WindowLine LineOf(const WindowedDims& dims, const Dims& sizes, size_t d) {
  return {dims.window.dims[d], WindowAxis(dims.window.dims[d], dims.base[d], dims.places[d]),
          Product(sizes.begin(), sizes.begin() + d), Product(sizes.begin() + d + 1, sizes.end())};
}

// A pass split into parts of at most a block, and tasks of several parts.
class Parts {
 public:
  explicit Parts(const WindowLine& line)
      : line_(line),
        columns_(std::min(line.inner, kBlock)),
        column_blocks_((line.inner + columns_ - 1) / columns_),
        places_(std::min(line.places(), std::max<int64_t>(1, kBlock / line.inner))),
        place_blocks_((line.places() + places_ - 1) / places_),
        group_(std::max<int64_t>(1, kTaskLanes / (places_ * columns_))) {}

  int64_t tasks() const { return (count() + group_ - 1) / group_; }

  // Calls fn(part, position of its first result).
  template <class Fn>
  void ForEach(int64_t task, Fn&& fn) const {
    const int64_t end = std::min(count(), (task + 1) * group_);
    for (int64_t i = task * group_; i < end; ++i) {
      WindowPart part;
      part.column = i % column_blocks_ * columns_;
      part.columns = std::min(columns_, line_.inner - part.column);
      part.place = i / column_blocks_ % place_blocks_ * places_;
      part.places = std::min(places_, line_.places() - part.place);
      part.outer = i / column_blocks_ / place_blocks_;
      fn(part, (part.outer * line_.places() + part.place) * line_.inner + part.column);
    }
  }

 private:
  int64_t count() const { return line_.outer * place_blocks_ * column_blocks_; }

  const WindowLine& line_;
  const int64_t columns_, column_blocks_, places_, place_blocks_, group_;
};

Result<Literal> AllocateLanes(EvalContext& context, const LaneReducer& reducer, int64_t count) {
  return context.Allocate(Shape::Array(reducer.lane_type(), {count}));
}

Result<Literal> LoadedLanes(EvalContext& context, const LaneReducer& reducer,
                            const Literal& input) {
  const int64_t elements = input.element_count();
  HLO_TRY(Literal lanes, AllocateLanes(context, reducer, elements));
  uint8_t* to = lanes.mutable_bytes();
  const int64_t tasks = (elements + kTaskLanes - 1) / kTaskLanes;
  context.workers().ForEach(tasks, [&](int64_t task) {
    const int64_t start = task * kTaskLanes;
    reducer.Load(input.bytes() + start * reducer.element_bytes(),
                 std::min(kTaskLanes, elements - start), to + start * reducer.lane_bytes());
  });
  return lanes;
}

Result<Literal> Run(EvalContext& context, const LaneReducer& reducer, const WindowLine& line,
                    const WindowPass& pass) {
  HLO_TRY(Literal reduced,
          AllocateLanes(context, reducer, line.outer * line.places() * line.inner));
  uint8_t* to = reduced.mutable_bytes();
  const Parts parts(line);
  context.workers().ForEach(parts.tasks(), [&](int64_t task) {
    parts.ForEach(task, [&](const WindowPart& part, int64_t position) {
      pass.Reduce(part, to + position * reducer.lane_bytes());
    });
  });
  return reduced;
}

void RunLast(EvalContext& context, const LaneReducer& reducer, const WindowLine& line,
             const WindowPass& pass, const ReduceFinish& finish) {
  const Parts parts(line);
  context.workers().ForEach(parts.tasks(), [&](int64_t task) {
    const AlignedBlock block = NewAlignedBlock(kBlock * reducer.lane_bytes());
    parts.ForEach(task, [&](const WindowPart& part, int64_t position) {
      pass.Reduce(part, block.get());
      finish.Put(block.get(), position, part.places * part.columns);
    });
  });
}

// The same for running windows, a block of the scan at a time: each depends on the one before it,
// so there is time for the rest.
void RunScan(EvalContext& context, const LaneReducer& reducer, const WindowLine& line,
             const uint8_t* source, const ReduceFinish& finish) {
  const int64_t width = line.inner, rows = kBlock / width;
  const int64_t row_bytes = width * reducer.lane_bytes();
  context.workers().ForEach(line.outer, [&](int64_t outer) {
    const AlignedBlock block = NewAlignedBlock((rows + 1) * row_bytes);
    uint8_t* const start = block.get() + rows * row_bytes;  // the last result so far
    for (int64_t done = 0; done < line.size() && !context.runtime().cancelled();) {
      const int64_t count = std::min(rows, line.size() - done), first = outer * line.size() + done;
      reducer.Scan(source + first * row_bytes, count, width, false, done == 0 ? nullptr : start,
                   block.get());
      std::memcpy(start, block.get() + (count - 1) * row_bytes, static_cast<size_t>(row_bytes));
      finish.Put(block.get(), first * width, count * width);
      done += count;
    }
  });
}

// The last two passes, the second along an outer dimension: a block of columns at a time, so that
// the results of the first one stay in the cache.
class LastTwoPasses {
 public:
  // Whether windows of the second pass span few results of the first one, whose rows are not too
  // short for the work per row.
  static bool Supports(const WindowLine& first, const WindowLine& second) {
    constexpr int64_t kMaxSpan = 32, kMinRow = 256;
    const WindowDimension& w = second.window;
    return first.places() * first.inner >= kMinRow && w.size <= kMaxSpan &&
           w.rhs_dilate <= kMaxSpan && Span(w) <= kMaxSpan;
  }

  LastTwoPasses(const LaneReducer& reducer, const WindowLine& first, const WindowPass& pass,
                const WindowLine& second, const ReduceFinish& finish)
      : reducer_(reducer),
        first_(first),
        pass_(pass),
        second_(second),
        borders_(second),
        finish_(finish),
        columns_(std::min(first.inner, kLanes)),
        column_blocks_(Blocks(first.inner, columns_)),
        places_(std::min(first.places(), std::max<int64_t>(1, kLanes / first.inner))),
        place_blocks_(Blocks(first.places(), places_)),
        between_(second.inner / (first.places() * first.inner)),
        runs_(Blocks(second.places(), kRun)) {}

  void Run(EvalContext& context) const {
    const int64_t tasks = second_.outer * between_ * place_blocks_ * column_blocks_ * runs_;
    context.workers().ForEach(tasks, [&](int64_t task) {
      const int64_t run = task % runs_, block = task / runs_;
      WindowPart part;
      part.column = block % column_blocks_ * columns_;
      part.columns = std::min(columns_, first_.inner - part.column);
      part.place = block / column_blocks_ % place_blocks_ * places_;
      part.places = std::min(places_, first_.places() - part.place);
      const int64_t group = block / column_blocks_ / place_blocks_;  // outer and between
      RunBlock(part, group / between_, group % between_, run * kRun,
               std::min(second_.places(), (run + 1) * kRun));
    });
  }

 private:
  static constexpr int64_t kLanes = 1024;  // of a block; a window of 3 fits in the L1 cache
  static constexpr int64_t kRun = 64;      // places of the second pass per task
  static constexpr int64_t kMore = 6;      // rows of the buffer beyond those of a window

  static int64_t Blocks(int64_t count, int64_t size) { return (count + size - 1) / size; }
  static int64_t Span(const WindowDimension& w) { return (w.size - 1) * w.rhs_dilate + 1; }

  // For each place in [begin, end) the first row in a window there or later. Where windows or the
  // base are dilated, a window can begin before that of the place before it.
  std::array<int64_t, kRun> FirstRows(int64_t begin, int64_t end) const {
    std::array<int64_t, kRun> first;
    int64_t least = INT64_MAX;
    for (int64_t place = end; place-- > begin;) {
      const WindowRun window = borders_.At(place);
      if (window.count > 0) least = std::min(least, window.element);
      first[static_cast<size_t>(place - begin)] = least;
    }
    return first;
  }

  // Places [begin, end) of the second pass from one part of each row of the first one.
  void RunBlock(WindowPart part, int64_t outer, int64_t between, int64_t begin, int64_t end) const {
    const int64_t lanes = part.places * part.columns, bytes = lanes * reducer_.lane_bytes();
    const int64_t capacity = Span(second_.window) + kMore;
    const AlignedBlock rows = NewAlignedBlock(capacity * bytes), block = NewAlignedBlock(bytes);
    const std::array<int64_t, kRun> first_rows = FirstRows(begin, end);
    int64_t held = 0, next = 0;  // rows [held, next) are in the buffer
    const auto at = [&](int64_t row) { return rows.get() + (row - held) * bytes; };
    for (int64_t place = begin; place < end; ++place) {
      const WindowRun window = borders_.At(place);
      if (window.count == 0) continue;  // gets the initial value
      const int64_t last = window.element + (window.count - 1) * window.element_stride;
      const int64_t first = first_rows[static_cast<size_t>(place - begin)];
      if (last - held >= capacity) {
        const int64_t kept = std::max<int64_t>(0, next - first);
        std::memmove(rows.get(), at(next - kept), static_cast<size_t>(kept * bytes));
        held = first;
        next = held + kept;
      }
      for (next = std::max(next, first); next <= last; ++next) {
        part.outer = (outer * second_.size() + next) * between_ + between;
        pass_.Reduce(part, at(next));
      }
      reducer_.MergeTo(block.get(), at(window.element), at(window.element + window.element_stride),
                       window.count - 1, window.element_stride * lanes, lanes);
      const int64_t row = (outer * second_.places() + place) * between_ + between;
      finish_.Put(block.get(), (row * first_.places() + part.place) * first_.inner + part.column,
                  lanes);
    }
  }

  const LaneReducer& reducer_;
  const WindowLine& first_;
  const WindowPass& pass_;
  const WindowLine& second_;
  const WindowBorders borders_;
  const ReduceFinish& finish_;
  const int64_t columns_, column_blocks_, places_, place_blocks_, between_, runs_;
};

// Fills places with empty windows with the initial value.
void FillEmpty(const WindowBorders& borders, const WindowLine& line, const Literal& init,
               Literal& output) {
  const auto bytes = static_cast<size_t>(StorageBytes(init.element_type()));
  uint8_t* out = output.mutable_bytes();
  borders.ForEachEmpty([&](int64_t place) {
    for (int64_t o = 0; o < line.outer; ++o) {
      const int64_t row = (o * line.places() + place) * line.inner;
      for (int64_t i = row; i < row + line.inner; ++i) {
        std::memcpy(out + static_cast<size_t>(i) * bytes, init.bytes(), bytes);
      }
    }
  });
}

}  // namespace

Status ReduceWindowsInPasses(EvalContext& context, const LaneReducer& reducer, const Literal& input,
                             const Literal& init, Literal& output) {
  const WindowedDims dims =
      MergedWindow(WindowOf(context.attributes()), input.shape().dims, output.shape().dims);
  const std::vector<size_t> order = OrderOf(dims);
  const ReduceFinish finish(reducer, init, output);
  Literal lanes = input;
  if (!reducer.loads_in_place()) {
    HLO_TRY(lanes, LoadedLanes(context, reducer, input));
  }
  Dims sizes = dims.base;
  for (size_t k = 0; k < order.size(); ++k) {
    const size_t d = order[k];
    const WindowLine line = LineOf(dims, sizes, d);
    if (d == order.back() && line.inner <= kBlock && IsRunning(line)) {
      RunScan(context, reducer, line, lanes.bytes(), finish);
      continue;  // after the last pass
    }
    const WindowBorders borders(line);
    HLO_TRY(const auto pass, MakeWindowPass(context, reducer, line, borders, lanes.bytes()));
    if (d == order.back()) {
      RunLast(context, reducer, line, *pass, finish);
    }
    sizes[d] = dims.places[d];
    if (k + 2 == order.size() && order[k + 1] < d) {
      const WindowLine last = LineOf(dims, sizes, order[k + 1]);
      if (LastTwoPasses::Supports(line, last)) {
        LastTwoPasses(reducer, line, *pass, last, finish).Run(context);
        break;
      }
    }
    if (d != order.back()) {
      HLO_TRY(lanes, Run(context, reducer, line, *pass));
    }
  }
  for (const size_t d : order) {
    const WindowLine line = LineOf(dims, dims.places, d);
    FillEmpty(WindowBorders(line), line, init, output);
  }
  return {};
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/ops/window/window_passes.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

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
    using Wide = __int128;
    return Wide{dims.places[a]} * dims.base[b] < Wide{dims.places[b]} * dims.base[a];
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
    const std::unique_ptr<uint8_t[]> block(
        new uint8_t[static_cast<size_t>(kBlock * reducer.lane_bytes())]);
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
    const std::unique_ptr<uint8_t[]> block(
        new uint8_t[static_cast<size_t>((rows + 1) * row_bytes)]);
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
  for (const size_t d : order) {
    const WindowLine line = LineOf(dims, sizes, d);
    if (d == order.back() && line.inner <= kBlock && IsRunning(line)) {
      RunScan(context, reducer, line, lanes.bytes(), finish);
      continue;  // after the last pass
    }
    const WindowBorders borders(line);
    HLO_TRY(const auto pass, MakeWindowPass(context, reducer, line, borders, lanes.bytes()));
    if (d == order.back()) {
      RunLast(context, reducer, line, *pass, finish);
    } else {
      HLO_TRY(lanes, Run(context, reducer, line, *pass));
    }
    sizes[d] = dims.places[d];
  }
  for (const size_t d : order) {
    const WindowLine line = LineOf(dims, sizes, d);
    FillEmpty(WindowBorders(line), line, init, output);
  }
  return {};
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/ops/window/window_line.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "core/base/blocks.h"
#include "core/base/result.h"
#include "core/ops/strided_copy.h"

namespace hlo {
namespace {

constexpr int64_t kLongWindow = 32;  // part of the definition (window_passes.h)
// Sums and products of numbers up to this limit do not overflow.
constexpr int64_t kPlain = int64_t{1} << 30;

bool IsPlain(const WindowLine& line) {
  const WindowDimension& w = line.window;
  return w.lhs_dilate == 1 && w.size < kPlain && w.stride < kPlain && w.rhs_dilate < kPlain &&
         w.pad_low < kPlain && w.pad_low > -kPlain && line.places() < kPlain;
}

// ---- windows combined element by element ----

class ShortWindows : public WindowPass {
 public:
  ShortWindows(const LaneReducer& reducer, const WindowLine& line, const WindowBorders& borders,
               const uint8_t* source)
      : reducer_(reducer), line_(line), borders_(borders), source_(source) {}

  void Reduce(const WindowPart& part, uint8_t* lanes) const override {
    const uint8_t* from =
        source_ + (part.outer * line_.size() * line_.inner + part.column) * reducer_.lane_bytes();
    const int64_t end = part.place + part.places;
    for (int64_t place = part.place; place < end;) {
      uint8_t* to = lanes + (place - part.place) * part.columns * reducer_.lane_bytes();
      int64_t count = 1;
      if (borders_.IsFull(place)) {
        count = std::min(end, borders_.end()) - place;
        ReduceFull(from, place, count, part.columns, to);
      } else {
        ReduceBorder(from, borders_.At(place), part.columns, to);
      }
      place += count;
    }
  }

 private:
  const uint8_t* Row(const uint8_t* from, int64_t element) const {
    return from + element * line_.inner * reducer_.lane_bytes();
  }

  // Combines n rows that are `apart` elements apart into `count` lanes.
  void TakeIn(const uint8_t* rows, int64_t n, int64_t apart, int64_t count, uint8_t* to) const {
    if (n == 1) apart = 0;  // any dilation is allowed
    reducer_.MergeTo(to, rows, Row(rows, apart), n - 1, apart * line_.inner, count);
  }

  void ReduceBorder(const uint8_t* from, const WindowRun& run, int64_t columns, uint8_t* to) const {
    if (run.count == 0) {
      std::memset(to, 0, static_cast<size_t>(columns * reducer_.lane_bytes()));
      return;
    }
    TakeIn(Row(from, run.element), run.count, run.element_stride, columns, to);
  }

  void ReduceFull(const uint8_t* from, int64_t place, int64_t count, int64_t columns,
                  uint8_t* to) const {
    const WindowDimension& window = line_.window;
    const uint8_t* start = Row(from, line_.First(place));
    // Contiguous windows are one wide row.
    if (window.stride == 1 && columns == line_.inner) {
      return TakeIn(start, window.size, window.rhs_dilate, count * columns, to);
    }
    if (columns >= static_cast<int64_t>(kReduceLanes)) {
      for (int64_t i = 0; i < count; ++i) {
        TakeIn(Row(start, i * window.stride), window.size, window.rhs_dilate, columns,
               to + i * columns * reducer_.lane_bytes());
      }
      return;
    }
    const int bytes = reducer_.lane_bytes();
    const AlignedBlock gathered = NewAlignedBlock(count * columns * bytes);
    const StridedBox box{{count, columns}, {window.stride * line_.inner, 1}, {columns, 1}};
    CopyBox(box, bytes, start, to);
    for (int64_t k = 1; k < window.size; ++k) {
      CopyBox(box, bytes, Row(start, k * window.rhs_dilate), gathered.get());
      reducer_.Merge(to, gathered.get(), 1, 0, count * columns);
    }
  }

  const LaneReducer& reducer_;
  const WindowLine& line_;
  const WindowBorders& borders_;
  const uint8_t* source_;
};

// ---- windows that share the sums of blocks ----

class LongWindows : public WindowPass {
 public:
  LongWindows(const LaneReducer& reducer, const WindowLine& line)
      : reducer_(reducer), line_(line), block_(std::min(line.window.size, line.size())) {}

  // Computes the running sums from the start and from the end of each block.
  Status Prepare(EvalContext& context, const uint8_t* source) {
    HLO_TRY(forwards_, Scanned(context, source, false));
    // Cumulative sums need no sums from the end.
    bool has_tail = false;
    int64_t place = std::max<int64_t>(0, line_.window.pad_low / line_.window.stride);
    for (; place < line_.places() && line_.First(place) < line_.size() && !has_tail; ++place) {
      has_tail = SpanAt(place).tail >= 0;
    }
    if (!has_tail) return {};
    HLO_TRY(backwards_, Scanned(context, source, true));
    return {};
  }

  void Reduce(const WindowPart& part, uint8_t* lanes) const override {
    const int64_t end = part.place + part.places;
    for (int64_t place = part.place; place < end;) {
      Span span = SpanAt(place);
      // Neighboring places are contiguous in both sums, unless the columns are part of a row.
      if (line_.window.stride != 1 || part.columns != line_.inner) span.count = 1;
      span.count = std::min(span.count, end - place);
      uint8_t* to = lanes + (place - part.place) * part.columns * reducer_.lane_bytes();
      const int64_t count = span.count * part.columns;
      if (span.tail >= 0 && span.head >= 0) {
        reducer_.MergeTo(to, Row(backwards_, part, span.tail), Row(forwards_, part, span.head), 1,
                         0, count);
      } else if (span.tail >= 0) {
        reducer_.Start(Row(backwards_, part, span.tail), count, to);
      } else if (span.head >= 0) {
        reducer_.Start(Row(forwards_, part, span.head), count, to);
      } else {
        std::memset(to, 0, static_cast<size_t>(count * reducer_.lane_bytes()));
      }
      place += span.count;
    }
  }

 private:
  // `count` places whose windows end in the sums from `head` on, one element further each, and
  // start in those from `tail` on. -1: no such part.
  struct Span {
    int64_t head = -1, tail = -1, count = 1;
  };

  // Counts are correct for a stride of 1.
  Span SpanAt(int64_t place) const {
    const int64_t first = line_.First(place), last = first + line_.window.size - 1;
    const int64_t size = line_.size();
    if (last < 0 || first >= size) return {};
    if (last >= size) {  // to the end of the base
      if (first <= 0) return {size - 1, -1, 1};
      if (first / block_ == (size - 1) / block_) return {-1, first, size - first};
      return {size - 1, first, 1};
    }
    if (first <= 0) return {last, -1, std::min(1 - first, size - last)};
    if (first % block_ == 0) return {last, -1, 1};
    return {last, first, std::min(block_ - first % block_, size - last)};
  }

  const uint8_t* Row(const Literal& sums, const WindowPart& part, int64_t element) const {
    return sums.bytes() + ((part.outer * line_.size() + element) * line_.inner + part.column) *
                              reducer_.lane_bytes();
  }

  Result<Literal> Scanned(EvalContext& context, const uint8_t* source, bool backwards) {
    const int64_t lanes = line_.outer * line_.size() * line_.inner;
    HLO_TRY(Literal sums, context.Allocate(Shape::Array(reducer_.lane_type(), {lanes})));
    const int64_t blocks = (line_.size() + block_ - 1) / block_;
    const int64_t row_bytes = line_.inner * reducer_.lane_bytes();
    uint8_t* to = sums.mutable_bytes();
    context.workers().ForEach(line_.outer * blocks, [&](int64_t task) {
      const int64_t begin = task % blocks * block_;
      const int64_t count = std::min(block_, line_.size() - begin);
      const int64_t offset = (task / blocks * line_.size() + begin) * row_bytes;
      reducer_.Scan(source + offset, count, line_.inner, backwards, nullptr, to + offset);
    });
    return sums;
  }

  const LaneReducer& reducer_;
  const WindowLine& line_;
  const int64_t block_;
  Literal forwards_, backwards_;
};

}  // namespace

bool IsRunning(const WindowLine& line) {
  const WindowDimension& w = line.window;
  return IsPlain(line) && w.size > kLongWindow && w.rhs_dilate == 1 && w.stride == 1 &&
         w.size >= line.size() && line.places() == line.size() && w.pad_low == w.size - 1;
}

WindowBorders::WindowBorders(const WindowLine& line) : line_(line), plain_(IsPlain(line)) {
  if (!plain_) return;
  const WindowDimension& w = line.window;
  const int64_t last = line.size() - 1 - (w.size - 1) * w.rhs_dilate + w.pad_low;
  begin_ = w.pad_low > 0 ? (w.pad_low + w.stride - 1) / w.stride : 0;
  end_ = last >= 0 ? std::min(last / w.stride + 1, line.places()) : 0;
  if (begin_ >= end_) begin_ = end_ = 0;
  may_see_nothing_ = w.rhs_dilate > 1 || line.First(0) + w.size <= 0 ||
                     line.First(line.places() - 1) >= line.size();
}

WindowRun WindowBorders::At(int64_t place) const {
  if (!plain_) return line_.axis.ElementsAt(place);
  const int64_t first = line_.First(place), apart = line_.window.rhs_dilate;
  WindowRun run;
  run.first = first < 0 ? (apart - 1 - first) / apart : 0;
  run.element = first + run.first * apart;
  run.element_stride = apart;
  if (run.element >= line_.size()) return run;
  run.count = std::min(line_.window.size - run.first, (line_.size() - 1 - run.element) / apart + 1);
  run.count = std::max<int64_t>(run.count, 0);
  return run;
}

Result<std::unique_ptr<WindowPass>> MakeWindowPass(EvalContext& context, const LaneReducer& reducer,
                                                   const WindowLine& line,
                                                   const WindowBorders& borders,
                                                   const uint8_t* lanes) {
  std::unique_ptr<WindowPass> pass;
  if (IsPlain(line) && line.window.size > kLongWindow && line.window.rhs_dilate == 1) {
    auto windows = std::make_unique<LongWindows>(reducer, line);
    HLO_RETURN_IF_ERROR(windows->Prepare(context, lanes));
    pass = std::move(windows);
  } else {
    pass = std::make_unique<ShortWindows>(reducer, line, borders, lanes);
  }
  return pass;
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// `reduce-window`, ops reference 10.2: each result starts at the initial value and takes in what its
// window sees in row-major order, the accumulator as first argument. Padding and holes are skipped
// (C10), and sums are stored after each step (C9 does not apply).
//
// A reducer that is one associative op runs on lanes along the last dimension, one lane a place;
// each lane still takes its elements in order. Every other reducer is called once an element.
#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "core/ir/module.h"
#include "core/ops/called_computation.h"
#include "core/ops/called_reducer.h"
#include "core/ops/reduce_rules.h"
#include "core/ops/reducer.h"
#include "core/ops/strided_copy.h"
#include "core/ops/window.h"
#include "core/shape/index.h"

namespace hlo {
namespace {

constexpr ReduceCodes kCodes = {"reduce-window.C1", "reduce-window.C1", "reduce-window.C1",
                                "reduce-window.C1"};

constexpr int64_t kBlock = 512;  // elements gathered and widened at a time
constexpr int kMaxElementBytes = 16;
// Shorter rows, and wider windows along them, are reduced place by place.
constexpr int64_t kLeastLanes = 4;
constexpr int64_t kWidestLaneWindow = 4096;

bool IsIdentity(const WindowDimension& window) {
  return window.size == 1 && window.stride == 1 && window.lhs_dilate == 1 &&
         window.pad_low == 0 && window.pad_high == 0;
}

struct WindowedDims {
  Window window;
  Dims base, places;
};

// The same reduction in fewer dimensions: those that no window slides over are merged with their
// neighbours of that kind. There is at least one left.
WindowedDims Merged(const Window& window, const Dims& base, const Dims& places) {
  WindowedDims merged;
  for (size_t d = 0; d < base.size(); ++d) {
    const bool identity = IsIdentity(window.dims[d]);
    if (identity && base[d] == 1) continue;
    if (identity && !merged.base.empty() && IsIdentity(merged.window.dims.back())) {
      merged.base.back() *= base[d];
      merged.places.back() *= base[d];
      continue;
    }
    merged.window.dims.push_back(window.dims[d]);
    merged.base.push_back(base[d]);
    merged.places.push_back(places[d]);
  }
  if (merged.base.empty()) return {Window{{WindowDimension()}}, Dims{1}, Dims{1}};
  return merged;
}

// ---- simple reducers ----

class LaneWindows {
 public:
  LaneWindows(const LaneReducer& reducer, ElementType type, std::vector<WindowAxis> axes,
              Dims strides)
      : reducer_(reducer),
        bytes_(StorageBytes(type)),
        lane_bytes_(StorageBytes(reducer.lane_type())),
        last_(axes.back()),
        outer_((axes.pop_back(), std::move(axes)), (strides.pop_back(), std::move(strides))) {}

  // `row`: room for one lane a place of the last dimension.
  void Run(const uint8_t* input, const uint8_t* init, uint8_t* row, uint8_t* out) {
    reducer_.Load(init, 1, init_);
    const bool lanes = last_.places() >= kLeastLanes && last_.size() <= kWidestLaneWindow;
    if (lanes) {
      for (int64_t k = 0; k < last_.size(); ++k) {
        const WindowRun run = last_.PlacesOf(k);
        if (run.count > 0) runs_.push_back(run);
      }
    }
    do {
      for (int64_t i = 0; i < last_.places(); ++i) Copy(init_, row + i * lane_bytes_);
      if (lanes) {
        outer_.ForEachElement([&](int64_t offset) {
          for (const WindowRun& run : runs_) TakeInLanes(run, input + offset * bytes_, row);
        });
      } else {
        ReducePlaces(input, row);
      }
      reducer_.Store(row, static_cast<size_t>(last_.places()), out);
      out += last_.places() * bytes_;
    } while (outer_.Next());
  }

 private:
  void Copy(const uint8_t* from, uint8_t* to) const {
    std::memcpy(to, from, static_cast<size_t>(lane_bytes_));
  }

  // Every place of the run takes in one element.
  void TakeInLanes(const WindowRun& run, const uint8_t* line, uint8_t* row) {
    for (int64_t start = 0; start < run.count; start += kBlock) {
      const int64_t count = std::min(kBlock, run.count - start);
      const void* elements = LoadRun(run, start, count, line);
      uint8_t* lanes = row + (run.first + start * run.step_stride) * lane_bytes_;
      if (run.step_stride == 1) {
        reducer_.Combine(lanes, elements, static_cast<size_t>(count));
        continue;
      }
      const Dims apart{count > 1 ? run.step_stride : 0};
      CopyBox({{count}, apart, {1}}, lane_bytes_, lanes, lanes_);
      reducer_.Combine(lanes_, elements, static_cast<size_t>(count));
      CopyBox({{count}, {1}, apart}, lane_bytes_, lanes_, lanes);
    }
  }

  // Every place by itself takes in what its window sees.
  void ReducePlaces(const uint8_t* input, uint8_t* row) {
    for (int64_t place = 0; place < last_.places(); ++place) {
      const WindowRun run = last_.ElementsAt(place);
      outer_.ForEachElement([&](int64_t offset) {
        for (int64_t start = 0; start < run.count; start += kBlock) {
          const int64_t count = std::min(kBlock, run.count - start);
          reducer_.CombineInOrder(row + place * lane_bytes_,
                                  LoadRun(run, start, count, input + offset * bytes_),
                                  static_cast<size_t>(count));
        }
      });
    }
  }

  // Elements [start, start + count) of the run as lanes.
  const void* LoadRun(const WindowRun& run, int64_t start, int64_t count, const uint8_t* line) {
    const uint8_t* elements = line + (run.element + start * run.element_stride) * bytes_;
    if (run.element_stride != 1 && count > 1) {
      CopyBox({{count}, {run.element_stride}, {1}}, bytes_, elements, gathered_);
      elements = gathered_;
    }
    if (reducer_.loads_in_place()) return elements;
    reducer_.Load(elements, static_cast<size_t>(count), block_);
    return block_;
  }

  const LaneReducer& reducer_;
  const int bytes_, lane_bytes_;
  WindowAxis last_;
  WindowWalk outer_;
  std::vector<WindowRun> runs_;  // of the last dimension, by window element
  alignas(16) uint8_t init_[kMaxElementBytes];
  alignas(16) uint8_t gathered_[kBlock * kMaxElementBytes];
  alignas(16) uint8_t block_[kBlock * kMaxElementBytes];
  alignas(16) uint8_t lanes_[kBlock * kMaxElementBytes];
};

// ---- any reducer ----

Status ReduceByCalls(CalledReducer& reducer, WindowWalk walk, std::vector<Literal>& outputs) {
  HLO_RETURN_IF_ERROR(reducer.Prepare());
  int64_t position = 0;
  do {
    reducer.Begin();
    HLO_RETURN_IF_ERROR(
        walk.TryEachElement([&](int64_t offset) { return reducer.TakeIn(offset); }));
    reducer.Finish(position++, outputs);
  } while (walk.Next());
  return {};
}

Status ReduceInto(EvalContext& context, std::vector<Literal>& outputs) {
  if (outputs[0].element_count() == 0) return {};
  const size_t inputs = outputs.size();
  const Literal& first = context.operand(0);
  if (first.element_count() == 0) {  // windows see padding only
    for (size_t k = 0; k < inputs; ++k) {
      ReadStrided(context.operand(inputs + k), 0, Dims(outputs[k].shape().dims.size(), 0),
                  outputs[k]);
    }
    return {};
  }
  const Computation& computation = *context.attributes().Called(Attr::to_apply);
  HLO_RETURN_IF_ERROR(RequireGiven(context, computation));
  const WindowedDims dims =
      Merged(WindowOf(context.attributes()), first.shape().dims, outputs[0].shape().dims);
  std::vector<WindowAxis> axes = WindowAxes(dims.window, dims.base, dims.places);
  Dims strides = RowMajorStrides({dims.base.data(), dims.base.size()});
  const auto simple = inputs == 1 ? RecogniseReducer(computation) : std::nullopt;
  if (simple.has_value()) {
    const ElementType type = first.element_type();
    const auto reducer = LaneReducer::Make(*simple, type, FloatSums::kStored);
    if (reducer.has_value()) {
      HLO_TRY(Literal row,
              context.Allocate(Shape::Array(reducer->lane_type(), {dims.places.back()})));
      auto windows =
          std::make_unique<LaneWindows>(*reducer, type, std::move(axes), std::move(strides));
      windows->Run(first.bytes(), context.operand(1).bytes(), row.mutable_bytes(),
                   outputs[0].mutable_bytes());
      return {};
    }
  }
  CalledReducer reducer(context, computation, inputs);
  return ReduceByCalls(reducer, WindowWalk(std::move(axes), std::move(strides)), outputs);
}

}  // namespace

Result<Shape> InferReduceWindow(const InferContext& context) {
  HLO_TRY(const size_t inputs, CheckReduceOperands(context, kCodes));
  HLO_RETURN_IF_ERROR(CheckReducer(context, kCodes, inputs));
  HLO_RETURN_IF_ERROR(CheckWindow(context, "reduce-window.C2", context.operand(0).rank()));
  std::vector<Shape> results;
  for (size_t k = 0; k < inputs; ++k) {
    HLO_TRY(Shape result, WindowedShape(context, context.operand(k)));
    results.push_back(std::move(result));
  }
  return inputs == 1 ? std::move(results[0]) : Shape::Tuple(std::move(results));
}

Result<Literal> EvaluateReduceWindow(EvalContext& context) {
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  const size_t inputs = context.operand_count() / 2;
  const Shape& shape = context.shape();
  std::vector<Literal> outputs;
  for (size_t k = 0; k < inputs; ++k) {
    HLO_TRY(Literal output, context.Allocate(inputs == 1 ? shape : shape.elements[k]));
    outputs.push_back(std::move(output));
  }
  HLO_RETURN_IF_ERROR(ReduceInto(context, outputs));
  return inputs == 1 ? std::move(outputs[0]) : Literal::Tuple(std::move(outputs));
}

}  // namespace hlo

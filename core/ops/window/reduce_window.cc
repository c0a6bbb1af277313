// SPDX-License-Identifier: Apache-2.0
// `reduce-window`, ops reference 10.2: each result combines the initial value and the elements of
// its window. Padding and holes are skipped (C10), and sums are rounded after each step (C9 does
// not apply). Reducers that are one associative op use window_passes.h. With all others, each
// result starts at the initial value and combines its elements in row-major order, with the
// accumulator as first argument.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/called_computation.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/reduction/called_reducer.h"
#include "core/ops/reduction/reduce_rules.h"
#include "core/ops/reduction/reducer.h"
#include "core/ops/strided_copy.h"
#include "core/ops/window/window.h"
#include "core/ops/window/window_passes.h"
#include "hlo/index.h"

namespace hlo {
namespace {

constexpr ReduceCodes kCodes = {"reduce-window.C1", "reduce-window.C1", "reduce-window.C1",
                                "reduce-window.C1"};

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

// ---- any reducer, on lanes: places side by side along the last dimension ----

constexpr int64_t kLanes = 1024;
constexpr int64_t kMinLanes = 4;
constexpr int64_t kWidestLaneWindow = 4096;

class LaneWindows {
 public:
  LaneWindows(EvalContext& context, const WindowedDims& dims)
      : context_(context),
        axes_(WindowAxes(dims.window, dims.base, dims.places)),
        strides_(RowMajorStrides({dims.base.data(), dims.base.size()})),
        last_(axes_.back()),
        // The lanes with an element of the window are contiguous.
        suits_(dims.window.dims.back().lhs_dilate == 1 && last_.places() >= kMinLanes &&
               last_.size() <= kWidestLaneWindow) {
    axes_.pop_back();
    strides_.pop_back();
    for (int64_t k = 0; k < last_.size() && suits_; ++k) {
      const WindowRun run = last_.PlacesOf(k);
      if (run.count > 0) runs_.push_back(run);
    }
  }

  bool suits() const { return suits_; }
  // The total number of elements in all windows; nullopt on overflow.
  std::optional<int64_t> Calls() const {
    std::optional<int64_t> calls = 0;
    for (const WindowRun& run : runs_) calls = *calls + run.count;
    for (const WindowAxis& axis : axes_) {
      int64_t seen = 0;
      for (int64_t place = 0; place < axis.places(); ++place) seen += axis.ElementsAt(place).count;
      if (calls) calls = CheckedMultiply(*calls, seen);
    }
    return calls;
  }

  void Run(const VectorFunction& function, std::vector<Literal>& outputs) const {
    std::vector<uint8_t*> out;
    for (Literal& output : outputs) out.push_back(output.mutable_bytes());
    const int64_t lanes = std::min(kLanes, last_.places());
    LaneReducerCalls calls(context_, function, out.size(), lanes);
    WindowWalk walk(axes_, strides_);
    int64_t position = 0;
    do {
      for (int64_t first = 0; first < last_.places(); first += lanes) {
        const int64_t count = std::min(lanes, last_.places() - first);
        if (context_.runtime().cancelled()) return;
        calls.Begin(count);
        walk.ForEachElement([&](int64_t offset) { TakeIn(calls, first, count, offset); });
        calls.Finish(count, position, out);
        position += count;
      }
    } while (walk.Next());
  }

 private:
  // Combines the elements of the line at `offset` into places [first, first + count).
  void TakeIn(LaneReducerCalls& calls, int64_t first, int64_t count, int64_t offset) const {
    for (const WindowRun& run : runs_) {
      const int64_t begin = std::max(first, run.first);
      const int64_t end = std::min(first + count, run.first + run.count);
      if (begin >= end) continue;
      const int64_t element = run.element + (begin - run.first) * run.element_stride;
      calls.TakeIn(begin - first, end - begin, offset + element, run.element_stride);
    }
  }

  EvalContext& context_;
  std::vector<WindowAxis> axes_;
  Dims strides_;
  WindowAxis last_;
  bool suits_;
  std::vector<WindowRun> runs_;  // of the last dimension, by element of the window
};

Status ReduceInto(EvalContext& context, std::vector<Literal>& outputs) {
  if (outputs[0].element_count() == 0) return {};
  const size_t inputs = outputs.size();
  const Literal& first = context.operand(0);
  if (first.element_count() == 0) {  // all windows are padding
    for (size_t k = 0; k < inputs; ++k) {
      ReadStrided(context, context.operand(inputs + k), 0, Dims(outputs[k].shape().dims.size(), 0),
                  outputs[k]);
    }
    return {};
  }
  const Computation& computation = *context.attributes().Called(Attr::to_apply);
  HLO_RETURN_IF_ERROR(RequireGiven(context, computation));
  const auto simple = inputs == 1 ? RecognizeReducer(computation) : std::nullopt;
  if (simple.has_value()) {
    const auto reducer =
        LaneReducer::Make(*simple, first.element_type(), context.kernel_mode(), FloatSums::kStored);
    if (reducer.has_value()) {
      return ReduceWindowsInPasses(context, *reducer, first, context.operand(1), outputs[0]);
    }
  }
  const WindowedDims dims =
      MergedWindow(WindowOf(context.attributes()), first.shape().dims, outputs[0].shape().dims);
  const LaneWindows windows(context, dims);
  if (const auto calls = windows.suits() ? windows.Calls() : std::nullopt) {
    if (const VectorFunction* function =
            TakeVectorFunction(context.runtime(), computation, *calls)) {
      windows.Run(*function, outputs);
      return {};
    }
  }
  CalledReducer reducer(context, computation, inputs);
  return ReduceByCalls(reducer,
                       WindowWalk(WindowAxes(dims.window, dims.base, dims.places),
                                  RowMajorStrides({dims.base.data(), dims.base.size()})),
                       outputs);
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
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
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

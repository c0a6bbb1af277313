// SPDX-License-Identifier: Apache-2.0
// `reduce-window`, ops reference 10.2: each result is the initial value and what its window sees.
// Padding and holes are skipped (C10), and sums are stored after each step (C9 does not apply). A
// reducer that is one associative op goes the way of window_passes.h. With every other one, each
// result starts at the initial value and takes in its elements in row-major order, the accumulator
// as first argument.
#include <utility>
#include <vector>

#include "core/ir/module.h"
#include "core/ops/called_computation.h"
#include "core/ops/called_reducer.h"
#include "core/ops/reduce_rules.h"
#include "core/ops/reducer.h"
#include "core/ops/strided_copy.h"
#include "core/ops/window.h"
#include "core/ops/window_passes.h"
#include "core/shape/index.h"

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
  const auto simple = inputs == 1 ? RecogniseReducer(computation) : std::nullopt;
  if (simple.has_value()) {
    const auto reducer =
        LaneReducer::Make(*simple, first.element_type(), context.kernel_mode(), FloatSums::kStored);
    if (reducer.has_value()) {
      return ReduceWindowsInPasses(context, *reducer, first, context.operand(1), outputs[0]);
    }
  }
  const WindowedDims dims =
      MergedWindow(WindowOf(context.attributes()), first.shape().dims, outputs[0].shape().dims);
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

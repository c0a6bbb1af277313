// SPDX-License-Identifier: Apache-2.0
// `scan`, ops reference 10.7: iterates over one dimension of its inputs with carried values.
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/called_computation.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {
namespace {

struct Scan {
  size_t inputs = 0, carries = 0;
  int64_t dimension = 0;
  int64_t steps = 0;
};

Shape SliceShape(const Shape& input, int64_t dimension) {
  return WithDefaultLayout(DeleteDimension(dimension, input));
}

// Rules C1 and C2.
Result<Scan> CheckInputs(const InferContext& context) {
  const auto count = static_cast<int64_t>(context.operands.size());
  const int64_t carries = context.attributes().Int(Attr::num_carries);
  if (carries < 0 || carries > count) {
    return Fail("scan.C2", "`scan`: `num_carries` must be in [0, {}], got {}", {count, carries})
        .AtAttribute("num_carries");
  }
  const std::vector<int64_t>& dimensions = context.attributes().Ints(Attr::dimensions);
  if (dimensions.size() != 1) {
    return Fail("scan.C1", "`scan`: `dimensions` must have 1 entry, got {}", {dimensions.size()})
        .AtAttribute("dimensions");
  }
  Scan scan;
  scan.carries = static_cast<size_t>(carries);
  scan.inputs = static_cast<size_t>(count - carries);
  scan.dimension = dimensions[0];
  if (scan.inputs == 0) {
    return Fail("scan.C1", "`scan`: must have at least 1 input, but all {} are carries",
                {Counted(count, "operand")})
        .AtAttribute("num_carries");
  }
  for (size_t k = 0; k < scan.inputs; ++k) {
    const Shape& input = context.operand(k);
    HLO_RETURN_IF_ERROR(
        CheckDimensionNumbers(context, "scan.C1", Attr::dimensions, dimensions, input.rank()));
    const int64_t size = input.dims[static_cast<size_t>(scan.dimension)];
    if (k == 0) scan.steps = size;
    if (size == scan.steps) continue;
    return Fail("scan.C1", "`scan`: scanned sizes must match, got {} and {}", {scan.steps, size})
        .AtOperand(static_cast<int>(k));
  }
  return scan;
}

// The result shapes of a step, one per value.
std::vector<const Shape*> StepResults(const Computation& step) {
  std::vector<const Shape*> results;
  const Shape& root = *step.root->shape;
  if (!root.IsTuple()) return {&root};
  for (const Shape& element : root.elements) results.push_back(&element);
  return results;
}

// Rule C3; returns the output shapes of one step.
Result<std::vector<const Shape*>> CheckStep(const InferContext& context, const Scan& scan) {
  const CallSite site{context, "scan.C3", Attr::to_apply, "`to_apply`"};
  HLO_TRY(const Computation* step, CalledComputation(site));
  HLO_RETURN_IF_ERROR(CheckParameterCount(site, *step, std::ssize(context.operands)));
  for (size_t k = 0; k < context.operands.size(); ++k) {
    const Shape& operand = context.operand(k);
    const Shape expected = k < scan.inputs ? SliceShape(operand, scan.dimension) : operand;
    HLO_RETURN_IF_ERROR(CheckParameter(site, *step, static_cast<int64_t>(k), expected));
  }
  std::vector<const Shape*> results = StepResults(*step);
  if (results.size() < scan.carries) {
    return Fail("scan.C3", "`scan`: `to_apply` must return at least {}, got {}",
                {Counted(static_cast<int64_t>(scan.carries), "value"), results.size()})
        .AtAttribute("to_apply");
  }
  const size_t outputs = results.size() - scan.carries;
  for (size_t k = 0; k < scan.carries; ++k) {
    const Shape& carry = context.operand(scan.inputs + k);
    if (Compatible(carry, *results[outputs + k])) continue;
    return Fail("scan.C3", "`scan`: `to_apply` must return {} for carry {}, got {}",
                {ShapeText(carry, false), k, ShapeText(*results[outputs + k], false)})
        .AtAttribute("to_apply");
  }
  for (size_t k = 0; k < outputs; ++k) {
    if (results[k]->IsArray() && results[k]->rank() >= scan.dimension) continue;
    return Fail("scan.C3",
                "`scan`: output {} of `to_apply` must be an array of rank at least {}, got {}",
                {k, scan.dimension, ShapeText(*results[k], false)})
        .AtAttribute("to_apply");
  }
  results.resize(outputs);
  return results;
}

// The output shape of one step with the scanned dimension inserted.
Shape Stacked(const Shape& slice, int64_t dimension, int64_t size, bool dynamic) {
  Dims dims;
  uint64_t flags = 0;
  for (int64_t d = 0, from = 0; d <= slice.rank(); ++d) {
    const bool scanned = d == dimension;
    if (d < kMaxRank && (scanned ? dynamic : slice.IsDynamic(from))) flags |= uint64_t{1} << d;
    dims.push_back(scanned ? size : slice.dims[static_cast<size_t>(from)]);
    if (!scanned) ++from;
  }
  Shape stacked = Shape::Array(slice.element_type, {dims.data(), dims.size()});
  stacked.dynamic = flags;
  return stacked;
}

// A slice of an array along one dimension: a box in it, dense in the slice itself.
struct SliceBox {
  StridedBox out_of, into;
  int64_t stride = 0;  // between slices
};

SliceBox BoxOf(const Shape& array, int64_t dimension) {
  const Dims strides = RowMajorStrides({array.dims.data(), array.dims.size()});
  SliceBox box;
  Dims sizes, apart;
  for (size_t d = 0; d < array.dims.size(); ++d) {
    if (static_cast<int64_t>(d) == dimension) continue;
    sizes.push_back(array.dims[d]);
    apart.push_back(strides[d]);
  }
  const Dims dense = RowMajorStrides({sizes.data(), sizes.size()});
  box.out_of = {sizes, apart, dense};
  box.into = {sizes, dense, apart};
  box.stride = strides[static_cast<size_t>(dimension)];
  return box;
}

Result<Literal> TakeSlice(EvalContext& context, const Literal& array, int64_t dimension,
                          int64_t step) {
  HLO_TRY(Literal slice, context.Allocate(SliceShape(array.shape(), dimension)));
  if (array.has_dynamic_sizes()) {
    Dims live = array.dynamic_sizes();
    live.erase(live.begin() + dimension);
    slice.set_dynamic_sizes(live);
  }
  if (slice.element_count() == 0) return slice;
  const SliceBox box = BoxOf(array.shape(), dimension);
  const int bytes = StorageBytes(array.element_type());
  CopyBox(box.out_of, bytes, array.bytes() + step * box.stride * bytes, slice.mutable_bytes());
  return slice;
}

void PutSlice(const Literal& slice, int64_t dimension, int64_t step, Literal& array) {
  if (slice.element_count() == 0) return;
  const SliceBox box = BoxOf(array.shape(), dimension);
  const int bytes = StorageBytes(array.element_type());
  CopyBox(box.into, bytes, slice.bytes(), array.mutable_bytes() + step * box.stride * bytes);
}

// The results of the steps so far.
struct ScanState {
  std::vector<Literal> outputs, carries;
  std::vector<Dims> live;  // dynamic sizes of the output of a step
};

// Error R08: all steps must give an output the same dynamic sizes.
Status PutOutput(const Scan& scan, int64_t step, size_t k, const Literal& slice, ScanState& state) {
  const Dims live = slice.dynamic_sizes();
  if (state.live.size() == k) state.live.push_back(live);
  if (live != state.live[k]) {
    return Fail(
        "R08", "`scan`: output {} must have the same dynamic sizes in all steps, got {} and {}",
        {k, Braced({state.live[k].data(), live.size()}), Braced({live.data(), live.size()})});
  }
  PutSlice(slice, scan.dimension, step, state.outputs[k]);
  return {};
}

// One iteration: slices and carries in, slices of the outputs and carries out.
Status Step(EvalContext& context, const Scan& scan, int64_t step, ScanState& state) {
  const Computation& function = *context.attributes().Called(Attr::to_apply);
  std::vector<Literal> arguments;
  for (size_t k = 0; k < scan.inputs; ++k) {
    HLO_TRY(Literal slice, TakeSlice(context, context.operand(k), scan.dimension, step));
    arguments.push_back(std::move(slice));
  }
  for (Literal& carry : state.carries) arguments.push_back(std::move(carry));
  HLO_TRY(Literal result, context.Call(function, std::move(arguments)));
  std::vector<Literal> values;
  if (result.IsTuple()) {
    values = std::move(result.mutable_elements());
  } else {
    values.push_back(std::move(result));
  }
  const size_t outputs = state.outputs.size();
  for (size_t k = 0; k < outputs; ++k) {
    HLO_RETURN_IF_ERROR(PutOutput(scan, step, k, values[k], state));
  }
  for (size_t k = 0; k < state.carries.size(); ++k) {
    state.carries[k] = std::move(values[outputs + k]);
  }
  return {};
}

// The number of steps: the size of the scanned dimension that all inputs have at run time.
Result<int64_t> LiveSteps(const EvalContext& context, const Scan& scan) {
  const auto dimension = static_cast<size_t>(scan.dimension);
  const int64_t steps = context.operand(0).dynamic_sizes()[dimension];
  for (size_t k = 1; k < scan.inputs; ++k) {
    const int64_t size = context.operand(k).dynamic_sizes()[dimension];
    if (size == steps) continue;
    return Fail("R08", "`scan`: scanned sizes must match, got {} and {}", {steps, size});
  }
  return steps;
}

void SetOutputSizes(const Scan& scan, ScanState& state) {
  for (size_t k = 0; k < state.outputs.size(); ++k) {
    Dims sizes = state.outputs[k].shape().dims;
    if (k < state.live.size()) {
      sizes = state.live[k];
      sizes.insert(sizes.begin() + scan.dimension, 0);
    }
    sizes[static_cast<size_t>(scan.dimension)] = scan.steps;
    if (sizes != state.outputs[k].shape().dims) state.outputs[k].set_dynamic_sizes(sizes);
  }
}

}  // namespace

Result<Shape> InferScan(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_TRY(const Scan scan, CheckInputs(context));
  HLO_TRY(const std::vector<const Shape*> outputs, CheckStep(context, scan));
  const bool dynamic = context.operand(0).IsDynamic(scan.dimension);
  std::vector<Shape> results;
  for (const Shape* output : outputs) {
    results.push_back(Stacked(*output, scan.dimension, scan.steps, dynamic));
    HLO_RETURN_IF_ERROR(CheckSize(results.back()));
  }
  for (size_t k = 0; k < scan.carries; ++k) {
    results.push_back(WithDefaultLayout(context.operand(scan.inputs + k)));
  }
  return results.size() == 1 ? std::move(results[0]) : Shape::Tuple(std::move(results));
}

Result<Literal> EvaluateScan(EvalContext& context) {
  HLO_RETURN_IF_ERROR(RequireGiven(context, *context.attributes().Called(Attr::to_apply)));
  Scan scan;
  scan.carries = static_cast<size_t>(context.attributes().Int(Attr::num_carries));
  scan.inputs = context.operand_count() - scan.carries;
  scan.dimension = context.attributes().Ints(Attr::dimensions)[0];
  HLO_TRY(scan.steps, LiveSteps(context, scan));

  const Shape& shape = context.shape();
  const size_t values = shape.IsTuple() ? shape.elements.size() : 1;
  ScanState state;
  for (size_t k = 0; k < values - scan.carries; ++k) {
    HLO_TRY(Literal output, Literal::Zeros(shape.IsTuple() ? shape.elements[k] : shape,
                                           context.runtime().budget()));
    state.outputs.push_back(std::move(output));
  }
  for (size_t k = 0; k < scan.carries; ++k) {
    state.carries.push_back(context.TakeOperand(scan.inputs + k));
  }
  const bool reverse = context.attributes().Bool(Attr::is_reverse);
  for (int64_t i = 0; i < scan.steps; ++i) {
    HLO_RETURN_IF_ERROR(Step(context, scan, reverse ? scan.steps - 1 - i : i, state));
  }
  SetOutputSizes(scan, state);
  for (size_t k = 0; k < scan.carries; ++k) {
    const size_t place = values - scan.carries + k;
    state.outputs.push_back(
        Relabeled(std::move(state.carries[k]), shape.IsTuple() ? shape.elements[place] : shape));
  }
  return shape.IsTuple() ? Literal::Tuple(std::move(state.outputs)) : std::move(state.outputs[0]);
}

}  // namespace hlo

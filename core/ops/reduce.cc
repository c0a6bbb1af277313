// SPDX-License-Identifier: Apache-2.0
// The rules of `reduce`, ops reference 10.1; reduce_evaluate.cc computes it.
#include <string>
#include <utility>
#include <vector>

#include "core/ops/called_computation.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// Rules C2 and C3.
Status CheckOperands(const InferContext& context, size_t inputs) {
  const Shape& first = context.operand(0);
  for (size_t k = 0; k < inputs; ++k) {
    const Shape& input = context.operand(k);
    if (input.dims != first.dims) {
      return Fail("reduce.C2", "`reduce`: input {} has dims {}, input 0 has {}",
                  {k, Braced({input.dims.data(), input.dims.size()}),
                   Braced({first.dims.data(), first.dims.size()})})
          .AtOperand(static_cast<int>(k));
    }
    const Shape& init = context.operand(inputs + k);
    if (!init.IsScalarOf(input.element_type)) {
      return Fail("reduce.C3", "`reduce`: initial value {} is {}, expected {}[]",
                  {k, ShapeText(init, false), Name(input.element_type)})
          .AtOperand(static_cast<int>(inputs + k));
    }
  }
  return {};
}

// Rule C5.
Status CheckReducer(const InferContext& context, size_t inputs) {
  const CallSite site{context, "reduce.C5", Attr::to_apply, "to_apply"};
  HLO_TRY(const Computation* reducer, CalledComputation(site));
  HLO_RETURN_IF_ERROR(CheckParameterCount(site, *reducer, static_cast<int64_t>(2 * inputs)));
  std::vector<Shape> accumulators;
  for (size_t k = 0; k < inputs; ++k) {
    const Shape scalar = Shape::Scalar(context.operand(k).element_type);
    HLO_RETURN_IF_ERROR(CheckParameter(site, *reducer, static_cast<int64_t>(k), scalar));
    accumulators.push_back(scalar);
  }
  for (size_t k = 0; k < inputs; ++k) {
    HLO_RETURN_IF_ERROR(
        CheckParameter(site, *reducer, static_cast<int64_t>(inputs + k), accumulators[k]));
  }
  const Shape expected = inputs == 1 ? accumulators[0] : Shape::Tuple(std::move(accumulators));
  return CheckRoot(site, *reducer, expected);
}

}  // namespace

Result<Shape> InferReduce(const InferContext& context) {
  const size_t count = context.operands.size();
  if (count < 2 || count % 2 != 0) {
    return Fail("reduce.C1", "`reduce`: {}; N inputs and N initial values needed",
                {Counted(static_cast<int64_t>(count), "operand")});
  }
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const size_t inputs = count / 2;
  HLO_RETURN_IF_ERROR(CheckOperands(context, inputs));
  const std::vector<int64_t>& dimensions = context.attributes().Ints(Attr::dimensions);
  HLO_RETURN_IF_ERROR(CheckDimensionNumbers(context, "reduce.C4", Attr::dimensions, dimensions,
                                            context.operand(0).rank()));
  HLO_RETURN_IF_ERROR(CheckReducer(context, inputs));

  uint64_t reduced = 0;
  for (const int64_t d : dimensions) reduced |= uint64_t{1} << d;
  std::vector<Shape> results;
  for (size_t k = 0; k < inputs; ++k) {
    const Shape& input = context.operand(k);
    Dims kept;
    uint64_t dynamic = 0;
    for (int64_t d = 0; d < input.rank(); ++d) {
      if ((reduced >> d) & 1) continue;
      if (input.IsDynamic(d)) dynamic |= uint64_t{1} << kept.size();
      kept.push_back(input.dims[static_cast<size_t>(d)]);
    }
    results.push_back(Shape::Array(input.element_type, {kept.data(), kept.size()}));
    results.back().dynamic = dynamic;
  }
  return inputs == 1 ? std::move(results[0]) : Shape::Tuple(std::move(results));
}

}  // namespace hlo

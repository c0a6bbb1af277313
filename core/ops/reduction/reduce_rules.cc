// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reduction/reduce_rules.h"

#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/called_computation.h"

namespace hlo {

Result<size_t> CheckReduceOperands(const InferContext& context, const ReduceCodes& codes) {
  const std::string_view op = context.instruction.op->name;
  const size_t count = context.operands.size();
  if (count < 2 || count % 2 != 0) {
    return Fail(codes.count, "`{}` takes N inputs and N initial values, got {}",
                {op, Counted(static_cast<int64_t>(count), "operand")});
  }
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const size_t inputs = count / 2;
  const Shape& first = context.operand(0);
  for (size_t k = 0; k < inputs; ++k) {
    const Shape& input = context.operand(k);
    if (input.dims != first.dims) {
      return Fail(codes.dims, "`{}`: input {} must have dimensions {} like input 0, got {}",
                  {op, k, Braced({first.dims.data(), first.dims.size()}),
                   Braced({input.dims.data(), input.dims.size()})})
          .AtOperand(static_cast<int>(k));
    }
    const Shape& init = context.operand(inputs + k);
    if (!init.IsScalarOf(input.element_type)) {
      return Fail(codes.init, "`{}`: initial value {} must be {}[], got {}",
                  {op, k, Name(input.element_type), ShapeText(init, false)})
          .AtOperand(static_cast<int>(inputs + k));
    }
  }
  return inputs;
}

Status CheckReducer(const InferContext& context, const ReduceCodes& codes, size_t inputs) {
  const CallSite site{context, codes.reducer, Attr::to_apply, "`to_apply`"};
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

}  // namespace hlo

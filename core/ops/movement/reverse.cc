// SPDX-License-Identifier: Apache-2.0
// `reverse`, ops reference 7.8.
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {

Result<Shape> InferReverse(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& operand = context.operand(0);
  HLO_RETURN_IF_ERROR(CheckDimensionNumbers(context, "reverse.C1", Attr::dimensions,
                                            context.attributes().Ints(Attr::dimensions),
                                            operand.rank()));
  return operand;
}

Result<Literal> EvaluateReverse(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  const Literal& operand = context.operand(0);
  const std::vector<int64_t>& dimensions = context.attributes().Ints(Attr::dimensions);
  if (operand.element_count() <= 1 || dimensions.empty()) {
    return context.ReshapeOperand(0);
  }
  HLO_TRY(Literal result, context.Allocate());
  const Dims& sizes = context.shape().dims;
  Dims strides = RowMajorStrides({sizes.data(), sizes.size()});
  int64_t first = 0;
  for (const int64_t dimension : dimensions) {
    const auto d = static_cast<size_t>(dimension);
    first += (sizes[d] - 1) * strides[d];
    strides[d] = -strides[d];
  }
  ReadStrided(context, operand, first, strides, result);
  return result;
}

}  // namespace hlo

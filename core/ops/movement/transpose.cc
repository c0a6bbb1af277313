// SPDX-License-Identifier: Apache-2.0
// `transpose`, ops reference 7.7.
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {

Result<Shape> InferTranspose(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& operand = context.operand(0);
  const std::vector<int64_t>& permutation = context.attributes().Ints(Attr::dimensions);
  if (!IsPermutation(permutation, operand.rank())) {
    return Fail("transpose.C1",
                "`transpose`: `dimensions` must be a permutation of [0, {}), got {}",
                {operand.rank(), Braced(permutation)})
        .AtAttribute("dimensions");
  }
  Dims dims;
  for (const int64_t p : permutation) dims.push_back(operand.dims[static_cast<size_t>(p)]);
  Shape result = Shape::Array(operand.element_type, {dims.data(), dims.size()});
  for (size_t d = 0; d < permutation.size(); ++d) {
    if (operand.IsDynamic(permutation[d])) result.SetDynamic(static_cast<int64_t>(d), true);
  }
  return result;
}

Result<Literal> EvaluateTranspose(EvalContext& context) {
  const Literal& operand = context.operand(0);
  const Dims& operand_dims = operand.shape().dims;
  const Dims operand_live = operand.dynamic_sizes();
  const bool partly = operand.has_dynamic_sizes();
  const std::vector<int64_t>& permutation = context.attributes().Ints(Attr::dimensions);
  const Dims operand_strides = operand.element_count() == 0
                                   ? Dims(operand_dims.size(), 0)
                                   : RowMajorStrides({operand_dims.data(), operand_dims.size()});
  Dims strides, live;
  for (const int64_t p : permutation) {
    strides.push_back(operand_strides[static_cast<size_t>(p)]);
    live.push_back(operand_live[static_cast<size_t>(p)]);
  }
  const Dims& sizes = context.shape().dims;
  if (!partly && IsDense({sizes.data(), sizes.size()}, {strides.data(), strides.size()})) {
    return context.ReshapeOperand(0);
  }
  HLO_TRY(Literal result, context.Allocate());
  ReadStrided(context, operand, 0, strides, result);
  if (partly) result.set_dynamic_sizes(live);
  return result;
}

}  // namespace hlo

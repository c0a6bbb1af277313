// SPDX-License-Identifier: Apache-2.0
// `dynamic-update-slice`, ops reference 8.2.
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/indexing/start_indices.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {

Result<Shape> InferDynamicUpdateSlice(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& operand = context.operand(0);
  const Shape& update = context.operand(1);
  if (update.element_type != operand.element_type || update.rank() != operand.rank()) {
    return Fail("dynamic-update-slice.C1",
                "`dynamic-update-slice`: the update must have the type and rank of operand {}, got "
                "{}",
                {ShapeText(operand, false), ShapeText(update, false)})
        .AtOperand(1);
  }
  for (size_t d = 0; d < operand.dims.size(); ++d) {
    if (operand.dims[d] != kUnboundedSize && update.dims[d] > operand.dims[d]) {
      return Fail("dynamic-update-slice.C2",
                  "`dynamic-update-slice`: dimension {} of the update must be at most {}, got {}",
                  {d, operand.dims[d], update.dims[d]})
          .AtOperand(1);
    }
  }
  HLO_RETURN_IF_ERROR(CheckStartIndices(context, 2, operand.rank(), "dynamic-update-slice.C3",
                                        "dynamic-update-slice.C3"));
  return operand;
}

Result<Literal> EvaluateDynamicUpdateSlice(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  // Keeps a copy, because the update may be the operand itself, whose buffer is reused below.
  const Literal update = context.operand(1);
  const Dims& sizes = update.shape().dims;
  const Dims& dims = context.shape().dims;
  const Dims starts = ClampedStarts(context, 2, dims, sizes);
  Literal result = context.ReshapeOperand(0);
  if (update.element_count() == 0) return result;
  HLO_RETURN_IF_ERROR(result.MakeUnique());
  const Dims strides = RowMajorStrides({dims.data(), dims.size()});
  int64_t first = 0;
  for (size_t d = 0; d < dims.size(); ++d) first += starts[d] * strides[d];
  const int bytes = StorageBytes(update.element_type());
  CopyBox(context, {sizes, RowMajorStrides({sizes.data(), sizes.size()}), strides}, bytes,
          update.bytes(), result.mutable_bytes() + first * bytes);
  return result;
}

}  // namespace hlo

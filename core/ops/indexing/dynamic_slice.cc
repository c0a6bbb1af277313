// SPDX-License-Identifier: Apache-2.0
// `dynamic-slice`, ops reference 8.1.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/indexing/start_indices.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {
namespace {

// If the dynamic sizes are large enough, the slice stays within them; else it is padded with zeros.
Result<Literal> SliceStatic(EvalContext& context) {
  const std::vector<int64_t>& slice = context.attributes().Ints(Attr::dynamic_slice_sizes);
  Dims sizes = context.operand(0).dynamic_sizes();
  for (size_t d = 0; d < sizes.size(); ++d) sizes[d] = std::max(sizes[d], slice[d]);
  std::vector<Literal> operands(context.operand_count());
  HLO_TRY(operands[0], ToStatic(context, 0, sizes));
  // Only a vector of indices can have a dynamic size; if it is smaller than the rank, that is R08.
  for (size_t i = 1; i < operands.size(); ++i) {
    HLO_TRY(operands[i], ToStatic(context, i));
  }
  return EvaluateResized(context, context.instruction(), std::move(operands), context.shape());
}

}  // namespace

Result<Shape> InferDynamicSlice(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& operand = context.operand(0);
  HLO_RETURN_IF_ERROR(
      CheckStartIndices(context, 1, operand.rank(), "dynamic-slice.C1", "dynamic-slice.C2"));
  const std::vector<int64_t>& sizes = context.attributes().Ints(Attr::dynamic_slice_sizes);
  if (std::ssize(sizes) != operand.rank()) {
    return Fail("dynamic-slice.C3", "`dynamic-slice`: must have {}, got {}",
                {Counted(operand.rank(), "slice size"), sizes.size()})
        .AtAttribute("dynamic_slice_sizes");
  }
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] < 0) {
      return Fail("dynamic-slice.C3",
                  "`dynamic-slice`: the slice size in dimension {} must not be negative, got {}",
                  {d, sizes[d]})
          .AtAttribute("dynamic_slice_sizes");
    }
    if (operand.dims[d] != kUnboundedSize && sizes[d] > operand.dims[d]) {
      return Fail("dynamic-slice.C3",
                  "`dynamic-slice`: the slice size in dimension {} must be at most {}, got {}",
                  {d, operand.dims[d], sizes[d]})
          .AtAttribute("dynamic_slice_sizes");
    }
  }
  Shape result = Shape::Array(operand.element_type, sizes);
  HLO_RETURN_IF_ERROR(CheckSize(result));
  return result;
}

Result<Literal> EvaluateDynamicSlice(EvalContext& context) {
  if (HasPartlyFilled(context)) return SliceStatic(context);
  const Literal& operand = context.operand(0);
  const Shape& shape = context.shape();
  const Dims& dims = operand.shape().dims;
  if (shape.dims == dims) return context.TakeOperand(0).WithShape(shape);
  HLO_TRY(Literal result, context.Allocate());
  if (result.element_count() == 0) return result;
  const Dims starts = ClampedStarts(context, 1, dims, shape.dims);
  const Dims strides = RowMajorStrides({dims.data(), dims.size()});
  int64_t first = 0;
  for (size_t d = 0; d < dims.size(); ++d) first += starts[d] * strides[d];
  ReadStrided(context, operand, first, strides, result);
  return result;
}

}  // namespace hlo

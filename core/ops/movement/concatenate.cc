// SPDX-License-Identifier: Apache-2.0
// `concatenate`, ops reference 7.10.
#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {
namespace {

// Rules C2 and C4 for operand `i` against operand 0.
Status CheckFits(const InferContext& context, size_t i, size_t dimension) {
  const Shape& first = context.operand(0);
  const Shape& other = context.operand(i);
  for (size_t d = 0; d < first.dims.size(); ++d) {
    if (d == dimension || first.dims[d] == other.dims[d]) continue;
    return Fail("concatenate.C4",
                "`concatenate`: dimension {} of operand {} must be {} like operand 0, got {}",
                {d, i, first.dims[d], other.dims[d]})
        .AtOperand(static_cast<int>(i));
  }
  return {};
}

// Rule C2.
Status CheckRanksAndTypes(const InferContext& context) {
  const Shape& first = context.operand(0);
  for (size_t i = 0; i < context.operands.size(); ++i) {
    const Shape& other = context.operand(i);
    if (other.rank() == 0) {
      return Fail("concatenate.C2", "`concatenate`: operand {} must not be a scalar", {i});
    }
    if (other.rank() != first.rank()) {
      return Fail("concatenate.C2",
                  "`concatenate`: operand {} must have rank {} like operand 0, got {}",
                  {i, first.rank(), other.rank()});
    }
    if (other.element_type != first.element_type) {
      return Fail("concatenate.C2", "`concatenate`: operand {} must be {} like operand 0, got {}",
                  {i, Name(first.element_type), Name(other.element_type)});
    }
  }
  return {};
}

}  // namespace

Result<Shape> InferConcatenate(const InferContext& context) {
  if (context.operands.empty()) {
    return Fail("concatenate.C1", "`concatenate` takes at least 1 operand, got 0");
  }
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_RETURN_IF_ERROR(CheckRanksAndTypes(context));
  const Shape& first = context.operand(0);
  const std::vector<int64_t>& dimensions = context.attributes().Ints(Attr::dimensions);
  if (dimensions.size() != 1) {
    return Fail("concatenate.C3", "`concatenate`: `dimensions` must have 1 entry, got {}",
                {dimensions.size()})
        .AtAttribute("dimensions");
  }
  HLO_RETURN_IF_ERROR(
      CheckDimensionNumbers(context, "concatenate.C3", Attr::dimensions, dimensions, first.rank()));
  const auto dimension = static_cast<size_t>(dimensions[0]);
  Shape result = Shape::Array(first.element_type, {first.dims.data(), first.dims.size()});
  int64_t total = 0;
  for (size_t i = 0; i < context.operands.size(); ++i) {
    const Shape& operand = context.operand(i);
    HLO_RETURN_IF_ERROR(CheckFits(context, i, dimension));
    result.dynamic |= operand.dynamic;
    const int64_t size = operand.dims[dimension];
    if (size == kUnboundedSize || total == kUnboundedSize) {
      total = kUnboundedSize;
    } else if (__builtin_add_overflow(total, size, &total)) {
      return Fail("S09", "`concatenate`: the size of dimension {} exceeds 63 bits", {dimension});
    }
  }
  result.dims[dimension] = total;
  HLO_RETURN_IF_ERROR(CheckSize(result));
  return result;
}

Result<Literal> EvaluateConcatenate(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  const Shape& shape = context.shape();
  if (context.operand_count() == 1) return context.TakeOperand(0).WithShape(shape);
  HLO_TRY(Literal result, context.Allocate());
  if (result.element_count() == 0) return result;
  const auto dimension = static_cast<size_t>(context.attributes().Ints(Attr::dimensions)[0]);
  const int bytes = StorageBytes(shape.element_type);
  const Dims to_strides = RowMajorStrides({shape.dims.data(), shape.dims.size()});
  uint8_t* to = result.mutable_bytes();
  for (size_t i = 0; i < context.operand_count(); ++i) {
    const Literal& operand = context.operand(i);
    const Dims& sizes = operand.shape().dims;
    if (operand.element_count() == 0) continue;
    CopyBox(context, {sizes, RowMajorStrides({sizes.data(), sizes.size()}), to_strides}, bytes,
            operand.bytes(), to);
    to += sizes[dimension] * to_strides[dimension] * bytes;
  }
  return result;
}

}  // namespace hlo

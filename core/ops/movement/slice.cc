// SPDX-License-Identifier: Apache-2.0
// `slice`, ops reference 7.9.
#include <utility>
#include <vector>

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {
namespace {

const SliceConfig& SliceOf(const Attributes& attributes) {
  static const SliceConfig kNone;
  const auto* config = attributes.Get<SliceConfig>(Attr::slice);
  return config ? *config : kNone;
}

// Rules C2 and C3 for one dimension of the given size.
Status CheckRange(const SliceDimension& range, int64_t d, int64_t size) {
  if (range.start < 0) {
    return Fail("slice.C2", "`slice`: the start of dimension {} must not be negative, got {}",
                {d, range.start})
        .AtAttribute("slice");
  }
  if (range.start > range.limit) {
    return Fail("slice.C2",
                "`slice`: the start of dimension {} must be at most the limit {}, got {}",
                {d, range.limit, range.start})
        .AtAttribute("slice");
  }
  if (size == kUnboundedSize) {
    return Fail("slice.C2", "`slice`: limit {} requires dimension {} to be bounded",
                {range.limit, d})
        .AtAttribute("slice");
  }
  if (range.limit > size) {
    return Fail("slice.C2", "`slice`: the limit of dimension {} must be at most {}, got {}",
                {d, size, range.limit})
        .AtAttribute("slice");
  }
  if (range.stride < 1) {
    return Fail("slice.C3", "`slice`: the stride of dimension {} must be at least 1, got {}",
                {d, range.stride})
        .AtAttribute("slice")
        .WithNote("use `reverse` to change the order of elements");
  }
  return {};
}

bool IsWhole(const SliceDimension& range, int64_t size) {
  return size != 1 && range.start == 0 && range.limit == size && range.stride == 1;
}

// A whole dimension stays dynamic; a partial one is padded with zeros.
Result<Literal> SliceStatic(EvalContext& context) {
  const Dims& bounds = context.operand(0).shape().dims;
  Dims sizes = context.operand(0).dynamic_sizes();
  SliceConfig config = SliceOf(context.attributes());
  for (size_t d = 0; d < bounds.size(); ++d) {
    if (IsWhole(config.dims[d], bounds[d])) {
      config.dims[d].limit = sizes[d];
    } else {
      sizes[d] = bounds[d];
    }
  }
  Instruction slice = context.instruction();
  slice.attributes.Set(Attr::slice, std::move(config));
  std::vector<Literal> operands(1);
  HLO_TRY(operands[0], ToStatic(context, 0, sizes));
  return EvaluateResized(context, std::move(slice), std::move(operands), context.shape());
}

}  // namespace

Result<Shape> InferSlice(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& operand = context.operand(0);
  const SliceConfig& config = SliceOf(context.attributes());
  if (std::ssize(config.dims) != operand.rank()) {
    return Fail("slice.C1", "`slice`: must have one range per dimension, got {} for rank {}",
                {config.dims.size(), operand.rank()})
        .AtAttribute("slice");
  }
  Dims dims;
  for (size_t d = 0; d < config.dims.size(); ++d) {
    const SliceDimension& range = config.dims[d];
    HLO_RETURN_IF_ERROR(CheckRange(range, static_cast<int64_t>(d), operand.dims[d]));
    dims.push_back(CeilDiv(range.limit - range.start, range.stride));
  }
  Shape result = Shape::Array(operand.element_type, {dims.data(), dims.size()});
  for (size_t d = 0; d < dims.size(); ++d) {
    const bool whole = IsWhole(config.dims[d], operand.dims[d]);
    if (whole && operand.IsDynamic(static_cast<int64_t>(d))) {
      result.SetDynamic(static_cast<int64_t>(d), true);
    }
  }
  return result;
}

Result<Literal> EvaluateSlice(EvalContext& context) {
  if (HasPartlyFilled(context)) return SliceStatic(context);
  const Literal& operand = context.operand(0);
  const Shape& shape = context.shape();
  const Dims& operand_dims = operand.shape().dims;
  if (shape.dims == operand_dims) return context.TakeOperand(0).WithShape(shape);
  HLO_TRY(Literal result, context.Allocate());
  if (result.element_count() == 0) return result;
  const SliceConfig& config = SliceOf(context.attributes());
  Dims strides = RowMajorStrides({operand_dims.data(), operand_dims.size()});
  int64_t first = 0;
  for (size_t d = 0; d < strides.size(); ++d) {
    first += config.dims[d].start * strides[d];
    // The stride of a single element may be any number and is not used.
    strides[d] = shape.dims[d] > 1 ? strides[d] * config.dims[d].stride : 0;
  }
  ReadStrided(context, operand, first, strides, result);
  return result;
}

}  // namespace hlo

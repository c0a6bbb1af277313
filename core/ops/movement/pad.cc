// SPDX-License-Identifier: Apache-2.0
// `pad`, ops reference 7.11.
#include <algorithm>

#include "core/base/blocks.h"
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {
namespace {

// Padding amounts are any 64-bit numbers; their sums and products may overflow 64 bits.
using Wide = __int128;

const PaddingConfig& PaddingOf(const Attributes& attributes) {
  static const PaddingConfig kNone;
  const auto* config = attributes.Get<PaddingConfig>(Attr::padding);
  return config ? *config : kNone;
}

// Rules C3 and C4, and the size of one padded dimension.
Result<int64_t> PaddedSize(const PaddingDimension& padding, int64_t d, int64_t size) {
  if (padding.interior < 0) {
    return Fail("pad.C3",
                "`pad`: the interior padding in dimension {} must not be negative, got {}",
                {d, padding.interior})
        .AtAttribute("padding");
  }
  if (size == kUnboundedSize) return kUnboundedSize;
  const Wide gaps = std::max<int64_t>(size - 1, 0);
  const Wide padded = Wide{size} + padding.low + padding.high + gaps * padding.interior;
  if (padded < 0) {
    const Wide shown = std::max(padded, Wide{INT64_MIN});
    return Fail("pad.C4", "`pad`: the padded size of dimension {} must not be negative, got {}",
                {d, static_cast<int64_t>(shown)})
        .AtAttribute("padding");
  }
  if (padded > INT64_MAX) {
    return Fail("S09", "`pad`: the size of dimension {} exceeds 63 bits", {d})
        .AtAttribute("padding");
  }
  return static_cast<int64_t>(padded);
}

// The elements of one dimension that are kept, and their positions in the result.
struct Placement {
  int64_t first = 0;  // element of the operand
  int64_t count = 0;
  int64_t to = 0;    // its position in the result
  int64_t step = 0;  // to the position of the next one
};

Placement Place(const PaddingDimension& padding, int64_t size, int64_t padded) {
  const Wide step = Wide{padding.interior} + 1;
  const Wide low = padding.low;
  const Wide begin = low < 0 ? (-low + step - 1) / step : Wide{0};
  const Wide last_place = Wide{padded} - 1 - low;
  const Wide end = last_place < 0 ? Wide{0} : std::min(Wide{size}, last_place / step + 1);
  if (begin >= end) return {};
  Placement placement;
  placement.first = static_cast<int64_t>(begin);
  placement.count = static_cast<int64_t>(end - begin);
  placement.to = static_cast<int64_t>(low + begin * step);
  placement.step = placement.count > 1 ? static_cast<int64_t>(step) : 0;
  return placement;
}

// Fills everything outside `inner`: for each dimension the slabs before and after it, which in the
// preceding dimensions extend over `inner` only.
void FillAround(EvalContext& context, const Literal& value, const Box& inner, Literal& result) {
  Box slab = Box::Whole(result.shape());
  for (int64_t d = 0; d < result.shape().rank(); ++d) {
    const auto k = static_cast<size_t>(d);
    const int64_t first = inner.begin[k], last = first + inner.sizes[k];
    slab.Narrow(d, 0, first);
    FillBox(context, value, slab, result);
    slab.Narrow(d, last, result.shape().dims[k]);
    FillBox(context, value, slab, result);
    slab.Narrow(d, first, last);
  }
}

}  // namespace

Result<Shape> InferPad(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& operand = context.operand(0);
  const Shape& value = context.operand(1);
  const PaddingConfig& config = PaddingOf(context.attributes());
  if (std::ssize(config.dims) != operand.rank()) {
    return Fail("pad.C1", "`pad`: the length of `padding` must be the operand rank {}, got {}",
                {operand.rank(), config.dims.size()})
        .AtAttribute("padding");
  }
  if (!value.IsScalarOf(operand.element_type)) {
    return Fail("pad.C2", "`pad`: the padding value must be {}[], got {}",
                {Name(operand.element_type), ShapeText(value, false)});
  }
  Shape result = Shape::Array(operand.element_type, {operand.dims.data(), operand.dims.size()});
  result.dynamic = operand.dynamic;
  for (size_t d = 0; d < config.dims.size(); ++d) {
    HLO_TRY(result.dims[d], PaddedSize(config.dims[d], static_cast<int64_t>(d), operand.dims[d]));
  }
  HLO_RETURN_IF_ERROR(CheckSize(result));
  return result;
}

Result<Literal> EvaluatePad(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  const Literal& operand = context.operand(0);
  const Literal& value = context.operand(1);
  const Shape& shape = context.shape();
  HLO_TRY(Literal result, context.Allocate());
  if (result.element_count() == 0) return result;

  const PaddingConfig& config = PaddingOf(context.attributes());
  const Dims& operand_dims = operand.shape().dims;
  const Dims to_strides = RowMajorStrides({shape.dims.data(), shape.dims.size()});
  StridedBox box;
  Box inner;
  bool has_gaps = false;
  int64_t copied = operand.element_count() == 0 ? 0 : 1;
  int64_t from = 0, to = 0;
  if (copied > 0) box.from_strides = RowMajorStrides({operand_dims.data(), operand_dims.size()});
  for (size_t d = 0; copied > 0 && d < operand_dims.size(); ++d) {
    const Placement placement = Place(config.dims[d], operand_dims[d], shape.dims[d]);
    copied *= placement.count;
    from += placement.first * box.from_strides[d];
    to += placement.to * to_strides[d];
    inner.begin.push_back(placement.to);
    inner.sizes.push_back(placement.count);
    has_gaps |= placement.count > 1 && placement.step > 1;
    box.sizes.push_back(placement.count);
    box.to_strides.push_back(placement.step * to_strides[d]);
  }
  const int bytes = StorageBytes(shape.element_type);
  const bool is_large = result.element_count() * bytes >= kLargeBlockBytes;
  if (copied > 0 && !has_gaps && is_large) {
    FillAround(context, value, inner, result);
  } else if (copied < result.element_count()) {
    FillBox(context, value, Box::Whole(shape), result);
  }
  if (copied > 0) {
    CopyBox(context, box, bytes, operand.bytes() + from * bytes,
            result.mutable_bytes() + to * bytes);
  }
  return result;
}

}  // namespace hlo

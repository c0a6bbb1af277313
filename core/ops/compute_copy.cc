// SPDX-License-Identifier: Apache-2.0
#include "core/ops/compute_copy.h"

#include <utility>

#include "core/base/result.h"
#include "core/types/convert.h"

namespace hlo {

Result<Literal> ToComputeType(EvalContext& context, const Literal& array) {
  const ElementType type = array.element_type();
  const ElementType compute = ComputeType(type);
  if (type == compute) return array;
  const Dims& dims = array.shape().dims;
  HLO_TRY(Literal wide, context.Allocate(Shape::Array(compute, {dims.data(), dims.size()})));
  const auto count = static_cast<size_t>(array.element_count());
  if (count > 0) WidenFunction(type)(array.bytes(), count, wide.mutable_bytes());
  return wide;
}

Result<Literal> FromComputeType(EvalContext& context, Literal computed, const Shape& shape) {
  if (computed.element_type() == shape.element_type) return std::move(computed).WithShape(shape);
  HLO_TRY(Literal result, context.Allocate(shape));
  const auto count = static_cast<size_t>(result.element_count());
  const ConvertFn narrow = NarrowFunction(shape.element_type);
  if (count > 0) narrow(computed.bytes(), count, result.mutable_bytes());
  return result;
}

}  // namespace hlo

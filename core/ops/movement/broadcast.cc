// SPDX-License-Identifier: Apache-2.0
// `broadcast`, ops reference 7.4. Rule C5 applies only in a strict mode, which is off.
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {

Result<Shape> InferBroadcast(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_TRY(const Shape* declared, RequireDeclaredArray(context));
  const Shape& operand = context.operand(0);
  const std::vector<int64_t>& map = context.attributes().Ints(Attr::dimensions);
  if (std::ssize(map) != operand.rank()) {
    return Fail("broadcast.C1",
                "`broadcast`: the length of `dimensions` must be the operand rank {}, got {}",
                {operand.rank(), map.size()})
        .AtAttribute("dimensions");
  }
  HLO_RETURN_IF_ERROR(
      CheckDimensionNumbers(context, "broadcast.C2", Attr::dimensions, map, declared->rank()));
  Shape result = *declared;
  result.dynamic = 0;
  for (size_t i = 0; i < map.size(); ++i) {
    const int64_t size = declared->dims[static_cast<size_t>(map[i])];
    if (size != operand.dims[i]) {
      Error error =
          Fail("broadcast.C3",
               "`broadcast`: result dimension {} must be {} like operand dimension {}, got {}",
               {map[i], operand.dims[i], i, size});
      if (operand.dims[i] == 1) {
        error.message += "; `broadcast` does not expand dimensions of size 1";
        error.note = "reshape the operand so that it loses the dimension, then broadcast";
      }
      return std::move(error).AtAttribute("dimensions");
    }
    if (operand.IsDynamic(static_cast<int64_t>(i))) result.SetDynamic(map[i], true);
  }
  if (declared->element_type != operand.element_type) {
    return Fail("broadcast.C4", "`broadcast`: the result type must be {}, got {}",
                {Name(operand.element_type), Name(declared->element_type)})
        .AtResultShape();
  }
  return result;
}

Result<Literal> EvaluateBroadcast(EvalContext& context) {
  const Literal& operand = context.operand(0);
  const Shape& shape = context.shape();
  if (operand.element_count() == 1 && IsEffectiveScalar(shape) && !operand.has_dynamic_sizes()) {
    return context.TakeOperand(0).WithShape(shape);
  }
  HLO_TRY(Literal result, context.Allocate());
  const Dims& operand_dims = operand.shape().dims;
  const std::vector<int64_t>& map = context.attributes().Ints(Attr::dimensions);
  if (result.element_count() > 0) {
    const Dims operand_strides = RowMajorStrides({operand_dims.data(), operand_dims.size()});
    Dims strides(shape.dims.size(), 0);
    for (size_t i = 0; i < map.size(); ++i) {
      strides[static_cast<size_t>(map[i])] = operand_strides[i];
    }
    ReadStrided(context, operand, 0, strides, result);
  }
  if (operand.has_dynamic_sizes()) {
    const Dims operand_live = operand.dynamic_sizes();
    Dims live = shape.dims;
    for (size_t i = 0; i < map.size(); ++i) live[static_cast<size_t>(map[i])] = operand_live[i];
    result.set_dynamic_sizes(live);
  }
  return result;
}

}  // namespace hlo

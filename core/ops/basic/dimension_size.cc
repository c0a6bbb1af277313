// SPDX-License-Identifier: Apache-2.0
// `get-dimension-size` and `set-dimension-size`, ops reference 17: the run-time size of a
// dimension.
#include <utility>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// The only entry of `dimensions`, checked to be in range.
Result<int64_t> DimensionOf(const InferContext& context, std::string_view code) {
  const std::string_view op = context.instruction.op->name;
  const std::vector<int64_t>& dimensions = context.attributes().Ints(Attr::dimensions);
  if (dimensions.size() != 1) {
    return Fail(code, "`{}`: `dimensions` must have 1 entry, got {}", {op, dimensions.size()})
        .AtAttribute("dimensions");
  }
  const Shape& operand = context.operand(0);
  HLO_RETURN_IF_ERROR(
      CheckDimensionNumbers(context, code, Attr::dimensions, dimensions, operand.rank()));
  return dimensions[0];
}

size_t DimensionOf(const EvalContext& context) {
  return static_cast<size_t>(context.attributes().Ints(Attr::dimensions)[0]);
}

}  // namespace

Result<Shape> InferGetDimensionSize(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(RequireArray(context, 0, "get-dimension-size.C1"));
  HLO_TRY(const int64_t dimension, DimensionOf(context, "get-dimension-size.C1"));
  const int64_t bound = context.operand(0).dims[static_cast<size_t>(dimension)];
  if (bound > INT32_MAX) {
    return Fail("get-dimension-size.C2",
                "`get-dimension-size`: the dimension size must fit s32, got {}", {bound})
        .AtAttribute("dimensions");
  }
  return Shape::Scalar(ElementType::kS32);
}

Result<Literal> EvaluateGetDimensionSize(EvalContext& context) {
  const int64_t size = context.operand(0).dynamic_sizes()[DimensionOf(context)];
  return Literal::Scalar<int32_t>(ElementType::kS32, static_cast<int32_t>(size));
}

Result<Shape> InferSetDimensionSize(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_TRY(const int64_t dimension, DimensionOf(context, "set-dimension-size.C1"));
  const Shape& size = context.operand(1);
  if (!size.IsScalarOf(ElementType::kS32)) {
    return Fail("set-dimension-size.C2", "`set-dimension-size`: the size must be s32[], got {}",
                {ShapeText(size, false)})
        .AtOperand(1);
  }
  Shape result = context.operand(0);
  result.SetDynamic(dimension, true);
  return result;
}

Result<Literal> EvaluateSetDimensionSize(EvalContext& context) {
  const size_t dimension = DimensionOf(context);
  const Literal& operand = context.operand(0);
  const int64_t size = context.operand(1).data<int32_t>()[0];
  const int64_t bound = operand.shape().dims[dimension];
  if (size < 0) {
    return Fail("R08", "`set-dimension-size`: the size must not be negative, got {}", {size});
  }
  if (size > bound) {
    return Fail("R08", "`set-dimension-size`: the size must be at most the bound {}, got {}",
                {bound, size});
  }
  Dims live = operand.dynamic_sizes();
  live[dimension] = size;
  // The declared result may lack "<="; the value has a dynamic size nevertheless.
  Shape shape = context.shape();
  shape.dynamic |= operand.shape().dynamic;
  shape.SetDynamic(static_cast<int64_t>(dimension), true);
  Literal result = context.TakeOperand(0).WithShape(shape);
  result.set_dynamic_sizes(live);
  return result;
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// `scaled-dot`, ops reference 9.3: a dot in F32 of operands whose blocks are scaled, rounded once.
#include <utility>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/linalg/dot.h"
#include "core/ops/odometer.h"
#include "core/ops/rules.h"
#include "core/types/convert.h"
#include "hlo/index.h"

namespace hlo {
namespace {

// Rule C2 for operand `i`, whose scales are operand i + 2.
Status CheckScales(const InferContext& context, size_t i) {
  const Shape& operand = context.operand(i);
  const Shape& scales = context.operand(i + 2);
  const int scale_operand = static_cast<int>(i + 2);
  if (scales.IsScalar()) return {};  // a scalar means no scales
  if (scales.rank() != operand.rank()) {
    return Fail("scaled-dot.C2",
                "`scaled-dot`: the scales must be a scalar or have rank {}, got rank {}",
                {operand.rank(), scales.rank()})
        .AtOperand(scale_operand);
  }
  for (size_t d = 0; d < operand.dims.size(); ++d) {
    const int64_t size = operand.dims[d], scale = scales.dims[d];
    if (size == scale || (scale > 0 && size % scale == 0)) continue;
    return Fail("scaled-dot.C2",
                "`scaled-dot`: the size of scale dimension {} must divide {}, got {}",
                {d, size, scale})
        .AtOperand(scale_operand);
  }
  return {};
}

Result<Literal> Converted(EvalContext& context, const Literal& from, ElementType type) {
  const Dims& dims = from.shape().dims;
  HLO_TRY(Literal to, context.Allocate(Shape::Array(type, {dims.data(), dims.size()})));
  ConvertFunction(from.element_type(), type)(
      from.bytes(), static_cast<size_t>(from.element_count()), to.mutable_bytes());
  return to;
}

// The operand in F32, each element times the scale of its block.
Result<Literal> Scaled(EvalContext& context, size_t i) {
  HLO_TRY(Literal values, Converted(context, context.operand(i), ElementType::kF32));
  if (context.operand(i + 2).shape().IsScalar() || values.element_count() == 0) return values;
  HLO_TRY(const Literal scales, Converted(context, context.operand(i + 2), ElementType::kF32));
  // Each dimension as blocks x elements of a block; a block has one scale.
  const Dims& dims = values.shape().dims;
  const Dims& counts = scales.shape().dims;
  const Dims strides = RowMajorStrides({counts.data(), counts.size()});
  Dims sizes, steps;
  for (size_t d = 0; d < dims.size(); ++d) {
    sizes.push_back(counts[d]);
    steps.push_back(strides[d]);
    sizes.push_back(dims[d] / counts[d]);
    steps.push_back(0);
  }
  Odometer<1> at(sizes, {steps});
  float* value = values.mutable_data<float>().data();
  const float* scale = scales.data<float>().data();
  do {
    *value++ *= scale[at.offset(0)];
  } while (at.Next());
  return values;
}

}  // namespace

Result<Shape> InferScaledDot(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  for (size_t i = 0; i < context.operands.size(); ++i) {
    const ElementType type = context.operand(i).element_type;
    if (IsFloat(type)) continue;
    return Fail("V02", "`scaled-dot`: operand {} must be floating-point, got {}", {i, Name(type)})
        .AtOperand(static_cast<int>(i));
  }
  // The operands may have different types.
  const Shape& lhs = context.operand(0);
  const Shape rhs = ChangeElementType(context.operand(1), lhs.element_type);
  HLO_TRY(const Shape product, InferProducts(context, lhs, rhs, "scaled-dot.C1"));
  HLO_RETURN_IF_ERROR(CheckScales(context, 0));
  HLO_RETURN_IF_ERROR(CheckScales(context, 1));
  return product;
}

Result<Literal> EvaluateScaledDot(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  HLO_TRY(Literal lhs, Scaled(context, 0));
  HLO_TRY(Literal rhs, Scaled(context, 1));
  HLO_TRY(Literal product,
          MultiplyOperands(context, std::move(lhs), std::move(rhs), ElementType::kF32));
  const ElementType type = context.shape().element_type;
  if (type != ElementType::kF32) {
    HLO_TRY(product, Converted(context, product, type));
  }
  return std::move(product).WithShape(context.shape());
}

}  // namespace hlo

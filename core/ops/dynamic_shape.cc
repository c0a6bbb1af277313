// SPDX-License-Identifier: Apache-2.0
#include "core/ops/dynamic_shape.h"

#include <algorithm>
#include <utility>

#include "core/base/result.h"
#include "core/ops/apply.h"
#include "core/ops/strided_copy.h"

namespace hlo {
namespace {

bool IsPartlyFilled(const Literal& array) {
  return array.has_dynamic_sizes() && !(array.dynamic_sizes() == array.shape().dims);
}

// Run-time errors (R01, R02, ...) stay as they are; others, such as a broken rule, become R08.
Error OfRunTimeSizes(Error error) {
  if (error.code[0] == 'R') return error;
  return Fail("R08", "{}", {error.message}).WithNote("for the run-time sizes of the operands");
}

}  // namespace

bool HasPartlyFilled(const EvalContext& context) {
  for (size_t i = 0; i < context.operand_count(); ++i) {
    if (IsPartlyFilled(context.operand(i))) return true;
  }
  return false;
}

bool HasSizesOf(const Literal& value, const Shape& shape) {
  for (size_t i = 0; i < value.elements().size(); ++i) {
    if (!HasSizesOf(value.elements()[i], shape.elements[i])) return false;
  }
  if (!value.has_dynamic_sizes()) return true;
  const Dims live = value.dynamic_sizes();
  for (size_t d = 0; d < live.size(); ++d) {
    if (live[d] != shape.dims[d] && !shape.IsDynamic(static_cast<int64_t>(d))) return false;
  }
  return true;
}

Result<Literal> ToStatic(EvalContext& context, size_t i) {
  return ToStatic(context, i, context.operand(i).dynamic_sizes());
}

Result<Literal> ToStatic(EvalContext& context, size_t i, const Dims& sizes) {
  const Literal& operand = context.operand(i);
  const Dims live = operand.dynamic_sizes();
  const Shape shape = Shape::Array(operand.element_type(), {sizes.data(), sizes.size()});
  if (sizes == operand.shape().dims && sizes == live) return operand.WithShape(shape);
  Box kept{Dims(sizes.size(), 0), sizes};
  for (size_t d = 0; d < sizes.size(); ++d) kept.sizes[d] = std::min(sizes[d], live[d]);
  HLO_TRY(Literal part, ReadBox(context, operand, kept));
  if (kept.sizes == sizes) return part;
  HLO_TRY(Literal filled, Literal::Zeros(shape, context.runtime().budget()));
  WriteBox(context, part, kept, filled);
  return filled;
}

Result<Literal> ToBoundedDynamic(EvalContext& context, Literal part, const Shape& shape) {
  if (shape.IsTuple()) {
    std::vector<Literal> elements;
    for (size_t i = 0; i < shape.elements.size(); ++i) {
      HLO_TRY(Literal element,
              ToBoundedDynamic(context, std::move(part.mutable_elements()[i]), shape.elements[i]));
      elements.push_back(std::move(element));
    }
    return Literal::Tuple(std::move(elements));
  }
  const Dims live = part.shape().dims;
  if (live == shape.dims) return std::move(part).WithShape(shape);
  Shape bounded = shape;
  for (size_t d = 0; d < live.size(); ++d) {
    if (live[d] > shape.dims[d]) {
      return Fail("R08", "`{}`: the size of dimension {} must be at most {}, got {}",
                  {context.instruction().op->name, d, shape.dims[d], live[d]});
    }
    if (live[d] < shape.dims[d]) bounded.SetDynamic(static_cast<int64_t>(d), true);
  }
  HLO_TRY(Literal result, Literal::Zeros(bounded, context.runtime().budget()));
  WriteBox(context, part, {Dims(live.size(), 0), live}, result);
  result.set_dynamic_sizes(live);
  return result;
}

Result<Literal> EvaluateResized(EvalContext& context, Instruction instruction,
                                std::vector<Literal> operands, const Shape& declared) {
  Result<Literal> part = Apply(context, std::move(instruction), std::move(operands), declared);
  if (!part.ok()) return OfRunTimeSizes(std::move(*part.TakeError()));
  return ToBoundedDynamic(context, std::move(part.value()), context.shape());
}

Result<Literal> EvaluateWithDynamicSizes(EvalContext& context) {
  std::vector<Literal> operands;
  for (size_t i = 0; i < context.operand_count(); ++i) {
    HLO_TRY(Literal part, ToStatic(context, i));
    operands.push_back(std::move(part));
  }
  Shape declared = context.shape();
  if (context.instruction().op->elementwise) declared.dims = context.operand(0).dynamic_sizes();
  return EvaluateResized(context, context.instruction(), std::move(operands), declared);
}

}  // namespace hlo

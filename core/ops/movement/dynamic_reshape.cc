// SPDX-License-Identifier: Apache-2.0
// `dynamic-reshape`, ops reference 7.6: the live elements in row-major order, with sizes given by
// operands.
#include <utility>

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// The run-time sizes of the result. Error R08.
Result<Dims> RequestedSizes(const EvalContext& context) {
  const Shape& shape = context.shape();
  Dims sizes;
  for (size_t d = 0; d < shape.dims.size(); ++d) {
    const int64_t size = context.operand(d + 1).data<int32_t>()[0];
    const int64_t bound = shape.dims[d];
    if (size < 0) {
      return Fail("R08", "`dynamic-reshape`: the size of dimension {} must not be negative, got {}",
                  {d, size});
    }
    if (size > bound) {
      return Fail("R08", "`dynamic-reshape`: the size of dimension {} must be at most {}, got {}",
                  {d, bound, size});
    }
    if (size != bound && !shape.IsDynamic(static_cast<int64_t>(d))) {
      return Fail("R08", "`dynamic-reshape`: the size of static dimension {} must be {}, got {}",
                  {d, bound, size});
    }
    sizes.push_back(size);
  }
  return sizes;
}

}  // namespace

Result<Shape> InferDynamicReshape(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_TRY(const Shape* declared, RequireDeclaredArray(context));
  const int64_t given = std::ssize(context.operands) - 1;
  if (given != declared->rank()) {
    return Fail("dynamic-reshape.C1", "`dynamic-reshape` takes {}, got {}",
                {Counted(declared->rank(), "size operand"), given});
  }
  for (size_t i = 1; i < context.operands.size(); ++i) {
    if (context.operand(i).IsScalarOf(ElementType::kS32)) continue;
    return Fail("dynamic-reshape.C2", "`dynamic-reshape`: size operand {} must be s32[], got {}",
                {i - 1, ShapeText(context.operand(i), false)})
        .AtOperand(static_cast<int>(i));
  }
  const Shape& operand = context.operand(0);
  if (declared->element_type != operand.element_type) {
    return Fail("dynamic-reshape.C3", "`dynamic-reshape`: the result type must be {}, got {}",
                {Name(operand.element_type), Name(declared->element_type)})
        .AtResultShape();
  }
  HLO_TRY(const int64_t from, ElementCount(operand));
  HLO_TRY(const int64_t to, ElementCount(*declared));
  if (from != to) {
    return Fail("dynamic-reshape.C3", "`dynamic-reshape`: the result must have {}, got {}",
                {Counted(from, "element"), to})
        .AtResultShape();
  }
  return *declared;
}

Result<Literal> EvaluateDynamicReshape(EvalContext& context) {
  HLO_TRY(const Dims sizes, RequestedSizes(context));
  HLO_TRY(Literal part, ToStatic(context, 0));
  // Sizes within bounds: the product is at most the element count.
  const int64_t requested = CheckedProduct({sizes.data(), sizes.size()}).value_or(-1);
  if (requested != part.element_count()) {
    return Fail("R08", "`dynamic-reshape`: the requested sizes must have {}, got {}",
                {Counted(part.element_count(), "element"), requested});
  }
  const ElementType type = context.shape().element_type;
  part = std::move(part).WithShape(Shape::Array(type, {sizes.data(), sizes.size()}));
  return ToBoundedDynamic(context, std::move(part), context.shape());
}

}  // namespace hlo

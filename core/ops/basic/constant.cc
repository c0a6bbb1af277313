// SPDX-License-Identifier: Apache-2.0
// `constant`, ops reference 7.1. The readers check nesting and ranges of literals (codes C01 to
// C07); the rules here apply to all constants.
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// Rules C3 and C1 for each leaf.
Status CheckConstantShape(const Shape& shape) {
  if (shape.IsTuple()) {
    for (const Shape& element : shape.elements) {
      HLO_RETURN_IF_ERROR(CheckConstantShape(element));
    }
    return {};
  }
  if (!shape.IsArray()) {
    return Fail("constant.C3", "`constant`: must be an array or a tuple of arrays, got {}",
                {Name(shape.element_type)})
        .AtResultShape();
  }
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (!shape.IsDynamic(d)) continue;
    return Fail("constant.C1",
                "`constant`: all dimensions must be static, but dimension {} is dynamic", {d})
        .AtResultShape();
  }
  return {};
}

}  // namespace

Status CheckConstantValue(const Shape& value, const Shape& declared) {
  if (!CompatibleIgnoringElementType(value, declared)) {
    return Fail("constant.C1", "`constant`: the value must have shape {}, got {}",
                {ShapeText(declared, false), ShapeText(value, false)})
        .AtResultShape();
  }
  if (!Compatible(value, declared)) {
    return Fail("constant.C2", "`constant`: the value must be of type {}, got {}",
                {ShapeText(declared, false), ShapeText(value, false)})
        .AtResultShape();
  }
  return {};
}

Result<Shape> InferConstant(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_TRY(const Shape* declared, RequireDeclared(context));
  HLO_RETURN_IF_ERROR(CheckConstantShape(*declared));
  const Literal* value = context.instruction.literal.get();
  if (value == nullptr) return *declared;  // elided: printed and checked, but not evaluated
  HLO_RETURN_IF_ERROR(CheckConstantValue(value->shape(), *declared));
  return *declared;
}

Result<Literal> EvaluateConstant(EvalContext& context) {
  const Instruction& instruction = context.instruction();
  if (instruction.literal == nullptr) {
    return Fail("R05", "the value of constant '{}' is elided as {...} and cannot be evaluated",
                {instruction.name})
        .WithNote("print the module with large constants");
  }
  return Relabeled(*instruction.literal, context.shape());
}

}  // namespace hlo

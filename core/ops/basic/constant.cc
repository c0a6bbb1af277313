// SPDX-License-Identifier: Apache-2.0
// `constant`, ops reference 7.1. Nesting and ranges of the written values are checked where they
// are read (codes C01 to C07); the rules here hold for constants however they were made.
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
    return Fail("constant.C3", "`constant`: {} {} cannot be a constant",
                {shape.IsToken() ? "a" : "an", Name(shape.element_type)})
        .AtResultShape();
  }
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (!shape.IsDynamic(d)) continue;
    return Fail("constant.C1", "`constant`: dimension {} is dynamic; a constant has static sizes",
                {d})
        .AtResultShape();
  }
  return {};
}

}  // namespace

Result<Shape> InferConstant(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_TRY(const Shape* declared, RequireDeclared(context));
  HLO_RETURN_IF_ERROR(CheckConstantShape(*declared));
  const Literal* value = context.instruction.literal.get();
  if (value == nullptr) return *declared;  // elided: printed and checked, but not run
  if (!CompatibleIgnoringElementType(value->shape(), *declared)) {
    return Fail("constant.C1", "`constant`: the value is {}, the declared shape {}",
                {ShapeText(value->shape(), false), ShapeText(*declared, false)})
        .AtResultShape();
  }
  if (!Compatible(value->shape(), *declared)) {
    return Fail("constant.C2", "`constant`: a value of {} cannot stand for {}",
                {ShapeText(value->shape(), false), ShapeText(*declared, false)})
        .AtResultShape();
  }
  return *declared;
}

Result<Literal> EvaluateConstant(EvalContext& context) {
  const Instruction& instruction = context.instruction();
  if (instruction.literal == nullptr) {
    return Fail("R05", "the value of constant '{}' was elided as {...}, so it cannot be run",
                {instruction.name})
        .WithNote("print the module with large constants");
  }
  return Relabeled(*instruction.literal, context.shape());
}

}  // namespace hlo

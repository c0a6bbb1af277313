// SPDX-License-Identifier: Apache-2.0
// Elementwise ops, constants, and ops that need nothing but their attributes (imports reference
// 3.2).
#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/stablehlo/converter.h"

namespace hlo::stablehlo {

// The result has the sizes of the first operand that is no scalar.
bool Converter::ConvertElementwise(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::string attributes;
  if (!ReadOperands(op, operands) || !PrintAttributes(op, row, attributes)) return false;
  const Dims& dims = operands[0].shape->shape.dims;
  return GiveOne(op, ResultShape(op, 0, &dims), *row.opcode, Names(operands), attributes);
}

bool Converter::ConvertPlain(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::string attributes;
  if (!ReadOperands(op, operands) || !PrintAttributes(op, row, attributes)) return false;
  if (op.results.size() == 1) {
    const HloShape* shape = InferredShape(op, *row.opcode, operands, attributes);
    return GiveOne(op, shape, *row.opcode, Names(operands), attributes);
  }
  std::vector<const HloShape*> shapes;
  for (size_t i = 0; i < op.results.size(); ++i) {
    // A normalized operand or a random state.
    const bool like_operand = i == 0 && !operands.empty();
    shapes.push_back(ResultShape(op, i, like_operand ? &operands[0].shape->shape.dims : nullptr));
  }
  return GiveAll(op, shapes, *row.opcode, Names(operands), attributes);
}

bool Converter::ConvertCompare(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::string attributes;
  if (!ReadOperands(op, operands) || !PrintAttributes(op, row, attributes)) return false;
  const mlir::Attribute* type = op.Find("compare_type");
  const std::string_view word = type == nullptr ? "NOTYPE" : WordOf(*type);
  const ElementType element = operands[0].shape->shape.element_type;
  const std::string_view usual = IsSigned(element)                        ? "SIGNED"
                                 : IsFloat(element) || IsComplex(element) ? "FLOAT"
                                                                          : "UNSIGNED";
  if (word != "NOTYPE" && !word.empty() && word != usual)
    attributes += ", type=" + std::string(word);
  const Dims& dims = operands[0].shape->shape.dims;
  return GiveOne(op, ResultShape(op, 0, &dims), *row.opcode, Names(operands), attributes);
}

// A scalar predicate chooses for all elements. It stays a scalar for operands with dynamic sizes,
// because those of a filled predicate could not follow them.
bool Converter::ConvertSelect(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  if (!ReadOperands(op, operands)) return false;
  const HloShape* shape = ResultShape(op, 0, &operands[1].shape->shape.dims);
  if (shape == nullptr) return false;
  const Dims& dims = shape->shape.dims;
  const bool is_static = shape->shape.dynamic == 0;
  if (operands[0].shape->shape.dims.empty() && !dims.empty() && is_static) {
    const HloShape* wide = ArrayOf(ElementType::kPred, {dims.data(), dims.size()});
    operands[0] = EmitFilled(ResultName(op) + ".p", wide, operands[0]);
  }
  return GiveOne(op, shape, *row.opcode, Names(operands));
}

// Bounds may be scalars.
bool Converter::ConvertClamp(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  if (!ReadOperands(op, operands)) return false;
  const HloShape* shape = ResultShape(op, 0, &operands[1].shape->shape.dims);
  if (shape == nullptr) return false;
  for (const size_t i : {size_t{0}, size_t{2}}) {
    if (!operands[i].shape->shape.dims.empty()) continue;
    operands[i] = EmitFilled(ResultName(op) + (i == 0 ? ".lo" : ".hi"), shape, operands[i]);
  }
  return GiveOne(op, shape, *row.opcode, Names(operands));
}

bool Converter::ConvertBitcastConvert(const mlir::Op& op, const OpRow& row) {
  Operand operand;
  if (!ReadOperand(op, 0, operand)) return false;
  if (op.results.empty()) return GiveOne(op, ResultShape(op, 0), *row.opcode, operand.name);
  Dims dims = operand.shape->shape.dims;
  const mlir::Type& type = *op.results[0]->type;
  if (type.dims.size() < dims.size()) dims.pop_back();
  if (type.dims.size() > dims.size()) dims.push_back(type.dims.back());
  return GiveOne(op, ResultShape(op, 0, &dims), *row.opcode, operand.name);
}

// "format = e5m10", or exponent_bits and mantissa_bits.
bool Converter::ConvertReducePrecision(const mlir::Op& op, const OpRow& row) {
  Operand operand;
  if (!ReadOperand(op, 0, operand)) return false;
  int64_t exponent = 0, mantissa = 0;
  if (const mlir::Attribute* format = op.Find("format")) {
    const std::string_view word = format->text;
    const size_t m = word.find('m');
    const bool good = word.starts_with('e') && m != std::string_view::npos && word.size() < 12;
    const auto number = [&](std::string_view digits, int64_t& value) {
      value = 0;
      for (char c : digits) {
        if (c < '0' || c > '9') return false;
        value = 10 * value + (c - '0');
      }
      return !digits.empty();
    };
    if (!good || !number(word.substr(1, m - 1), exponent) ||
        !number(word.substr(m + 1), mantissa)) {
      return Fail("P12", format->span, "the format is written as in e5m10");
    }
  } else if (!ReadInt(op, "exponent_bits", exponent) || !ReadInt(op, "mantissa_bits", mantissa)) {
    return false;
  }
  const Dims& dims = operand.shape->shape.dims;
  return GiveOne(op, ResultShape(op, 0, &dims), *row.opcode, operand.name,
                 Format(", exponent_bits={}, mantissa_bits={}", {exponent, mantissa}));
}

// Written where it is first used.
bool Converter::ConvertConstant(const mlir::Op& op, const OpRow&) {
  if (op.results.size() != 1) return FailOp(op, "P07", "must have 1 result");
  const mlir::Type* type = op.results[0]->type;
  const mlir::Attribute* value = file_.Resolve(op.Find("value"));
  const bool is_dense =
      value != nullptr && value->type != nullptr &&
      (value->kind == mlir::AttributeKind::kDense || value->kind == mlir::AttributeKind::kResource);
  if (is_dense && !mlir::SameType(*value->type, *type)) {
    return Fail("I17", type->span,
                Format("the result must have the type of the value, {}, got {}",
                       {value->type->text, type->text}));
  }
  Bound bound;
  bound.shape = ResultShape(op, 0);
  bound.constant = &op;
  if (bound.shape == nullptr) return false;
  frame_->bound[op.results[0]] = bound;
  // One that nothing uses is checked, too.
  if (op.results[0]->uses > 0) return true;
  return Materialize(*op.results[0], frame_->bound[op.results[0]]);
}

bool Converter::ConvertConstantLike(const mlir::Op& op, const OpRow&) {
  Operand operand;
  if (!ReadOperand(op, 0, operand)) return false;
  const HloShape* shape = ResultShape(op, 0, &operand.shape->shape.dims);
  if (shape == nullptr) return false;
  const ElementType type = shape->shape.element_type;
  std::string value;
  if (!ReadScalar(op, "value", type, value)) return false;
  const Operand scalar = EmitScalar(ResultName(op) + ".s", type, value);
  return Give(op, EmitFilled(ResultName(op), shape, scalar));
}

bool Converter::ConvertIdentity(const mlir::Op& op, const OpRow&) {
  Operand operand;
  return ReadOperand(op, 0, operand) && Give(op, operand);
}

bool Converter::ConvertNothing(const mlir::Op& op, const OpRow&) {
  for (const mlir::Value* result : op.results) frame_->bound[result].failed = true;
  return true;
}

bool Converter::ConvertQuantized(const mlir::Op& op, const OpRow&) {
  for (const mlir::Use& use : op.operands) {
    if (use.value->type != nullptr && use.value->type->fault == mlir::TypeFault::kQuantized) {
      return FailType(*use.value->type, op.name_span);
    }
  }
  for (const mlir::Value* result : op.results) {
    if (result->type->fault != mlir::TypeFault::kNone) return FailType(*result->type, op.name_span);
  }
  return FailOp(op, "I04", "quantized types have no HLO type");
}

bool Converter::ConvertUnsupported(const mlir::Op& op, const OpRow&) {
  return FailOp(op, "I01", "the op is known, but it is not imported; it is internal to a compiler");
}

bool Converter::ConvertReturn(const mlir::Op& op, const OpRow&) {
  return FailOp(op, "I06", "must be the last op of its region");
}

}  // namespace hlo::stablehlo

// SPDX-License-Identifier: Apache-2.0
// Operands and the shapes of results.
#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/stablehlo/converter.h"

namespace hlo::stablehlo {
namespace {

bool IsConstant(const mlir::Op* op) {
  return op != nullptr && op->form != nullptr && RowOf(*op).convert == &Converter::ConvertConstant;
}

}  // namespace

// ---- operands ----

bool Converter::IsCloned(const mlir::Value& value) {
  return IsConstant(value.op) && !options_.like_xla;
}

// What a value is here. One from around this computation is written again if it is a constant.
Bound* Converter::FindBound(const mlir::Value& value, SourceSpan at) {
  const auto found = frame_->bound.find(&value);
  if (found != frame_->bound.end()) return &found->second;
  Bound made;
  const Bound* outer = nullptr;
  for (Frame* frame = frame_->around; frame != nullptr && outer == nullptr; frame = frame->around) {
    const auto there = frame->bound.find(&value);
    if (there != frame->bound.end()) outer = &there->second;
  }
  if (value.is_faulty || (outer != nullptr && outer->failed)) {
    made.failed = true;
  } else if (IsConstant(value.op)) {
    made.constant = value.op;
    made.shape = ShapeOf(*value.type, value.span);
    made.failed = made.shape == nullptr;
  } else if (outer != nullptr && outer->known != nullptr) {
    made.shape = outer->shape;
    made.known = outer->known;
  } else {
    made.failed = true;
    if (frame_->region != nullptr && frame_->region->owner != nullptr) {
      const mlir::Op& owner = *frame_->region->owner;
      Fail("I08", at.empty() ? owner.name_span : at,
           Format("the body of '{}' uses {} from outside, and it is not a constant; HLO "
                  "computations see only their parameters",
                  {owner.name, value.name}));
    }
  }
  return &(frame_->bound[&value] = std::move(made));
}

void Converter::WriteConstant(const mlir::Value& value, std::string_view name, Bound& bound) {
  const mlir::Attribute* given = file_.Resolve(bound.constant->Find("value"));
  const bool is_dense = given != nullptr && (given->kind == mlir::AttributeKind::kDense ||
                                             given->kind == mlir::AttributeKind::kResource);
  if (!is_dense) {  // a number of arith.constant
    const Shape& shape = bound.shape->shape;
    bound.failed = !shape.dims.empty() || given == nullptr;
    if (bound.failed) {
      FailValue(*bound.constant, "value", "the value of a constant must be dense<...>");
      return;
    }
    std::string text;
    bound.failed = !ReadScalar(*bound.constant, "value", shape.element_type, text);
    if (bound.failed) return;
    bound.name = Emit(name, bound.shape, Opcode::kConstant, text, {}, true);
    return;
  }
  mlir::DenseValue number;
  const auto read = aliased_values_.find(given);
  if (read != aliased_values_.end()) {
    number = read->second;
  } else {
    bound.failed = !mlir::ReadDense(file_, report_, *given, *value.type, number);
    if (bound.failed) return;
    if (given != bound.constant->Find("value")) aliased_values_.emplace(given, number);
  }
  if (!number.elided) {
    bound.name = EmitLiteral(name, bound.shape, number, true);
  } else if (options_.fill != Fill::kNone) {
    bound.name = EmitFill(name, bound.shape);
  } else {
    report_
        .Error("I09", given->span,
               "constant contents were elided by the tool that printed the text")
        .notes.push_back({{}, "print the text in full, or choose a fill with --fill"});
    bound.name = Emit(name, bound.shape, Opcode::kConstant, "{...}", {}, true);
  }
}

bool Converter::Materialize(const mlir::Value& value, Bound& bound) {
  if (!bound.name.empty()) return true;
  const mlir::Op* op = std::exchange(op_, value.op);
  const std::string metadata = std::exchange(
      metadata_, MetadataText(file_, value.op == nullptr ? SourceSpan() : value.op->location));
  const std::string name =
      value.op == nullptr ? HloName(value.name) : ResultName(*value.op, value.index);
  if (bound.constant != nullptr) {
    WriteConstant(value, name, bound);
  } else {
    bound.name = EmitKnown(name, bound.shape, bound.known);
  }
  op_ = op;
  metadata_ = metadata;
  return !bound.failed;
}

bool Converter::ReadOperand(const mlir::Op& op, size_t i, Operand& operand) {
  const mlir::Value& value = *op.operands[i].value;
  Bound* bound = FindBound(value, op.operands[i].span);
  if (bound->failed || !Materialize(value, *bound)) return false;
  operand = {bound->name, bound->shape};
  return true;
}

bool Converter::ReadOperands(const mlir::Op& op, std::vector<Operand>& operands, size_t from,
                             size_t count) {
  const size_t end = std::min(op.operands.size(), count == SIZE_MAX ? SIZE_MAX : from + count);
  operands.clear();
  for (size_t i = from; i < end; ++i) {
    if (!ReadOperand(op, i, operands.emplace_back())) return false;
  }
  return true;
}

std::string Converter::Names(const std::vector<Operand>& operands) {
  std::string names;
  for (const Operand& operand : operands) {
    if (!names.empty()) names += ", ";
    names += operand.name;
  }
  return names;
}

const HloShape* Converter::OperandShape(const mlir::Op& op, size_t i) {
  const Bound* bound = FindBound(*op.operands[i].value);
  return bound->failed ? nullptr : bound->shape;
}

// ---- shapes of results ----

bool Converter::HasUnknownSizes(const mlir::Op& op, size_t i) const {
  const mlir::Type* type = i < op.results.size() ? op.results[i]->type : nullptr;
  return type != nullptr && type->IsTensor() && type->HasUnknownSize();
}

const HloShape* Converter::ResultShape(const mlir::Op& op, size_t i, const Dims* dims) {
  if (i >= op.results.size()) {
    FailOp(op, "P07", Format("must have more results, got {}", {op.results.size()}));
    return nullptr;
  }
  const HloShape* declared = ShapeOf(*op.results[i]->type, op.name_span);
  if (declared == nullptr || !HasUnknownSizes(op, i)) return declared;
  Shape shape = declared->shape;
  for (size_t d = 0; d < shape.dims.size(); ++d) {
    if (shape.dims[d] != kUnboundedSize) continue;
    const bool known = dims != nullptr && dims->size() == shape.dims.size() && (*dims)[d] >= 0;
    if (!known) {
      FailUnknownSize(op, d);
      return nullptr;
    }
    shape.dims[d] = (*dims)[d];
    shape.SetDynamic(static_cast<int64_t>(d), false);
  }
  return Intern(std::move(shape));
}

// The shape that the rules of HLO give, where the type leaves sizes open. `called`: text of the
// computations that the attributes name.
const HloShape* Converter::InferredShape(const mlir::Op& op, Opcode opcode,
                                         const std::vector<Operand>& operands,
                                         std::string_view attributes, std::string_view called) {
  if (!HasUnknownSizes(op, 0)) return ResultShape(op, 0);
  std::string text = std::string(called) + "ENTRY e {\n";
  std::string names;
  for (size_t i = 0; i < operands.size(); ++i) {
    text += Format("  a{} = {} parameter({})\n", {i, operands[i].shape->text, i});
    names += Format("{}a{}", {i == 0 ? "" : ", ", i});
  }
  text += Format("  ROOT r = {}({}){}\n", {OpcodeName(opcode), names, attributes}) + "}\n";
  const std::optional<Dims> dims = options_.root_dims ? options_.root_dims(text) : std::nullopt;
  return ResultShape(op, 0, dims.has_value() ? &*dims : nullptr);
}

bool Converter::FailUnknownSize(const mlir::Op& op, size_t dimension) {
  std::string names;
  std::string first;
  for (const mlir::Function* function : file_.functions) {
    for (size_t i = 0; i < function->argument_attributes.size(); ++i) {
      for (const mlir::NamedAttribute& entry : function->argument_attributes[i]) {
        if (entry.name != "jax.global_constant" || !first.empty()) continue;
        first = entry.value->text;
        names = Format("; it depends on argument {} (\"{}\")", {i, first});
      }
    }
  }
  if (first.empty()) {
    return FailOp(op, "I03",
                  Format("the size of dimension {} of the result does not follow from the operands",
                         {dimension}));
  }
  return FailOp(
      op, "I03",
      Format("dimension {} is not known{}; give it with --dim {}=8", {dimension, names, first}));
}

}  // namespace hlo::stablehlo

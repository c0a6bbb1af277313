// SPDX-License-Identifier: Apache-2.0
// Operands, shapes of results, and arithmetic on shapes (imports reference 5).
#include <algorithm>
#include <cstring>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/import/stablehlo/converter.h"
#include "core/text/text.h"

namespace hlo::stablehlo {
namespace {

constexpr int64_t kMostKnown = 64;  // elements of an array whose values are followed

bool IsConstant(const mlir::Op* op) {
  return op != nullptr && op->form != nullptr &&
         RowOf(*op).convert == &Converter::ConvertConstant;
}

bool CanBeKnown(const Shape& shape) {
  const bool is_integer = IsInteger(shape.element_type) || shape.element_type == ElementType::kPred;
  return shape.IsArray() && is_integer && shape.rank() <= 1 && shape.IsStatic() &&
         (shape.dims.empty() || shape.dims[0] <= kMostKnown);
}

// The value as the element type stores it.
int64_t Wrapped(int64_t value, ElementType type) {
  const int width = type == ElementType::kPred ? 1 : BitWidth(type);
  if (width == 64) return value;
  const uint64_t bits = static_cast<uint64_t>(value) << (64 - width);
  return IsSigned(type) ? static_cast<int64_t>(bits) >> (64 - width)
                        : static_cast<int64_t>(bits >> (64 - width));
}

std::optional<int64_t> FoldBinary(std::string_view opcode, int64_t a, int64_t b) {
  const auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  if (opcode == "add") return static_cast<int64_t>(ua + ub);
  if (opcode == "subtract") return static_cast<int64_t>(ua - ub);
  if (opcode == "multiply") return static_cast<int64_t>(ua * ub);
  if (opcode == "maximum") return std::max(a, b);
  if (opcode == "minimum") return std::min(a, b);
  if (opcode == "and") return a & b;
  if (opcode == "or") return a | b;
  if (opcode == "xor") return a ^ b;
  const bool overflows = a == INT64_MIN && b == -1;
  if (b == 0 || overflows) return std::nullopt;
  if (opcode == "divide") return a / b;
  if (opcode == "remainder") return a % b;
  return std::nullopt;
}

bool Compared(std::string_view direction, int64_t a, int64_t b) {
  if (direction == "EQ") return a == b;
  if (direction == "NE") return a != b;
  if (direction == "LT") return a < b;
  if (direction == "LE") return a <= b;
  if (direction == "GT") return a > b;
  return a >= b;
}

}  // namespace

// ---- operands ----

bool Converter::IsCloned(const mlir::Value& value) {
  return IsConstant(value.op) && !options_.like_xla;
}

// What a value is here. One from around this computation is written again if it is a constant.
Bound* Converter::FindBound(const mlir::Value& value) {
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
      FailOp(owner, "I08", Format("the body uses {} from outside, and it is not a constant; HLO "
                                  "computations see only their parameters", {value.name}));
    }
  }
  return &(frame_->bound[&value] = std::move(made));
}

bool Converter::Materialise(const mlir::Value& value, Bound& bound) {
  if (!bound.name.empty()) return true;
  const mlir::Op* op = std::exchange(op_, value.op);
  const std::string metadata =
      std::exchange(metadata_, MetadataText(file_, value.op == nullptr ? nullptr : value.op->location));
  const std::string name = value.op == nullptr ? HloName(value.name)
                                               : ResultName(*value.op, value.index);
  if (bound.constant != nullptr) {
    const mlir::Attribute* dense = file_.Resolve(bound.constant->Find("value"));
    mlir::DenseValue number;
    const bool is_dense = dense != nullptr && (dense->kind == mlir::AttributeKind::kDense ||
                                               dense->kind == mlir::AttributeKind::kResource);
    bound.failed = !(is_dense && mlir::ReadDense(file_, report_, *dense, *value.type, number));
    if (dense != nullptr && !is_dense) {
      Fail("P12", dense->span, "the value of a constant is dense<...>");
    }
    if (!bound.failed && number.elided && options_.fill != Fill::kNone) {
      bound.name = EmitFill(name, bound.shape);
    } else if (!bound.failed && number.elided) {
      report_.Error("I09", dense->span, "constant contents were elided by the tool that printed the "
                                        "text")
          .notes.push_back({{}, "print the text in full, or choose a fill with --fill"});
      bound.name = Emit(name, bound.shape, "constant", "{...}", {}, true);
    } else if (!bound.failed) {
      bound.name = EmitLiteral(name, bound.shape, number, true);
    }
  } else {
    bound.name = EmitKnown(name, bound.shape, bound.known);
  }
  op_ = op;
  metadata_ = metadata;
  return !bound.failed;
}

bool Converter::ReadOperand(const mlir::Op& op, size_t i, Operand& operand) {
  const mlir::Value& value = *op.operands[i].value;
  Bound* bound = FindBound(value);
  if (bound->failed || !Materialise(value, *bound)) return false;
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
  const mlir::Type* type = op.results[i]->type;
  return type != nullptr && type->IsTensor() && type->bounds.empty() &&
         std::count(type->dims.begin(), type->dims.end(), mlir::kUnknownSize) > 0;
}

const HloShape* Converter::ResultShape(const mlir::Op& op, size_t i, const Dims* dims) {
  if (i >= op.results.size()) {
    FailOp(op, "P07", Format("{} results, must be more", {op.results.size()}));
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

// The shape that the rules of HLO give, where the type leaves sizes open.
const HloShape* Converter::InferredShape(const mlir::Op& op, std::string_view opcode,
                                         const std::vector<Operand>& operands,
                                         std::string_view attributes) {
  if (!HasUnknownSizes(op, 0)) return ResultShape(op, 0);
  std::string text = "ENTRY e {\n";
  std::string names;
  for (size_t i = 0; i < operands.size(); ++i) {
    text += Format("  a{} = {} parameter({})\n", {i, operands[i].shape->text, i});
    names += Format("{}a{}", {i == 0 ? "" : ", ", i});
  }
  text += Format("  ROOT r = {}({}){}\n", {opcode, names, attributes}) + "}\n";
  const ParsedModule parsed = ParseModule(text);
  if (!parsed.ok()) return ResultShape(op, 0);
  const Dims dims = parsed.module->entry->root->shape->dims;
  return ResultShape(op, 0, &dims);
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
  if (first.empty()) first = "NAME";
  return FailOp(op, "I03", Format("dimension {} is not known{}; give it with --dim {}=8",
                                  {dimension, names, first}));
}

// ---- folding ----

Known Converter::ConstantNumbers(const mlir::Op& op) {
  const HloShape* shape = ShapeOf(*op.results[0]->type, op.name_span);
  const mlir::Attribute* value = file_.Resolve(op.Find("value"));
  if (shape == nullptr || value == nullptr || !CanBeKnown(shape->shape)) return nullptr;
  if (value->kind != mlir::AttributeKind::kDense && value->kind != mlir::AttributeKind::kInteger &&
      value->kind != mlir::AttributeKind::kArray) {
    return nullptr;
  }
  std::vector<int64_t> numbers;
  Report quiet(1);  // faults are reported when the constant is written
  if (!mlir::ReadNumbers(file_, quiet, *value, numbers)) return nullptr;
  return std::make_shared<const std::vector<int64_t>>(std::move(numbers));
}

Known Converter::KnownOf(const mlir::Op& op, size_t i) {
  if (i >= op.operands.size()) return nullptr;
  Bound* bound = FindBound(*op.operands[i].value);
  if (bound->known == nullptr && bound->constant != nullptr) {
    bound->known = ConstantNumbers(*bound->constant);
  }
  return bound->known;
}

// Binds the result to its value when it is a small integer array that follows from the text.
bool Converter::Fold(const mlir::Op& op, const OpRow& row) {
  if (!file_.has_unknown_sizes || op.results.size() != 1 || !op.regions.empty()) return false;
  const mlir::Type* type = op.results[0]->type;
  if (type == nullptr || type->fault != mlir::TypeFault::kNone || HasUnknownSizes(op, 0)) return false;
  if (type->kind != mlir::TypeKind::kTensor && type->kind != mlir::TypeKind::kScalar) return false;
  const HloShape* shape = ShapeOf(*type, op.name_span);
  if (shape == nullptr || !CanBeKnown(shape->shape)) return false;
  std::optional<std::vector<int64_t>> values = FoldedValues(op, row, shape->shape);
  const int64_t count = shape->shape.dims.empty() ? 1 : shape->shape.dims[0];
  if (!values || std::ssize(*values) != count) return false;
  for (int64_t& value : *values) value = Wrapped(value, shape->shape.element_type);
  BindLazily(op.results[0], shape,
             std::make_shared<const std::vector<int64_t>>(std::move(*values)));
  return true;
}

// What is left of shape computations of other dialects.
std::optional<std::vector<int64_t>> Converter::FoldedShape(const mlir::Op& op,
                                                           std::string_view name) {
  const auto sizes_of = [&](const HloShape* shape) -> std::optional<std::vector<int64_t>> {
    if (shape == nullptr || !shape->shape.IsStatic()) return std::nullopt;
    return std::vector<int64_t>(shape->shape.dims.begin(), shape->shape.dims.end());
  };
  std::vector<int64_t> values;
  if (name == "shape.const_shape") {
    Numbers numbers;
    if (!ReadList(op, "value", numbers)) return std::nullopt;
    return numbers.values;
  }
  if (name == "shape.shape_of") return sizes_of(OperandShape(op, 0));
  std::vector<Known> known;
  for (size_t i = name == "tensor.dim" ? 1 : 0; i < op.operands.size(); ++i) {
    known.push_back(KnownOf(op, i));
    if (known.back() == nullptr) return std::nullopt;
  }
  if (name == "tensor.dim") {
    const std::optional<std::vector<int64_t>> sizes = sizes_of(OperandShape(op, 0));
    if (!sizes || known.empty() || (*known[0])[0] < 0 || (*known[0])[0] >= std::ssize(*sizes)) return std::nullopt;
    return std::vector<int64_t>{(*sizes)[static_cast<size_t>((*known[0])[0])]};
  }
  if (name == "tensor.from_elements") {
    for (const Known& part : known) values.insert(values.end(), part->begin(), part->end());
    return values;
  }
  if (name == "tensor.extract" && !known.empty()) {
    const int64_t at = known.size() == 1 ? 0 : (*known[1])[0];
    if (at < 0 || at >= std::ssize(*known[0])) return std::nullopt;
    return std::vector<int64_t>{(*known[0])[static_cast<size_t>(at)]};
  }
  if (name == "shape.num_elements" && !known.empty()) {
    const std::optional<int64_t> count = CheckedProduct(*known[0]);
    return count ? std::optional(std::vector<int64_t>{*count}) : std::nullopt;
  }
  if (name != "shape.broadcast") return std::nullopt;
  for (const Known& part : known) {
    while (values.size() < part->size()) values.insert(values.begin(), 1);
    for (size_t i = 0; i < part->size(); ++i) {
      int64_t& size = values[values.size() - part->size() + i];
      if (size == 1) size = (*part)[i];
    }
  }
  return values;
}

bool Converter::ConvertShapeArithmetic(const mlir::Op& op, const OpRow& row) {
  return FailOp(op, "I02", Format("dialect '{}' is past the point where HLO applies, and the value "
                                  "does not follow from the text",
                                  {row.name.substr(0, row.name.find('.'))}));
}

std::optional<std::vector<int64_t>> Converter::FoldedValues(const mlir::Op& op, const OpRow& row,
                                                            const Shape& shape) {
  const std::string_view name = row.name;
  if (name == "stablehlo.get_dimension_size") {
    int64_t dimension = 0;
    const HloShape* operand = OperandShape(op, 0);
    if (operand == nullptr || !ReadInt(op, "dimension", dimension)) return std::nullopt;
    if (dimension < 0 || dimension >= operand->shape.rank()) return std::nullopt;
    if (operand->shape.IsDynamic(dimension)) return std::nullopt;
    return std::vector<int64_t>{operand->shape.dims[static_cast<size_t>(dimension)]};
  }
  if (name.starts_with("shape.") || name.starts_with("tensor.")) return FoldedShape(op, name);
  std::vector<Known> known;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    known.push_back(KnownOf(op, i));
    if (known.back() == nullptr) return std::nullopt;
  }
  if (known.empty()) return std::nullopt;
  if (name == "stablehlo.concatenate") {
    std::vector<int64_t> all;
    for (const Known& part : known) all.insert(all.end(), part->begin(), part->end());
    return all;
  }
  const std::vector<int64_t>& a = *known[0];
  if (name == "stablehlo.convert" || name == "stablehlo.reshape" || name == "arith.index_cast") {
    if (name == "stablehlo.convert" && shape.element_type == ElementType::kPred) return std::nullopt;
    return a;
  }
  if (name == "stablehlo.broadcast_in_dim" && a.size() == 1) {
    return std::vector<int64_t>(static_cast<size_t>(shape.dims.empty() ? 1 : shape.dims[0]), a[0]);
  }
  std::vector<int64_t> values(a.size());
  if (name == "stablehlo.slice") {
    Numbers start, stride;
    if (!ReadList(op, "start_indices", start) || !ReadList(op, "strides", stride)) return std::nullopt;
    if (start.values.size() != 1 || shape.dims.size() != 1) return std::nullopt;
    values.clear();
    const int64_t step = stride.values.empty() ? 1 : stride.values[0];
    for (int64_t i = 0; i < shape.dims[0]; ++i) {
      const std::optional<int64_t> offset = CheckedMultiply(i, step);
      const std::optional<int64_t> at = offset ? CheckedAdd(start.values[0], *offset) : offset;
      if (!at || *at < 0 || *at >= std::ssize(a)) return std::nullopt;
      values.push_back(a[static_cast<size_t>(*at)]);
    }
    return values;
  }
  for (size_t i = 0; i < a.size(); ++i) {
    for (const Known& other : known) {
      if (other->size() != a.size() && other->size() != 1) return std::nullopt;
    }
    const auto at = [&](size_t k) { return (*known[k])[known[k]->size() == 1 ? 0 : i]; };
    std::optional<int64_t> value;
    if (known.size() == 1 && name == "stablehlo.negate") value = Wrapped(static_cast<int64_t>(0 - static_cast<uint64_t>(at(0))), shape.element_type);
    if (known.size() == 1 && name == "stablehlo.sign") value = at(0) > 0 ? 1 : at(0) < 0 ? -1 : 0;
    if (known.size() == 1 && name == "stablehlo.not") {
      value = shape.element_type == ElementType::kPred ? int64_t{at(0) == 0} : ~at(0);
    }
    if (known.size() == 3 && name == "stablehlo.select") value = at(0) != 0 ? at(1) : at(2);
    if (known.size() == 3 && name == "stablehlo.clamp") {
      value = std::min(std::max(at(0), at(1)), at(2));
    }
    if (known.size() == 2 && name == "stablehlo.compare") {
      const mlir::Attribute* direction = op.Find("comparison_direction");
      if (direction == nullptr) return std::nullopt;
      value = Compared(WordOf(*direction), at(0), at(1));
    } else if (known.size() == 2) {
      value = FoldBinary(row.opcode, at(0), at(1));
    }
    if (!value) return std::nullopt;
    values[i] = *value;
  }
  return values;
}

}  // namespace hlo::stablehlo

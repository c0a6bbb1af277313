// SPDX-License-Identifier: Apache-2.0
// Writing HLO instructions, and shapes of types (imports reference 2).
#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/stablehlo/converter.h"
#include "core/import/support/fill.h"
#include "core/literal/fill_random.h"
#include "core/types/convert.h"

namespace hlo::stablehlo {
namespace {

constexpr int64_t kLongestLiteral = 1024;  // elements that are written into the text

}  // namespace

bool Converter::Fail(std::string_view code, SourceSpan span, std::string message) {
  report_.Error(code, span, std::move(message));
  return false;
}

bool Converter::FailOp(const mlir::Op& op, std::string_view code, std::string_view message) {
  return Fail(code, op.name_span, Format("'{}': {}", {op.name, message}));
}

bool Converter::FailValue(const mlir::Op& op, std::string_view attribute,
                          std::string_view message) {
  const mlir::Attribute* value = op.Find(attribute);
  if (value == nullptr) return FailOp(op, "P12", message);
  return Fail("P12", value->span, Format("'{}': {}", {op.name, message}));
}

// ---- shapes ----

const HloShape* Converter::Intern(Shape shape) {
  std::string text = ShapeText(shape);
  const auto found = shapes_by_text_.find(text);
  if (found != shapes_by_text_.end()) return found->second;
  const HloShape& added = shapes_.emplace_back(HloShape{std::move(shape), std::move(text)});
  shapes_by_text_.emplace(added.text, &added);
  return &added;
}

const HloShape* Converter::ArrayOf(ElementType type, std::span<const int64_t> dims) {
  return Intern(Shape::Array(type, dims));
}

const HloShape* Converter::TupleOf(const std::vector<const HloShape*>& elements) {
  size_t size = 0;
  for (const HloShape* element : elements) size += element->text.size();
  if (!Fits(size + (frame_ == nullptr ? 0 : frame_->text.size()))) return Intern(Shape::Tuple({}));
  std::vector<Shape> shapes;
  for (const HloShape* element : elements) shapes.push_back(element->shape);
  return Intern(Shape::Tuple(std::move(shapes)));
}

const HloShape* Converter::ShapeOf(const mlir::Type& type, SourceSpan at) {
  const HloShape*& known = shapes_by_type_[&type];
  if (known != nullptr) return known;
  std::optional<Shape> shape = TypeShape(type, at);
  if (!shape) return nullptr;
  const HloShape* interned = Intern(std::move(*shape));
  return shapes_by_type_[&type] = interned;
}

std::optional<Shape> Converter::TypeShape(const mlir::Type& type, SourceSpan at) {
  if (type.fault != mlir::TypeFault::kNone) {
    FailType(type, at);
    return std::nullopt;
  }
  switch (type.kind) {
    case mlir::TypeKind::kScalar:
      return Shape::Scalar(type.element);
    case mlir::TypeKind::kToken:
      return Shape::Token();
    case mlir::TypeKind::kFuture:
    case mlir::TypeKind::kTuple: {
      std::vector<Shape> elements;
      for (const mlir::Type* input : type.inputs) {
        std::optional<Shape> element = TypeShape(*input, at);
        if (!element) return std::nullopt;
        elements.push_back(std::move(*element));
      }
      return Shape::Tuple(std::move(elements));
    }
    case mlir::TypeKind::kTensor:
      break;
    default:
      FailType(type, at);
      return std::nullopt;
  }
  Shape shape =
      Shape::Array(type.element, std::span<const int64_t>(type.dims.data(), type.dims.size()));
  for (size_t d = 0; d < type.dims.size(); ++d) {
    if (type.dims[d] != mlir::kUnknownSize) continue;
    const bool bounded = !type.bounds.empty() && type.bounds[d] != mlir::kUnknownSize;
    shape.dims[d] = bounded ? type.bounds[d] : kUnboundedSize;
    shape.SetDynamic(static_cast<int64_t>(d), true);
  }
  shape.is_buffer = type.is_buffer;
  return shape;
}

bool Converter::FailType(const mlir::Type& type, SourceSpan at) {
  const SourceSpan span = type.span.empty() ? at : type.span;
  switch (type.fault) {
    case mlir::TypeFault::kUnranked:
      return Fail("I03", span, Format("the rank of {} is not known", {type.text}));
    case mlir::TypeFault::kQuantized:
      report_.Error("I04", span, Format("quantized type {} has no HLO type", {type.text}))
          .notes.push_back({{},
                            "lower it first with `stablehlo-opt "
                            "--stablehlo-legalize-quant-to-math`, or replace it with its "
                            "storage type"});
      return false;
    case mlir::TypeFault::kSparse:
      return Fail("I05", span, Format("sparse tensor encoding is not supported: {}", {type.text}));
    case mlir::TypeFault::kElement:
      return Fail("I07", span, Format("type {} has no HLO counterpart", {type.text}));
    default:
      return Fail("I02", span,
                  Format("type {} has no HLO counterpart; import the module before it "
                         "is lowered past StableHLO",
                         {type.text}));
  }
}

// ---- instructions ----

// Whether the text may grow by this many bytes. Nested loops that return values of enclosing ones
// would otherwise make it grow without bound.
bool Converter::Fits(size_t bytes) {
  const size_t most = (size_t{16} << 20) + 32 * file_.source.size();
  if (out_.text.size() + bytes <= most) return true;
  if (!is_full_) {
    const SourceSpan at = op_ == nullptr ? SourceSpan() : op_->name_span;
    Fail("P10", at, Format("the HLO text would be longer than {} bytes", {most}));
  }
  is_full_ = true;
  return false;
}

std::string Converter::Emit(std::string_view name, const HloShape* shape, Opcode opcode,
                            std::string_view operands, std::string_view attributes,
                            bool is_result) {
  Frame& frame = *frame_;
  std::string claimed = frame.Claim(name);
  std::string& text = frame.text;
  if (!Fits(text.size())) return claimed;
  text += "  ";
  const auto begin = static_cast<uint32_t>(text.size());
  text += claimed;
  text += " = ";
  text += shape->text;
  text += ' ';
  text += OpcodeName(opcode);
  text += '(';
  text += operands;
  text += ')';
  text += attributes;
  if (is_result && op_ != nullptr) text += ResultSuffix(*op_);
  text += metadata_;
  SourceSpan source;
  if (op_ != nullptr) {
    source = {op_->name_span.begin, op_->regions.empty() ? op_->span.end : op_->name_span.end};
  }
  frame.marks.push_back({begin, static_cast<uint32_t>(text.size()), source});
  text += '\n';
  return claimed;
}

Operand Converter::EmitOperand(std::string_view name, const HloShape* shape, Opcode opcode,
                               std::string_view operands, std::string_view attributes) {
  return {Emit(name, shape, opcode, operands, attributes), shape};
}

Operand Converter::EmitScalar(std::string_view name, ElementType type, std::string_view value) {
  return EmitOperand(name, ArrayOf(type, {}), Opcode::kConstant, value);
}

// The scalar in every element of `shape`.
Operand Converter::EmitFilled(std::string_view name, const HloShape* shape, const Operand& scalar) {
  if (shape->shape.dims.empty()) return scalar;
  return EmitOperand(name, shape, Opcode::kBroadcast, scalar.name, ", dimensions={}");
}

Operand Converter::EmitBroadcast(std::string_view name, const Operand& operand,
                                 const HloShape* shape, std::span<const int64_t> dimensions,
                                 bool is_result) {
  const std::string attributes = ", dimensions=" + Braced(dimensions);
  return {Emit(name, shape, Opcode::kBroadcast, operand.name, attributes, is_result), shape};
}

Operand Converter::EmitReshape(std::string_view name, const Operand& operand,
                               std::span<const int64_t> dims) {
  return EmitOperand(name, ArrayOf(operand.shape->shape.element_type, dims), Opcode::kReshape,
                     operand.name);
}

Operand Converter::EmitTuple(std::string_view name, const std::vector<Operand>& elements) {
  std::vector<const HloShape*> shapes;
  for (const Operand& element : elements) shapes.push_back(element.shape);
  return EmitOperand(name, TupleOf(shapes), Opcode::kTuple, Names(elements));
}

std::string Converter::EmitLiteral(std::string_view name, const HloShape* shape,
                                   const mlir::DenseValue& value, bool is_result) {
  const Result<int64_t> count = ElementCount(shape->shape);
  const int64_t elements = count.ok() ? count.value() : INT64_MAX;
  std::string text;
  // An array without elements can have any number of empty rows.
  if (elements == 0 || (value.splat && elements >= (options_.like_xla ? 32 : 2))) {
    if (value.splat) {
      AppendHloText(*value.literal, text);
    } else {
      text = ZeroText(shape->shape.element_type);
    }
    const std::string scalar_name = std::string(name) + ".s";
    const Operand scalar = EmitScalar(scalar_name, shape->shape.element_type, text);
    return EmitBroadcast(name, scalar, shape, {}, is_result).name;
  }
  std::shared_ptr<const Literal> literal = value.literal;
  if (value.splat && !shape->shape.dims.empty()) {  // few equal elements
    Result<Literal> whole = Literal::Allocate(shape->shape);
    if (whole.ok()) {
      const auto width = static_cast<size_t>(StorageBytes(shape->shape.element_type));
      uint8_t* out = whole.value().mutable_bytes();
      for (int64_t i = 0; i < elements; ++i) std::memcpy(out + i * width, literal->bytes(), width);
      literal = std::make_shared<const Literal>(std::move(whole.value()));
    }
  }
  if (elements <= kLongestLiteral) {
    AppendHloText(*literal, text);
    return Emit(name, shape, Opcode::kConstant, text, {}, is_result);
  }
  std::string emitted = Emit(name, shape, Opcode::kConstant, "{...}", {}, is_result);
  if (!is_full_) {
    const size_t place = frame_->text.find("{...}", frame_->marks.back().begin);
    frame_->constants.emplace_back(static_cast<uint32_t>(place), std::move(literal));
  }
  return emitted;
}

std::string Converter::EmitKnown(std::string_view name, const HloShape* shape, const Known& known) {
  const bool is_pred = shape->shape.element_type == ElementType::kPred;
  const bool is_u64 = shape->shape.element_type == ElementType::kU64;
  std::vector<std::string> texts;
  for (int64_t value : *known) {
    texts.push_back(is_pred  ? (value != 0 ? "true" : "false")
                    : is_u64 ? std::to_string(static_cast<uint64_t>(value))
                             : std::to_string(value));
  }
  // Joins the elements of each line, from the last dimension on.
  const Dims& dims = shape->shape.dims;
  for (size_t d = dims.size(); d-- > 0;) {
    const int64_t count = CheckedProduct({dims.data(), d}).value_or(0);
    std::vector<std::string> lines(static_cast<size_t>(count), "{");
    for (size_t i = 0; i < texts.size(); ++i) {
      const size_t place = i % static_cast<size_t>(dims[d]);
      lines[i / static_cast<size_t>(dims[d])] += (place == 0 ? "" : ", ") + texts[i];
    }
    for (std::string& line : lines) line += "}";
    texts = std::move(lines);
  }
  if (texts.empty()) texts = {"{}"};
  const std::string& text = texts[0];
  return Emit(name, shape, Opcode::kConstant, text);
}

// Zeros or random numbers for a value that is not known, tuples by their elements.
std::string Converter::EmitFill(std::string_view name, const HloShape* shape) {
  if (shape->shape.IsTuple()) {
    std::vector<Operand> elements;
    for (size_t i = 0; i < shape->shape.elements.size(); ++i) {
      const HloShape* element = Intern(shape->shape.elements[i]);
      elements.push_back({EmitFill(Format("{}.{}", {name, i}), element), element});
    }
    return EmitTuple(name, elements).name;
  }
  if (shape->shape.IsToken()) return Emit(name, shape, Opcode::kAfterAll, "");
  mlir::DenseValue value;
  value.splat = options_.fill == Fill::kZero;
  Result<Literal> literal = Literal::Zeros(value.splat ? Shape::Scalar(shape->shape.element_type)
                                                       : WithDefaultLayout(shape->shape));
  if (!literal.ok()) return Emit(name, shape, Opcode::kConstant, "{...}");
  if (!value.splat) FillRandom(literal.value(), options_.seed + frame_->marks.size());
  value.literal = std::make_shared<const Literal>(std::move(literal.value()));
  return EmitLiteral(name, shape, value, false);
}

// ---- results ----

std::string Converter::ResultName(const mlir::Op& op, size_t i) const {
  for (const mlir::ResultGroup& group : op.groups) {
    if (i < group.first || i >= group.first + group.count) continue;
    const std::string name = HloName(group.name);
    return group.count == 1 ? name : Format("{}.{}", {name, i - group.first});
  }
  const size_t dot = op.name.rfind('.');
  return HloName(op.name.substr(dot == std::string_view::npos ? 0 : dot + 1));
}

void Converter::Bind(const mlir::Value* value, Operand operand) {
  Bound& bound = frame_->bound[value];
  bound.name = std::move(operand.name);
  bound.shape = operand.shape;
}

void Converter::BindLazily(const mlir::Value* value, const HloShape* shape, Known known) {
  Bound& bound = frame_->bound[value];
  bound.shape = shape;
  bound.known = std::move(known);
}

bool Converter::Give(const mlir::Op& op, Operand operand) {
  if (op.results.size() != 1) {
    return FailOp(op, "P07", Format("must have 1 result, got {}", {op.results.size()}));
  }
  Bind(op.results[0], std::move(operand));
  return true;
}

bool Converter::GiveOne(const mlir::Op& op, const HloShape* shape, Opcode opcode,
                        std::string_view operands, std::string_view attributes) {
  if (shape == nullptr) return false;
  if (op.results.size() != 1) {
    return FailOp(op, "P07", Format("must have 1 result, got {}", {op.results.size()}));
  }
  return Give(op, {Emit(ResultName(op), shape, opcode, operands, attributes, true), shape});
}

bool Converter::GiveAll(const mlir::Op& op, const std::vector<const HloShape*>& shapes,
                        Opcode opcode, std::string_view operands, std::string_view attributes) {
  const bool is_bare = shapes.size() == 1;
  if (is_bare && op.results.size() == 1)
    return GiveOne(op, shapes[0], opcode, operands, attributes);
  for (const HloShape* shape : shapes) {
    if (shape == nullptr) return false;
  }
  const HloShape* tuple = is_bare ? shapes[0] : TupleOf(shapes);
  std::string name = ResultName(op);
  if (op.groups.size() == 1 && op.groups[0].count > 1) name = HloName(op.groups[0].name);
  if (op.groups.size() > 1 || op.results.size() == 1) name += ".tuple";
  const Operand whole = {Emit(name, tuple, opcode, operands, attributes, true), tuple};
  BindElements(op, whole, shapes);
  return true;
}

// One get-tuple-element for each result that is used.
void Converter::BindElements(const mlir::Op& op, const Operand& tuple,
                             const std::vector<const HloShape*>& shapes) {
  for (size_t i = 0; i < shapes.size() && i < op.results.size(); ++i) {
    if (op.results[i]->uses == 0) continue;
    Bind(op.results[i], EmitOperand(ResultName(op, i), shapes[i], Opcode::kGetTupleElement,
                                    tuple.name, Format(", index={}", {i})));
  }
}

}  // namespace hlo::stablehlo

// SPDX-License-Identifier: Apache-2.0
#include "hlo/builder/builder.h"

#include <algorithm>

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/ir/inferred_layout.h"
#include "core/ir/module.h"
#include "core/ir/op_def.h"
#include "core/ops/control/async.h"
#include "core/text/reader/verify.h"

namespace hlo::builder {
namespace {

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Letters, digits, "_", "." and "-", the first a letter or "_".
std::string SanitizedName(std::string_view wanted) {
  std::string name(wanted);
  for (char& c : name) {
    if (!IsLetter(c) && !(c >= '0' && c <= '9') && c != '.' && c != '-') c = '_';
  }
  if (name.empty() || !IsLetter(name[0])) name.insert(0, "_");
  return name;
}

// Checks what text cannot express: more dimensions than an array may have, a negative size, too
// many elements, a layout that does not fit.
Status CheckWritten(const Shape& shape) {
  for (const Shape& element : shape.elements) HLO_RETURN_IF_ERROR(CheckWritten(element));
  if (!shape.IsArray()) return {};
  if (shape.rank() > kMaxRank) {
    return Fail("S09", "a shape must have at most {} dimensions, got {}", {kMaxRank, shape.rank()});
  }
  bool bounded = true;
  for (int64_t d = 0; d < shape.rank(); ++d) {
    const int64_t size = shape.dims[static_cast<size_t>(d)];
    if (size < 0 && size != kUnboundedSize) {
      return Fail("V01", "the size of dimension {} must be at least 0, got {}", {d, size});
    }
    bounded = bounded && size != kUnboundedSize;
  }
  if (bounded) HLO_RETURN_IF_ERROR(ElementCount(shape));
  return CheckLayout(shape.layout, {shape.dims.data(), shape.dims.size()},
                     BitWidth(shape.element_type));
}

// The checks that the parser makes before the rules of an op.
Status CheckForm(const Instruction& instruction) {
  const OpDef& op = *instruction.op;
  const Attributes::List& attributes = instruction.attributes.all();
  HLO_RETURN_IF_ERROR(CheckOperandCount(op, std::ssize(instruction.operands)));
  return CheckRequiredAttributes(op, {attributes.data(), attributes.size()});
}

Result<Shape> InferShape(const Instruction& instruction, Declared declared) {
  if (declared.shape != nullptr) HLO_RETURN_IF_ERROR(CheckWritten(*declared.shape));
  HLO_TRY(Shape inferred, InferredShape(instruction, declared.shape));
  if (declared.shape == nullptr || declared.element_type_only) {
    return WithInferredLayout(instruction, std::move(inferred));
  }
  HLO_RETURN_IF_ERROR(CheckResultShape(instruction, *declared.shape, inferred));
  // The operands determine which sizes are dynamic, the declared shape determines the layout.
  if (inferred.IsArray()) inferred.layout = declared.shape->layout;
  return inferred;
}

}  // namespace

// ---- names and values ----

std::string UniqueNames::Take(std::string_view wanted) {
  const std::string base = SanitizedName(wanted);
  std::string name = base;
  while (!taken_.emplace(name, 0).second) name = base + "." + std::to_string(++taken_[base]);
  return name;
}

bool Value::ok() const { return instruction_ != nullptr && !builder_->built_; }

const Shape& Value::shape() const {
  static const Shape kNone;
  return ok() ? *instruction_->shape : kNone;
}

// ---- adding ----

Builder::Builder(std::string_view name)
    : name_(SanitizedName(name)), module_(std::make_unique<Module>()) {
  module_->name = name_;
  computation_ = module_->AddComputation(computation_names_.Take(name_));
}

Value Builder::ReportError(Error error) {
  if (error_ == nullptr) error_ = std::make_unique<Error>(std::move(error));
  return Failed();
}

void Builder::SetDevices(int64_t replicas, int64_t partitions) {
  if (!IsOpen()) return;
  if (replicas < 1 || partitions < 1) {
    ReportError(Fail("V05", "{} replicas of {} partitions: there must be at least one of each",
                     {replicas, partitions}));
    return;
  }
  module_->header.replica_count = replicas;
  module_->header.num_partitions = partitions;
}

bool Builder::IsOpen() {
  if (built_) ReportError(Fail("N01", "the builder '{}' has already been built", {name_}));
  return ok();
}

Status Builder::TakeOperands(Values operands, Instruction& instruction) const {
  for (const Value& operand : operands) {
    if (operand.builder_ == this && operand.ok()) {
      instruction.operands.push_back(operand.instruction_);
      continue;
    }
    return Fail("N01", "operand {} of `{}` is not a value of the builder '{}'",
                {instruction.operands.size(), instruction.op->name, name_});
  }
  return {};
}

Value Builder::Add(std::string_view opcode, Values operands, NamedAttributes attributes,
                   Declared declared) {
  if (!IsOpen()) return Failed();
  const std::optional<Opcode> found = FindOpcode(opcode);
  if (!found) return ReportError(Fail("P02", "unknown op `{}`", {opcode}));
  return Add(*found, operands, std::move(attributes), declared);
}

Value Builder::Add(Opcode opcode, Values operands, NamedAttributes attributes, Declared declared) {
  if (!IsOpen()) return Failed();
  Instruction* instruction = computation_->New();
  instruction->op = &GetOpDef(opcode);
  if (Status taken = TakeOperands(operands, *instruction); !taken.ok()) {
    return ReportError(taken.error());
  }
  for (auto& attribute : attributes) {
    instruction->attributes.Set(attribute.first, std::move(attribute.second));
  }
  instruction->op = &GetOpDef(opcode, instruction->attributes);
  return Insert(instruction, OpcodeName(opcode), declared);
}

Value Builder::AddParameter(int64_t number, const Shape& shape, std::string_view parameter_name) {
  if (!IsOpen()) return Failed();
  const auto& taken = computation_->parameters;
  if (number < 0) {
    return ReportError(Fail("N07", "the parameter number must be at least 0, got {}", {number}));
  }
  if (number < std::ssize(taken) && taken[static_cast<size_t>(number)] != nullptr) {
    return ReportError(Fail("N07", "parameter number {} is used twice", {number}));
  }
  Instruction* instruction = computation_->New();
  instruction->op = &GetOpDef(Opcode::kParameter);
  instruction->parameter_number = number;
  return Insert(instruction, parameter_name, &shape);
}

Value Builder::AddConstant(Literal value) {
  if (!IsOpen()) return Failed();
  Instruction* instruction = computation_->New();
  instruction->op = &GetOpDef(Opcode::kConstant);
  const Shape shape = value.shape();
  instruction->literal = std::make_shared<const Literal>(std::move(value));
  return Insert(instruction, instruction->op->name, &shape);
}

Value Builder::Insert(Instruction* instruction, std::string_view name, Declared declared) {
  instruction->parent = computation_;
  if (Status form = CheckForm(*instruction); !form.ok()) return ReportError(form.error());
  Result<Shape> shape = InferShape(*instruction, declared);
  if (!shape.ok()) return ReportError(shape.error());
  instruction->shape = module_->Intern(shape.value());
  if (Status good = CheckAttributeValues(*instruction); !good.ok()) {
    return ReportError(good.error());
  }
  instruction->name = instruction_names_.Take(name);
  return Value(this, computation_->Add(instruction));
}

// ---- finishing ----

Result<ModulePtr> Builder::Build() {
  const bool has_last = !built_ && !computation_->instructions.empty();
  return Build(has_last ? Value(this, computation_->instructions.back()) : Value());
}

Result<ModulePtr> Builder::Build(Value root) {
  if (!IsOpen()) return Error(*error_);
  computation_->PlaceParameters();
  HLO_RETURN_IF_ERROR(CheckComputation(*computation_));
  if (root.builder_ != this || !root.ok()) {
    return Fail("N01", "the root is not a value of the builder '{}'", {name_});
  }
  const std::vector<AsyncFault> unfinished = CheckAsyncUsers(*computation_);
  if (!unfinished.empty()) return Error(unfinished[0].error);
  built_ = true;
  computation_->root = root.instruction_;
  module_->entry = computation_;
  std::rotate(module_->computations.begin(), module_->computations.begin() + 1,
              module_->computations.end());
  module_->AssignNumbers();
  return std::move(module_);
}

}  // namespace hlo::builder

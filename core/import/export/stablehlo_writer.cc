// SPDX-License-Identifier: Apache-2.0
#include "core/import/export/stablehlo_writer.h"

#include <utility>

#include "core/base/format.h"
#include "core/import/export/mlir_attributes.h"
#include "core/import/export/mlir_values.h"
#include "core/import/export/op_attributes.h"
#include "core/import/support/append_listed.h"

namespace hlo::stablehlo {
namespace {

bool IsWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

// ---- functions and regions ----

Result<std::string> StablehloWriter::Write() {
  std::string head = "module";
  const ModuleHeader& header = module_.header;
  std::string name = module_.name;
  for (char& c : name) c = IsWordCharacter(c) ? c : '_';
  if (!name.empty()) head += " @" + name;
  std::string attributes = FrontendText(header.frontend_attributes);
  AppendAttribute(attributes, "mhlo.num_partitions", Format("{} : i32", {header.num_partitions}));
  AppendAttribute(attributes, "mhlo.num_replicas", Format("{} : i32", {header.replica_count}));
  head += " attributes {" + attributes + "} {\n";
  functions_[module_.entry] = Fresh("main").substr(1);
  most_ops_ = 4096;
  for (const auto& computation : module_.computations) {
    most_ops_ += 64 * std::ssize(computation->instructions);
  }
  HLO_RETURN_IF_ERROR(WriteFunction(*module_.entry));
  for (size_t i = 0; i < waiting_.size(); ++i) HLO_RETURN_IF_ERROR(WriteFunction(*waiting_[i]));
  return head + out_ + "}\n";
}

Status StablehloWriter::WriteFunction(const Computation& computation) {
  std::string arguments;
  for (const Instruction* parameter : computation.parameters) {
    HLO_TRY(const std::string type, TypeOf(*parameter->shape));
    const Value& value = values_[parameter] = {Fresh(parameter->name), {}};
    const std::string annotations = AnnotationsOf(*parameter);
    AppendListed(value.name + ": " + type + (annotations.empty() ? "" : " {" + annotations + "}"),
                 arguments);
  }
  const bool is_entry = &computation == module_.entry;
  const Instruction& root = *computation.root;
  const bool flat = is_entry && root.shape->IsTuple() && root.shape->elements.size() > 1;
  HLO_TRY(const Body body, BodyOf(computation, "func.return", flat));
  out_ += Format(
      "  func.func {} @{}({}) -> ({}) ",
      {is_entry ? "public" : "private", functions_[&computation], arguments, body.result_types});
  out_ += "{\n" + body.text + "  }\n";
  return Status();
}

Result<StablehloWriter::Body> StablehloWriter::BodyOf(const Computation& computation,
                                                      std::string_view return_op, bool flat) {
  constexpr int kMaxDepth = 128;
  if (depth_ == kMaxDepth) {
    return Fail("I01",
                "the regions of StableHLO must be nested at most {} deep, unlike those of '{}'",
                {kMaxDepth, computation.name});
  }
  ++depth_;
  std::string before = std::exchange(out_, std::string());
  for (const Instruction* instruction : computation.instructions) {
    if (instruction->Is(Opcode::kParameter)) continue;
    if (++ops_ > most_ops_) {
      return Fail(
          "I01",
          "the StableHLO text must have at most {} ops; a computation is a region at each of "
          "its uses",
          {most_ops_});
    }
    HLO_RETURN_IF_ERROR(WriteInstruction(*instruction));
  }
  Op op;
  op.name = return_op;
  HLO_RETURN_IF_ERROR(flat ? AddOperandParts(*computation.root, op)
                           : AddOperand(*computation.root, op));
  Line("", op, "()");
  Body body;
  for (const std::string& type : op.operand_types) AppendListed(type, body.result_types);
  body.text = std::exchange(out_, std::move(before));
  --depth_;
  return body;
}

Result<std::string> StablehloWriter::RegionText(const Computation& computation) {
  std::string arguments;
  const auto add = [&](std::string_view name, const Shape& shape) -> Result<std::string> {
    HLO_TRY(const std::string type, TypeOf(shape));
    std::string value = Fresh(name);
    AppendListed(value + ": " + type, arguments);
    return value;
  };
  for (const Instruction* parameter : computation.parameters) {
    Value value;
    if (parameter->shape->IsTuple()) {
      for (const Shape& element : parameter->shape->elements) {
        HLO_TRY(std::string part, add(parameter->name, element));
        value.parts.push_back(std::move(part));
      }
    } else {
      HLO_TRY(value.name, add(parameter->name, *parameter->shape));
    }
    values_[parameter] = std::move(value);
  }
  HLO_TRY(const Body body, BodyOf(computation, "stablehlo.return", /*flat=*/true));
  return (arguments.empty() ? "" : "^bb0(" + arguments + "):\n") + body.text;
}

Result<std::string> StablehloWriter::BranchText(const Computation& branch,
                                                const Instruction& argument) {
  values_[branch.parameters[0]] = values_[&argument];
  HLO_TRY(Body body, BodyOf(branch, "stablehlo.return", /*flat=*/true));
  return std::move(body.text);
}

Status StablehloWriter::AddRegion(const Instruction& instruction, Attr attr, Op& op) {
  const Computation* computation = instruction.attributes.Called(attr);
  if (computation == nullptr) return Unsupported(instruction);
  HLO_TRY(std::string region, RegionText(*computation));
  op.regions.push_back(std::move(region));
  return Status();
}

// ---- values ----

std::string StablehloWriter::Fresh(std::string_view name) {
  std::string base = "%";
  for (const char c : name) base += IsWordCharacter(c) || c == '.' || c == '-' ? c : '_';
  if (base.size() == 1 || (base[1] >= '0' && base[1] <= '9')) base.insert(1, "v");
  int64_t& last = suffixes_[base];
  std::string fresh = base;
  while (!names_.insert(fresh).second) fresh = base + "_" + std::to_string(++last);
  return fresh;
}

Result<std::string> StablehloWriter::NameOf(const Instruction& instruction) {
  if (IsFuture(instruction)) {
    return Unsupported(instruction, "only its done can take the value of a start");
  }
  Value& value = values_[&instruction];
  if (!value.name.empty()) return value.name;
  HLO_TRY(value.name, EmitTuple(instruction.name, *instruction.shape, value.parts));
  return value.name;
}

Result<std::string> StablehloWriter::EmitTuple(std::string_view name, const Shape& shape,
                                               std::vector<std::string> parts) {
  Op op;
  op.name = "stablehlo.tuple";
  op.operands = std::move(parts);
  for (const Shape& element : shape.elements) HLO_RETURN_IF_ERROR(AddType(element, op));
  HLO_TRY(const std::string type, TypeOf(shape));
  std::string value = Fresh(name);
  Line(value, op, type);
  return value;
}

Result<std::vector<std::string>> StablehloWriter::PartsOf(const Instruction& instruction) {
  const Value& value = values_[&instruction];
  const std::vector<Shape>& elements = instruction.shape->elements;
  if (value.parts.size() == elements.size()) return value.parts;
  std::vector<std::string> parts;  // not kept: they may stand in a region
  for (size_t i = 0; i < elements.size(); ++i) {
    Op op;
    op.name = "stablehlo.get_tuple_element";
    op.operands = {value.name};
    op.attributes = Format("index = {} : i32", {i});
    HLO_RETURN_IF_ERROR(AddType(*instruction.shape, op));
    HLO_TRY(const std::string type, TypeOf(elements[i]));
    parts.push_back(Fresh(instruction.name));
    Line(parts.back(), op, type);
  }
  return parts;
}

Result<std::string> StablehloWriter::TypeOf(const Shape& shape) {
  std::string type = TypeText(shape);
  if (type.empty()) return Fail("I01", "StableHLO has no type {}", {ShapeText(shape, false)});
  return type;
}

Status StablehloWriter::AddType(const Shape& shape, Op& op) {
  HLO_TRY(std::string type, TypeOf(shape));
  op.operand_types.push_back(std::move(type));
  return Status();
}

Status StablehloWriter::AddOperand(const Instruction& operand, Op& op) {
  HLO_TRY(std::string name, NameOf(operand));
  op.operands.push_back(std::move(name));
  return AddType(*operand.shape, op);
}

Status StablehloWriter::AddOperandParts(const Instruction& operand, Op& op) {
  if (!operand.shape->IsTuple()) return AddOperand(operand, op);
  HLO_TRY(const std::vector<std::string> parts, PartsOf(operand));
  op.operands.insert(op.operands.end(), parts.begin(), parts.end());
  for (const Shape& element : operand.shape->elements) {
    HLO_RETURN_IF_ERROR(AddType(element, op));
  }
  return Status();
}

Status StablehloWriter::AddOperands(const Instruction& instruction, Op& op) {
  for (const Instruction* operand : instruction.operands) {
    HLO_RETURN_IF_ERROR(AddOperand(*operand, op));
  }
  return Status();
}

Status StablehloWriter::Emit(const Instruction& instruction, const Op& op) {
  HLO_TRY(std::vector<std::string> names, EmitResults(instruction, {*instruction.shape}, op));
  values_[&instruction] = {std::move(names[0]), {}};
  return Status();
}

Status StablehloWriter::EmitParts(const Instruction& instruction, const Op& op) {
  if (!instruction.shape->IsTuple()) return Emit(instruction, op);
  HLO_TRY(std::vector<std::string> parts,
          EmitResults(instruction, instruction.shape->elements, op));
  values_[&instruction] = {{}, std::move(parts)};
  return Status();
}

Result<std::vector<std::string>> StablehloWriter::EmitResults(const Instruction& instruction,
                                                              const std::vector<Shape>& shapes,
                                                              Op op) {
  std::string types;
  for (const Shape& shape : shapes) {
    HLO_TRY(const std::string type, TypeOf(shape));
    AppendListed(type, types);
  }
  const std::string name = Fresh(instruction.name);
  op.annotations = AnnotationsOf(instruction);
  std::vector<std::string> names = {name};
  if (shapes.size() == 1) {
    Line(name, op, shapes[0].IsTuple() ? "(" + types + ")" : types);
    return names;
  }
  names.clear();
  for (size_t i = 0; i < shapes.size(); ++i) names.push_back(name + "#" + std::to_string(i));
  Line(shapes.empty() ? "" : name + ":" + std::to_string(shapes.size()), op, "(" + types + ")");
  return names;
}

void StablehloWriter::Line(std::string_view results, const Op& op, std::string_view types) {
  out_ += "    ";
  if (!results.empty()) out_ += std::string(results) + " = ";
  out_ += "\"" + op.name + "\"(";
  for (size_t i = 0; i < op.operands.size(); ++i) out_ += (i > 0 ? ", " : "") + op.operands[i];
  out_ += ")";
  if (!op.attributes.empty()) out_ += " <{" + op.attributes + "}>";
  for (size_t i = 0; i < op.regions.size(); ++i) {
    out_ += (i == 0 ? " ({\n" : ", {\n") + op.regions[i] + "    }";
  }
  if (!op.regions.empty()) out_ += ")";
  if (!op.annotations.empty()) out_ += " {" + op.annotations + "}";
  out_ += " : (";
  for (size_t i = 0; i < op.operand_types.size(); ++i) {
    out_ += (i > 0 ? ", " : "") + op.operand_types[i];
  }
  out_ += ") -> ";
  out_ += types;
  out_ += '\n';
}

Result<std::string> WriteStablehlo(const Module& module) { return StablehloWriter(module).Write(); }

}  // namespace hlo::stablehlo

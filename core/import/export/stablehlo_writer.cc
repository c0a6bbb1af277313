// SPDX-License-Identifier: Apache-2.0
#include "core/import/export/stablehlo_writer.h"

#include <algorithm>
#include <utility>

#include "core/base/format.h"
#include "core/import/export/mlir_values.h"

namespace hlo::stablehlo {

bool StablehloWriter::Fail(std::string message) {
  if (fault_.empty()) fault_ = std::move(message);
  return false;
}

bool StablehloWriter::FailOp(const Instruction& instruction) {
  return Fail(
      Format("StableHLO cannot say '{}' of '{}'", {instruction.op->name, instruction.name}));
}

// ---- functions and regions ----

Result<std::string> StablehloWriter::Write() {
  std::string head = "module";
  const ModuleHeader& header = module_.header;
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  std::string name = module_.name;
  for (char& c : name) c = is_word(c) ? c : '_';
  if (!name.empty()) head += " @" + name;
  head += Format(" attributes {mhlo.num_partitions = {} : i32, mhlo.num_replicas = {} : i32} {\n",
                 {header.num_partitions, header.replica_count});
  functions_[module_.entry] = "main";
  bool good = WriteFunction(*module_.entry);
  for (size_t i = 0; good && i < waiting_.size(); ++i) good = WriteFunction(*waiting_[i]);
  if (good) return head + out_ + "}\n";
  return hlo::Fail("I01", "{}", {fault_});
}

bool StablehloWriter::WriteFunction(const Computation& computation) {
  std::string arguments, result;
  for (const Instruction* parameter : computation.parameters) {
    std::string type;
    if (!Type(*parameter->shape, type)) return false;
    Value& value = values_[parameter] = {Fresh(parameter->name), {}};
    arguments += (arguments.empty() ? "" : ", ") + value.name + ": " + type;
  }
  std::string before = std::exchange(out_, std::string());
  const bool is_entry = &computation == module_.entry;
  const Instruction& root = *computation.root;
  const bool flat = is_entry && root.Is(Opcode::kTuple) && root.operands.size() > 1;
  if (!WriteBody(computation) || !Return(computation, "func.return", flat, result)) return false;
  const std::string body = std::exchange(out_, std::move(before));
  out_ += Format("  func.func {} @{}({}) -> ({}) ",
                 {is_entry ? "public" : "private", functions_[&computation], arguments, result});
  out_ += "{\n" + body + "  }\n";
  return true;
}

bool StablehloWriter::WriteBody(const Computation& computation) {
  for (const Instruction* instruction : computation.instructions) {
    if (instruction->Is(Opcode::kParameter)) continue;
    if (!WriteInstruction(*instruction)) return false;
  }
  return true;
}

bool StablehloWriter::Return(const Computation& computation, std::string_view op_name, bool flat,
                             std::string& type) {
  Op op;
  op.name = op_name;
  if (flat ? !UseParts(*computation.root, op) : !Use(*computation.root, op)) return false;
  for (const std::string& one : op.operand_types) type += (type.empty() ? "" : ", ") + one;
  Line("", op, "()");
  return true;
}

bool StablehloWriter::WriteRegion(const Computation& computation, bool flat, std::string& region) {
  std::string arguments;
  const auto add = [&](std::string_view name, const Shape& shape, std::string& value) {
    std::string type;
    if (!Type(shape, type)) return false;
    value = Fresh(name);
    arguments += (arguments.empty() ? "" : ", ") + value + ": " + type;
    return true;
  };
  for (const Instruction* parameter : computation.parameters) {
    Value value;
    const Shape& shape = *parameter->shape;
    if (!flat || !shape.IsTuple()) {
      if (!add(parameter->name, shape, value.name)) return false;
    } else {
      for (const Shape& element : shape.elements) {
        if (!add(parameter->name, element, value.parts.emplace_back())) return false;
      }
    }
    values_[parameter] = std::move(value);
  }
  std::string before = std::exchange(out_, std::string());
  std::string type;
  const bool parts = flat && computation.root->shape->IsTuple();
  if (!WriteBody(computation) || !Return(computation, "stablehlo.return", parts, type)) {
    return false;
  }
  region = (arguments.empty() ? "" : "^bb0(" + arguments + "):\n") +
           std::exchange(out_, std::move(before));
  return true;
}

bool StablehloWriter::WriteBranch(const Computation& computation, const Instruction& argument,
                                  std::string& region) {
  values_[computation.parameters[0]] = values_[&argument];
  std::string before = std::exchange(out_, std::string());
  std::string type;
  const bool parts = computation.root->shape->IsTuple();
  if (!WriteBody(computation) || !Return(computation, "stablehlo.return", parts, type)) {
    return false;
  }
  region = std::exchange(out_, std::move(before));
  return true;
}

// ---- values ----

std::string StablehloWriter::Fresh(std::string_view name) {
  std::string base = "%";
  for (const char c : name) {
    const bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '.' || c == '-';
    base += good ? c : '_';
  }
  if (base.size() == 1 || (base[1] >= '0' && base[1] <= '9')) base.insert(1, "v");
  std::string fresh = base;
  for (int i = 1; !names_.insert(fresh).second; ++i) fresh = base + "_" + std::to_string(i);
  return fresh;
}

bool StablehloWriter::Type(const Shape& shape, std::string& type) {
  type = TypeText(shape);
  return !type.empty() || Fail(Format("StableHLO has no type {}", {ShapeText(shape, false)}));
}

// The value as a whole: a tuple is written where only its parts are there.
const std::string* StablehloWriter::NameOf(const Instruction& instruction) {
  Value& value = values_[&instruction];
  if (!value.name.empty()) return &value.name;
  Op op;
  op.name = "stablehlo.tuple";
  op.operands = value.parts;
  for (const Shape& element : instruction.shape->elements) {
    if (!Type(element, op.operand_types.emplace_back())) return nullptr;
  }
  std::string type;
  if (!Type(*instruction.shape, type)) return nullptr;
  value.name = Fresh(instruction.name);
  Line(value.name, op, type);
  return &values_[&instruction].name;
}

bool StablehloWriter::Parts(const Instruction& instruction, std::vector<std::string>& parts) {
  Value& value = values_[&instruction];
  const std::vector<Shape>& elements = instruction.shape->elements;
  if (value.parts.size() != elements.size()) {
    std::vector<std::string> made;
    for (size_t i = 0; i < elements.size(); ++i) {
      Op op;
      op.name = "stablehlo.get_tuple_element";
      op.operands = {value.name};
      op.attributes = Format("index = {} : i32", {i});
      std::string type;
      if (!Type(*instruction.shape, op.operand_types.emplace_back()) || !Type(elements[i], type)) {
        return false;
      }
      made.push_back(Fresh(instruction.name));
      Line(made.back(), op, type);
    }
    parts = std::move(made);  // not kept: they may stand in a region
    return true;
  }
  parts = value.parts;
  return true;
}

bool StablehloWriter::Use(const Instruction& operand, Op& op) {
  const std::string* name = NameOf(operand);
  if (name == nullptr) return false;
  op.operands.push_back(*name);
  return Type(*operand.shape, op.operand_types.emplace_back());
}

bool StablehloWriter::UseParts(const Instruction& operand, Op& op) {
  if (!operand.shape->IsTuple()) return Use(operand, op);
  std::vector<std::string> parts;
  if (!Parts(operand, parts)) return false;
  op.operands.insert(op.operands.end(), parts.begin(), parts.end());
  for (const Shape& element : operand.shape->elements) {
    if (!Type(element, op.operand_types.emplace_back())) return false;
  }
  return true;
}

bool StablehloWriter::Operands(const Instruction& instruction, Op& op) {
  return std::all_of(instruction.operands.begin(), instruction.operands.end(),
                     [&](const Instruction* operand) { return Use(*operand, op); });
}

bool StablehloWriter::Emit(const Instruction& instruction, const Op& op) {
  std::string type;
  if (!Type(*instruction.shape, type)) return false;
  const std::string name = Fresh(instruction.name);
  Line(name, op, type);
  values_[&instruction] = {name, {}};
  return true;
}

bool StablehloWriter::EmitParts(const Instruction& instruction, const Op& op) {
  if (!instruction.shape->IsTuple()) return Emit(instruction, op);
  const std::vector<Shape>& elements = instruction.shape->elements;
  const std::string name = Fresh(instruction.name);
  Value value;
  std::string types;
  for (size_t i = 0; i < elements.size(); ++i) {
    std::string type;
    if (!Type(elements[i], type)) return false;
    types += (types.empty() ? "" : ", ") + type;
    value.parts.push_back(elements.size() == 1 ? name : name + "#" + std::to_string(i));
  }
  Line(elements.size() > 1 ? name + ":" + std::to_string(elements.size()) : name, op,
       "(" + types + ")");
  values_[&instruction] = std::move(value);
  return true;
}

void StablehloWriter::Line(const std::string& results, const Op& op, const std::string& types) {
  out_ += "    ";
  if (!results.empty()) out_ += results + " = ";
  out_ += "\"" + op.name + "\"(";
  for (size_t i = 0; i < op.operands.size(); ++i) out_ += (i > 0 ? ", " : "") + op.operands[i];
  out_ += ")";
  if (!op.attributes.empty()) out_ += " <{" + op.attributes + "}>";
  for (size_t i = 0; i < op.regions.size(); ++i) {
    out_ += (i == 0 ? " ({\n" : ", {\n") + op.regions[i] + "    }";
  }
  if (!op.regions.empty()) out_ += ")";
  out_ += " : (";
  for (size_t i = 0; i < op.operand_types.size(); ++i) {
    out_ += (i > 0 ? ", " : "") + op.operand_types[i];
  }
  out_ += ") -> " + types + "\n";
}

Result<std::string> WriteStablehlo(const Module& module) { return StablehloWriter(module).Write(); }

}  // namespace hlo::stablehlo

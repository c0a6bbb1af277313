// SPDX-License-Identifier: Apache-2.0
// HLO instructions as StableHLO ops (imports reference 14).
#include <algorithm>
#include <optional>

#include "core/base/format.h"
#include "core/import/export/mlir_attributes.h"
#include "core/import/export/mlir_values.h"
#include "core/import/export/stablehlo_writer.h"
#include "core/import/stablehlo/converter.h"
#include "core/import/stablehlo/op_rows.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "core/types/number_text.h"

namespace hlo::stablehlo {
namespace {

const Attribute* FindByName(const Instruction& instruction, std::string_view name) {
  for (const Attribute& attribute : instruction.attributes.all()) {
    if (attribute.attr != Attr::kUnknown && Info(attribute.attr).name == name) return &attribute;
  }
  return nullptr;
}

std::string Upper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

// The row of an op that becomes this opcode and nothing else.
const OpRow* RowFor(Opcode opcode) {
  for (const OpRow& row : OpRows()) {
    const bool plain =
        row.convert == &Converter::ConvertElementwise || row.convert == &Converter::ConvertPlain;
    if (plain && row.opcode == opcode && row.name != "stablehlo.create_token") return &row;
  }
  return nullptr;
}

// Opcodes whose ops do not have the operands or results of the instruction.
bool IsSpecial(Opcode opcode) {
  switch (opcode) {
    case Opcode::kTuple:
    case Opcode::kGetTupleElement:
    case Opcode::kCopy:
    case Opcode::kDynamicSlice:
    case Opcode::kDynamicUpdateSlice:
    case Opcode::kBitcast:
    case Opcode::kBitcastConvert:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool SameType(const Instruction& a, const Instruction& b) {
  ShapeCompare compare;
  compare.layout = false;
  return Equal(*a.shape, *b.shape, compare);
}

bool StablehloWriter::WriteInstruction(const Instruction& instruction) {
  if (!IsSpecial(instruction.opcode())) {
    if (const OpRow* row = RowFor(instruction.opcode())) return WriteByRow(instruction, *row);
  }
  using Function = std::optional<bool> (StablehloWriter::*)(const Instruction&);
  for (const Function write : {&StablehloWriter::WriteStructure, &StablehloWriter::WriteMovement,
                               &StablehloWriter::WriteLinear, &StablehloWriter::WriteWithBodies,
                               &StablehloWriter::WriteCollective}) {
    if (const std::optional<bool> written = (this->*write)(instruction)) return *written;
  }
  return FailOp(instruction);
}

// ---- by the table of the importer, the other way around ----

bool StablehloWriter::RowAttributes(const Instruction& instruction, const OpRow& row, Op& op) {
  std::string_view attributes = row.attributes;
  for (AttributeSpec spec; NextAttribute(attributes, spec);) {
    if (spec.hlo_name.empty()) continue;
    const Attribute* found = FindByName(instruction, spec.hlo_name);
    const auto* ints = found == nullptr ? nullptr : found->value.As<std::vector<int64_t>>();
    std::string text;
    if (spec.kind == "bool") {
      text = found != nullptr && found->value.As<bool>() != nullptr && *found->value.As<bool>()
                 ? "true"
                 : "false";
    } else if (found == nullptr) {
      if (spec.is_required) return FailOp(instruction);
      continue;
    } else if (spec.kind == "ints" && ints != nullptr) {
      text = ArrayText(*ints);
    } else if (spec.kind == "one" && ints != nullptr && ints->size() == 1) {
      text = IntText((*ints)[0]);
    } else if (spec.kind == "int" && found->value.As<int64_t>() != nullptr) {
      text = IntText(*found->value.As<int64_t>());
    } else if (spec.kind == "float" && found->value.As<double>() != nullptr) {
      text = PrintAttributeValue(instruction, *found);
      if (text.find_first_of(".n") == std::string::npos) {
        text.insert(std::min(text.find('e'), text.size()), ".0");
      }
      text += " : f32";
    } else if (spec.kind == "word" || spec.kind == "rng") {
      std::string word = PrintAttributeValue(instruction, *found);
      if (spec.kind == "rng") word = Upper(word.substr(4));
      const std::string_view type = spec.name == "transpose_a" ? "transpose" : spec.name;
      text = Format("#stablehlo<{} {}>", {type, word});
    } else if (spec.kind == "string") {
      text = PrintAttributeValue(instruction, *found);
    } else {
      return FailOp(instruction);
    }
    AppendAttribute(op.attributes, spec.name, text);
  }
  return true;
}

bool StablehloWriter::WriteByRow(const Instruction& instruction, const OpRow& row) {
  Op op;
  op.name = row.name;
  if (!Operands(instruction, op) || !RowAttributes(instruction, row, op)) return false;
  return EmitParts(instruction, op);
}

// ---- tuples, calls, constants ----

bool StablehloWriter::WriteConstant(const Literal& literal, std::string_view name,
                                    std::string& value) {
  if (literal.IsTuple() || !literal.IsArray()) return Fail("StableHLO has no constant tuples");
  Op op;
  op.name = "stablehlo.constant";
  std::string type;
  if (!Type(literal.shape(), type)) return false;
  op.attributes = "value = " + DenseText(literal);
  value = Fresh(name);
  Line(value, op, type);
  return true;
}

std::optional<bool> StablehloWriter::WriteStructure(const Instruction& instruction) {
  Op op;
  switch (instruction.opcode()) {
    case Opcode::kTuple: {
      Value value;
      for (const Instruction* operand : instruction.operands) {
        const std::string* name = NameOf(*operand);
        if (name == nullptr) return false;
        value.parts.push_back(*name);
      }
      if (value.parts.empty()) return FailOp(instruction);
      values_[&instruction] = std::move(value);
      return true;
    }
    case Opcode::kGetTupleElement: {
      const auto index = static_cast<size_t>(instruction.attributes.Int(Attr::index));
      const Value& tuple = values_[instruction.operands[0]];
      if (index < tuple.parts.size()) {
        values_[&instruction] = {tuple.parts[index], {}};
        return true;
      }
      op.name = "stablehlo.get_tuple_element";
      op.attributes = Format("index = {} : i32", {index});
      return Operands(instruction, op) && Emit(instruction, op);
    }
    case Opcode::kConstant: {
      std::string value;
      if (instruction.literal == nullptr) return FailOp(instruction);
      if (!WriteConstant(*instruction.literal, instruction.name, value)) return false;
      values_[&instruction] = {value, {}};
      return true;
    }
    case Opcode::kCall:
    case Opcode::kFusion: {
      const Computation* called = instruction.CalledComputations()[0];
      for (size_t i = 0; i < instruction.operands.size(); ++i) {
        if (!SameType(*instruction.operands[i], *called->parameters[i])) return FailOp(instruction);
      }
      const auto [entry, is_new] = functions_.try_emplace(called);
      if (is_new) {
        entry->second = Fresh(called->name).substr(1);
        for (char& c : entry->second) c = c == '-' ? '_' : c;
        waiting_.push_back(called);
      }
      op.name = "func.call";
      op.attributes = "callee = @" + entry->second;
      return Operands(instruction, op) && Emit(instruction, op);
    }
    case Opcode::kCopy:  // a value is where it is
      values_[&instruction] = values_[instruction.operands[0]];
      return true;
    default:
      return std::nullopt;
  }
}

// ---- elements and dimensions ----

std::optional<bool> StablehloWriter::WriteMovement(const Instruction& instruction) {
  Op op;
  const Attributes& attributes = instruction.attributes;
  std::vector<int64_t> a, b, c;
  switch (instruction.opcode()) {
    case Opcode::kCompare: {
      op.name = "stablehlo.compare";
      AppendAttribute(
          op.attributes, "comparison_direction",
          Format("#stablehlo<comparison_direction {}>",
                 {PrintAttributeValue(instruction, *attributes.Find(Attr::direction))}));
      if (const Attribute* type = attributes.Find(Attr::type)) {
        AppendAttribute(
            op.attributes, "compare_type",
            Format("#stablehlo<comparison_type {}>", {PrintAttributeValue(instruction, *type)}));
      }
      break;
    }
    case Opcode::kSelect:
      op.name = "stablehlo.select";
      break;
    case Opcode::kClamp:
      // Limits of scalars get the sizes of the operand, which may be less than its bounds.
      if (!instruction.shape->IsStatic()) return FailOp(instruction);
      op.name = "stablehlo.clamp";
      break;
    case Opcode::kBitcastConvert:
      op.name = "stablehlo.bitcast_convert";
      break;
    case Opcode::kReducePrecision:
      op.name = "stablehlo.reduce_precision";
      AppendAttribute(op.attributes, "exponent_bits",
                      std::to_string(attributes.Int(Attr::exponent_bits)) + " : i32");
      AppendAttribute(op.attributes, "mantissa_bits",
                      std::to_string(attributes.Int(Attr::mantissa_bits)) + " : i32");
      break;
    case Opcode::kIota:
      op.name = "stablehlo.iota";
      AppendAttribute(op.attributes, "iota_dimension",
                      IntText(attributes.Int(Attr::iota_dimension)));
      break;
    case Opcode::kBroadcast:
      op.name = "stablehlo.broadcast_in_dim";
      AppendAttribute(op.attributes, "broadcast_dimensions",
                      ArrayText(attributes.Ints(Attr::dimensions)));
      break;
    case Opcode::kReshape:
      op.name = "stablehlo.reshape";
      break;
    case Opcode::kSlice:
      for (const SliceDimension& dim : attributes.Get<SliceConfig>(Attr::slice)->dims) {
        a.push_back(dim.start);
        b.push_back(dim.limit);
        c.push_back(dim.stride);
      }
      op.name = "stablehlo.slice";
      AppendAttribute(op.attributes, "start_indices", ArrayText(a));
      AppendAttribute(op.attributes, "limit_indices", ArrayText(b));
      AppendAttribute(op.attributes, "strides", ArrayText(c));
      break;
    case Opcode::kPad:
      for (const PaddingDimension& dim : attributes.Get<PaddingConfig>(Attr::padding)->dims) {
        a.push_back(dim.low);
        b.push_back(dim.high);
        c.push_back(dim.interior);
      }
      op.name = "stablehlo.pad";
      AppendAttribute(op.attributes, "edge_padding_low", ArrayText(a));
      AppendAttribute(op.attributes, "edge_padding_high", ArrayText(b));
      AppendAttribute(op.attributes, "interior_padding", ArrayText(c));
      break;
    case Opcode::kDynamicSlice:
      op.name = "stablehlo.dynamic_slice";
      AppendAttribute(op.attributes, "slice_sizes",
                      ArrayText(attributes.Ints(Attr::dynamic_slice_sizes)));
      break;
    case Opcode::kDynamicUpdateSlice:
      op.name = "stablehlo.dynamic_update_slice";
      break;
    case Opcode::kGetDimensionSize:
      op.name = "stablehlo.get_dimension_size";
      AppendAttribute(op.attributes, "dimension", IntText(attributes.Ints(Attr::dimensions)[0]));
      break;
    case Opcode::kOptBarrier:
      op.name = "stablehlo.optimization_barrier";
      return UseParts(*instruction.operands[0], op) && EmitParts(instruction, op);
    case Opcode::kGather:
    case Opcode::kScatter:
      return WriteGather(instruction);
    default:
      return std::nullopt;
  }
  return Operands(instruction, op) && Emit(instruction, op);
}

bool StablehloWriter::WriteGather(const Instruction& instruction) {
  static constexpr Attr kGather[] = {Attr::offset_dims, Attr::collapsed_slice_dims,
                                     Attr::operand_batching_dims, Attr::start_indices_batching_dims,
                                     Attr::start_index_map};
  static constexpr Attr kScatter[] = {
      Attr::update_window_dims, Attr::inserted_window_dims, Attr::input_batching_dims,
      Attr::scatter_indices_batching_dims, Attr::scatter_dims_to_operand_dims};
  const Attributes& attributes = instruction.attributes;
  const bool gathers = instruction.Is(Opcode::kGather);
  std::string numbers;
  for (const Attr attr : gathers ? kGather : kScatter) {
    AppendAttribute(numbers, Info(attr).name, "[" + Joined(attributes.Ints(attr), ", ") + "]");
  }
  AppendAttribute(numbers, "index_vector_dim",
                  std::to_string(attributes.Int(Attr::index_vector_dim)));
  Op op;
  op.name = gathers ? "stablehlo.gather" : "stablehlo.scatter";
  AppendAttribute(op.attributes, gathers ? "dimension_numbers" : "scatter_dimension_numbers",
                  (gathers ? "#stablehlo.gather<" : "#stablehlo.scatter<") + numbers + ">");
  if (gathers)
    AppendAttribute(op.attributes, "slice_sizes", ArrayText(attributes.Ints(Attr::slice_sizes)));
  AppendAttribute(op.attributes, "indices_are_sorted",
                  attributes.Bool(Attr::indices_are_sorted) ? "true" : "false");
  if (!gathers) {
    AppendAttribute(op.attributes, "unique_indices",
                    attributes.Bool(Attr::unique_indices) ? "true" : "false");
    if (!Body(instruction, Attr::to_apply, op)) return false;
  }
  return Operands(instruction, op) && EmitParts(instruction, op);
}

}  // namespace hlo::stablehlo

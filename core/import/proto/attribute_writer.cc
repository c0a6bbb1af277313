// SPDX-License-Identifier: Apache-2.0
// Attributes as fields of HloInstructionProto (imports reference 12.2).
#include "core/import/proto/attribute_writer.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/import/proto/attributes.h"
#include "core/import/proto/literals.h"
#include "core/import/proto/shapes.h"
#include "core/text/text.h"

namespace hlo::proto {
namespace {

using namespace instruction_field;

void WriteMessage(uint32_t number, std::initializer_list<int64_t> values, std::string& out) {
  std::string inside;
  uint32_t field = 1;
  for (int64_t value : values) WriteVarint(field++, value, inside);
  WriteBytes(number, inside, out);
}

bool IsIdentity(const Dims& permutation) {
  for (size_t i = 0; i < permutation.size(); ++i) {
    if (permutation[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

}  // namespace

bool IsReference(const Instruction& instruction, Attr attr) {
  if (attr == Attr::control_predecessors) return true;
  const AttrKind kind = Info(attr).kind;
  if (kind != AttrKind::kComputation && kind != AttrKind::kComputations) return false;
  // How these read back is decided by what they apply to.
  if (attr == Attr::to_apply) return !instruction.Is(Opcode::kCustomCall);
  if (attr != Attr::branch_computations) return true;
  const auto* branches = instruction.attributes.Get<std::vector<Computation*>>(attr);
  return branches == nullptr || branches->size() != 2 ||
         instruction.operands[0]->shape->element_type != ElementType::kPred;
}

void WriteFrontendAttributes(uint32_t number, const TextMap& map, std::string& message) {
  if (map.entries.empty()) return;
  std::string entries;
  for (const auto& [key, value] : map.entries) {
    std::string entry;
    WriteBytes(1, key, entry);
    WriteBytes(2, value, entry);
    WriteBytes(1, entry, entries);
  }
  WriteBytes(number, entries, message);
}

std::string& AttributeWriter::Outer(uint32_t number) {
  return number == 0 ? message_ : inner_[number];
}

void AttributeWriter::WriteAll() {
  if (instruction_.Is(Opcode::kTopk)) {
    WriteVarint(kLargest, instruction_.attributes.Bool(Attr::largest, true) ? 1 : 0, message_);
  }
  for (const Attribute& attribute : instruction_.attributes.all()) {
    if (attribute.attr != Attr::kUnknown && IsReference(instruction_, attribute.attr)) continue;
    if (attribute.attr == Attr::largest) continue;
    if (Write(attribute)) continue;
    const auto* unknown = attribute.value.As<UnknownAttribute>();
    text_ += ", ";
    text_ += unknown != nullptr ? std::string_view(unknown->name) : Info(attribute.attr).name;
    text_ += "=" + PrintAttributeValue(instruction_, attribute);
  }
  if (instruction_.Is(Opcode::kRaggedDot)) {
    WriteBytes(1, inner_[kDotDimensions], inner_[kRaggedDot]);
    inner_.erase(kDotDimensions);
  }
  for (const auto& [number, inside] : inner_) WriteBytes(number, inside, message_);
  if (!text_.empty()) WriteBytes(kTextField, text_, message_);
}

bool AttributeWriter::Write(const Attribute& attribute) {
  if (attribute.attr == Attr::kUnknown || attribute.attr == Attr::mode) return false;
  const AttributeField* field = FindField(attribute.attr, instruction_.opcode());
  if (field != nullptr) return WriteField(*field, attribute);
  if (const auto* braces = attribute.value.As<RawText>()) {
    return WriteBraces(attribute, braces->text);
  }
  return WriteValue(attribute);
}

// ---- simple fields ----

bool AttributeWriter::WriteNumber(const AttributeField& field, int64_t number, std::string& out) {
  if (field.form == Form::kPositive && number <= 0) return false;
  if (field.form == Form::kFirst) {
    if (number >= 0) WritePacked(field.number, {&number, 1}, out);
    return true;
  }
  WriteVarint(field.number, number, out);
  return true;
}

bool AttributeWriter::WriteField(const AttributeField& field, const Attribute& attribute) {
  std::string& out = Outer(field.message);
  const AttributeValue& value = attribute.value;
  if (const auto* number = value.As<int64_t>()) return WriteNumber(field, *number, out);
  if (const auto* flag = value.As<bool>()) {
    if (*flag) WriteVarint(field.number, 1, out);
    return true;
  }
  if (const auto* number = value.As<double>()) {
    const auto rounded = static_cast<float>(*number);
    uint32_t bits = 0;
    std::memcpy(&bits, &rounded, sizeof bits);
    WriteFixed32(field.number, bits, out);
    return true;
  }
  if (const auto* numbers = value.As<std::vector<int64_t>>()) {
    const AttributeSpec* spec = instruction_.op->FindAttribute(attribute.attr);
    if (numbers->empty()) return spec != nullptr && spec->required;
    WritePacked(field.number, *numbers, out);
    return true;
  }
  if (const auto* text = value.As<std::string>()) {
    if (!text->empty()) WriteBytes(field.number, *text, out);
    return true;
  }
  const auto* word = value.As<EnumValue>();
  if (word == nullptr) return false;
  if (field.form == Form::kWord) {
    const std::string text = PrintAttributeValue(instruction_, attribute);
    if (text == "PARTIAL") return false;  // read as the default, which is not printed
    WriteBytes(field.number, text, out);
    return true;
  }
  const auto place = static_cast<size_t>(word->index);
  if (word->index < 0 || place >= field.numbers.size()) return false;
  WriteVarint(field.number, field.numbers[place], out);
  return true;
}

// ---- messages ----

bool AttributeWriter::WriteValue(const Attribute& attribute) {
  const AttributeValue& value = attribute.value;
  if (const auto* words = value.As<EnumList>()) {
    WritePacked(1, words->indices, Outer(kPrecision));
  } else if (const auto* window = value.As<Window>()) {
    WriteWindow(*window);
  } else if (const auto* padding = value.As<PaddingConfig>()) {
    std::string dims;
    for (const PaddingDimension& dim : padding->dims) {
      WriteMessage(1, {dim.low, dim.high, dim.interior}, dims);
    }
    WriteBytes(kPadding, dims, message_);
  } else if (const auto* slice = value.As<SliceConfig>()) {
    for (const SliceDimension& dim : slice->dims) {
      WriteMessage(kSlice, {dim.start, dim.limit, dim.stride}, message_);
    }
  } else if (const auto* pairs = value.As<IdPairs>()) {
    for (const auto& [from, to] : pairs->pairs) {
      WriteMessage(kSourceTargetPairs, {from, to}, message_);
    }
  } else if (const auto* flag = value.As<bool>()) {
    if (attribute.attr != Attr::is_associative) return false;
    WriteVarint(kIsAssociative, *flag ? 1 : 2, message_);
  } else if (const auto* map = value.As<TextMap>()) {
    WriteFrontendAttributes(kFrontendAttributes, *map, message_);
  } else if (const auto* config = value.As<Config>()) {
    if (!config->text.empty()) WriteBytes(kBackendConfig, config->text, message_);
  } else if (const auto* literal = value.As<std::shared_ptr<const Literal>>()) {
    std::string inside;
    if (*literal == nullptr || !WriteLiteral(**literal, inside)) return false;
    WriteBytes(kLiteral, inside, message_);
  } else if (const auto* metadata = value.As<Metadata>()) {
    return WriteMetadata(*metadata);
  } else if (const auto* labels = value.As<DimLabels>()) {
    return WriteDimLabels(*labels);
  } else if (const auto* groups = value.As<ReplicaGroups>()) {
    return WriteGroups(*groups);
  } else if (const auto* sizes = value.As<IntLists>()) {
    return WritePermuteSlices(*sizes);
  } else {
    return WriteShapes(attribute);
  }
  return true;
}

void AttributeWriter::WriteWindow(const Window& window) {
  std::string dims;
  for (const WindowDimension& dim : window.dims) {
    WriteMessage(1,
                 {dim.size, dim.stride, dim.pad_low, dim.pad_high, dim.rhs_dilate, dim.lhs_dilate,
                  dim.reversal ? 1 : 0},
                 dims);
  }
  WriteBytes(kWindow, dims, message_);
}

bool AttributeWriter::WriteDimLabels(const DimLabels& labels) {
  std::string out;
  const auto write = [&](const std::string& letters, std::pair<char, uint32_t> first,
                         std::pair<char, uint32_t> second, uint32_t spatial) {
    std::vector<int64_t> places(letters.size() < 2 ? 0 : letters.size() - 2);
    for (size_t i = 0; i < letters.size(); ++i) {
      const auto place = static_cast<int64_t>(i);
      const auto digit = static_cast<size_t>(letters[i] - '0');
      if (letters[i] == first.first) {
        WriteVarint(first.second, place, out);
      } else if (letters[i] == second.first) {
        WriteVarint(second.second, place, out);
      } else if (digit < places.size()) {
        places[digit] = place;
      }
    }
    WritePacked(spatial, places, out);
  };
  write(labels.lhs, {'b', 7}, {'f', 8}, 11);
  write(labels.rhs, {'i', 3}, {'o', 4}, 6);
  write(labels.out, {'b', 9}, {'f', 10}, 12);
  Report report(1);
  Source source(out, report);
  if (DimLabelsText(Message(source, out)) != labels.lhs + "_" + labels.rhs + "->" + labels.out) {
    return false;
  }
  WriteBytes(kConvolutionDimensions, out, message_);
  return true;
}

bool AttributeWriter::WriteGroups(const ReplicaGroups& groups) {
  std::string out;
  if (groups.iota) {
    if (!groups.transpose.empty() && IsIdentity(groups.transpose)) return false;
    std::string iota;
    WriteVarint(1, groups.group_count, iota);
    WriteVarint(2, groups.group_size, iota);
    WritePacked(3, {groups.reshape.data(), groups.reshape.size()}, iota);
    std::vector<int64_t> transpose(groups.transpose.begin(), groups.transpose.end());
    for (size_t i = transpose.size(); i < groups.reshape.size(); ++i) {
      transpose.push_back(static_cast<int64_t>(i));
    }
    WritePacked(4, transpose, iota);
    WriteBytes(2, iota, out);
  }
  for (const std::vector<int64_t>& list : groups.lists) {
    std::string group;
    WritePacked(1, list, group);
    WriteBytes(1, group, out);
    WriteBytes(kReplicaGroups, group, message_);  // for readers of older files
  }
  if (!out.empty()) WriteBytes(kDeviceList, out, message_);
  return true;
}

// The sizes for all operands in one list, where their numbers follow from the operands.
bool AttributeWriter::WritePermuteSlices(const IntLists& sizes) {
  const Shape& shape = *instruction_.operands[0]->shape;
  std::vector<int64_t> all;
  for (size_t i = 0; i < sizes.lists.size(); ++i) {
    const Shape* array = shape.IsTuple() && i < shape.elements.size() ? &shape.elements[i] : &shape;
    if (sizes.lists[i].empty() || sizes.lists[i].size() != array->dims.size()) return false;
    all.insert(all.end(), sizes.lists[i].begin(), sizes.lists[i].end());
  }
  if (shape.IsTuple() && sizes.lists.size() != shape.elements.size()) return false;
  WritePacked(kDynamicSliceSizes, all, message_);
  return !all.empty();
}

bool AttributeWriter::WriteShapes(const Attribute& attribute) {
  const auto* shapes = attribute.value.As<std::vector<Shape>>();
  if (shapes == nullptr) return false;
  const bool is_list = attribute.attr == Attr::operand_layout_constraints;
  std::string out;
  for (const Shape& shape : *shapes) {
    std::string inside;
    if (!WriteShape(shape, inside)) return false;
    WriteBytes(is_list ? kOperandShapes : kOutfeedShape, inside, out);
  }
  message_ += out;
  if (is_list) WriteVarint(kConstrainLayout, 1, message_);
  return true;
}

}  // namespace hlo::proto

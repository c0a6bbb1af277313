// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_writer.h"
#include "core/literal/exact_json.h"
#include "core/text/printer/print_order.h"
#include "core/text/printer/printer_values.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "core/types/number_text.h"

namespace hlo {
namespace {

constexpr int64_t kFormat = 1;  // docs/json.md

// Length of the UTF-8 sequence at text[at]; 0 if there is none.
size_t Utf8Length(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(at);
  const size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length == 0 || lead > 0xF4 || at + length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
  }
  const unsigned second = length > 1 ? byte(at + 1) : 0;
  const bool is_bad = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                      (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return is_bad ? 0 : length;
}

// Valid UTF-8 unchanged; in any other text each byte above 0x7f becomes the character of that code.
std::string ValidUtf8(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    const size_t length = Utf8Length(text, at);
    if (length == 0) break;
    at += length;
  }
  if (at == text.size()) return std::string(text);
  std::string out;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xC0 | byte >> 6);
      out += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return out;
}

// The attributes of an instruction in print order: those of its op, the common ones, all others.
std::vector<const Attribute*> InPrintOrder(const Instruction& instruction) {
  std::vector<const Attribute*> order;
  const auto take = [&](std::span<const AttributeSpec> specs) {
    for (const AttributeSpec& spec : specs) {
      const Attribute* found = instruction.attributes.Find(spec.attr);
      if (found != nullptr && std::find(order.begin(), order.end(), found) == order.end()) {
        order.push_back(found);
      }
    }
  };
  take(instruction.op->attributes);
  take(CommonAttributes());
  for (const Attribute& attribute : instruction.attributes.all()) {
    if (std::find(order.begin(), order.end(), &attribute) == order.end()) {
      order.push_back(&attribute);
    }
  }
  return order;
}

class ModuleJsonWriter {
 public:
  explicit ModuleJsonWriter(std::string& out) : json_(out), out_(out) {}

  void Write(const Module& module) {
    json_.BeginObject();
    json_.Key("format").Int(kFormat);
    Text("name", module.name);
    json_.Key("header");
    Header(module);
    if (module.entry != nullptr) Text("entry", module.entry->name);
    json_.Key("computations").BeginArray();
    for (const OrderedComputation& ordered : PrintOrder(module)) WriteComputation(ordered);
    json_.EndArray().EndObject();
  }

  // One attribute value, typed.
  void operator()(std::monostate) { json_.Null(); }
  void operator()(bool value) { json_.Bool(value); }
  void operator()(int64_t value) { Integer(value); }
  void operator()(double value) {
    std::string element;
    AppendJsonElement(ElementType::kF64, &value, element);
    json_.Raw(element);
  }
  void operator()(const std::string& value) { json_.String(ValidUtf8(value)); }
  void operator()(const std::vector<int64_t>& values) { Integers(values); }
  void operator()(EnumValue) { json_.String(text_); }
  void operator()(const EnumList& value) {
    const AttributeSpec* spec = instruction_->op->FindAttribute(attr_);
    json_.BeginArray();
    for (int64_t index : value.indices) {
      const bool known = spec != nullptr && static_cast<size_t>(index) < spec->words().size();
      json_.String(known ? spec->words()[static_cast<size_t>(index)] : "?");
    }
    json_.EndArray();
  }
  void operator()(const IntLists& value) { IntegerLists(value.lists); }
  void operator()(const Window& value) {
    json_.BeginArray();
    for (const WindowDimension& dim : value.dims) {
      json_.BeginObject();
      Number("size", dim.size);
      Number("stride", dim.stride);
      Number("pad_low", dim.pad_low);
      Number("pad_high", dim.pad_high);
      Number("lhs_dilate", dim.lhs_dilate);
      Number("rhs_dilate", dim.rhs_dilate);
      json_.Key("rhs_reversal").Bool(dim.reversal);
      json_.EndObject();
    }
    json_.EndArray();
  }
  void operator()(const PaddingConfig& value) {
    json_.BeginArray();
    for (const PaddingDimension& dim : value.dims) {
      json_.BeginObject();
      Number("low", dim.low);
      Number("high", dim.high);
      Number("interior", dim.interior);
      json_.EndObject();
    }
    json_.EndArray();
  }
  void operator()(const SliceConfig& value) {
    json_.BeginArray();
    for (const SliceDimension& dim : value.dims) {
      json_.BeginObject();
      Number("start", dim.start);
      Number("limit", dim.limit);
      Number("stride", dim.stride);
      json_.EndObject();
    }
    json_.EndArray();
  }
  void operator()(const DimLabels& value) {
    json_.BeginObject().Key("lhs").String(value.lhs).Key("rhs").String(value.rhs);
    json_.Key("out").String(value.out).EndObject();
  }
  void operator()(const ReplicaGroups& value) {
    json_.BeginObject();
    if (value.iota) {
      // Not expanded: a short text may represent very many ids.
      Number("group_count", value.group_count);
      Number("group_size", value.group_size);
      json_.Key("reshape").Ints({value.reshape.data(), value.reshape.size()});
      json_.Key("transpose").Ints({value.transpose.data(), value.transpose.size()});
    } else {
      json_.Key("groups");
      IntegerLists(value.lists);
    }
    json_.EndObject();
  }
  void operator()(const IdPairs& value) {
    json_.BeginArray();
    for (const auto& [source, target] : value.pairs) Integers({source, target});
    json_.EndArray();
  }
  void operator()(const Computation* value) { json_.String(value ? value->name : ""); }
  void operator()(const std::vector<Computation*>& value) { Names(value); }
  void operator()(const std::vector<Instruction*>& value) { Names(value); }
  void operator()(const std::vector<Shape>& value) {
    json_.BeginArray();
    for (const Shape& shape : value) json_.String(ShapeText(shape));
    json_.EndArray();
  }
  void operator()(const std::shared_ptr<const Literal>& value) { WriteLiteral(value.get()); }
  void operator()(const RawText&) { json_.String(text_); }
  void operator()(const UnknownAttribute& value) { json_.String(ValidUtf8(value.text)); }
  void operator()(const TextMap& value) { TextObject(value.entries); }
  void operator()(const Metadata& value) {
    json_.BeginObject();
    for (const auto& field : CanonicalFields(value)) {
      std::string text;
      AppendField(field.value, text);
      Text(field.name, text);
    }
    json_.EndObject();
  }
  void operator()(const Config& value) {
    json_.BeginObject();
    Text("text", value.text);
    json_.Key("is_dictionary").Bool(IsBalancedDictionary(value.text)).EndObject();
  }

 private:
  void Text(std::string_view key, std::string_view text) {
    json_.Key(ValidUtf8(key)).String(ValidUtf8(text));
  }
  // As in literals: beyond 2^53 a string, which every JSON reader keeps exactly.
  void Integer(int64_t value) {
    std::string element;
    AppendJsonElement(ElementType::kS64, &value, element);
    json_.Raw(element);
  }
  void Number(std::string_view key, int64_t value) {
    json_.Key(key);
    Integer(value);
  }
  void Integers(const std::vector<int64_t>& values) {
    json_.BeginArray();
    for (int64_t value : values) Integer(value);
    json_.EndArray();
  }
  void IntegerLists(const std::vector<std::vector<int64_t>>& lists) {
    json_.BeginArray();
    for (const std::vector<int64_t>& list : lists) Integers(list);
    json_.EndArray();
  }
  template <class List>
  void Names(const List& list) {
    json_.BeginArray();
    for (const auto* named : list) json_.String(named ? named->name : "");
    json_.EndArray();
  }
  void Path(std::string_view key, const ShapeIndex& index) {
    json_.Key(key).Ints({index.data(), index.size()});
  }
  void Flags(std::string_view key, const std::vector<bool>& flags) {
    json_.Key(key).BeginArray();
    for (bool flag : flags) json_.Bool(flag);
    json_.EndArray();
  }
  // The keys are sorted, as in text.
  void TextObject(std::vector<std::pair<std::string, std::string>> entries) {
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    json_.BeginObject();
    for (const auto& entry : entries) Text(entry.first, entry.second);
    json_.EndObject();
  }
  void WriteLiteral(const Literal* literal) {
    if (literal == nullptr) {
      json_.Null();
      return;
    }
    json_.Raw("");  // writes the comma
    AppendExactJson(*literal, out_);
  }

  void Header(const Module& module);
  void EntryLayoutMember(const Module& module);
  void WriteComputation(const OrderedComputation& ordered);
  void WriteInstruction(const Instruction& instruction);
  void WriteAttributes(const Instruction& instruction);

  JsonWriter json_;
  std::string& out_;
  // The attribute being written.
  const Instruction* instruction_ = nullptr;
  Attr attr_ = Attr::kUnknown;
  std::string text_;
};

void ModuleJsonWriter::Header(const Module& module) {
  const ModuleHeader& header = module.header;
  json_.BeginObject();
  json_.Key("is_scheduled").Bool(header.is_scheduled);
  json_.Key("input_output_alias").BeginArray();
  for (const BufferAlias& alias : header.input_output_alias) {
    json_.BeginObject();
    Path("output", alias.output);
    Number("parameter", alias.parameter);
    Path("parameter_index", alias.parameter_index);
    json_.Key("kind").String(alias.must_alias ? "must-alias" : "may-alias").EndObject();
  }
  json_.EndArray().Key("buffer_donor").BeginArray();
  for (const BufferDonor& donor : header.buffer_donors) {
    json_.BeginObject();
    Number("parameter", donor.parameter);
    Path("parameter_index", donor.parameter_index);
    json_.EndObject();
  }
  json_.EndArray();
  json_.Key("alias_passthrough_params").Bool(header.alias_passthrough_params);
  EntryLayoutMember(module);
  Flags("allow_spmd_sharding_propagation_to_parameters", header.spmd_propagation_to_parameters);
  Flags("allow_spmd_sharding_propagation_to_output", header.spmd_propagation_to_output);
  Number("replica_count", header.replica_count);
  Number("num_partitions", header.num_partitions);
  json_.Key("frontend_attributes");
  TextObject(header.frontend_attributes.entries);
  Text("origin_recovery_table", header.origin_recovery_table);
  json_.Key("frame_tables").BeginArray();
  for (const FrameTable& table : header.frame_tables) {
    json_.BeginObject();
    Text("title", table.title);
    json_.Key("lines").BeginArray();
    for (const auto& line : table.lines) {
      json_.BeginObject();
      Number("number", line.first);
      Text("text", line.second);
      json_.EndObject();
    }
    json_.EndArray().EndObject();
  }
  json_.EndArray().EndObject();
}

void ModuleJsonWriter::EntryLayoutMember(const Module& module) {
  if (!module.header.entry_layout && (module.entry == nullptr || module.entry->root == nullptr)) {
    return;
  }
  json_.Key("entry_computation_layout").BeginObject().Key("parameters").BeginArray();
  if (const auto& layout = module.header.entry_layout) {
    for (const Shape& parameter : layout->parameters) json_.String(ShapeText(parameter));
    json_.EndArray().Key("result").String(ShapeText(layout->result));
  } else {
    for (const Instruction* parameter : module.entry->parameters) {
      if (parameter != nullptr) json_.String(ShapeText(*parameter->shape));
    }
    json_.EndArray().Key("result").String(ShapeText(*module.entry->root->shape));
  }
  json_.EndObject();
}

void ModuleJsonWriter::WriteComputation(const OrderedComputation& ordered) {
  const Computation& computation = *ordered.computation;
  json_.BeginObject();
  Text("name", computation.name);
  Text("execution_thread", computation.execution_thread);
  json_.Key("parameters").BeginArray();
  for (const Instruction* parameter : computation.parameters) {
    if (parameter != nullptr) json_.String(parameter->name);
  }
  json_.EndArray();
  if (computation.root != nullptr) Text("root", computation.root->name);
  json_.Key("instructions").BeginArray();
  for (const Instruction* instruction : ordered.instructions) WriteInstruction(*instruction);
  json_.EndArray().EndObject();
}

void ModuleJsonWriter::WriteInstruction(const Instruction& instruction) {
  json_.BeginObject();
  Text("name", instruction.name);
  json_.Key("opcode").String(instruction.op->name);
  json_.Key("shape").String(ShapeText(*instruction.shape));
  switch (instruction.op->arguments) {
    case ArgumentKind::kOperands:
      json_.Key("operands");
      Names(instruction.operands);
      break;
    case ArgumentKind::kParameterNumber:
      json_.Key("parameter_number").Int(instruction.parameter_number);
      break;
    case ArgumentKind::kLiteral:
      json_.Key("literal");
      WriteLiteral(instruction.literal.get());
      break;
  }
  WriteAttributes(instruction);
  json_.EndObject();
}

void ModuleJsonWriter::WriteAttributes(const Instruction& instruction) {
  if (instruction.attributes.all().empty()) return;
  json_.Key("attributes").BeginArray();
  instruction_ = &instruction;
  for (const Attribute* attribute : InPrintOrder(instruction)) {
    const auto* unknown = attribute->value.As<UnknownAttribute>();
    attr_ = attribute->attr;
    text_ = ValidUtf8(PrintAttributeValue(instruction, *attribute));
    json_.BeginObject();
    Text("name", unknown != nullptr ? std::string_view(unknown->name) : Info(attr_).name);
    if (unknown != nullptr) json_.Key("unknown").Bool(true);
    json_.Key("value");
    std::visit(*this, attribute->value.variant());
    json_.Key("text").String(text_).EndObject();
  }
  json_.EndArray();
}

}  // namespace

std::string PrintModuleJson(const Module& module) {
  std::string out;
  ModuleJsonWriter(out).Write(module);
  return out;
}

}  // namespace hlo

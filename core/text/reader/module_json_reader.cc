// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/byte_order_mark.h"
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/op_def.h"
#include "core/ops/rules.h"
#include "core/text/quote.h"
#include "core/text/reader/json_object.h"
#include "core/text/text.h"
#include "hlo/json_cursor.h"
#include "hlo/literal.h"

namespace hlo {
namespace {

// Writes the JSON form as HLO text, so that one parser implements all rules of modules. Each value
// has a mark of its own; the text between the values of an object comes from all of it, and what is
// of no computation from the first brace.
class ModuleJsonReader {
 public:
  ModuleJsonReader(std::string_view json, TextFromJson& made)
      : json_(json), made_(made), out_(made.text) {}

  // The position of the last error.
  size_t fault() const { return fault_; }

  Status Read();

 private:
  // ---- the text and its marks ----
  void From(SourceSpan source) {
    const auto begin = static_cast<uint32_t>(out_.size());
    if (!made_.marks.empty()) made_.marks.back().end = begin;
    made_.marks.push_back({begin, begin, source});
  }
  void Put(std::string_view text) { out_ += text; }
  void Put(const JsonText& value) {
    From(value.source);
    out_ += value.text;
    From(around_);
  }
  // Calls write(object) with the object at the cursor. Text that it writes between values is marked
  // as coming from that object.
  template <class Fn>
  Status Inside(JsonCursor& cursor, Fn&& write) {
    HLO_TRY(const JsonObject object, JsonObject::Read(cursor));
    const SourceSpan outer = std::exchange(around_, object.span());
    From(around_);
    HLO_RETURN_IF_ERROR(write(object));
    From(around_ = outer);
    return {};
  }
  template <class Fn>
  Status InsideEach(const JsonObject& object, std::string_view key, Fn&& write) {
    if (!object.Has(key)) return {};
    return ForEachMember(object.At(key), [&](JsonCursor& cursor) { return Inside(cursor, write); });
  }
  Status PutAll(const JsonObject& object, std::string_view key, std::string_view separator);
  Status PutBraced(const JsonObject& object, std::string_view key) {
    Put("{");
    HLO_RETURN_IF_ERROR(PutAll(object, key, ","));
    Put("}");
    return {};
  }

  Status Header(const JsonObject& header);
  Status Count(const JsonObject& header, std::string_view key);
  Status FrontendAttributes(const JsonObject& header);
  Status Aliases(const JsonObject& header);
  Status BufferDonors(const JsonObject& header);
  Status AliasedParameter(const JsonObject& entry);
  Status EntryLayout(const JsonObject& layout);
  Status FrameTables(const JsonObject& header);
  Status Computation(const JsonObject& computation);
  Status Instruction(const JsonObject& instruction);
  Status Arguments(const JsonObject& instruction, const JsonText& shape, std::string_view opcode);
  Status Constant(const JsonObject& instruction, const JsonText& shape);
  Status Attribute(const JsonObject& attribute);

  std::string_view json_;
  std::string entry_;
  bool has_entry_ = false;
  std::string root_;  // of the computation being read
  bool has_root_ = false;
  TextFromJson& made_;
  std::string& out_;   // the text of made_
  SourceSpan around_;  // of the object being read
  size_t fault_ = 0;
};

Status ModuleJsonReader::Read() {
  JsonCursor cursor(json_);
  cursor.set_position(ByteOrderMarkLength(json_));
  cursor.set_fault(&fault_);
  HLO_TRY(const JsonObject module, JsonObject::Read(cursor));
  HLO_RETURN_IF_ERROR(cursor.ExpectEnd());
  if (module.Has("format")) {
    JsonCursor at = module.At("format");
    HLO_TRY(const std::string_view format, at.Number());
    if (format != "1") {
      return module.At("format").Fault(
          "P01", Format("the format of a JSON module must be 1, got {}", {format}));
    }
  }
  const uint32_t brace = module.span().begin;
  if (!module.Has("computations")) {
    return cursor.FaultAt(brace, "P01", "not a module: the JSON object has no 'computations'");
  }
  HLO_TRY(const JsonText name, module.Name("name"));
  HLO_TRY(const JsonText entry, module.Name("entry"));
  entry_ = entry.text;
  From(around_ = {brace, brace + 1});
  Put("HloModule ");
  Put(name.text.empty() ? JsonText{"module", around_} : name);
  if (module.Has("header")) {
    JsonCursor header = module.At("header");
    HLO_RETURN_IF_ERROR(Inside(header, [&](const JsonObject& found) { return Header(found); }));
  }
  HLO_RETURN_IF_ERROR(InsideEach(module, "computations",
                                 [&](const JsonObject& found) { return Computation(found); }));
  made_.marks.back().end = static_cast<uint32_t>(out_.size()) + 1;  // errors at the end of the text
  if (entry_.empty() || has_entry_) return {};
  return module.At("entry").Fault("N02",
                                  Format("the entry computation '{}' is not defined", {entry_}));
}

// The values of the list under a key.
Status ModuleJsonReader::PutAll(const JsonObject& object, std::string_view key,
                                std::string_view separator) {
  if (!object.Has(key)) return {};
  bool first = true;
  return ForEachMember(object.At(key), [&](JsonCursor& cursor) -> Status {
    HLO_TRY(const JsonText value, JsonValue(cursor));
    if (!first) Put(separator);
    first = false;
    Put(value);
    return {};
  });
}

Status ModuleJsonReader::Header(const JsonObject& header) {
  for (std::string_view flag : {"is_scheduled", "alias_passthrough_params"}) {
    HLO_TRY(const bool is_set, header.Flag(flag));
    if (is_set) Put({", " + std::string(flag) + "=true", header.SourceOf(flag)});
  }
  HLO_RETURN_IF_ERROR(Aliases(header));
  HLO_RETURN_IF_ERROR(BufferDonors(header));
  if (header.Has("entry_computation_layout")) {
    JsonCursor cursor = header.At("entry_computation_layout");
    HLO_RETURN_IF_ERROR(
        Inside(cursor, [&](const JsonObject& layout) { return EntryLayout(layout); }));
  }
  for (std::string_view flags : {"allow_spmd_sharding_propagation_to_parameters",
                                 "allow_spmd_sharding_propagation_to_output"}) {
    if (!header.Has(flags)) continue;
    Put(", " + std::string(flags) + "=");
    HLO_RETURN_IF_ERROR(PutBraced(header, flags));
  }
  HLO_RETURN_IF_ERROR(Count(header, "replica_count"));
  HLO_RETURN_IF_ERROR(Count(header, "num_partitions"));
  HLO_RETURN_IF_ERROR(FrontendAttributes(header));
  HLO_TRY(const JsonText table, header.Value("origin_recovery_table"));
  if (!table.text.empty()) {
    Put(", origin_recovery_table=");
    Put(table);
  }
  Put("\n");
  return FrameTables(header);
}

Status ModuleJsonReader::Count(const JsonObject& header, std::string_view key) {
  HLO_TRY(const JsonText count, header.Integer(key, "1"));
  if (count.text == "1") return {};
  Put(", " + std::string(key) + "=");
  Put(count);
  return {};
}

Status ModuleJsonReader::FrontendAttributes(const JsonObject& header) {
  constexpr std::string_view kKey = "frontend_attributes";
  if (!header.Has(kKey)) return {};
  JsonCursor cursor = header.At(kKey);
  HLO_TRY(const JsonObject entries, JsonObject::Read(cursor));
  TextMap texts;
  for (const auto& [key, source] : entries.members()) {
    HLO_TRY(JsonText value, entries.String(key));
    texts.entries.emplace_back(key, std::move(value.text));
  }
  if (texts.entries.empty()) return {};
  JsonText made{"", header.SourceOf(kKey)};
  AppendTextMap(texts, made.text);
  Put(", frontend_attributes=");
  Put(made);
  return {};
}

Status ModuleJsonReader::AliasedParameter(const JsonObject& entry) {
  HLO_TRY(const JsonText number, entry.Integer("parameter", "0"));
  Put("(");
  Put(number);
  Put(", ");
  return PutBraced(entry, "parameter_index");
}

Status ModuleJsonReader::Aliases(const JsonObject& header) {
  std::string_view before = ", input_output_alias={ ";
  const auto alias = [&](const JsonObject& entry) -> Status {
    Put(std::exchange(before, ", "));
    HLO_RETURN_IF_ERROR(PutBraced(entry, "output"));
    Put(": ");
    HLO_RETURN_IF_ERROR(AliasedParameter(entry));
    HLO_TRY(const JsonText kind, entry.Name("kind"));
    Put(", ");
    Put(kind.text.empty() ? JsonText{"may-alias", kind.source} : kind);
    Put(")");
    return {};
  };
  HLO_RETURN_IF_ERROR(InsideEach(header, "input_output_alias", alias));
  if (before == ", ") Put(" }");
  return {};
}

Status ModuleJsonReader::BufferDonors(const JsonObject& header) {
  std::string_view before = ", buffer_donor={ ";
  const auto donor = [&](const JsonObject& entry) -> Status {
    Put(std::exchange(before, ", "));
    HLO_RETURN_IF_ERROR(AliasedParameter(entry));
    Put(")");
    return {};
  };
  HLO_RETURN_IF_ERROR(InsideEach(header, "buffer_donor", donor));
  if (before == ", ") Put(" }");
  return {};
}

Status ModuleJsonReader::EntryLayout(const JsonObject& layout) {
  Put(", entry_computation_layout={(");
  HLO_RETURN_IF_ERROR(PutAll(layout, "parameters", ", "));
  Put(")->");
  HLO_TRY(const JsonText result, layout.Value("result"));
  Put(result);
  Put("}");
  return {};
}

Status ModuleJsonReader::FrameTables(const JsonObject& header) {
  const auto line = [&](const JsonObject& entry) -> Status {
    HLO_TRY(const JsonText number, entry.Integer("number", "0"));
    HLO_TRY(const JsonText text, entry.Value("text"));
    Put(number);
    Put(" ");
    Put(text);
    Put("\n");
    return {};
  };
  return InsideEach(header, "frame_tables", [&](const JsonObject& table) -> Status {
    HLO_TRY(const JsonText title, table.Name("title"));
    Put("\n");
    Put(title);
    Put("\n");
    return InsideEach(table, "lines", line);
  });
}

Status ModuleJsonReader::Computation(const JsonObject& computation) {
  HLO_TRY(const JsonText name, computation.Name("name"));
  HLO_TRY(const JsonText root, computation.Name("root"));
  root_ = root.text;
  has_root_ = root_.empty();
  const bool is_entry = name.text == entry_;
  if (is_entry) has_entry_ = true;
  Put(is_entry ? "\nENTRY " : "\n");
  Put({"%" + name.text, name.source});
  Put(" {\n");
  HLO_RETURN_IF_ERROR(InsideEach(computation, "instructions",
                                 [&](const JsonObject& found) { return Instruction(found); }));
  if (!has_root_) {
    return computation.At("root").Fault(
        "N01", Format("the root '{}' of computation '{}' is not defined", {root_, name.text}));
  }
  Put("}");
  HLO_TRY(const JsonText thread, computation.String("execution_thread"));
  if (!thread.text.empty() && thread.text != "main") {
    JsonText quoted{"", thread.source};
    AppendQuoted(thread.text, quoted.text);
    Put(", execution_thread=");
    Put(quoted);
  }
  Put("\n");
  return {};
}

Status ModuleJsonReader::Instruction(const JsonObject& instruction) {
  HLO_TRY(const JsonText name, instruction.Name("name"));
  HLO_TRY(const JsonText shape, instruction.Value("shape"));
  HLO_TRY(const JsonText opcode, instruction.Name("opcode"));
  const bool is_root = !root_.empty() && name.text == root_;
  if (is_root) has_root_ = true;
  Put(is_root ? "  ROOT " : "  ");
  Put({"%" + name.text, name.source});
  Put(" = ");
  Put(shape);
  Put(" ");
  Put(opcode);
  Put("(");
  HLO_RETURN_IF_ERROR(Arguments(instruction, shape, opcode.text));
  Put(")");
  HLO_RETURN_IF_ERROR(InsideEach(instruction, "attributes",
                                 [&](const JsonObject& found) { return Attribute(found); }));
  Put("\n");
  return {};
}

Status ModuleJsonReader::Arguments(const JsonObject& instruction, const JsonText& shape,
                                   std::string_view opcode) {
  if (instruction.Has("literal")) return Constant(instruction, shape);
  const OpDef* op = FindOp(opcode);
  if (op != nullptr && op->arguments == ArgumentKind::kParameterNumber) {
    HLO_TRY(const JsonText number, instruction.Integer("parameter_number", "0"));
    Put(number);
    return {};
  }
  if (!instruction.Has("operands")) return {};
  bool first = true;
  return ForEachMember(instruction.At("operands"), [&](JsonCursor& cursor) -> Status {
    HLO_TRY(const JsonText operand, JsonName(cursor));
    if (!first) Put(", ");
    first = false;
    Put({"%" + operand.text, operand.source});
    return {};
  });
}

// The text of a literal omits its shape, which must be that of the instruction.
Status ModuleJsonReader::Constant(const JsonObject& instruction, const JsonText& shape) {
  JsonCursor cursor = instruction.At("literal");
  if (cursor.Peek() == 'n') {  // null: elided
    Put("{...}");
    return {};
  }
  const SourceSpan source = instruction.SourceOf("literal");
  Result<Literal> value = ParseLiteralJson(json_.substr(source.begin, source.end - source.begin));
  if (!value.ok()) {
    fault_ = source.begin;
    return Error(value.error());
  }
  const Result<Shape> declared = ParseShape(shape.text);
  if (declared.ok()) {
    const Status fits = CheckConstantValue(value.value().shape(), declared.value());
    if (!fits.ok()) return cursor.Fault(fits.error().code, fits.error().message);
  }
  JsonText made{"", source};
  AppendHloText(value.value(), made.text);
  Put(made);
  return {};
}

Status ModuleJsonReader::Attribute(const JsonObject& attribute) {
  HLO_TRY(const JsonText name, attribute.Name("name"));
  HLO_TRY(const JsonText text, attribute.Value("text"));
  Put(", ");
  Put(name);
  Put("=");
  Put(text);
  return {};
}

}  // namespace

bool LooksLikeModuleJson(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t brace = text.find_first_not_of(kBlanks, ByteOrderMarkLength(text));
  if (brace == std::string_view::npos || text[brace] != '{') return false;
  const size_t quote = text.find_first_not_of(kBlanks, brace + 1);
  return quote != std::string_view::npos && text[quote] == '"';
}

Result<TextFromJson> ModuleTextFromJson(std::string_view json, SourceSpan* fault) {
  TextFromJson made;
  ModuleJsonReader reader(json, made);
  const Status status = reader.Read();
  if (status.ok()) return made;
  Error error(status.error());
  if (fault != nullptr) {
    const auto at = static_cast<uint32_t>(std::min(reader.fault(), json.size()));
    *fault = {at, at + (at < json.size() ? 1 : 0)};
    if (error.message.starts_with("line ")) {
      error.message.erase(0, error.message.find(": ") + 2);
    }
  }
  return error;
}

}  // namespace hlo

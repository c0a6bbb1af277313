// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_order_mark.h"
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/op_def.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "hlo/json_cursor.h"
#include "hlo/literal.h"

namespace hlo {
namespace {

// Writes the JSON form as HLO text, so that one parser implements all rules of modules. Keys may
// come in any order and unknown ones are ignored: each object is indexed first, then read by key.
class ModuleJsonReader {
 public:
  ModuleJsonReader(std::string_view json, std::string& out) : json_(json), out_(out) {}

  // The position of the last error.
  size_t fault() const { return fault_; }

  Status Read() {
    JsonCursor cursor = At(ByteOrderMarkLength(json_));
    HLO_TRY(const Object module, Members(cursor));
    HLO_RETURN_IF_ERROR(cursor.ExpectEnd());
    HLO_TRY(const std::string format, Scalar(module, "format", "1"));
    if (format != "1") {
      return Fail("P01", "the format of a JSON module must be 1, got {}", {format});
    }
    HLO_TRY(const std::string name, Text(module, "name"));
    HLO_TRY(entry_, Text(module, "entry"));
    out_ += "HloModule " + (name.empty() ? "module" : name);
    if (const auto header = Find(module, "header")) HLO_RETURN_IF_ERROR(Header(*header));
    const auto computations = Find(module, "computations");
    if (!computations) return Fail("P01", "not a module: the JSON object has no 'computations'");
    HLO_RETURN_IF_ERROR(ForEach(*computations, [&](JsonCursor& at) { return Computation(at); }));
    if (entry_.empty() || has_entry_) return {};
    return At(*Find(module, "entry"))
        .Fault("N02", Format("the entry computation '{}' is not defined", {entry_}));
  }

 private:
  // The position of the value of each key.
  using Object = std::map<std::string, size_t, std::less<>>;

  static std::optional<size_t> Find(const Object& object, std::string_view key) {
    const auto found = object.find(key);
    return found == object.end() ? std::nullopt : std::optional<size_t>(found->second);
  }

  JsonCursor At(size_t position) const {
    JsonCursor cursor(json_);
    cursor.set_position(position);
    cursor.set_fault(&fault_);
    return cursor;
  }

  static Result<Object> Members(JsonCursor& cursor) {
    Object members;
    HLO_RETURN_IF_ERROR(cursor.Expect('{', "'{'"));
    if (cursor.Accept('}')) return members;
    for (bool more = true; more;) {
      HLO_TRY(const std::string key, cursor.String());
      HLO_RETURN_IF_ERROR(cursor.Expect(':', "':'"));
      cursor.Peek();
      members[key] = cursor.position();
      HLO_RETURN_IF_ERROR(cursor.SkipValue());
      HLO_TRY(more, cursor.Next('}'));
    }
    return members;
  }

  // Calls fn(cursor) for each member of the list at `position`.
  template <class Fn>
  Status ForEach(size_t position, Fn&& fn) {
    JsonCursor cursor = At(position);
    HLO_RETURN_IF_ERROR(cursor.Expect('[', "a list"));
    if (cursor.Accept(']')) return {};
    for (bool more = true; more;) {
      HLO_RETURN_IF_ERROR(fn(cursor));
      HLO_TRY(more, cursor.Next(']'));
    }
    return {};
  }

  // The string under a key; "" when it is missing.
  Result<std::string> Text(const Object& object, std::string_view key) const {
    const auto position = Find(object, key);
    if (!position) return std::string();
    return At(*position).String();
  }
  // The number or word under a key, verbatim, or `fallback`.
  Result<std::string> Scalar(const Object& object, std::string_view key,
                             std::string_view fallback) const {
    const auto position = Find(object, key);
    if (!position) return std::string(fallback);
    return ScalarAt(At(*position));
  }
  static Result<std::string> ScalarAt(JsonCursor cursor) {
    const char first = cursor.Peek();
    if (first == '-' || (first >= '0' && first <= '9')) {
      HLO_TRY(const std::string_view number, cursor.Number());
      return std::string(number);
    }
    HLO_TRY(const std::string_view word, cursor.Word());
    return std::string(word);
  }

  // The list under a key as "{1,2}"; its members are numbers, words or texts.
  Status BracedList(const Object& object, std::string_view key, std::string_view separator) {
    out_ += '{';
    if (const auto position = Find(object, key)) {
      bool first = true;
      HLO_RETURN_IF_ERROR(ForEach(*position, [&](JsonCursor& cursor) -> Status {
        if (!first) out_ += separator;
        first = false;
        if (cursor.Peek() == '"') {
          HLO_TRY(const std::string text, cursor.String());
          out_ += text;
          return {};
        }
        HLO_TRY(const std::string scalar, ScalarAt(cursor));
        out_ += scalar;
        return cursor.SkipValue();
      }));
    }
    out_ += '}';
    return {};
  }

  Status Header(size_t position);
  Status Aliases(const Object& header);
  Status EntryLayout(size_t position);
  Status FrameTables(size_t position);
  Status Computation(JsonCursor& cursor);
  Status Instruction(JsonCursor& cursor);
  Status Arguments(const Object& instruction, std::string_view opcode);
  Status Attribute(JsonCursor& cursor);

  std::string_view json_;
  std::string entry_;
  bool has_entry_ = false;
  std::string root_;  // of the computation being read
  bool has_root_ = false;
  std::string& out_;
  mutable size_t fault_ = 0;
};

Status ModuleJsonReader::Header(size_t position) {
  JsonCursor cursor = At(position);
  HLO_TRY(const Object header, Members(cursor));
  for (std::string_view flag : {"is_scheduled", "alias_passthrough_params"}) {
    HLO_TRY(const std::string value, Scalar(header, flag, "false"));
    if (value == "true") out_ += ", " + std::string(flag) + "=true";
  }
  HLO_RETURN_IF_ERROR(Aliases(header));
  if (const auto layout = Find(header, "entry_computation_layout")) {
    HLO_RETURN_IF_ERROR(EntryLayout(*layout));
  }
  for (std::string_view flags : {"allow_spmd_sharding_propagation_to_parameters",
                                 "allow_spmd_sharding_propagation_to_output"}) {
    if (!Find(header, flags)) continue;
    out_ += ", " + std::string(flags) + "=";
    HLO_RETURN_IF_ERROR(BracedList(header, flags, ","));
  }
  for (std::string_view count : {"replica_count", "num_partitions"}) {
    HLO_TRY(const std::string value, Scalar(header, count, "1"));
    if (value != "1") out_ += ", " + std::string(count) + "=" + value;
  }
  if (const auto map = Find(header, "frontend_attributes")) {
    cursor = At(*map);
    HLO_TRY(const Object entries, Members(cursor));
    TextMap texts;
    for (const auto& [key, value] : entries) {
      HLO_TRY(std::string text, At(value).String());
      texts.entries.emplace_back(key, std::move(text));
    }
    if (!texts.entries.empty()) {
      out_ += ", frontend_attributes=";
      AppendTextMap(texts, out_);
    }
  }
  HLO_TRY(const std::string table, Text(header, "origin_recovery_table"));
  if (!table.empty()) out_ += ", origin_recovery_table=" + table;
  out_ += "\n";
  const auto tables = Find(header, "frame_tables");
  return tables ? FrameTables(*tables) : Status();
}

Status ModuleJsonReader::Aliases(const Object& header) {
  const auto list = [&](std::string_view name, auto&& append) -> Status {
    const auto position = Find(header, name);
    if (!position) return {};
    bool first = true;
    HLO_RETURN_IF_ERROR(ForEach(*position, [&](JsonCursor& cursor) -> Status {
      out_ += first ? ", " + std::string(name) + "={ " : std::string(", ");
      first = false;
      HLO_TRY(const Object entry, Members(cursor));
      return append(entry);
    }));
    if (!first) out_ += " }";
    return {};
  };
  const auto parameter = [&](const Object& entry) -> Status {
    HLO_TRY(const std::string number, Scalar(entry, "parameter", "0"));
    out_ += "(" + number + ", ";
    return BracedList(entry, "parameter_index", ",");
  };
  const auto alias = [&](const Object& entry) -> Status {
    HLO_RETURN_IF_ERROR(BracedList(entry, "output", ","));
    out_ += ": ";
    HLO_RETURN_IF_ERROR(parameter(entry));
    HLO_TRY(const std::string kind, Text(entry, "kind"));
    out_ += ", " + (kind.empty() ? "may-alias" : kind) + ")";
    return {};
  };
  const auto donor = [&](const Object& entry) -> Status {
    HLO_RETURN_IF_ERROR(parameter(entry));
    out_ += ")";
    return {};
  };
  HLO_RETURN_IF_ERROR(list("input_output_alias", alias));
  return list("buffer_donor", donor);
}

Status ModuleJsonReader::EntryLayout(size_t position) {
  JsonCursor cursor = At(position);
  HLO_TRY(const Object layout, Members(cursor));
  std::string parameters;
  parameters.swap(out_);
  HLO_RETURN_IF_ERROR(BracedList(layout, "parameters", ", "));
  parameters.swap(out_);  // "{...}" with the shapes inside
  HLO_TRY(const std::string result, Text(layout, "result"));
  out_ += ", entry_computation_layout={(" + parameters.substr(1, parameters.size() - 2) + ")->" +
          result + "}";
  return {};
}

Status ModuleJsonReader::FrameTables(size_t position) {
  return ForEach(position, [&](JsonCursor& cursor) -> Status {
    HLO_TRY(const Object table, Members(cursor));
    HLO_TRY(const std::string title, Text(table, "title"));
    out_ += "\n" + title + "\n";
    const auto lines = Find(table, "lines");
    if (!lines) return {};
    return ForEach(*lines, [&](JsonCursor& at) -> Status {
      HLO_TRY(const Object line, Members(at));
      HLO_TRY(const std::string number, Scalar(line, "number", "0"));
      HLO_TRY(const std::string text, Text(line, "text"));
      out_ += number + " " + text + "\n";
      return {};
    });
  });
}

Status ModuleJsonReader::Computation(JsonCursor& cursor) {
  HLO_TRY(const Object computation, Members(cursor));
  HLO_TRY(const std::string name, Text(computation, "name"));
  HLO_TRY(root_, Text(computation, "root"));
  has_root_ = root_.empty();
  if (name == entry_) has_entry_ = true;
  out_ += name == entry_ ? "\nENTRY %" : "\n%";
  out_ += name + " {\n";
  if (const auto instructions = Find(computation, "instructions")) {
    HLO_RETURN_IF_ERROR(ForEach(*instructions, [&](JsonCursor& at) { return Instruction(at); }));
  }
  if (!has_root_) {
    return At(*Find(computation, "root"))
        .Fault("N01", Format("the root '{}' of computation '{}' is not defined", {root_, name}));
  }
  out_ += "}";
  HLO_TRY(const std::string thread, Text(computation, "execution_thread"));
  if (!thread.empty() && thread != "main") {
    out_ += ", execution_thread=";
    AppendQuoted(thread, out_);
  }
  out_ += "\n";
  return {};
}

Status ModuleJsonReader::Instruction(JsonCursor& cursor) {
  HLO_TRY(const Object instruction, Members(cursor));
  HLO_TRY(const std::string name, Text(instruction, "name"));
  HLO_TRY(const std::string shape, Text(instruction, "shape"));
  HLO_TRY(const std::string opcode, Text(instruction, "opcode"));
  const bool is_root = !root_.empty() && name == root_;
  if (is_root) has_root_ = true;
  out_ += is_root ? "  ROOT %" : "  %";
  out_ += name + " = " + shape + " " + opcode + "(";
  HLO_RETURN_IF_ERROR(Arguments(instruction, opcode));
  out_ += ")";
  if (const auto attributes = Find(instruction, "attributes")) {
    HLO_RETURN_IF_ERROR(ForEach(*attributes, [&](JsonCursor& at) { return Attribute(at); }));
  }
  out_ += "\n";
  return {};
}

Status ModuleJsonReader::Arguments(const Object& instruction, std::string_view opcode) {
  if (const auto literal = Find(instruction, "literal")) {
    JsonCursor cursor = At(*literal);
    if (cursor.Peek() == 'n') {  // null: elided
      out_ += "{...}";
      return {};
    }
    HLO_RETURN_IF_ERROR(cursor.SkipValue());
    Result<Literal> value = ParseLiteralJson(json_.substr(*literal, cursor.position() - *literal));
    if (!value.ok()) {
      fault_ = *literal;
      return Error(value.error());
    }
    AppendHloText(value.value(), out_);
    return {};
  }
  const OpDef* op = FindOp(opcode);
  if (op != nullptr && op->arguments == ArgumentKind::kParameterNumber) {
    HLO_TRY(const std::string number, Scalar(instruction, "parameter_number", "0"));
    out_ += number;
    return {};
  }
  const auto operands = Find(instruction, "operands");
  if (!operands) return {};
  bool first = true;
  return ForEach(*operands, [&](JsonCursor& cursor) -> Status {
    HLO_TRY(const std::string operand, cursor.String());
    out_ += first ? "%" : ", %";
    out_ += operand;
    first = false;
    return {};
  });
}

Status ModuleJsonReader::Attribute(JsonCursor& cursor) {
  HLO_TRY(const Object attribute, Members(cursor));
  HLO_TRY(const std::string name, Text(attribute, "name"));
  HLO_TRY(const std::string text, Text(attribute, "text"));
  out_ += ", " + name + "=" + text;
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

Result<std::string> ModuleTextFromJson(std::string_view json, SourceSpan* fault) {
  std::string text;
  ModuleJsonReader reader(json, text);
  const Status status = reader.Read();
  if (status.ok()) return text;
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

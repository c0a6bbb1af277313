// SPDX-License-Identifier: Apache-2.0
// Operations of an artifact as StableHLO text.
#include "core/import/bytecode/program_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/import/bytecode/artifact.h"
#include "core/import/bytecode/op_attributes.h"
#include "core/import/bytecode/values.h"

namespace hlo::bytecode {
namespace {

constexpr uint64_t kIsolatedVersion = 2;
constexpr uint64_t kUseListVersion = 3;
constexpr uint64_t kElidedLocationVersion = 4;
constexpr int kMaxNesting = 200;

// What an operation has, besides its name and its location.
enum : uint8_t {
  kAttributes = 1,
  kResults = 2,
  kOperands = 4,
  kSuccessors = 8,
  kRegions = 16,
  kUseLists = 32,
  kProperties = 64,
};

struct Value {
  std::string name;  // "%3"
  std::string type;
};

// The text before and after the arguments of a function.
struct FunctionHead {
  std::string before, after;
};

struct Operation {
  OpName name;
  std::string op;  // without the version: "add"
  std::string location;
  NamedAttributes attributes;
  std::vector<std::string> results;  // types
  std::vector<size_t> operands;      // numbers of values
};

class ProgramWriter {
 public:
  ProgramWriter(const Artifact& artifact, size_t most_text)
      : artifact_(artifact), values_(artifact, most_text), most_text_(most_text) {}

  ProgramText Write() {
    ByteReader reader = artifact_.ir;
    WriteBlock(reader, 0);
    if (!reader.good()) values_.Fail(Format("it is malformed at byte {}", {reader.position()}));
    if (text_.empty()) values_.Fail("it has no operations");
    return {std::move(text_), values_.fault(), skips_annotations_};
  }

 private:
  bool good(const ByteReader& reader) const { return reader.good() && values_.fault().empty(); }

  void Line(int depth, const std::string& line) {
    text_.append(2 * static_cast<size_t>(std::max(depth, 0)), ' ').append(line) += '\n';
    if (text_.size() > most_text_) values_.FailLength();
  }

  // ---- regions ----

  // The arguments of the block are the next values.
  void WriteBlock(ByteReader& reader, int depth, const FunctionHead* head = nullptr) {
    bool has_arguments = false;
    const uint64_t operations = reader.VarintWithFlag(has_arguments);
    if (depth > kMaxNesting) values_.Fail("regions are nested too deeply");
    std::string list;
    const size_t count = has_arguments ? reader.Count() : 0;
    for (size_t i = 0; i < count && good(reader); ++i) {
      bool has_location = true;
      const uint64_t type = artifact_.version >= kElidedLocationVersion
                                ? reader.VarintWithFlag(has_location)
                                : reader.Varint();
      const std::string location =
          has_location ? values_.LocationText(reader.Index(artifact_.attributes.size())) : "";
      const Value value = Define(values_.TypeText(type));
      list += (i > 0 ? ", " : "") + value.name + ": " + value.type + Attached(i);
      if (!location.empty()) list += " loc(" + location + ")";
    }
    const bool may_have_orders = has_arguments && artifact_.version >= kUseListVersion;
    if (may_have_orders && reader.Byte() != 0) SkipUseLists(reader, count);
    if (head != nullptr) {
      Line(depth - 1, head->before + list + head->after);
    } else if (!list.empty()) {
      Line(depth - 1, "^bb0(" + list + "):");
    }
    for (uint64_t i = 0; i < operations && good(reader); ++i) WriteOperation(reader, depth);
  }

  void WriteRegion(ByteReader& reader, int depth, const FunctionHead* head = nullptr) {
    const size_t blocks = reader.Count();
    if (blocks == 0) return;
    if (blocks > 1) return values_.Fail("a region has several blocks");
    // Its values are numbered behind all those of the region around it, and are gone at its end.
    const size_t outer = scope_.size(), count = reader.Count();
    values_of_regions_ += count;
    if (values_of_regions_ > artifact_.ir.left()) return reader.Fail();  // each has a byte
    const size_t next = std::exchange(next_value_, outer);
    scope_.resize(outer + count);
    WriteBlock(reader, depth, head);
    scope_.resize(outer);
    next_value_ = next;
  }

  // The regions of an op whose values are its own stand in a section.
  template <class Fn>
  void ForEachRegion(ByteReader& reader, Fn&& write) {
    bool is_isolated = false;
    const uint64_t count = reader.VarintWithFlag(is_isolated);
    ByteReader inner;
    const bool has_section = is_isolated && artifact_.version >= kIsolatedVersion;
    uint8_t id = 0;
    if (has_section) inner = ReadSection(reader, id);
    std::vector<Value> outer;
    const size_t next = next_value_;
    if (is_isolated) outer.swap(scope_);
    ByteReader& used = has_section ? inner : reader;
    for (uint64_t i = 0; i < count && good(used); ++i) write(used, i);
    if (!used.good()) reader.Fail();
    if (is_isolated) scope_.swap(outer);
    next_value_ = next;
  }

  // ---- operations ----

  Value Define(std::string type) {
    Value value = {"%" + std::to_string(next_value_), std::move(type)};
    DefineAs(value);
    return value;
  }
  void DefineAs(Value value) {
    if (next_value_ >= scope_.size()) return values_.Fail("a region has more values than it says");
    scope_[next_value_++] = std::move(value);
  }

  Operation ReadOperation(ByteReader& reader, uint8_t& mask) {
    Operation operation;
    operation.name =
        artifact_.ops.empty() ? OpName() : artifact_.ops[reader.Index(artifact_.ops.size())];
    operation.op = operation.name.name;
    if (const size_t version = operation.op.rfind("_v"); version != std::string::npos) {
      operation.op.resize(version);
    }
    mask = reader.Byte();
    operation.location = values_.LocationText(reader.Index(artifact_.attributes.size()));
    if ((mask & kAttributes) != 0) {
      for (const auto& [name, index] :
           values_.Dictionary(reader.Index(artifact_.attributes.size()))) {
        operation.attributes.emplace(name, index);
      }
    }
    if ((mask & kProperties) != 0) ReadProperties(reader, operation);
    const size_t results = (mask & kResults) != 0 ? reader.Count() : 0;
    for (size_t i = 0; i < results && good(reader); ++i) {
      operation.results.push_back(values_.TypeText(reader.Varint()));
    }
    const size_t operands = (mask & kOperands) != 0 ? reader.Count() : 0;
    for (size_t i = 0; i < operands && good(reader); ++i) {
      const size_t index = reader.Index(scope_.size());
      if (!reader.good()) break;
      if (scope_[index].name.empty()) values_.Fail("an operand is used before its definition");
      operation.operands.push_back(index);
    }
    if ((mask & kSuccessors) != 0) {
      values_.Fail(Format("'{}' has successors", {operation.name.name}));
    }
    if ((mask & kUseLists) != 0) SkipUseLists(reader, results);
    return operation;
  }

  // The orders in which values are used, which mean nothing to a program. A single value has no
  // count and no index before its order.
  static void SkipUseLists(ByteReader& reader, size_t values) {
    const size_t lists = values == 1 ? 1 : reader.Count();
    for (size_t i = 0; i < lists && reader.good(); ++i) {
      if (values != 1) reader.Varint();
      bool is_pairs = false;
      const uint64_t length = reader.VarintWithFlag(is_pairs);
      if (length > reader.left()) reader.Fail();
      for (uint64_t k = 0; k < length && reader.good(); ++k) reader.Varint();
    }
  }

  void ReadProperties(ByteReader& reader, Operation& operation) {
    const size_t index = reader.Index(artifact_.properties.size());
    if (!reader.good()) return;
    ByteReader properties = artifact_.properties[index];
    switch (operation.name.dialect) {
      case Dialect::kBuiltin:  // a module
        return ReadNamedProperties(properties, "?sym_name ?sym_visibility", operation);
      case Dialect::kVhlo:
        return ReadVhloProperties(properties, operation);
      case Dialect::kSdy:
        if (const std::string_view* names = SdyPropertyNames(operation.op)) {
          ReadNamedProperties(properties, *names, operation);
        }
        return;
      case Dialect::kOther:
        return;
    }
  }

  // "?" marks those that may be missing.
  void ReadNamedProperties(ByteReader& properties, std::string_view names, Operation& operation) {
    ForEachWord(names, [&](std::string_view name) {
      bool is_present = true;
      uint64_t attribute = 0;
      if (name.starts_with('?')) {
        name.remove_prefix(1);
        attribute = properties.VarintWithFlag(is_present);
      } else {
        attribute = properties.Varint();
      }
      if (is_present) operation.attributes.emplace(name, attribute);
    });
    if (!properties.good() || !properties.at_end()) {
      values_.Fail(Format("the properties of '{}' are malformed", {operation.name.name}));
    }
  }

  void ReadVhloProperties(ByteReader& properties, Operation& operation) {
    std::vector<size_t> found;
    while (properties.good() && !properties.at_end()) {
      found.push_back(properties.Index(artifact_.attributes.size()));
    }
    const std::string_view names = PropertyNames(operation.op, found.size());
    if (names.empty() && !found.empty()) {
      values_.Fail(
          Format("'{}' has {} attributes, which is not known of any version up to 1.20; "
                 "the file is of {}",
                 {operation.name.name, found.size(), artifact_.producer}));
    }
    size_t next = 0;
    ForEachWord(names, [&](std::string_view name) {
      const size_t attribute = found[next++];
      if (name != "-") {
        operation.attributes.emplace(name, attribute);
      } else if (values_.AttributeText(attribute) != "[]") {
        values_.Fail(
            Format("the last attribute of '{}' must be an empty list", {operation.name.name}));
      }
    });
  }

  void WriteOperation(ByteReader& reader, int depth) {
    uint8_t mask = 0;
    Operation operation = ReadOperation(reader, mask);
    if (!good(reader)) return;
    const bool has_regions = (mask & kRegions) != 0;
    switch (operation.name.dialect) {
      case Dialect::kBuiltin:
        if (operation.op == "module") return WriteModule(operation, reader, has_regions, depth);
        return Forward(operation, has_regions);
      case Dialect::kVhlo:
        if (operation.op == "func") return WriteFunction(operation, reader, has_regions, depth);
        return WriteGeneric(operation, VhloDialect(operation, depth), reader, has_regions, depth);
      case Dialect::kSdy:
        if (SdyPropertyNames(operation.op) == nullptr) {
          return Forward(operation, has_regions);
        }
        return WriteGeneric(operation, "sdy", reader, has_regions, depth);
      case Dialect::kOther:
        return Forward(operation, has_regions);
    }
  }

  // A cast, or another annotation of Shardy: its results are its operands.
  void Forward(const Operation& operation, bool has_regions) {
    const bool can_forward =
        !has_regions && operation.results.size() <= operation.operands.size() &&
        (operation.name.dialect == Dialect::kSdy || operation.name.name.ends_with("_cast"));
    skips_annotations_ |= operation.name.dialect == Dialect::kSdy;
    if (!can_forward && !(operation.results.empty() && !has_regions)) {
      values_.Fail(Format("'{}.{}' is not an op of a portable artifact",
                          {operation.name.dialect_name, operation.name.name}));
      return;
    }
    for (size_t i = 0; i < operation.results.size(); ++i) {
      DefineAs({scope_[operation.operands[i]].name, operation.results[i]});
    }
  }

  void WriteModule(Operation& operation, ByteReader& reader, bool has_regions, int depth) {
    std::string head = "module";
    if (const auto name = operation.attributes.find("sym_name");
        name != operation.attributes.end()) {
      head += " " + SymbolText(values_.String(name->second));
      operation.attributes.erase(name);
    }
    std::string attributes;
    for (const auto& [name, index] : operation.attributes) {
      const std::string value = values_.AttributeText(index);
      if (value.empty()) continue;
      attributes += (attributes.empty() ? "" : ", ") + KeyText(name);
      if (value != "unit") attributes += " = " + value;
    }
    if (!attributes.empty()) head += " attributes {" + attributes + "}";
    Line(depth, head + " {");
    if (has_regions) {
      ForEachRegion(reader, [&](ByteReader& region, uint64_t) { WriteRegion(region, depth + 1); });
    }
    Line(depth, "}");
  }

  // Dictionaries, one for each argument or result; fewer than these: none.
  std::vector<std::string> Attributes(const Operation& operation, std::string_view name) {
    std::vector<std::string> texts;
    const auto found = operation.attributes.find(name);
    if (found == operation.attributes.end()) return texts;
    for (const size_t item : values_.Array(found->second)) {
      const std::string text = values_.AttributeText(item);
      texts.push_back(text == "{}" ? "" : " " + text);
    }
    return texts;
  }
  std::string Attached(size_t argument) const {
    return argument < argument_attributes_.size() ? argument_attributes_[argument] : "";
  }

  void WriteFunction(const Operation& operation, ByteReader& reader, bool has_regions, int depth) {
    const auto attribute = [&](std::string_view name) {
      const auto found = operation.attributes.find(name);
      if (found == operation.attributes.end())
        values_.Fail(Format("a function must have '{}'", {name}));
      return found == operation.attributes.end() ? 0 : found->second;
    };
    const std::string name = SymbolText(values_.String(attribute("sym_name")));
    const Values::Function type = values_.FunctionType(attribute("function_type"));
    const std::vector<std::string> attached = Attributes(operation, "res_attrs");
    std::string results;
    for (size_t i = 0; i < type.results.size() && values_.fault().empty(); ++i) {
      results += (i > 0 ? ", " : "") + values_.TypeText(type.results[i]) +
                 (i < attached.size() ? attached[i] : "");
    }
    std::string_view visibility = values_.String(attribute("sym_visibility"));
    const FunctionHead head = {
        "func.func " + std::string(visibility) + (visibility.empty() ? "" : " ") + name + "(",
        ") -> (" + results + ") {"};
    argument_attributes_ = Attributes(operation, "arg_attrs");
    if (!values_.fault().empty()) return;
    if (has_regions) {
      ForEachRegion(reader,
                    [&](ByteReader& region, uint64_t) { WriteRegion(region, depth + 1, &head); });
    }
    Line(depth, "}");
  }

  static std::string_view VhloDialect(const Operation& operation, int depth) {
    constexpr int kFunctionDepth = 2;  // a module around a function
    const bool is_func =
        operation.op == "call" || (operation.op == "return" && depth == kFunctionDepth);
    return is_func ? "func" : "stablehlo";
  }

  void WriteGeneric(const Operation& operation, std::string_view dialect, ByteReader& reader,
                    bool has_regions, int depth) {
    argument_attributes_.clear();
    std::string operands, inputs, results, names;
    for (const size_t operand : operation.operands) {
      operands += (operands.empty() ? "" : ", ") + scope_[operand].name;
      inputs += (inputs.empty() ? "" : ", ") + scope_[operand].type;
      if (inputs.size() > most_text_) return values_.FailLength();
    }
    for (const std::string& type : operation.results) {
      results += (results.empty() ? "" : ", ") + type;
    }
    std::string line = "\"" + std::string(dialect) + "." + operation.op + "\"(" + operands + ")" +
                       AttributesText(operation.op, operation.attributes, values_);
    for (const std::string& type : operation.results) {
      names += (names.empty() ? "" : ", ") + Define(type).name;
    }
    if (!names.empty()) line = names + " = " + line;
    std::string tail =
        " : (" + inputs + ") -> " + (operation.results.size() == 1 ? results : "(" + results + ")");
    if (!operation.location.empty()) tail += " loc(" + operation.location + ")";
    if (!has_regions) return Line(depth, line + tail);
    Line(depth, line + " ({");
    ForEachRegion(reader, [&](ByteReader& region, uint64_t number) {
      if (number > 0) Line(depth, "}, {");
      WriteRegion(region, depth + 1);
    });
    Line(depth, "})" + tail);
  }

  const Artifact& artifact_;
  Values values_;
  size_t most_text_;
  std::string text_;
  std::vector<Value> scope_;  // by number; those that are not defined yet have no name
  size_t next_value_ = 0;
  size_t values_of_regions_ = 0;  // of all regions so far
  std::vector<std::string> argument_attributes_;
  bool skips_annotations_ = false;
};

}  // namespace

ProgramText ReadProgram(std::string_view bytes) {
  constexpr size_t kGrowth = 64;
  constexpr size_t kMin = size_t{1} << 20;
  constexpr size_t kMax = size_t{256} << 20;
  Artifact artifact;
  ProgramText program;
  program.fault = ReadArtifact(bytes, artifact);
  if (!program.fault.empty()) return program;
  return ProgramWriter(artifact, std::min(bytes.size() * kGrowth + kMin, kMax)).Write();
}

}  // namespace hlo::bytecode

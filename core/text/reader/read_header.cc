// SPDX-License-Identifier: Apache-2.0
// The header of a module: hlo-text reference 3.1 and 3.7.
#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/text/reader/module_reader.h"
#include "core/text/reader/recovery.h"
#include "core/text/reader/value_readers.h"

namespace hlo {
namespace {

constexpr std::string_view kHeaderAttributes[] = {
    "is_scheduled",
    "replica_count",
    "num_partitions",
    "input_output_alias",
    "buffer_donor",
    "alias_passthrough_params",
    "entry_computation_layout",
    "allow_spmd_sharding_propagation_to_parameters",
    "allow_spmd_sharding_propagation_to_output",
    "frontend_attributes",
    "origin_recovery_table",
};

bool IsHeaderAttribute(std::string_view name) {
  for (const std::string_view known : kHeaderAttributes) {
    if (known == name) return true;
  }
  return false;
}

bool FailHeaderName(Reader& reader) {
  Suggestion suggestion(reader.text());
  for (const std::string_view known : kHeaderAttributes) suggestion.Consider(known);
  const SourceSpan span = reader.token().span();
  Diagnostic& diagnostic = reader.Report(
      "P04", span,
      Format("a module has no attribute '{}'{}", {reader.text(), suggestion.Question()}));
  if (!suggestion.unique().empty()) {
    diagnostic.fixes.push_back({span, std::string(suggestion.unique())});
  }
  return false;
}

}  // namespace

void ModuleReader::ReadHeader() {
  reader_.Next();
  bool good = reader_.AtName() || reader_.Unexpected("the name of the module");
  if (good) {
    module_.name = reader_.TakeName();
    reader_.Take(TokenKind::kColon);
    good = ReadHeaderAttributes() && ReadFrameTables();
  }
  if (good) return;
  // The error may be before the first computation or, if something is missing, at it.
  const uint32_t at = reader_.token().begin;
  const bool there =
      AtComputation() && ClassifyLine(reader_.source(), at) == LineStart::kComputation;
  if (!there) reader_.MoveTo(FindComputation(reader_.source(), at + 1));
}

bool ModuleReader::ReadHeaderAttributes() {
  while (reader_.Take(TokenKind::kComma)) {
    if (!reader_.At(TokenKind::kWord)) return reader_.Unexpected("an attribute of the module");
    const std::string_view name = reader_.text();
    const SourceSpan span = reader_.token().span();
    const bool known = IsHeaderAttribute(name);
    if (!known && reader_.PeekByte() != '=') {
      return reader_.Unexpected("an attribute of the module");
    }
    if (!known && !reader_.options().lenient) return FailHeaderName(reader_);
    const auto [first, added] = header_names_.emplace(name, span);
    if (!added) {
      reader_.Report("P05", span, Format("attribute `{}` is given twice", {name}))
          .notes.push_back({first->second, "first given here"});
      return false;
    }
    reader_.Next();
    if (!ReadTouchingEqual(reader_, span)) return false;
    if (!known) {
      reader_.Warn("W01", span, Format("a module has no attribute '{}'; it is ignored", {name}));
      std::string ignored;
      if (!ReadRawValue(ignored)) return false;
    } else if (!ReadHeaderAttribute(name)) {
      return false;
    }
  }
  return true;
}

bool ModuleReader::ReadHeaderAttribute(std::string_view name) {
  ModuleHeader& header = module_.header;
  if (name == "is_scheduled") return reader_.ReadBool(header.is_scheduled);
  if (name == "replica_count") {
    return reader_.ReadInt(header.replica_count, {"the number of replicas", 1});
  }
  if (name == "num_partitions") {
    return reader_.ReadInt(header.num_partitions, {"the number of partitions", 1});
  }
  if (name == "input_output_alias") return ReadAliases();
  if (name == "buffer_donor") return ReadDonors();
  if (name == "alias_passthrough_params") return reader_.ReadBool(header.alias_passthrough_params);
  if (name == "entry_computation_layout") return ReadEntryLayout();
  if (name == "allow_spmd_sharding_propagation_to_parameters") {
    return ReadBoolOrList(header.spmd_propagation_to_parameters);
  }
  if (name == "allow_spmd_sharding_propagation_to_output") {
    return ReadBoolOrList(header.spmd_propagation_to_output);
  }
  if (name == "frontend_attributes") return ReadTextMap(reader_, header.frontend_attributes);
  std::string_view table;
  if (!reader_.ReadBraces(table)) return false;
  header.origin_recovery_table = table;
  return true;
}

// "{ {0,1}: (2, {1,0}, must-alias), {1}: (0, {}) }"
bool ModuleReader::ReadAliases() {
  const Reader::Nest nest(reader_);
  if (!nest.ok() || !reader_.Expect(TokenKind::kOpenBrace, "'{'")) return false;
  if (reader_.Take(TokenKind::kCloseBrace)) return true;
  do {
    BufferAlias alias;
    if (!ReadShapeIndex(reader_, alias.output) ||
        !reader_.Expect(TokenKind::kColon, "':' after the index of the output") ||
        !reader_.Expect(TokenKind::kOpenParen, "'('") ||
        !reader_.ReadInt(alias.parameter, {"the parameter number", 0}) ||
        !reader_.Expect(TokenKind::kComma, "','") ||
        !ReadShapeIndex(reader_, alias.parameter_index)) {
      return false;
    }
    if (reader_.Take(TokenKind::kComma)) {
      if (!reader_.AtWord("may-alias") && !reader_.AtWord("must-alias")) {
        return reader_.At(TokenKind::kWord)
                   ? reader_.Fail(
                         "P11", reader_.token().span(),
                         Format("expected 'may-alias' or 'must-alias', got '{}'", {reader_.text()}))
                   : reader_.Unexpected("'may-alias' or 'must-alias'");
      }
      alias.must_alias = reader_.AtWord("must-alias");
      reader_.Next();
    }
    if (!reader_.Expect(TokenKind::kCloseParen, "')'")) return false;
    module_.header.input_output_alias.push_back(std::move(alias));
  } while (reader_.Take(TokenKind::kComma));
  return reader_.Expect(TokenKind::kCloseBrace, "',' or '}'");
}

// "{ (0, {1}), (2, {}) }"
bool ModuleReader::ReadDonors() {
  const Reader::Nest nest(reader_);
  if (!nest.ok() || !reader_.Expect(TokenKind::kOpenBrace, "'{'")) return false;
  if (reader_.Take(TokenKind::kCloseBrace)) return true;
  do {
    BufferDonor donor;
    if (!reader_.Expect(TokenKind::kOpenParen, "'('") ||
        !reader_.ReadInt(donor.parameter, {"the parameter number", 0}) ||
        !reader_.Expect(TokenKind::kComma, "','") ||
        !ReadShapeIndex(reader_, donor.parameter_index) ||
        !reader_.Expect(TokenKind::kCloseParen, "')'")) {
      return false;
    }
    module_.header.buffer_donors.push_back(std::move(donor));
  } while (reader_.Take(TokenKind::kComma));
  return reader_.Expect(TokenKind::kCloseBrace, "',' or '}'");
}

// "{(f32[2]{0}, s32[])->f32[2]{0}}"
bool ModuleReader::ReadEntryLayout() {
  const Reader::Nest nest(reader_);
  if (!nest.ok() || !reader_.Expect(TokenKind::kOpenBrace, "'{'")) return false;
  EntryLayout layout;
  WrittenShape written;
  {
    const Reader::Nest parameters(reader_);
    if (!parameters.ok() || !reader_.Expect(TokenKind::kOpenParen, "'('")) return false;
    while (!reader_.At(TokenKind::kCloseParen)) {
      if (!layout.parameters.empty() && !reader_.Expect(TokenKind::kComma, "',' or ')'")) {
        return false;
      }
      if (!reader_.ReadShape(written)) return false;
      layout.parameters.push_back(*written.shape);
    }
    reader_.Next();
  }
  if (!reader_.Expect(TokenKind::kArrow, "'->'") || !reader_.ReadShape(written)) return false;
  layout.result = *written.shape;
  module_.header.entry_layout = std::move(layout);
  return reader_.Expect(TokenKind::kCloseBrace, "'}'");
}

bool ModuleReader::ReadBoolOrList(std::vector<bool>& flags) {
  flags.clear();
  bool flag = false;
  if (!reader_.At(TokenKind::kOpenBrace)) {
    if (!reader_.ReadBool(flag)) return false;
    flags.push_back(flag);
    return true;
  }
  const Reader::Nest nest(reader_);
  if (!nest.ok()) return false;
  reader_.Next();
  if (reader_.Take(TokenKind::kCloseBrace)) return true;
  do {
    if (!reader_.ReadBool(flag)) return false;
    flags.push_back(flag);
  } while (reader_.Take(TokenKind::kComma));
  return reader_.Expect(TokenKind::kCloseBrace, "',' or '}'");
}

namespace {

struct FrameTableSpec {
  std::string_view title;
  std::vector<std::string_view> fields;  // empty: a line is a string
};

// "{file_location_id=1 parent_frame_id=0}": the fields in any order, each at most once, each a
// number.
bool ReadFrameFields(Reader& reader, const FrameTableSpec& spec) {
  const Reader::Nest nest(reader);
  if (!nest.ok() || !ReadOpenBrace(reader)) return false;
  std::vector<std::string_view> given;
  while (!reader.Take(TokenKind::kCloseBrace)) {
    if (!given.empty()) reader.Take(TokenKind::kComma);
    if (!reader.At(TokenKind::kWord)) return reader.Unexpected("a field or '}'");
    const std::string_view name = reader.text();
    const SourceSpan span = reader.token().span();
    if (std::find(spec.fields.begin(), spec.fields.end(), name) == spec.fields.end()) {
      Suggestion suggestion(name);
      for (const std::string_view field : spec.fields) suggestion.Consider(field);
      return reader.Fail(
          "P04", span, Format("{} has no field '{}'{}", {spec.title, name, suggestion.Question()}));
    }
    if (std::find(given.begin(), given.end(), name) != given.end()) {
      return reader.Fail("P05", span, Format("'{}' is given twice", {name}));
    }
    given.push_back(name);
    reader.Next();
    int64_t number = 0;
    if (!ReadTouchingEqual(reader, span) || !reader.ReadInt(number)) return false;
  }
  return true;
}

// The text after a number of the table, kept verbatim.
bool ReadFrameLine(Reader& reader, const FrameTableSpec& spec, std::string& line) {
  const uint32_t begin = reader.token().begin;
  std::string_view text = reader.text();
  std::string unescaped;
  if (spec.fields.empty()) {
    if (!reader.ReadString(unescaped)) return false;
  } else {
    if (!reader.ReadBraces(text)) return false;
    reader.MoveTo(begin);
    // Lenient mode keeps unknown fields.
    if (reader.options().lenient ? !reader.ReadBraces(text) : !ReadFrameFields(reader, spec)) {
      return false;
    }
    text = reader.source().substr(begin, reader.last_end() - begin);
  }
  line = text;
  return true;
}

}  // namespace

// FileNames, FunctionNames, FileLocations and StackFrames: numbered lines.
bool ModuleReader::ReadFrameTables() {
  static const FrameTableSpec kTables[] = {
      {"FileNames", {}},
      {"FunctionNames", {}},
      {"FileLocations",
       {"file_name_id", "function_name_id", "line", "end_line", "column", "end_column"}},
      {"StackFrames", {"file_location_id", "parent_frame_id"}},
  };
  for (const FrameTableSpec& spec : kTables) {
    if (!reader_.AtWord(spec.title) || AtComputation()) continue;
    FrameTable table;
    table.title = spec.title;
    reader_.Next();
    std::unordered_set<int64_t> numbers;
    while (reader_.At(TokenKind::kInteger)) {
      table.lines.emplace_back();
      const SourceSpan span = reader_.token().span();
      int64_t& number = table.lines.back().first;
      if (!reader_.ReadInt(number)) return false;
      if (!numbers.insert(number).second) {
        return reader_.Fail("P05", span, Format("{} already has a line {}", {spec.title, number}));
      }
      if (!ReadFrameLine(reader_, spec, table.lines.back().second)) return false;
    }
    module_.header.frame_tables.push_back(std::move(table));
  }
  return true;
}

}  // namespace hlo

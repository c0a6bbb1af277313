// SPDX-License-Identifier: Apache-2.0
#include "core/import/stablehlo/frame.h"

#include "hlo/element_type.h"

namespace hlo::stablehlo {
namespace {

bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool IsNamePart(char c) { return IsNameStart(c) || (c >= '0' && c <= '9') || c == '.' || c == '-'; }

}  // namespace

std::string HloName(std::string_view name) {
  if (name.starts_with('%') || name.starts_with('@')) name.remove_prefix(1);
  std::string out;
  if (name.empty() || !IsNameStart(name[0])) out = 'v';
  for (char c : name) out += IsNamePart(c) ? c : '_';
  return out;
}

bool IsReservedWord(std::string_view name) {
  static constexpr std::string_view kWords[] = {
      "HloModule",
      "ENTRY",
      "ROOT",
      "true",
      "false",
      "inf",
      "nan",
      "maximal",
      "replicated",
      "manual",
      "unknown",
      "unreduced",
      "last_tile_dim_replicate",
      "shard_as",
      "shard_like",
      "FileNames",
      "FunctionNames",
      "FileLocations",
      "StackFrames",
  };
  for (std::string_view word : kWords) {
    if (name == word) return true;
  }
  return FindElementType(name).has_value();
}

std::string Frame::Claim(std::string_view wanted) {
  std::string claimed(wanted);
  if (IsReservedWord(claimed)) claimed.insert(0, "%");
  const auto line = static_cast<uint32_t>(marks.size());
  if (lines.emplace(claimed, line).second) return claimed;
  const size_t length = claimed.size();
  int& suffix = suffixes[claimed];
  do {
    claimed.resize(length);
    claimed += "." + std::to_string(++suffix);
  } while (!lines.emplace(claimed, line).second);
  return claimed;
}

void Frame::MakeRoot(const std::string& instruction) {
  const uint32_t line = lines.at(instruction);
  Insert(line, marks[line].begin, "ROOT ");
}

void Frame::AddAttributes(const std::string& instruction, std::string_view attributes) {
  const uint32_t line = lines.at(instruction);
  Insert(line, marks[line].end, attributes);
}

bool Frame::HasSharding(const std::string& instruction) const {
  const auto line = lines.find(instruction);
  if (line == lines.end()) return false;
  const SourceMark& mark = marks[line->second];
  return std::string_view(text).substr(mark.begin, mark.end - mark.begin).find(", sharding={") !=
         std::string_view::npos;
}

void Frame::Insert(uint32_t line, uint32_t place, std::string_view added) {
  const auto length = static_cast<uint32_t>(added.size());
  text.insert(place, added);
  for (size_t i = line; i < marks.size(); ++i) {
    if (i > line) marks[i].begin += length;
    marks[i].end += length;
  }
  for (auto& [offset, literal] : constants) {
    if (offset > place) offset += length;
  }
}

}  // namespace hlo::stablehlo

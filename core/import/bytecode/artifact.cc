// SPDX-License-Identifier: Apache-2.0
#include "core/import/bytecode/artifact.h"

#include <array>

#include "core/base/format.h"

namespace hlo::bytecode {
namespace {

constexpr uint64_t kNewestVersion = 6;
constexpr uint64_t kDialectVersionsVersion = 1;
constexpr uint64_t kOpCountVersion = 4;
constexpr uint64_t kRegisteredOpsVersion = 5;
constexpr size_t kSections = 9;

using Sections = std::array<ByteReader, kSections>;

ByteReader& SectionOf(Sections& sections, SectionId id) {
  return sections[static_cast<size_t>(id)];
}

// The lengths, from the last string to the first, and then the strings.
bool ReadStrings(ByteReader& reader, Artifact& artifact) {
  std::vector<uint64_t> lengths(reader.Count());
  for (size_t i = lengths.size(); i-- > 0;) lengths[i] = reader.Varint();
  for (const uint64_t length : lengths) {
    const std::string_view text = reader.Bytes(length);
    artifact.strings.push_back(text.substr(0, text.empty() ? 0 : text.size() - 1));
  }
  return reader.good();
}

Dialect DialectOf(std::string_view name) {
  return name == "vhlo"      ? Dialect::kVhlo
         : name == "builtin" ? Dialect::kBuiltin
         : name == "sdy"     ? Dialect::kSdy
                             : Dialect::kOther;
}

bool ReadDialects(ByteReader& reader, Artifact& artifact, std::vector<std::string_view>& dialects) {
  const size_t count = reader.Count();
  for (size_t i = 0; i < count && reader.good(); ++i) {
    bool has_version = false;
    const uint64_t name = artifact.version >= kDialectVersionsVersion
                              ? reader.VarintWithFlag(has_version)
                              : reader.Varint();
    if (name >= artifact.strings.size()) return false;
    dialects.push_back(artifact.strings[name]);
    uint8_t id = 0;
    if (has_version) ReadSection(reader, id);
  }
  if (artifact.version >= kOpCountVersion) reader.Varint();
  while (reader.good() && !reader.at_end()) {
    const size_t dialect = reader.Index(dialects.size());
    const size_t ops = reader.Count();
    for (size_t i = 0; i < ops && reader.good(); ++i) {
      uint64_t name = reader.Varint();
      if (artifact.version >= kRegisteredOpsVersion) name >>= 1;
      if (name >= artifact.strings.size()) return false;
      artifact.ops.push_back(
          {DialectOf(dialects[dialect]), dialects[dialect], artifact.strings[name]});
    }
  }
  return reader.good();
}

// Entries in groups of one dialect; their sizes add up to places in the section of their data.
bool ReadOffsets(ByteReader& reader, ByteReader& data, size_t count,
                 const std::vector<std::string_view>& dialects, std::vector<Entry>& entries) {
  while (entries.size() < count && reader.good()) {
    const size_t dialect = reader.Index(dialects.size());
    const size_t group = reader.Count();
    if (!reader.good()) return false;
    for (size_t i = 0; i < group && reader.good(); ++i) {
      Entry& entry = entries.emplace_back();
      entry.dialect = DialectOf(dialects[dialect]);
      const uint64_t size = reader.VarintWithFlag(entry.is_encoded);
      const size_t base = data.position();
      entry.bytes = ByteReader(data.Bytes(size), base);
      if (!data.good()) return false;
    }
  }
  return reader.good() && entries.size() == count;
}

bool ReadProperties(ByteReader& reader, Artifact& artifact) {
  const size_t count = reader.left() == 0 ? 0 : reader.Count();
  for (size_t i = 0; i < count && reader.good(); ++i) {
    const uint64_t size = reader.Varint();
    const size_t base = reader.position();
    artifact.properties.emplace_back(reader.Bytes(size), base);
  }
  return reader.good();
}

bool ReadTables(Sections& sections, Artifact& artifact, std::string_view& table) {
  std::vector<std::string_view> dialects;
  table = "the strings";
  if (!ReadStrings(SectionOf(sections, SectionId::kStrings), artifact)) return false;
  table = "the dialects";
  if (!ReadDialects(SectionOf(sections, SectionId::kDialects), artifact, dialects)) return false;
  table = "the attributes and types";
  ByteReader& offsets = SectionOf(sections, SectionId::kOffsets);
  ByteReader& data = SectionOf(sections, SectionId::kAttributesAndTypes);
  const size_t attributes = offsets.Count();
  const size_t types = offsets.Count();
  if (!ReadOffsets(offsets, data, attributes, dialects, artifact.attributes) ||
      !ReadOffsets(offsets, data, types, dialects, artifact.types)) {
    return false;
  }
  table = "the properties";
  return ReadProperties(SectionOf(sections, SectionId::kProperties), artifact);
}

}  // namespace

ByteReader ReadSection(ByteReader& reader, uint8_t& id) {
  constexpr uint8_t kAligned = 0x80;
  constexpr uint8_t kPadding = 0xCB;
  const uint8_t head = reader.Byte();
  id = head & 0x7f;
  const uint64_t length = reader.Varint();
  if ((head & kAligned) != 0) {
    const uint64_t alignment = reader.Varint();
    if (alignment == 0 || alignment > 4096) reader.Fail();
    while (reader.good() && reader.position() % alignment != 0) {
      if (reader.Byte() != kPadding) reader.Fail();
    }
  }
  const size_t base = reader.position();
  return ByteReader(reader.Bytes(length), base);
}

std::string ReadArtifact(std::string_view bytes, Artifact& artifact) {
  constexpr size_t kMagic = 4;
  ByteReader reader(bytes);
  reader.Bytes(kMagic);
  artifact.version = reader.Varint();
  artifact.producer = reader.NulTerminated();
  if (reader.good() && artifact.version > kNewestVersion) {
    return Format("the version of the bytecode must be at most {}, got {}",
                  {kNewestVersion, artifact.version});
  }
  Sections sections;
  while (reader.good() && !reader.at_end()) {
    uint8_t id = 0;
    const ByteReader section = ReadSection(reader, id);
    if (id == 0 && section.left() == 0) break;  // what follows in a container
    if (id >= kSections || !reader.good()) break;
    sections[id] = section;
    // The strings and the properties come last; a container goes on behind them.
    const bool is_last = id == static_cast<uint8_t>(SectionId::kProperties) ||
                         (id == static_cast<uint8_t>(SectionId::kStrings) && artifact.version < 5);
    if (is_last) break;
  }
  if (!reader.good()) {
    return Format("a section is malformed or extends past the end of the file, at byte {}",
                  {reader.position()});
  }
  std::string_view table;
  if (!ReadTables(sections, artifact, table)) return Format("{} are malformed", {table});
  artifact.ir = SectionOf(sections, SectionId::kIr);
  return "";
}

}  // namespace hlo::bytecode

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_BYTECODE_ARTIFACT_H_
#define HLO_CORE_IMPORT_BYTECODE_ARTIFACT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/bytecode/byte_reader.h"

namespace hlo::bytecode {

enum class Dialect : uint8_t { kBuiltin, kVhlo, kSdy, kOther };

struct OpName {
  Dialect dialect = Dialect::kOther;
  std::string_view dialect_name;
  std::string_view name;  // "add_v1"
};

// An encoded attribute or type.
struct Entry {
  Dialect dialect = Dialect::kOther;
  bool is_encoded = true;  // by the codes of its dialect; otherwise its text
  ByteReader bytes;
};

// The tables of a file of MLIR bytecode (imports reference 15.1). Everything points into the file.
struct Artifact {
  uint64_t version = 0;
  std::string_view producer;  // "StableHLO_v1.8.1"
  std::vector<std::string_view> strings;
  std::vector<OpName> ops;
  std::vector<Entry> attributes;
  std::vector<Entry> types;
  std::vector<ByteReader> properties;
  ByteReader ir;
};

enum class SectionId : uint8_t {
  kStrings,
  kDialects,
  kAttributesAndTypes,
  kOffsets,
  kIr,
  kResources,
  kResourceOffsets,
  kDialectVersions,
  kProperties,
};

// The next section; the reader of its data.
ByteReader ReadSection(ByteReader& reader, uint8_t& id);

// Empty, or why the file is malformed.
std::string ReadArtifact(std::string_view bytes, Artifact& artifact);

}  // namespace hlo::bytecode

#endif  // HLO_CORE_IMPORT_BYTECODE_ARTIFACT_H_

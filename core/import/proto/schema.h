// SPDX-License-Identifier: Apache-2.0
// Names of the messages, fields, and enumerators of hlo.proto and xla_data.proto, for the text
// format (imports reference 12.5).
#ifndef HLO_CORE_IMPORT_PROTO_SCHEMA_H_
#define HLO_CORE_IMPORT_PROTO_SCHEMA_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace hlo::proto {

enum class FieldKind : uint8_t {
  kInteger,
  kFlag,
  kFloat,
  kDouble,
  kBytes,  // also text
  kEnum,
  kMessage,
};

struct SchemaField {
  uint32_t number = 0;
  FieldKind kind = FieldKind::kInteger;
  std::string_view type;  // of kEnum and kMessage
};

// Fields that no part of the importer reads are left out.
std::optional<SchemaField> FindSchemaField(std::string_view message, std::string_view name);
std::optional<int64_t> FindEnumerator(std::string_view type, std::string_view name);

}  // namespace hlo::proto

#endif  // HLO_CORE_IMPORT_PROTO_SCHEMA_H_

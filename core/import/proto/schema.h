// SPDX-License-Identifier: Apache-2.0
// Names of the messages, fields, and enumerators of hlo.proto and xla_data.proto, for the text
// format (imports reference 12.5).
#ifndef HLO_CORE_IMPORT_PROTO_SCHEMA_H_
#define HLO_CORE_IMPORT_PROTO_SCHEMA_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace hlo::proto {

enum class FieldKind : uint8_t {
  kInt32,
  kUint32,
  kInt64,
  kUint64,
  kFlag,
  kFloat,
  kDouble,
  kBytes,  // also text
  kEnum,
  kMessage,
  kSkipped,  // no part of the importer reads it
};

struct SchemaField {
  uint32_t number = 0;
  FieldKind kind = FieldKind::kInt64;
  std::string_view type;  // of kEnum and kMessage
};

std::optional<SchemaField> FindSchemaField(std::string_view message, std::string_view name);
std::optional<int64_t> FindEnumerator(std::string_view type, std::string_view name);
// Calls fn(name) for each field of a message.
void ForEachField(std::string_view message, const std::function<void(std::string_view)>& fn);

}  // namespace hlo::proto

#endif  // HLO_CORE_IMPORT_PROTO_SCHEMA_H_

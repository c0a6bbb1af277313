// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_PROTO_SHARDING_H_
#define HLO_CORE_IMPORT_PROTO_SHARDING_H_

#include <string>
#include <string_view>

#include "core/import/proto/message.h"

namespace hlo::proto {

// OpSharding as HLO text, "{devices=[2,2]<=[4]}".
std::string ShardingText(const Message& message);
// OpMetadata as HLO text, "{op_name=\"a\" source_line=3}".
std::string MetadataText(const Message& message);
// The field of OpMetadata for a field of the text; 0: it has none.
uint32_t MetadataField(std::string_view name);

// The messages of such texts. False for texts that they cannot represent exactly.
bool WriteSharding(std::string_view text, std::string& message);

}  // namespace hlo::proto

#endif  // HLO_CORE_IMPORT_PROTO_SHARDING_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_PROTO_LITERALS_H_
#define HLO_CORE_IMPORT_PROTO_LITERALS_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/import/proto/message.h"
#include "hlo/literal.h"

namespace hlo::proto {

// LiteralProto, whose elements stand in the order of its layout. nullopt after a report.
std::optional<Literal> ReadLiteral(const Message& message);
// The size of a ShapeProto in 8 bytes, the ShapeProto, and the elements in the order of its layout:
// an argument of an HloUnoptimizedSnapshot. nullopt after a report.
std::optional<Literal> ReadRawLiteral(Source& source, std::string_view raw);
// Writes a LiteralProto. False where xla_data.proto has no number for an element type.
bool WriteLiteral(const Literal& literal, std::string& message);

}  // namespace hlo::proto

#endif  // HLO_CORE_IMPORT_PROTO_LITERALS_H_

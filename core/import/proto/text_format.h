// SPDX-License-Identifier: Apache-2.0
// The text format of protobufs (imports reference 12.5).
#ifndef HLO_CORE_IMPORT_PROTO_TEXT_FORMAT_H_
#define HLO_CORE_IMPORT_PROTO_TEXT_FORMAT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/proto/message.h"
#include "core/import/support/report.h"

namespace hlo::proto {

// Which message a text is, by its first field.
enum class TextMessage : uint8_t {
  kUnknown,  // none of XLA's
  kFile,     // HloProto or HloUnoptimizedSnapshot
  kSnapshot,
  kModule,
  kBufferAssignment,
};

struct TextFile {
  TextMessage message = TextMessage::kUnknown;
  std::string bytes;                 // in the wire format
  std::vector<MessagePlace> places;  // of the messages in it
};

// Translates a text to the wire format, in time and memory linear in its size. Faults are I14;
// unknown fields are skipped with a warning (W03).
TextFile ReadTextFormat(std::string_view text, Report& report);

}  // namespace hlo::proto

#endif  // HLO_CORE_IMPORT_PROTO_TEXT_FORMAT_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_PROTO_IMPORT_PROTO_H_
#define HLO_CORE_IMPORT_PROTO_IMPORT_PROTO_H_

#include <span>
#include <string_view>
#include <vector>

#include "core/import/proto/module_reader.h"
#include "core/import/support/report.h"

namespace hlo::proto {

// Which message a file is.
enum class FileMessage : uint8_t { kModule, kHlo, kSnapshot, kUnoptimizedSnapshot };

struct File {
  ModuleText module;  // empty after a report
  // Of a snapshot: the arguments, one list for all devices or one a partition, and the result.
  std::vector<std::vector<Literal>> arguments;
  std::vector<Literal> results;
};

// `places`: of the messages in a text that the bytes were written from.
File ReadFile(std::string_view bytes, FileMessage message, const ImportOptions& options,
              Report& report, std::span<const MessagePlace> places = {});

}  // namespace hlo::proto

#endif  // HLO_CORE_IMPORT_PROTO_IMPORT_PROTO_H_

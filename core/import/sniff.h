// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_SNIFF_H_
#define HLO_CORE_IMPORT_SNIFF_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hlo {

// What a file is (imports reference 1.1).
enum class FileFormat : uint8_t {
  kHloText,  // also whatever is nothing else
  kHloJson,
  kMlirText,
  kVhloText,
  kMlirBytecode,
  kJaxExport,  // bytecode inside of another container
  kGzip,
  kZip,
  kHloProto,
  kHloModuleProto,
  kHloSnapshot,
  kUnoptimizedSnapshot,
  kMemoryReportProto,
  kBufferAssignmentProto,
  kTextProto,
  kBufferAssignment,
  kOomReport,
  kMemoryUsageReport,
  kLiveRangeReport,
  kStdoutDump,
  kJaxpr,
  kLlvmIr,
  kPtx,
  kOnnx,
  kRiegeli,
  kThunkSequence,
  kMemoryStats,
  kUnknownBinary,
};

// The name of kHloJson.
inline constexpr std::string_view kHloJsonName = "HLO as JSON";

struct Sniffed {
  FileFormat format = FileFormat::kHloText;
  size_t offset = 0;  // of the bytecode in kJaxExport
};

// Tells a file by its bytes; names do not matter.
Sniffed SniffFile(std::string_view bytes);

// How a format is called, which code refuses it, and what to do instead; the last two are empty for
// what is imported.
struct FormatFacts {
  std::string_view name;
  std::string_view code;
  std::string_view advice;
};
const FormatFacts& FactsOf(FileFormat format);

}  // namespace hlo

#endif  // HLO_CORE_IMPORT_SNIFF_H_

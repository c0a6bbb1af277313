// SPDX-License-Identifier: Apache-2.0
// Reports about the memory of a compiled module (imports reference 13).
#ifndef HLO_CORE_IMPORT_REPORT_MEMORY_REPORT_H_
#define HLO_CORE_IMPORT_REPORT_MEMORY_REPORT_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/module.h"

namespace hlo {

// A value in memory.
struct MemoryValue {
  std::string name;   // of the instruction, with "{1}" for a part of its result
  std::string shape;  // as HLO text
  std::string size;   // as a report for people has it: "4.89GiB"
  int64_t bytes = 0;
  int64_t offset = 0;
  int64_t padding = -1;  // bytes that no element uses; -1: not known
  std::string origin;    // op_name and source line
};
struct MemoryAllocation {
  int64_t index = 0;
  int64_t bytes = 0;
  std::string kind;  // parameter, output, constant, thread-local, temp; "": not known
  std::vector<MemoryValue> values;
};
struct LiveRange {
  int64_t begin = 0;
  int64_t end = 0;  // the last position
};

struct MemoryReport {
  std::vector<MemoryAllocation> allocations;
  std::vector<MemoryValue> peak;                            // of an out-of-memory report
  std::vector<MemoryValue> live_at_peak;                    // of live ranges; without shapes
  std::map<std::string, std::string, std::less<>> origins;  // of instructions, by name
  std::map<std::string, LiveRange, std::less<>> ranges;     // of values, by name

  bool empty() const { return allocations.empty() && peak.empty() && ranges.empty(); }
};

// Each adds the content of a text; unknown lines are skipped.
void ReadBufferAssignment(std::string_view text, MemoryReport& report);
void ReadLiveRanges(std::string_view text, MemoryReport& report);
void ReadOutOfMemory(std::string_view text, MemoryReport& report);
// A memory-usage report, as text or as a MemoryUsageReportProto.
void ReadMemoryUsage(std::string_view text, MemoryReport& report);
void ReadMemoryUsageProto(std::string_view bytes, MemoryReport& report);
// The buffer assignment in a HloProto, or a BufferAssignmentProto of its own, whose instructions
// are those of the HloModuleProto `module`, if that is not empty.
void ReadAssignmentProto(std::string_view bytes, MemoryReport& report);
void ReadAssignmentProto(std::string_view assignment, std::string_view module,
                         MemoryReport& report);
// Where the instructions of a module come from.
void AddOrigins(const Module& module, MemoryReport& report);

// Determines paddings and origins; the result lists the allocations by size, their largest values,
// the sums, and the values that live at the peak.
std::string MemoryText(MemoryReport report);

}  // namespace hlo

#endif  // HLO_CORE_IMPORT_REPORT_MEMORY_REPORT_H_

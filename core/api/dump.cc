// SPDX-License-Identifier: Apache-2.0
// Dump folders and memory reports.
#include <utility>

#include "core/api/program_impl.h"
#include "core/import/gzip.h"
#include "core/import/import.h"
#include "core/import/report/dump_folder.h"
#include "core/import/report/memory_report.h"
#include "core/import/sniff.h"

namespace hlo::api {
std::vector<DumpedModule> GroupDump(const std::vector<std::string>& files) {
  std::vector<DumpedModule> modules;
  for (DumpModule& module : hlo::GroupDump(files)) {
    DumpedModule& added = modules.emplace_back();
    added.name = std::move(module.name);
    added.numbers.assign(module.numbers.begin(), module.numbers.end());
    for (DumpStage& stage : module.stages) {
      added.stages.push_back({std::move(stage.name), std::move(stage.files), stage.IsProgram(),
                              stage.kind == DumpKind::kReport});
    }
  }
  return modules;
}

Result<std::string> ExplainMemory(const std::vector<std::string>& files) {
  MemoryReport report;
  for (const std::string& given : files) {
    std::string bytes = given;
    Sniffed sniffed = SniffFile(bytes);
    if (sniffed.format == FileFormat::kGzip && CanDecompress()) {
      bytes = Decompress(bytes, kMaxFileBytes).value_or("");
      sniffed = SniffFile(bytes);
    }
    switch (sniffed.format) {
      case FileFormat::kBufferAssignment:
        ReadBufferAssignment(bytes, report);
        break;
      case FileFormat::kLiveRangeReport:
        ReadLiveRanges(bytes, report);
        break;
      case FileFormat::kOomReport:
        ReadOutOfMemory(bytes, report);
        break;
      case FileFormat::kHloProto:
        ReadAssignmentProto(bytes, report);
        break;
      default: {
        const Program program = Program::FromFile(bytes);
        if (program.module() != nullptr) AddOrigins(*program.module(), report);
      }
    }
  }
  if (report.empty()) {
    return Fail("I18", "no buffer assignment, live ranges or out-of-memory report in these files");
  }
  return MemoryText(std::move(report));
}

const Module* Program::module() const { return impl_->parsed.module.get(); }

}  // namespace hlo::api

// SPDX-License-Identifier: Apache-2.0
// Dump folders and memory reports.
#include <utility>

#include "core/api/program_impl.h"
#include "core/import/gzip.h"
#include "core/import/import.h"
#include "core/import/proto/text_format.h"
#include "core/import/proto/wire.h"
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

namespace {

// The HloModuleProto in a file; empty if there is none.
std::string_view ModuleIn(const std::string& bytes, FileFormat format) {
  if (format == FileFormat::kHloModuleProto) return bytes;
  if (format != FileFormat::kHloProto) return {};
  constexpr uint32_t kModule = 1;
  WireReader reader(bytes);
  for (WireField field; reader.Next(field);) {
    if (field.number == kModule && field.type == WireType::kBytes) return field.bytes;
  }
  return {};
}

struct ReportFile {
  std::string bytes;
  FileFormat format;
};

// Without compression; texts of protobufs in the wire format.
ReportFile OpenReport(std::string bytes) {
  FileFormat format = SniffFile(bytes).format;
  if (format == FileFormat::kGzip && CanDecompress()) {
    bytes = Decompress(bytes, kMaxFileBytes).value_or("");
    format = SniffFile(bytes).format;
  }
  if (format == FileFormat::kTextProto) {
    Report faults(1);
    proto::TextFile file = proto::ReadTextFormat(bytes, faults);
    if (file.message == proto::TextMessage::kFile) return {file.bytes, FileFormat::kHloProto};
    if (file.message == proto::TextMessage::kBufferAssignment) {
      return {file.bytes, FileFormat::kBufferAssignmentProto};
    }
  }
  return {std::move(bytes), format};
}

}  // namespace

Result<std::string> ExplainMemory(const std::vector<std::string>& files) {
  MemoryReport report;
  std::vector<ReportFile> opened;
  std::string_view module;  // which a buffer assignment alone is of
  for (const std::string& file : files) opened.push_back(OpenReport(file));
  for (const ReportFile& file : opened) {
    if (module.empty()) module = ModuleIn(file.bytes, file.format);
  }
  for (const auto& [bytes, format] : opened) {
    switch (format) {
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
      case FileFormat::kBufferAssignmentProto:
        ReadAssignmentProto(bytes, module, report);
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

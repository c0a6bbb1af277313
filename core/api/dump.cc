// SPDX-License-Identifier: Apache-2.0
// Dump folders and memory reports.
#include <algorithm>
#include <utility>

#include "core/api/program_impl.h"
#include "core/api/source_map.h"
#include "core/import/gzip.h"
#include "core/import/import.h"
#include "core/import/proto/text_format.h"
#include "core/import/proto/wire.h"
#include "core/import/report/dump_folder.h"
#include "core/import/report/memory_report.h"
#include "core/import/sniff.h"
#include "core/import/support/report.h"

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

struct ReportFile {
  std::string bytes;
  FileFormat format = FileFormat::kHloText;
};

FileFormat FormatOf(proto::TextMessage message) {
  switch (message) {
    case proto::TextMessage::kFile:
      return FileFormat::kHloProto;
    case proto::TextMessage::kSnapshot:
      return FileFormat::kHloSnapshot;
    case proto::TextMessage::kModule:
      return FileFormat::kHloModuleProto;
    case proto::TextMessage::kBufferAssignment:
      return FileFormat::kBufferAssignmentProto;
    case proto::TextMessage::kUnknown:
      return FileFormat::kTextProto;
  }
  return FileFormat::kTextProto;
}

// Without compression; texts of protobufs in the wire format. Errors: I14, I18.
Result<ReportFile> OpenReport(const std::string& given) {
  ReportFile file = {given, SniffFile(given).format};
  if (file.format == FileFormat::kGzip && CanDecompress()) {
    file.bytes = Decompress(given, kMaxFileBytes).value_or("");
    file.format = SniffFile(file.bytes).format;
  }
  if (file.bytes.size() > kMaxFileBytes) {
    return Fail("I18", "the file must have at most {} bytes, got {}",
                {kMaxFileBytes, file.bytes.size()});
  }
  if (file.format != FileFormat::kTextProto) return file;
  Report report(1);
  proto::TextFile text = proto::ReadTextFormat(file.bytes, report);
  for (const Diagnostic& fault : report.Take()) {
    if (!fault.IsError()) continue;
    const SourceMap::Place place = SourceMap(file.bytes).At(fault.span.begin);
    return Fail(fault.code, "line {}, column {}: {}", {place.line, place.column, fault.message});
  }
  return ReportFile{std::move(text.bytes), FormatOf(text.message)};
}

std::string_view FirstMessage(std::string_view message) {
  WireReader reader(message);
  for (WireField field; reader.Next(field);) {
    if (field.number == 1 && field.type == WireType::kBytes) return field.bytes;
  }
  return {};
}

// The HloModuleProto in a file, or "".
std::string_view ModuleIn(const ReportFile& file) {
  switch (file.format) {
    case FileFormat::kHloModuleProto:
      return file.bytes;
    case FileFormat::kHloProto:
    case FileFormat::kUnoptimizedSnapshot:
      return FirstMessage(file.bytes);
    case FileFormat::kHloSnapshot:
      return FirstMessage(FirstMessage(file.bytes));
    default:
      return {};
  }
}

// The only module in the files: ids of instructions are unique in one alone.
std::string OnlyModule(const std::vector<std::string>& files) {
  std::string only;
  for (const std::string& given : files) {
    const Result<ReportFile> file = OpenReport(given);
    const std::string_view module = file.ok() ? ModuleIn(file.value()) : std::string_view();
    if (!module.empty() && !only.empty()) return "";
    if (!module.empty()) only = module;
  }
  return only;
}

}  // namespace

Result<std::string> ExplainMemory(const std::vector<std::string>& files) {
  MemoryReport report;
  bool is_out_of_memory = false;
  // A memory-usage report repeats the buffer assignment without its names.
  const bool has_assignment = std::any_of(files.begin(), files.end(), [](const std::string& file) {
    const FileFormat format = SniffFile(file).format;
    return format == FileFormat::kBufferAssignment || format == FileFormat::kBufferAssignmentProto;
  });
  for (const std::string& given : files) {
    HLO_TRY(const ReportFile file, OpenReport(given));
    switch (file.format) {
      case FileFormat::kBufferAssignment:
        ReadBufferAssignment(file.bytes, report);
        break;
      case FileFormat::kLiveRangeReport:
        ReadLiveRanges(file.bytes, report);
        break;
      case FileFormat::kOomReport:
        is_out_of_memory = true;
        ReadOutOfMemory(file.bytes, report);
        break;
      case FileFormat::kMemoryUsageReport:
        if (!has_assignment) ReadMemoryUsage(file.bytes, report);
        break;
      case FileFormat::kMemoryReportProto:
        if (!has_assignment) ReadMemoryUsageProto(file.bytes, report);
        break;
      case FileFormat::kHloProto:
        ReadAssignmentProto(file.bytes, report);
        break;
      case FileFormat::kBufferAssignmentProto:
        ReadAssignmentProto(file.bytes, OnlyModule(files), report);
        break;
      default: {
        const Program program = Program::FromFile(given);
        if (program.module() != nullptr) AddOrigins(*program.module(), report);
      }
    }
  }
  if (report.empty() && is_out_of_memory) {
    return Fail("I18",
                "the message lists no buffers; give the buffer-assignment report of the module "
                "(XLA_FLAGS=--xla_dump_to=DIR)");
  }
  if (report.empty()) {
    return Fail("I18",
                "no buffer assignment, memory-usage report, live ranges, or out-of-memory message "
                "in these files");
  }
  return MemoryText(std::move(report));
}

const Module* Program::module() const { return impl_->parsed.module.get(); }

}  // namespace hlo::api

// SPDX-License-Identifier: Apache-2.0
#include "core/import/import.h"

#include <optional>
#include <utility>

#include "core/base/format.h"
#include "core/import/bytecode/program_text.h"
#include "core/import/proto/import_proto.h"
#include "core/import/proto/text_format.h"
#include "core/import/support/report.h"

namespace hlo {
namespace {

std::optional<proto::FileMessage> MessageOf(FileFormat format) {
  switch (format) {
    case FileFormat::kHloProto:
      return proto::FileMessage::kHlo;
    case FileFormat::kHloModuleProto:
      return proto::FileMessage::kModule;
    case FileFormat::kHloSnapshot:
      return proto::FileMessage::kSnapshot;
    case FileFormat::kUnoptimizedSnapshot:
      return proto::FileMessage::kUnoptimizedSnapshot;
    default:
      return std::nullopt;
  }
}

// `places`: of the messages in a text that the bytes were written from; empty for a binary file.
Imported ImportProto(std::string_view bytes, proto::FileMessage message,
                     const ImportOptions& options, Report& report,
                     std::span<const proto::MessagePlace> places = {}) {
  Imported imported;
  imported.is_binary = places.empty();
  proto::File file = proto::ReadFile(bytes, message, options, report, places);
  imported.text = std::move(file.module.text);
  imported.marks = std::move(file.module.marks);
  imported.constants = std::move(file.module.constants);
  imported.arguments = std::move(file.arguments);
  imported.results = std::move(file.results);
  imported.diagnostics = report.Take();
  return imported;
}

Imported NotImported(FileFormat format) {
  Imported imported;
  const FormatFacts& facts = FactsOf(format);
  Diagnostic& diagnostic = imported.diagnostics.emplace_back();
  diagnostic.code = facts.code;
  diagnostic.message = Format("this is {}, which is not imported", {facts.name});
  diagnostic.notes.push_back({{}, std::string(facts.advice)});
  return imported;
}

Imported ImportTextProto(std::string_view text, const ImportOptions& options) {
  Report report(options.max_errors);
  const proto::TextFile file = proto::ReadTextFormat(text, report);
  if (file.message == proto::TextMessage::kUnknown) return NotImported(FileFormat::kTextProto);
  if (file.message == proto::TextMessage::kBufferAssignment) {
    return NotImported(FileFormat::kBufferAssignmentProto);
  }
  if (report.errors() > 0) {
    Imported imported;
    imported.diagnostics = report.Take();
    return imported;
  }
  const auto message = file.message == proto::TextMessage::kModule ? proto::FileMessage::kModule
                       : file.message == proto::TextMessage::kSnapshot
                           ? proto::FileMessage::kSnapshot
                           : proto::FileMessage::kUnoptimizedSnapshot;
  return ImportProto(file.bytes, message, options, report, file.places);
}

}  // namespace

Imported ImportFile(std::string_view bytes, FileFormat format, const ImportOptions& options) {
  Imported imported;
  if (bytes.size() > kMaxFileBytes) {
    Diagnostic& diagnostic = imported.diagnostics.emplace_back();
    diagnostic.code = "R02";
    diagnostic.message =
        Format("the file has {} bytes, at most {} are imported", {bytes.size(), kMaxFileBytes});
    return imported;
  }
  if (format == FileFormat::kMlirText) return ImportMlirText(bytes, options);
  if (format == FileFormat::kMlirBytecode || format == FileFormat::kJaxExport) {
    return ImportBytecode(bytes, SniffFile(bytes).offset, options);
  }
  if (const auto message = MessageOf(format)) {
    Report report(options.max_errors);
    return ImportProto(bytes, *message, options, report);
  }
  if (format == FileFormat::kTextProto) return ImportTextProto(bytes, options);
  return NotImported(format);
}

Imported ImportBytecode(std::string_view bytes, size_t offset, const ImportOptions& options) {
  bytecode::ProgramText program = bytecode::ReadProgram(bytes.substr(offset));
  if (program.fault.empty()) {
    Imported imported = ImportMlirText(program.text, options);
    if (program.skips_annotations) {
      Diagnostic& diagnostic = imported.diagnostics.emplace_back();
      diagnostic.severity = Severity::kWarning;
      diagnostic.code = "W03";
      diagnostic.message = "annotations of Shardy other than shardings are not read from bytecode";
    }
    imported.source = std::move(program.text);
    return imported;
  }
  Imported imported;
  Diagnostic& diagnostic = imported.diagnostics.emplace_back();
  diagnostic.code = "I13";
  diagnostic.message = "cannot read MLIR bytecode: " + program.fault;
  diagnostic.notes.push_back({{}, std::string(FactsOf(FileFormat::kVhloText).advice)});
  return imported;
}

}  // namespace hlo

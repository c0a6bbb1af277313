// SPDX-License-Identifier: Apache-2.0
#include "core/import/import.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/api/import_text.h"
#include "core/api/program_impl.h"
#include "core/import/export/stablehlo_writer.h"
#include "core/import/gzip.h"
#include "core/import/infer.h"
#include "core/import/proto/module_writer.h"
#include "core/import/support/fill.h"

namespace hlo::api {

Program Program::FromFile(std::string bytes, const CheckOptions& options,
                          const ImportSettings& settings) {
  Sniffed sniffed = SniffFile(bytes);
  if (sniffed.format == FileFormat::kGzip && CanDecompress()) {
    std::optional<std::string> inside = Decompress(bytes, kMaxFileBytes);
    if (!inside) {
      auto failed = std::make_unique<Impl>();
      Diagnostic diagnostic;
      diagnostic.code = "I18";
      diagnostic.message =
          Format("the gzip file is damaged or holds more than {} bytes", {kMaxFileBytes});
      AddDiagnostics({diagnostic}, "", failed->diagnostics);
      return Program(std::move(failed));
    }
    bytes = std::move(*inside);
    sniffed = SniffFile(bytes);
  }
  const bool is_json = sniffed.format == FileFormat::kHloJson;
  if (is_json || sniffed.format == FileFormat::kHloText) {
    Program program = is_json ? FromJson(bytes, options) : FromHloText(std::move(bytes), options);
    program.impl_->FillElided(ImportOptionsOf(settings, options.max_errors));
    return program;
  }
  auto impl = std::make_unique<Impl>();
  impl->source = std::move(bytes);
  impl->format = FactsOf(sniffed.format).name;
  ImportOptions import_options = ImportOptionsOf(settings, options.max_errors);
  import_options.root_dims = ParsedRootDims;
  Imported imported = ImportFile(impl->source, sniffed.format, import_options);
  if (!imported.source.empty()) {
    impl->source = std::move(imported.source);
    impl->is_bytecode = true;
  }
  const size_t errors =
      AddDiagnostics(std::move(imported.diagnostics), impl->source, impl->diagnostics);
  if (imported.text.empty()) return Program(std::move(impl));
  impl->arguments = std::move(imported.arguments);
  impl->results = std::move(imported.results);
  // A binary file has no lines: positions are those of the text.
  const bool is_binary = imported.is_binary;
  (is_binary ? impl->source : impl->hlo_text) = std::move(imported.text);
  impl->constants = std::move(imported.constants);
  impl->marks = std::move(imported.marks);
  ParseOptions parse_options;
  parse_options.lenient = options.lenient;
  parse_options.max_errors =
      std::max<size_t>(options.max_errors - std::min(errors, options.max_errors), 1);
  parse_options.constants = &impl->constants;
  impl->Parse(is_binary ? impl->source : impl->hlo_text, parse_options);
  return Program(std::move(impl));
}

void Program::Impl::FillElided(const ImportOptions& options) {
  if (!ok || options.fill == Fill::kNone) return;
  uint64_t seed = options.seed;
  for (const auto& computation : parsed.module->computations) {
    for (Instruction* instruction : computation->instructions) {
      if (!instruction->Is(Opcode::kConstant) || instruction->literal != nullptr) continue;
      std::optional<Literal> value = FilledLiteral(*instruction->shape, options.fill, ++seed);
      if (value) instruction->literal = std::make_shared<const Literal>(std::move(*value));
      is_filled = true;
    }
  }
  if (is_filled && executable != nullptr) executable = std::make_unique<Executable>(*parsed.module);
}

Result<std::string> Program::Export(std::string_view format) const {
  const bool is_stablehlo = format == "stablehlo";
  if (!ok()) return Fail("R07", "the program has errors");
  if (format != "pb" && !is_stablehlo) return Fail("I18", "there is no format '{}'", {format});
  const Module& module = *impl_->parsed.module;
  return is_stablehlo ? stablehlo::WriteStablehlo(module) : proto::WriteModule(module);
}

Snapshot Program::snapshot() const {
  Snapshot snapshot;
  snapshot.arguments = ValuesOf(impl_->arguments);
  for (const Literal& literal : impl_->results) snapshot.results.push_back(Value(literal));
  return snapshot;
}

std::string Program::ImportedText() const {
  if (impl_->is_filled) return Print("hlo");
  std::vector<SourceMark> marks;
  return WithConstants(hlo_text(), impl_->constants, marks);
}

std::string Program::ImportedJson(std::string_view file) const {
  ImportedFile imported;
  imported.format = impl_->format.empty() ? "HLO text" : impl_->format;
  imported.ok = impl_->ok;
  imported.marks = impl_->marks;
  imported.text = WithConstants(hlo_text(), impl_->constants, imported.marks);
  imported.arguments = impl_->arguments;
  imported.results = impl_->results;
  imported.is_bytecode = impl_->is_bytecode;
  return ImportedFileJson(imported, impl_->diagnostics, impl_->source, file);
}

}  // namespace hlo::api

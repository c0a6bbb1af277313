// SPDX-License-Identifier: Apache-2.0
#include "core/import/import.h"

#include <algorithm>
#include <utility>

#include "core/api/import_text.h"
#include "core/api/program_impl.h"
#include "core/import/infer.h"

namespace hlo::api {

Program Program::FromFile(std::string bytes, const CheckOptions& options,
                          const ImportSettings& settings) {
  const Sniffed sniffed = SniffFile(bytes);
  if (sniffed.format == FileFormat::kHloText) return FromText(std::move(bytes), options);
  auto impl = std::make_unique<Impl>();
  impl->source = std::move(bytes);
  impl->format = FactsOf(sniffed.format).name;
  ImportOptions import_options = ImportOptionsOf(settings, options.max_errors);
  import_options.root_dims = ParsedRootDims;
  Imported imported = ImportFile(impl->source, sniffed.format, import_options);
  const size_t errors = AddFindings(imported.diagnostics, impl->source, impl->findings);
  if (imported.text.empty()) return Program(std::move(impl));
  impl->hlo_text = std::move(imported.text);
  impl->constants = std::move(imported.constants);
  impl->marks = SourceMarksOf(imported.marks);
  ParseOptions parse_options;
  parse_options.lenient = options.lenient;
  parse_options.max_errors =
      std::max<size_t>(options.max_errors - std::min(errors, options.max_errors), 1);
  parse_options.constants = &impl->constants;
  impl->Parse(impl->hlo_text, parse_options);
  return Program(std::move(impl));
}

std::string Program::ImportedText() const {
  std::vector<SourceMark> marks;
  return WithConstants(hlo_text(), impl_->constants, marks);
}

std::string Program::ImportedJson(std::string_view file) const {
  ImportedFile imported;
  imported.format = impl_->format.empty() ? "HLO text" : impl_->format;
  imported.ok = impl_->ok;
  imported.marks = impl_->marks;
  imported.text = WithConstants(hlo_text(), impl_->constants, imported.marks);
  return ImportedFileJson(imported, impl_->findings, impl_->source, file);
}

}  // namespace hlo::api

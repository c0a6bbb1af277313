// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/import/import.h"
#include "core/import/mlir/parser.h"
#include "core/import/stablehlo/converter.h"
#include "core/import/support/report.h"

namespace hlo {
namespace {

constexpr std::string_view kSeparator = "// -----";

// The modules of a text: lines "// -----" stand between them.
std::vector<SourceSpan> Modules(std::string_view text) {
  std::vector<SourceSpan> modules;
  uint32_t begin = 0;
  for (size_t at = text.find(kSeparator); at != std::string_view::npos;
       at = text.find(kSeparator, at + 1)) {
    if (at > 0 && text[at - 1] != '\n') continue;
    modules.push_back({begin, static_cast<uint32_t>(at)});
    begin = static_cast<uint32_t>(at);
  }
  modules.push_back({begin, static_cast<uint32_t>(text.size())});
  return modules;
}

// The first module with a function, or with that of the options.
SourceSpan ChooseModule(std::string_view text, const ImportOptions& options, Report& report) {
  const std::vector<SourceSpan> modules = Modules(text);
  if (modules.size() == 1) return modules[0];
  std::string_view entry = options.entry;
  if (entry.starts_with('@')) entry.remove_prefix(1);
  const std::string wanted = "@" + std::string(entry) + "(";
  for (const SourceSpan& module : modules) {
    const std::string_view part = text.substr(module.begin, module.end - module.begin);
    const bool has_function = entry.empty() ? part.find("func") != std::string_view::npos
                                            : part.find(wanted) != std::string_view::npos;
    if (!has_function) continue;
    report.Warn(
        "W03", {module.begin, module.begin + 1},
        Format("the text has {} modules; one of them is imported, choose another one by its "
               "entry function",
               {modules.size()}));
    return module;
  }
  return modules[0];
}

void ConvertModule(std::string_view text, SourceSpan module, const ImportOptions& options,
                   Report& report, Imported& imported) {
  mlir::File file;
  file.source = text;
  mlir::Parser(file, report, module).ParseFile();
  if (report.stopped()) return;
  std::optional<stablehlo::HloText> converted =
      stablehlo::Converter(file, report, options).Convert();
  if (!converted.has_value()) return;
  imported.text = std::move(converted->text);
  imported.constants = std::move(converted->constants);
  imported.marks = std::move(converted->marks);
}

}  // namespace

bool Imported::ok() const {
  return std::none_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::kError;
  });
}

Imported ImportMlirText(std::string_view text, const ImportOptions& options) {
  Imported imported;
  Report report(options.max_errors);
  const SourceSpan module = ChooseModule(text, options, report);
  ConvertModule(text, module, options, report, imported);
  imported.text.shrink_to_fit();  // the program keeps it
  imported.diagnostics = report.Take();
  return imported;
}

}  // namespace hlo

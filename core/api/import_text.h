// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_API_IMPORT_TEXT_H_
#define HLO_CORE_API_IMPORT_TEXT_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/import.h"
#include "core/text/text.h"
#include "hlo/diagnostic.h"
#include "hlo/hlo.h"

// Imported texts, without the engine: what Program::FromFile and ImportedFileJson share.
namespace hlo::api {

ImportOptions ImportOptionsOf(const ImportSettings& settings, size_t max_errors);

// Adds diagnostics of a file, with their positions in `source`, and returns how many are errors.
size_t AddDiagnostics(std::vector<Diagnostic> added, const std::string& source,
                      std::vector<Diagnostic>& diagnostics);

// `text` with the constants that it writes as "{...}"; `marks` move along.
std::string WithConstants(const std::string& text, const ElidedConstants& constants,
                          std::vector<SourceMark>& marks);

struct ImportedFile {
  std::string format;
  bool ok = false;
  std::string text;  // with all constants
  std::vector<SourceMark> marks;
  bool is_bytecode = false;  // the source is then a part of the JSON
  // Of a snapshot.
  std::span<const std::vector<Literal>> arguments;
  std::span<const Literal> results;
};

// {"format","ok","text","map","findings"} (formats, section 2), of a snapshot also "arguments" and
// "results", of bytecode "source". `name` is that of the file.
std::string ImportedFileJson(const ImportedFile& imported,
                             const std::vector<Diagnostic>& diagnostics, const std::string& source,
                             std::string_view name);

}  // namespace hlo::api

#endif  // HLO_CORE_API_IMPORT_TEXT_H_

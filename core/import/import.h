// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_IMPORT_H_
#define HLO_CORE_IMPORT_IMPORT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/import/sniff.h"
#include "core/import/support/import_options.h"
#include "hlo/diagnostic.h"
#include "hlo/literal.h"

namespace hlo {

// What came of a file. The text is there whenever anything could be read, even where `diagnostics`
// lists errors; their positions are those of the file, or missing for a binary one.
struct Imported {
  std::string text;
  std::vector<SourceMark> marks;  // one an instruction, by position in the text
  // Large constants, which the text writes as "{...}": by the position of the brace.
  std::unordered_map<uint32_t, std::shared_ptr<const Literal>> constants;
  // Of a snapshot: the arguments, one list for all devices or one a partition, and the result.
  std::vector<std::vector<Literal>> arguments;
  std::vector<Literal> results;
  bool is_binary = false;
  // Of bytecode: StableHLO text, which the marks and the diagnostics are of instead of the file.
  std::string source;
  std::vector<Diagnostic> diagnostics;

  bool ok() const;  // no diagnostic is an error
};

// No larger file is imported.
inline constexpr size_t kMaxFileBytes = size_t{256} << 20;

// Reads a file whose format is `format`, other than kHloText and kHloJson, as HLO text. Never
// aborts; memory is a small multiple of the file.
Imported ImportFile(std::string_view bytes, FileFormat format, const ImportOptions& options = {});

// ImportFile for FileFormat::kMlirBytecode, or another file that has it from `offset` on.
Imported ImportBytecode(std::string_view bytes, size_t offset, const ImportOptions& options = {});

// ImportFile for FileFormat::kMlirText.
Imported ImportMlirText(std::string_view text, const ImportOptions& options = {});

}  // namespace hlo

#endif  // HLO_CORE_IMPORT_IMPORT_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_DIAGNOSTIC_H_
#define HLO_DIAGNOSTIC_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/source_span.h"

namespace hlo {

enum class Severity : uint8_t { kError, kWarning };

// A remark on a diagnostic; an empty span means that it has no position of its own.
struct DiagnosticNote {
  SourceSpan span;
  std::string message;
  int line = 0;  // as those of the diagnostic
  int column = 0;
};

// Replacing the bytes of `span` by `replacement` fixes the error.
struct DiagnosticFix {
  SourceSpan span;
  std::string replacement;
};

// One error or warning about a program: where, which rule, the numbers, what to do.
struct Diagnostic {
  Severity severity = Severity::kError;
  std::string code;  // of diagnostic_codes.def, or the rule of an op ("pad.C3")
  SourceSpan span;   // bytes of the source
  std::string message;
  std::vector<DiagnosticNote> notes;
  std::vector<DiagnosticFix> fixes;
  // Filled in by api::Program, which has the source.
  std::string_view phase;  // lex, parse, resolve, shape, layout, run or import
  int line = 0;            // of the start of `span`, from 1; 0: no position
  int column = 0;          // from 1, in bytes

  bool IsError() const { return severity == Severity::kError; }
};

// One row of diagnostic_codes.def.
struct DiagnosticCode {
  std::string_view code;
  std::string_view phase;
  std::string_view title;
};

// The phase of a code; op rules ("pad.C3") belong to "shape".
std::string_view PhaseOf(std::string_view code);
const std::vector<DiagnosticCode>& AllDiagnosticCodes();

}  // namespace hlo

#endif  // HLO_DIAGNOSTIC_H_

// SPDX-License-Identifier: Apache-2.0
#include "hlo/diagnostic.h"

namespace hlo {

const std::vector<DiagnosticCode>& AllDiagnosticCodes() {
  static const std::vector<DiagnosticCode> kCodes = {
#define HLO_DIAGNOSTIC(code, phase, title) {#code, #phase, title},
#include "core/base/diagnostic_codes.def"
#undef HLO_DIAGNOSTIC
  };
  return kCodes;
}

std::string_view PhaseOf(std::string_view code) {
  for (const DiagnosticCode& row : AllDiagnosticCodes()) {
    if (row.code == code) return row.phase;
  }
  return "shape";
}

}  // namespace hlo

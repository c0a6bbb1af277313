// SPDX-License-Identifier: Apache-2.0
#include "core/import/support/report.h"

#include <algorithm>
#include <utility>

namespace hlo {
namespace {

constexpr size_t kMaxWarnings = 100;

}  // namespace

Diagnostic& Report::Add(Severity severity, std::string_view code, SourceSpan span,
                        std::string message) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.code = code;
  diagnostic.span = span;
  diagnostic.message = std::move(message);
  return diagnostics_.emplace_back(std::move(diagnostic));
}

Diagnostic& Report::Error(std::string_view code, SourceSpan span, std::string message) {
  if (stopped()) return dropped_ = Diagnostic();
  ++errors_;
  return Add(Severity::kError, code, span, std::move(message));
}

Diagnostic& Report::Warn(std::string_view code, SourceSpan span, std::string message) {
  if (warnings_ == kMaxWarnings) return dropped_ = Diagnostic();
  ++warnings_;
  return Add(Severity::kWarning, code, span, std::move(message));
}

std::vector<Diagnostic> Report::Take() {
  std::stable_sort(
      diagnostics_.begin(), diagnostics_.end(),
      [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  return std::move(diagnostics_);
}

}  // namespace hlo

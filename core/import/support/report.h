// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_SUPPORT_REPORT_H_
#define HLO_CORE_IMPORT_SUPPORT_REPORT_H_

#include <string>
#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"

namespace hlo {

// Collects what an importer finds, up to a number of errors.
class Report {
 public:
  explicit Report(size_t max_errors) : max_errors_(max_errors) {}

  // The reference is good until the next call.
  Diagnostic& Error(std::string_view code, SourceSpan span, std::string message);
  Diagnostic& Warn(std::string_view code, SourceSpan span, std::string message);

  bool stopped() const { return errors_ >= max_errors_; }
  size_t errors() const { return errors_; }
  // In the order of their positions.
  std::vector<Diagnostic> Take();

 private:
  Diagnostic& Add(Severity severity, std::string_view code, SourceSpan span, std::string message);

  size_t max_errors_;
  size_t errors_ = 0;
  size_t warnings_ = 0;
  std::vector<Diagnostic> diagnostics_;
  Diagnostic dropped_;  // takes what is reported after the limit
};

}  // namespace hlo

#endif  // HLO_CORE_IMPORT_SUPPORT_REPORT_H_

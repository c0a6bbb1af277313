// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CONFORMANCE_RUNNER_REPORT_H_
#define HLO_CONFORMANCE_RUNNER_REPORT_H_

#include <string>
#include <vector>

#include "conformance/runner/case.h"
#include "conformance/runner/judge.h"

namespace hlo::conform {

struct CaseResult {
  Case test;
  Verdict verdict;
  double milliseconds = 0;
};

struct Totals {
  size_t passed = 0;
  size_t failed = 0;
  size_t skipped = 0;
};
Totals Count(const std::vector<CaseResult>& results);

// The report in the format of the extension: .xml JUnit, .html one static page, .badge.json a
// badge, otherwise JSON lines (header, one line per case, footer).
std::string ReportFor(const std::string& path, const std::string& engine,
                      const std::vector<CaseResult>& results);

}  // namespace hlo::conform

#endif  // HLO_CONFORMANCE_RUNNER_REPORT_H_

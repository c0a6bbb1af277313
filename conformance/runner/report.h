// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CONFORMANCE_RUNNER_REPORT_H_
#define HLO_CONFORMANCE_RUNNER_REPORT_H_

#include <string>
#include <string_view>
#include <vector>

#include "conformance/runner/case.h"
#include "conformance/runner/judge.h"

namespace hlo::conform {

// What was run.
struct RunInfo {
  std::string engine;
  std::string engine_version;
  std::string mode;   // the options that the results depend on, such as "--kernels off"
  std::string shard;  // "3/8", or empty
};

struct CaseResult {
  Case test;
  Verdict verdict;
  double milliseconds = 0;
};

struct Totals {
  size_t passed = 0;
  size_t failed = 0;
  size_t skipped = 0;
  size_t known = 0;

  void Add(Outcome outcome);
};
Totals Count(const std::vector<CaseResult>& results);
// "3 passed, 0 failed, 1 skipped", and ", 2 known failures" if there are any.
std::string TotalsText(const Totals& totals);

// The most frequent reasons why cases were skipped, with their numbers.
std::vector<std::pair<std::string, size_t>> SkipReasons(const std::vector<CaseResult>& results,
                                                        size_t most);

// "passed", "failed", "skipped", "known"
std::string_view Word(Outcome outcome);
// kFailed for an unknown word.
Outcome OutcomeOf(std::string_view word);

// A line of the JSON lines report.
Json CaseLine(const CaseResult& result);

// The report in the format of the extension: .xml JUnit, .sarif SARIF 2.1.0, .tap TAP 14, .md
// Markdown, .html one static page, .badge.json a badge, .json JSON lines (header, one line per
// case, footer). Empty for another extension.
std::string ReportFor(const std::string& path, const RunInfo& info,
                      const std::vector<CaseResult>& results);

// Whether the extension is one of these.
bool IsReport(const std::string& path);

// The formats.
std::string JsonLinesReport(const RunInfo& info, const std::vector<CaseResult>& results);
std::string JUnitReport(const RunInfo& info, const std::vector<CaseResult>& results);
std::string SarifReport(const RunInfo& info, const std::vector<CaseResult>& results);
std::string TapReport(const RunInfo& info, const std::vector<CaseResult>& results);
std::string MarkdownReport(const RunInfo& info, const std::vector<CaseResult>& results);
std::string HtmlReport(const RunInfo& info, const std::vector<CaseResult>& results);
std::string BadgeReport(const RunInfo& info, const std::vector<CaseResult>& results);

// The text as UTF-8 without control characters but newlines and tabs, which become "?"; messages of
// engines can have any bytes.
std::string Printable(std::string_view text);
// Printable, with the special characters of XML and HTML as entities.
std::string Escape(std::string_view text);

}  // namespace hlo::conform

#endif  // HLO_CONFORMANCE_RUNNER_REPORT_H_

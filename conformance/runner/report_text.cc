// SPDX-License-Identifier: Apache-2.0
// Reports as JUnit XML, TAP, and Markdown.
#include "conformance/runner/report.h"

namespace hlo::conform {
namespace {

// On one line; "#" starts a directive.
std::string TapText(std::string_view text) {
  std::string out;
  for (const char c : Printable(text)) {
    if (c == '#' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

// In a cell of a table.
std::string Cell(std::string_view text) {
  std::string out;
  for (const char c : Escape(text)) {
    if (c == '|') out += '\\';
    if (c == '\n') {
      out += "<br>";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string JUnitReport(const RunInfo& info, const std::vector<CaseResult>& results) {
  const Totals totals = Count(results);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"" +
                    Escape(info.engine) + "\" tests=\"" + std::to_string(results.size()) +
                    "\" failures=\"" + std::to_string(totals.failed) + "\" skipped=\"" +
                    std::to_string(totals.skipped + totals.known) + "\">\n";
  for (const CaseResult& result : results) {
    out += "  <testcase classname=\"" + Escape(result.test.op) + "\" name=\"" +
           Escape(result.test.id) + "\" time=\"" + std::to_string(result.milliseconds / 1000) +
           "\"";
    const Outcome outcome = result.verdict.outcome;
    if (outcome == Outcome::kPassed) {
      out += "/>\n";
      continue;
    }
    const std::string tag = outcome == Outcome::kFailed ? "failure" : "skipped";
    const std::string known = outcome == Outcome::kKnown ? "known failure: " : "";
    const std::string detail = Escape(known + result.verdict.detail);
    out += ">\n    <" + tag + " message=\"" + detail + "\"";
    if (outcome == Outcome::kFailed) {
      out += ">" + Escape(result.test.why) + "\n" + detail + "</failure>\n  </testcase>\n";
    } else {
      out += "/>\n  </testcase>\n";
    }
  }
  return out + "</testsuite>\n";
}

std::string TapReport(const RunInfo& info, const std::vector<CaseResult>& results) {
  std::string out = "TAP version 14\n1.." + std::to_string(results.size()) + "\n# " +
                    TapText(info.engine + " " + info.engine_version) + "\n";
  for (size_t i = 0; i < results.size(); ++i) {
    const Verdict& verdict = results[i].verdict;
    const bool ok = verdict.outcome == Outcome::kPassed || verdict.outcome == Outcome::kSkipped;
    out += std::string(ok ? "ok " : "not ok ") + std::to_string(i + 1) + " - " +
           TapText(results[i].test.id);
    if (verdict.outcome == Outcome::kSkipped) out += " # SKIP " + TapText(verdict.detail);
    if (verdict.outcome == Outcome::kKnown) out += " # TODO " + TapText(verdict.detail);
    out += "\n";
    if (verdict.outcome != Outcome::kFailed) continue;
    // JSON strings are YAML.
    out += "  ---\n  message: " + Json(Printable(verdict.detail)).dump() +
           "\n  why: " + Json(Printable(results[i].test.why)).dump() + "\n  ...\n";
  }
  return out;
}

std::string MarkdownReport(const RunInfo& info, const std::vector<CaseResult>& results) {
  constexpr size_t kMaxRows = 100;  // GitHub limits the length of a summary
  constexpr size_t kMaxDetail = 500;
  std::string out = "# HLO conformance: " + Escape(info.engine + " " + info.engine_version) +
                    "\n\n" + TotalsText(Count(results)) + "\n";
  size_t rows = 0;
  for (const CaseResult& result : results) {
    if (result.verdict.outcome != Outcome::kFailed) continue;
    if (rows++ == 0) out += "\n| failed case | difference |\n| --- | --- |\n";
    if (rows > kMaxRows) continue;
    out += "| `" + result.test.id + "` | " + Cell(result.verdict.detail.substr(0, kMaxDetail)) +
           " |\n";
  }
  if (rows > kMaxRows) out += "\n" + std::to_string(rows - kMaxRows) + " more failed.\n";
  constexpr size_t kMaxReasons = 10;
  const auto reasons = SkipReasons(results, kMaxReasons);
  if (!reasons.empty()) out += "\n| skipped | reason |\n| --- | --- |\n";
  for (const auto& [reason, count] : reasons) {
    out += "| " + std::to_string(count) + " | " + Cell(reason.substr(0, kMaxDetail)) + " |\n";
  }
  return out;
}

}  // namespace hlo::conform

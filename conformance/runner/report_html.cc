// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "conformance/runner/report.h"

namespace hlo::conform {
namespace {

constexpr char kHead[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
    "<meta name=\"viewport\" content=\"width=device-width\"><title>HLO conformance</title>"
    "<style>:root{color-scheme:light dark}body{font:15px/1.5 system-ui;margin:2rem auto;"
    "max-width:60rem;padding:0 1rem}table{border-collapse:collapse;width:100%}"
    "th,td{text-align:left;padding:.2rem .6rem;border-bottom:1px solid #8884}"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}.bad{color:#c33;"
    "font-weight:600}pre{white-space:pre-wrap;margin:0}</style>";

std::string NumberCell(size_t number, bool bad = false) {
  return "<td class=\"n" + std::string(bad ? " bad" : "") + "\">" + std::to_string(number) +
         "</td>";
}

// One row per op, failing ops first.
std::string OpRows(const std::vector<CaseResult>& results) {
  std::map<std::string, Totals> by_op;
  for (const CaseResult& result : results) by_op[result.test.op].Add(result.verdict.outcome);
  std::vector<std::pair<std::string, Totals>> rows(by_op.begin(), by_op.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second.failed > b.second.failed; });
  std::string out;
  for (const auto& [op, totals] : rows) {
    out += "<tr><td>" + Escape(op) + "</td>" + NumberCell(totals.passed) +
           NumberCell(totals.failed, totals.failed > 0) + NumberCell(totals.known) +
           NumberCell(totals.skipped) + "</tr>";
  }
  return out;
}

// Every case that did not pass, failed ones first.
std::string CaseRows(const std::vector<CaseResult>& results) {
  std::string out;
  for (const Outcome outcome : {Outcome::kFailed, Outcome::kKnown, Outcome::kSkipped}) {
    for (const CaseResult& result : results) {
      if (result.verdict.outcome != outcome) continue;
      out += "<tr><td>" + Escape(result.test.id) + "<br><small>" + Escape(result.test.why) +
             "</small></td><td>" + std::string(Word(outcome)) + "</td><td><pre>" +
             Escape(result.verdict.detail) + "</pre></td></tr>";
    }
  }
  return out;
}

}  // namespace

std::string HtmlReport(const RunInfo& info, const std::vector<CaseResult>& results) {
  return kHead + ("<h1>HLO conformance: " + Escape(info.engine + " " + info.engine_version)) +
         "</h1><p>" + TotalsText(Count(results)) +
         "</p><table><thead><tr><th>Op</th><th class=\"n\">Passed</th>"
         "<th class=\"n\">Failed</th><th class=\"n\">Known failures</th>"
         "<th class=\"n\">Skipped</th></tr></thead><tbody>" +
         OpRows(results) + "</tbody></table><h2>Cases that did not pass</h2><table><tbody>" +
         CaseRows(results) + "</tbody></table></html>\n";
}

}  // namespace hlo::conform

// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/report.h"

#include <algorithm>
#include <map>

namespace hlo::conform {
namespace {

std::string_view Word(Outcome outcome) {
  if (outcome == Outcome::kPassed) return "passed";
  return outcome == Outcome::kFailed ? "failed" : "skipped";
}

std::string Escape(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? '?' : c;
    }
  }
  return out;
}

bool EndsWith(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string JsonLines(const std::string& engine, const std::vector<CaseResult>& results) {
  std::string out =
      Json{{"format", 1}, {"engine", engine}, {"cases", results.size()}}.dump() + "\n";
  for (const CaseResult& result : results) {
    Json line{{"id", result.test.id},
              {"op", result.test.op},
              {"level", result.test.level},
              {"outcome", Word(result.verdict.outcome)},
              {"ms", result.milliseconds}};
    if (!result.verdict.detail.empty()) line["detail"] = result.verdict.detail;
    out += line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  const Totals totals = Count(results);
  out += Json{{"passed", totals.passed}, {"failed", totals.failed}, {"skipped", totals.skipped}}
             .dump() +
         "\n";
  return out;
}

std::string JUnit(const std::string& engine, const std::vector<CaseResult>& results) {
  const Totals totals = Count(results);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"" +
                    Escape(engine) + "\" tests=\"" + std::to_string(results.size()) +
                    "\" failures=\"" + std::to_string(totals.failed) + "\" skipped=\"" +
                    std::to_string(totals.skipped) + "\">\n";
  for (const CaseResult& result : results) {
    out += "  <testcase classname=\"" + Escape(result.test.op) + "\" name=\"" +
           Escape(result.test.id) + "\" time=\"" + std::to_string(result.milliseconds / 1000) +
           "\"";
    if (result.verdict.outcome == Outcome::kPassed) {
      out += "/>\n";
      continue;
    }
    const char* tag = result.verdict.outcome == Outcome::kFailed ? "failure" : "skipped";
    out += ">\n    <" + std::string(tag) + " message=\"" + Escape(result.verdict.detail) +
           "\"/>\n  </testcase>\n";
  }
  return out + "</testsuite>\n";
}

std::string Badge(const std::vector<CaseResult>& results) {
  const Totals totals = Count(results);
  const size_t judged = totals.passed + totals.failed;
  return Json{{"schemaVersion", 1},
              {"label", "HLO conformance"},
              {"message", std::to_string(totals.passed) + "/" + std::to_string(judged)},
              {"color", totals.failed == 0 ? "brightgreen" : "red"}}
             .dump() +
         "\n";
}

// One row per op, failing ops first, then every case that did not pass.
std::string Html(const std::string& engine, const std::vector<CaseResult>& results) {
  std::map<std::string, Totals> by_op;
  for (const CaseResult& result : results) {
    Totals& totals = by_op[result.test.op];
    if (result.verdict.outcome == Outcome::kPassed) ++totals.passed;
    if (result.verdict.outcome == Outcome::kFailed) ++totals.failed;
    if (result.verdict.outcome == Outcome::kSkipped) ++totals.skipped;
  }
  std::vector<std::pair<std::string, Totals>> rows(by_op.begin(), by_op.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second.failed > b.second.failed; });
  const Totals all = Count(results);
  std::string out =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width\"><title>HLO conformance</title>"
      "<style>:root{color-scheme:light dark}body{font:15px/1.5 system-ui;margin:2rem auto;"
      "max-width:60rem;padding:0 1rem}table{border-collapse:collapse;width:100%}"
      "th,td{text-align:left;padding:.2rem .6rem;border-bottom:1px solid #8884}"
      "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}.bad{color:#c33;"
      "font-weight:600}pre{white-space:pre-wrap;margin:0}</style><h1>HLO conformance: " +
      Escape(engine) + "</h1><p>" + std::to_string(all.passed) + " passed, " +
      std::to_string(all.failed) + " failed, " + std::to_string(all.skipped) +
      " skipped</p><table><thead><tr><th>Op</th><th class=\"n\">Passed</th>"
      "<th class=\"n\">Failed</th><th class=\"n\">Skipped</th></tr></thead><tbody>";
  for (const auto& [op, totals] : rows) {
    out += "<tr><td>" + Escape(op) + "</td><td class=\"n\">" + std::to_string(totals.passed) +
           "</td><td class=\"n" + (totals.failed > 0 ? " bad" : "") + "\">" +
           std::to_string(totals.failed) + "</td><td class=\"n\">" +
           std::to_string(totals.skipped) + "</td></tr>";
  }
  out += "</tbody></table><h2>Cases that did not pass</h2><table><tbody>";
  for (const CaseResult& result : results) {
    if (result.verdict.outcome == Outcome::kPassed) continue;
    out += "<tr><td>" + Escape(result.test.id) + "<br><small>" + Escape(result.test.why) +
           "</small></td><td>" + std::string(Word(result.verdict.outcome)) + "</td><td><pre>" +
           Escape(result.verdict.detail) + "</pre></td></tr>";
  }
  return out + "</tbody></table></html>\n";
}

}  // namespace

Totals Count(const std::vector<CaseResult>& results) {
  Totals totals;
  for (const CaseResult& result : results) {
    if (result.verdict.outcome == Outcome::kPassed) ++totals.passed;
    if (result.verdict.outcome == Outcome::kFailed) ++totals.failed;
    if (result.verdict.outcome == Outcome::kSkipped) ++totals.skipped;
  }
  return totals;
}

std::string ReportFor(const std::string& path, const std::string& engine,
                      const std::vector<CaseResult>& results) {
  if (EndsWith(path, ".xml")) return JUnit(engine, results);
  if (EndsWith(path, ".html")) return Html(engine, results);
  if (EndsWith(path, ".badge.json")) return Badge(results);
  return JsonLines(engine, results);
}

}  // namespace hlo::conform

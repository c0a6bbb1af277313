// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/report.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace hlo::conform {
namespace {

constexpr struct {
  Outcome outcome;
  std::string_view word;
} kWords[] = {{Outcome::kPassed, "passed"},
              {Outcome::kFailed, "failed"},
              {Outcome::kSkipped, "skipped"},
              {Outcome::kKnown, "known"}};

bool EndsWith(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

constexpr struct {
  std::string_view extension;
  std::string (*write)(const RunInfo&, const std::vector<CaseResult>&);
} kFormats[] = {{".xml", JUnitReport},     {".sarif", SarifReport}, {".tap", TapReport},
                {".md", MarkdownReport},   {".html", HtmlReport},   {".badge.json", BadgeReport},
                {".json", JsonLinesReport}};

}  // namespace

std::string_view Word(Outcome outcome) {
  for (const auto& entry : kWords) {
    if (entry.outcome == outcome) return entry.word;
  }
  return "";
}

Outcome OutcomeOf(std::string_view word) {
  for (const auto& entry : kWords) {
    if (entry.word == word) return entry.outcome;
  }
  return Outcome::kFailed;
}

std::string Printable(std::string_view text) {
  // The JSON writer replaces invalid UTF-8.
  const std::string quoted = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string out = Json::parse(quoted, nullptr, false).get<std::string>();
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') c = '?';
  }
  return out;
}

std::string Escape(std::string_view text) {
  std::string out;
  for (const char c : Printable(text)) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += c;
    }
  }
  return out;
}

void Totals::Add(Outcome outcome) {
  if (outcome == Outcome::kPassed) ++passed;
  if (outcome == Outcome::kFailed) ++failed;
  if (outcome == Outcome::kSkipped) ++skipped;
  if (outcome == Outcome::kKnown) ++known;
}

Totals Count(const std::vector<CaseResult>& results) {
  Totals totals;
  for (const CaseResult& result : results) totals.Add(result.verdict.outcome);
  return totals;
}

std::string TotalsText(const Totals& totals) {
  std::string text = std::to_string(totals.passed) + " passed, " + std::to_string(totals.failed) +
                     " failed, " + std::to_string(totals.skipped) + " skipped";
  if (totals.known > 0) text += ", " + std::to_string(totals.known) + " known failures";
  return text;
}

std::string ReportFor(const std::string& path, const RunInfo& info,
                      const std::vector<CaseResult>& results) {
  for (const auto& format : kFormats) {
    if (EndsWith(path, format.extension)) return format.write(info, results);
  }
  return "";
}

bool IsReport(const std::string& path) {
  return std::any_of(std::begin(kFormats), std::end(kFormats),
                     [&](const auto& format) { return EndsWith(path, format.extension); });
}

std::vector<std::pair<std::string, size_t>> SkipReasons(const std::vector<CaseResult>& results,
                                                        size_t most) {
  std::map<std::string, size_t> counts;
  for (const CaseResult& result : results) {
    if (result.verdict.outcome == Outcome::kSkipped) ++counts[result.verdict.detail];
  }
  std::vector<std::pair<std::string, size_t>> reasons(counts.begin(), counts.end());
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (reasons.size() > most) reasons.resize(most);
  return reasons;
}

}  // namespace hlo::conform

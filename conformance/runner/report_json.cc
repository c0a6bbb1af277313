// SPDX-License-Identifier: Apache-2.0
// Reports as JSON lines, SARIF, and a badge.
#include <cstdio>
#include <filesystem>
#include <map>

#include "conformance/runner/report.h"

namespace hlo::conform {
namespace {

// "shard-3-of-8/": GitHub replaces results with the same id.
std::string ShardText(std::string shard) {
  if (const size_t slash = shard.find('/'); slash != std::string::npos) {
    shard.replace(slash, 1, "-of-");
  }
  return shard.empty() ? "" : "shard-" + shard + "/";
}

std::string Text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// With the characters that a URI may not have as %XX.
std::string UriPath(std::string_view path) {
  constexpr std::string_view kAllowed = "-._~/!$&'()*+,;=:@";
  std::string out;
  for (const char c : path) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || kAllowed.find(c) != std::string_view::npos) {
      out += c;
    } else {
      char text[4];
      std::snprintf(text, sizeof text, "%%%02X", static_cast<unsigned>(c) & 0xff);
      out += text;
    }
  }
  return out;
}

// A relative path, because viewers look for it in the repository; for files elsewhere a URI.
std::string UriOf(const std::string& path) {
  namespace fs = std::filesystem;
  if (fs::path(path).is_relative()) return UriPath(path);
  std::error_code failed;
  const fs::path relative = fs::path(path).lexically_relative(fs::current_path(failed));
  if (!failed && !relative.empty() && *relative.begin() != "..")
    return UriPath(relative.generic_string());
  return "file://" + UriPath(path);
}

Json SarifResult(const CaseResult& result) {
  const bool known = result.verdict.outcome == Outcome::kKnown;
  Json location{{"physicalLocation",
                 {{"artifactLocation", {{"uri", UriOf(result.test.path)}}},
                  {"region", {{"startLine", std::max(1, result.test.line)}}}}}};
  Json out{{"ruleId", result.test.op},
           {"level", known ? "note" : "error"},
           {"message", {{"text", result.test.id + ": " + result.verdict.detail}}},
           {"locations", Json::array({std::move(location)})},
           {"partialFingerprints", {{"caseId/v1", result.test.id}}}};
  if (known) {
    out["suppressions"] = Json::array(
        {{{"kind", "external"}, {"status", "accepted"}, {"justification", result.verdict.detail}}});
  }
  return out;
}

}  // namespace

Json CaseLine(const CaseResult& result) {
  Json line{{"id", result.test.id},
            {"op", result.test.op},
            {"level", result.test.level},
            {"outcome", Word(result.verdict.outcome)},
            {"ms", result.milliseconds}};
  if (!result.verdict.detail.empty()) line["detail"] = result.verdict.detail;
  return line;
}

std::string JsonLinesReport(const RunInfo& info, const std::vector<CaseResult>& results) {
  Json header{{"format", 1},
              {"engine", info.engine},
              {"engine_version", info.engine_version},
              {"cases", results.size()}};
  if (!info.mode.empty()) header["mode"] = info.mode;
  if (!info.shard.empty()) header["shard"] = info.shard;
  std::string out = Text(header);
  for (const CaseResult& result : results) out += Text(CaseLine(result));
  const Totals totals = Count(results);
  Json footer{{"passed", totals.passed}, {"failed", totals.failed}, {"skipped", totals.skipped}};
  if (totals.known > 0) footer["known"] = totals.known;
  return out + Text(footer);
}

std::string SarifReport(const RunInfo& info, const std::vector<CaseResult>& results) {
  Json found = Json::array();
  std::map<std::string, int> ops;
  for (const CaseResult& result : results) {
    const Outcome outcome = result.verdict.outcome;
    if (outcome == Outcome::kPassed || outcome == Outcome::kSkipped) continue;
    found.push_back(SarifResult(result));
    ++ops[result.test.op];
  }
  Json rules = Json::array();
  for (const auto& [op, count] : ops) {
    rules.push_back({{"id", op}, {"shortDescription", {{"text", "HLO conformance: " + op}}}});
  }
  Json driver{{"name", "hlo conform"}, {"version", std::string(api::kVersion)}, {"rules", rules}};
  Json run{{"tool", {{"driver", driver}}},
           {"automationDetails",
            {{"id", "hlo-conformance/" + info.engine + "/" + ShardText(info.shard)}}},
           {"properties", {{"engine", info.engine}, {"engine_version", info.engine_version}}},
           {"results", found}};
  return Text({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
               {"version", "2.1.0"},
               {"runs", Json::array({run})}});
}

std::string BadgeReport(const RunInfo&, const std::vector<CaseResult>& results) {
  const Totals totals = Count(results);
  const size_t judged = totals.passed + totals.failed + totals.known;
  const char* color = totals.failed > 0 ? "red" : totals.known > 0 ? "yellow" : "brightgreen";
  return Text({{"schemaVersion", 1},
               {"label", "HLO conformance"},
               {"message", std::to_string(totals.passed) + "/" + std::to_string(judged)},
               {"color", color}});
}

}  // namespace hlo::conform

// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/expectations.h"

#include <algorithm>

namespace hlo::conform {

Result<Expectations> Expectations::Read(std::string_view text, std::string file) {
  const Json json = Json::parse(text, nullptr, false);
  const auto fault = [&](const std::string& what) { return Error("", file + ": " + what); };
  if (!json.is_object() || !json.value("failures", Json()).is_array()) {
    return fault("must be a JSON object with a list \"failures\"");
  }
  Expectations read;
  read.file_ = file;
  for (const Json& item : json["failures"]) {
    if (!item.is_object()) return fault("an entry of \"failures\" must be an object");
    Entry entry;
    entry.why = TextOf(item, "why");
    for (const Json& glob : item.value("cases", Json::array())) {
      if (glob.is_string()) entry.globs.push_back(glob.get<std::string>());
    }
    if (entry.globs.empty() || entry.why.empty()) {
      return fault("an entry of \"failures\" must have \"cases\" (ids or globs) and \"why\", got " +
                   item.dump());
    }
    if (const std::string issue = TextOf(item, "issue"); !issue.empty()) {
      entry.why += " (" + issue + ")";
    }
    read.entries_.push_back(std::move(entry));
  }
  return read;
}

Verdict Expectations::Apply(const Case& test, Verdict verdict) const {
  if (verdict.outcome == Outcome::kSkipped) return verdict;
  for (const Entry& entry : entries_) {
    const bool listed = std::any_of(entry.globs.begin(), entry.globs.end(),
                                    [&](const auto& glob) { return GlobMatches(glob, test.id); });
    if (!listed) continue;
    if (verdict.outcome == Outcome::kFailed) {
      return {Outcome::kKnown, entry.why + ": " + verdict.detail};
    }
    return {Outcome::kFailed,
            "unexpected pass: " + file_ + " lists it as a known failure (" + entry.why + ")"};
  }
  return verdict;
}

std::vector<std::string> Expectations::Unmatched(const std::vector<Case>& cases) const {
  std::vector<std::string> unmatched;
  for (const Entry& entry : entries_) {
    for (const std::string& glob : entry.globs) {
      const bool found = std::any_of(cases.begin(), cases.end(),
                                     [&](const Case& test) { return GlobMatches(glob, test.id); });
      if (!found) unmatched.push_back(glob);
    }
  }
  return unmatched;
}

}  // namespace hlo::conform

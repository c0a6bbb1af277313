// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CONFORMANCE_RUNNER_EXPECTATIONS_H_
#define HLO_CONFORMANCE_RUNNER_EXPECTATIONS_H_

#include <string>
#include <string_view>
#include <vector>

#include "conformance/runner/judge.h"

namespace hlo::conform {

// The known failures of an engine: {"failures": [{"cases": [id or glob, ...], "why": "...",
// "issue": "url"}]}.
class Expectations {
 public:
  // Fails if the text has another form. `file` is for messages.
  static Result<Expectations> Read(std::string_view text, std::string file);

  // A known failure becomes kKnown; a case that passes although it is listed fails. A skipped case
  // stays skipped.
  Verdict Apply(const Case& test, Verdict verdict) const;
  // The globs that match none of the cases.
  std::vector<std::string> Unmatched(const std::vector<Case>& cases) const;

 private:
  struct Entry {
    std::vector<std::string> globs;
    std::string why;  // with the issue
  };

  std::string file_;
  std::vector<Entry> entries_;
};

}  // namespace hlo::conform

#endif  // HLO_CONFORMANCE_RUNNER_EXPECTATIONS_H_

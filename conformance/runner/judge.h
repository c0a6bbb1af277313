// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CONFORMANCE_RUNNER_JUDGE_H_
#define HLO_CONFORMANCE_RUNNER_JUDGE_H_

#include <string>

#include "conformance/runner/case.h"
#include "conformance/runner/engine.h"

namespace hlo::conform {

enum class Outcome { kPassed, kFailed, kSkipped };

struct Verdict {
  Outcome outcome = Outcome::kFailed;
  std::string detail;  // what differs, or why it was skipped
};

// Runs one case on an engine and compares. Layout and print cases ask this project's own functions;
// other engines skip them.
Verdict Judge(const Case& test, Engine& engine);

// Two engines must agree bit for bit (any NaN equals any NaN), and reject the same cases.
Verdict JudgeAgreement(const Case& test, Engine& first, Engine& second);

// The layout case's part: {"stored":24,"bytes":96,...} held against the layout functions.
std::string LayoutDifference(const Case& test);

}  // namespace hlo::conform

#endif  // HLO_CONFORMANCE_RUNNER_JUDGE_H_

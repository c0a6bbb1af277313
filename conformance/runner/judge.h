// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CONFORMANCE_RUNNER_JUDGE_H_
#define HLO_CONFORMANCE_RUNNER_JUDGE_H_

#include <string>

#include "conformance/runner/case.h"
#include "conformance/runner/engine.h"

namespace hlo::conform {

// kKnown: failed as expected (expectations.h).
enum class Outcome { kPassed, kFailed, kSkipped, kKnown };

struct Verdict {
  Outcome outcome = Outcome::kFailed;
  std::string detail;  // the difference, or the reason of a skip
};

// Runs one case on an engine and compares the results. Layout and print cases test functions of
// this project; other engines skip them, and of the import cases those without results or rejects.
Verdict Judge(const Case& test, Engine& engine);

// Two engines must give the same bits (any NaN equals any NaN) and reject the same cases.
Verdict JudgeAgreement(const Case& test, Engine& first, Engine& second);

// Empty if the imported text and the warnings of an import case are the expected ones.
std::string ImportDifference(const Case& test);
// The program of an import case.
api::Program ImportedProgram(const Case& test);

// Compares {"stored":24,"bytes":96,...} of a layout case with the layout functions.
std::string LayoutDifference(const Case& test);

}  // namespace hlo::conform

#endif  // HLO_CONFORMANCE_RUNNER_JUDGE_H_

// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdio>
#include <iostream>

#include "conformance/runner/judge.h"
#include "conformance/runner/report.h"
#include "native/command_line.h"

namespace hlo::cli {
namespace {

using conform::CaseResult;

constexpr const char* kDefaultVectors = "conformance/vectors";

std::vector<CaseResult> JudgeAll(std::vector<conform::Case> cases, conform::Engine& engine,
                                 conform::Engine* against) {
  using Clock = std::chrono::steady_clock;
  std::vector<CaseResult> results;
  results.reserve(cases.size());
  for (conform::Case& test : cases) {
    const auto start = Clock::now();
    CaseResult result;
    result.verdict = against == nullptr ? conform::Judge(test, engine)
                                        : conform::JudgeAgreement(test, engine, *against);
    result.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    result.test = std::move(test);
    results.push_back(std::move(result));
  }
  return results;
}

void PrintFailures(const std::vector<CaseResult>& results) {
  for (const CaseResult& result : results) {
    if (result.verdict.outcome != conform::Outcome::kFailed) continue;
    std::printf("FAILED %s (%s)\n  %s\n  %s\n", result.test.id.c_str(), result.test.file.c_str(),
                result.test.why.c_str(), result.verdict.detail.c_str());
  }
}

}  // namespace

int ConformCommand(const std::vector<std::string>& given) {
  const auto words = ReadWords("conform", given, {"--serve"},
                               {"--engine", "--against", "--filter", "--report", "--numerics", "--kernels",
                                "--target"});
  if (!words) return kBadInput;
  // Portable, unless told otherwise: engines are compared bit for bit.
  const auto kernels = ReadKernels("conform", *words, api::Kernels::kPortable);
  if (!kernels) return kBadInput;
  if (words->Has("--serve")) return conform::Serve(std::cin, std::cout, *kernels);

  std::vector<std::string> paths = words->rest;
  if (paths.empty()) paths.emplace_back(kDefaultVectors);
  conform::CaseList list = conform::LoadCases(paths, words->Text("--filter"));
  for (const std::string& error : list.errors) Complain("conform", error);
  if (!list.errors.empty()) return kBadInput;
  if (list.cases.empty()) {
    Complain("conform", "no case found");
    return kBadInput;
  }
  std::string error;
  std::unique_ptr<conform::Engine> engine =
      words->Has("--engine") ? conform::MakeExternalEngine(words->Text("--engine"), error)
                             : conform::MakeInProcessEngine(*kernels);
  std::unique_ptr<conform::Engine> against;
  if (words->Has("--against") && error.empty()) {
    against = conform::MakeExternalEngine(words->Text("--against"), error);
  }
  if (!error.empty()) {
    Complain("conform", error);
    return kBadInput;
  }
  const std::vector<CaseResult> results =
      JudgeAll(std::move(list.cases), *engine, against.get());
  if (words->Has("--report")) {
    const std::string path = words->Text("--report");
    if (!WriteFile("conform", path, conform::ReportFor(path, engine->name(), results))) {
      return kBadInput;
    }
  }
  PrintFailures(results);
  const conform::Totals totals = conform::Count(results);
  std::printf("%zu passed, %zu failed, %zu skipped\n", totals.passed, totals.failed,
              totals.skipped);
  return totals.failed == 0 ? kFine : kFailed;
}

}  // namespace hlo::cli

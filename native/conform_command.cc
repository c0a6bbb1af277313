// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <iostream>

#include "conformance/runner/judge.h"
#include "conformance/runner/report.h"
#include "native/command_line.h"
#include "native/mpi_engine.h"
#include "native/threads/thread_pool.h"

namespace hlo::cli {
namespace {

using conform::CaseResult;

constexpr int64_t kMaxJobs = 64;
constexpr const char* kDefaultVectors = "conformance/vectors";

// One engine, or two engines that must agree.
struct Contest {
  std::unique_ptr<conform::Engine> engine;
  std::unique_ptr<conform::Engine> against;
};

std::vector<CaseResult> JudgeAll(std::vector<conform::Case> cases, std::vector<Contest>& contests) {
  using Clock = std::chrono::steady_clock;
  std::vector<CaseResult> results(cases.size());
  std::atomic<size_t> next = 0;
  const auto workers = static_cast<int>(contests.size());
  // Each worker has its own engines and repeatedly takes the next case.
  MakeThreadPool(workers)->ForEach(workers, [&](int64_t worker) {
    const Contest& contest = contests[static_cast<size_t>(worker)];
    for (size_t i; (i = next.fetch_add(1)) < cases.size();) {
      const auto start = Clock::now();
      CaseResult& result = results[i];
      result.verdict = contest.against == nullptr
                           ? conform::Judge(cases[i], *contest.engine)
                           : conform::JudgeAgreement(cases[i], *contest.engine, *contest.against);
      result.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
      result.test = std::move(cases[i]);
    }
  });
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
  const auto words = ReadWords("conform", given, {"--serve", "--mpi"},
                               {"--engine", "--against", "--filter", "--report", "--numerics",
                                "--kernels", "--target", "--jobs", "--schedule", "--through"});
  if (!words) return kBadInput;
  // Portable by default, because engines are compared bit by bit.
  const auto mode = ReadKernelMode("conform", *words, KernelMode::kPortable);
  if (!mode) return kBadInput;
  const auto schedule = ReadSchedule("conform", *words);
  if (!schedule) return kBadInput;
  if (words->Has("--serve")) return conform::Serve(std::cin, std::cout, *mode);

  std::vector<std::string> paths = words->rest;
  if (paths.empty()) paths.emplace_back(kDefaultVectors);
  conform::CaseList list = conform::LoadCases(paths, words->Text("--filter"));
  for (const std::string& error : list.errors) Complain("conform", error);
  if (!list.errors.empty()) return kBadInput;
  if (list.cases.empty()) {
    Complain("conform", "no cases found");
    return kBadInput;
  }
  const auto jobs = ReadNumber("conform", *words, "--jobs", 1, 1);
  if (!jobs) return kBadInput;
  std::unique_ptr<MpiProcesses> processes;  // each runs all cases in the same order
  if (words->Has("--mpi")) {
    Result<std::unique_ptr<MpiProcesses>> started = StartMpi();
    if (!started.ok() || *jobs > 1) {
      Complain("conform",
               started.ok() ? "--mpi cannot be combined with --jobs" : started.error().message);
      return kBadInput;
    }
    processes = std::move(started.value());
    const auto cannot = [&](const conform::Case& test) {
      const int64_t devices = test.replicas * test.partitions;
      return devices < 2 || devices > processes->size();
    };
    list.cases.erase(std::remove_if(list.cases.begin(), list.cases.end(), cannot),
                     list.cases.end());
  }
  std::vector<Contest> contests;
  for (int64_t job = 0; job < std::min(*jobs, kMaxJobs); ++job) {
    Contest contest;
    bool started = true;
    const auto start = [&](const char* flag, std::unique_ptr<conform::Engine>& engine) {
      auto made = conform::MakeExternalEngine(words->Text(flag));
      if (made.ok()) {
        engine = std::move(made.value());
      } else {
        Complain("conform", made.error().message);
        started = false;
      }
    };
    if (words->Has("--engine")) {
      start("--engine", contest.engine);
    } else {
      contest.engine =
          conform::MakeInProcessEngine(*mode, *schedule, nullptr, words->Text("--through"));
    }
    if (processes != nullptr) contest.against = MakeMpiEngine(*processes, *mode);
    if (words->Has("--against") && started) start("--against", contest.against);
    if (!started) return kBadInput;
    contests.push_back(std::move(contest));
  }
  const std::string name = contests[0].engine->name();
  const std::vector<CaseResult> results = JudgeAll(std::move(list.cases), contests);
  if (processes != nullptr && processes->rank() != 0) return kFine;
  if (words->Has("--report")) {
    const std::string path = words->Text("--report");
    if (!WriteFile("conform", path, conform::ReportFor(path, name, results))) {
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

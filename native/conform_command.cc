// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <numeric>

#include "conformance/runner/expectations.h"
#include "conformance/runner/journal.h"
#include "conformance/runner/report.h"
#include "conformance/runner/selection.h"
#include "native/command_line.h"
#include "native/mpi_engine.h"
#include "native/terminal/color.h"
#include "native/terminal/progress.h"
#include "native/threads/thread_pool.h"

namespace hlo::cli {
namespace {

using conform::CaseResult;

constexpr int64_t kMaxJobs = 64;
constexpr int64_t kDefaultSeconds = 10;
constexpr int64_t kMaxSeconds = 86'400;
constexpr const char* kDefaultVectors = "conformance/vectors";

// One engine, or two engines that must agree.
struct Contest {
  std::unique_ptr<conform::Engine> engine;
  std::unique_ptr<conform::Engine> against;
};

// What the options say, apart from the engines.
struct Plan {
  std::vector<conform::Case> cases;
  std::vector<size_t> order;
  conform::RunInfo info;
  std::unique_ptr<conform::Journal> journal;  // nullptr: none
};

// Judges the cases that the journal does not have; in the order of the plan, but the results are in
// the order of the cases.
std::vector<CaseResult> JudgeAll(Plan& plan, std::vector<Contest>& contests) {
  using Clock = std::chrono::steady_clock;
  std::vector<CaseResult> results(plan.cases.size());
  std::vector<size_t> todo;
  for (const size_t i : plan.order) {
    std::optional<CaseResult> known;
    if (plan.journal != nullptr) known = plan.journal->Find(plan.cases[i]);
    if (known) {
      results[i] = std::move(*known);
    } else {
      todo.push_back(i);
    }
  }
  std::atomic<size_t> next = 0;
  terminal::Progress progress("vectors", todo.size());
  const auto workers = static_cast<int>(contests.size());
  // Each worker has its own engines and repeatedly takes the next case.
  MakeThreadPool(workers)->ForEach(workers, [&](int64_t worker) {
    const Contest& contest = contests[static_cast<size_t>(worker)];
    for (size_t n; (n = next.fetch_add(1)) < todo.size();) {
      conform::Case& test = plan.cases[todo[n]];
      if (plan.journal != nullptr) plan.journal->Started(test);
      const auto start = Clock::now();
      CaseResult& result = results[todo[n]];
      result.verdict = contest.against == nullptr
                           ? conform::Judge(test, *contest.engine)
                           : conform::JudgeAgreement(test, *contest.engine, *contest.against);
      result.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
      result.test = std::move(test);
      if (plan.journal != nullptr) plan.journal->Ended(result);
      progress.Done(result.verdict.outcome == conform::Outcome::kFailed);
    }
  });
  return results;
}

void PrintFailures(const std::vector<CaseResult>& results) {
  const std::string word = terminal::Colored(stdout, terminal::kRed, "FAILED");
  for (const CaseResult& result : results) {
    if (result.verdict.outcome != conform::Outcome::kFailed) continue;
    std::printf("%s %s (%s)\n  %s\n  %s\n", word.c_str(), result.test.id.c_str(),
                result.test.file.c_str(), result.test.why.c_str(),
                conform::Printable(result.verdict.detail).c_str());
  }
}

// The vectors of an installed hlo, next to its folder bin; "" if there are none.
std::string InstalledVectors() {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  const fs::path vectors =
      program.parent_path().parent_path() / "share" / "hlo-playground" / "vectors";
  return !failed && fs::is_directory(vectors, failed) ? vectors.string() : "";
}

std::vector<std::string> PathsOf(const ParsedArgs& args) {
  if (!args.rest.empty()) return args.rest;
  std::error_code failed;
  const std::string installed =
      std::filesystem::exists(kDefaultVectors, failed) ? "" : InstalledVectors();
  return {installed.empty() ? kDefaultVectors : installed};
}

// The options that change results, in the order of the command table.
std::string ModeOf(const ParsedArgs& args) {
  std::string mode;
  for (const char* flag :
       {"--against", "--numerics", "--kernels", "--target", "--schedule", "--mpi", "--through"}) {
    if (!args.Has(flag)) continue;
    mode += (mode.empty() ? "" : " ") + std::string(flag);
    if (!args.Text(flag).empty()) mode += " " + args.Text(flag);
  }
  return mode;
}

// Loads and selects the cases; false after reporting an error.
bool LoadPlan(const ParsedArgs& args, const MpiProcesses* processes, Plan& plan) {
  conform::CaseList list = conform::LoadCases(PathsOf(args), args.All("--filter"));
  for (const std::string& error : list.errors) PrintError("conform", error);
  if (!list.errors.empty()) return false;
  if (list.cases.empty()) {
    PrintError("conform", "no cases found");
    return false;
  }
  plan.cases = std::move(list.cases);
  if (processes != nullptr) {
    std::erase_if(plan.cases, [&](const conform::Case& test) {
      const int64_t devices = test.replicas * test.partitions;
      return devices < 2 || devices > processes->size();
    });
  }
  const auto shard = conform::ReadShard(args.Text("--shard", "1/1"));
  if (!shard) {
    PrintError("conform", "--shard must be N/M with 1 <= N <= M, such as 3/8, got '" +
                              args.Text("--shard") + "'");
    return false;
  }
  conform::KeepShard(*shard, plan.cases);
  plan.info.shard = args.Text("--shard");
  plan.info.mode = ModeOf(args);
  const auto seed = ReadNumber("conform", args, "--order", 0, 0);
  if (!seed) return false;
  plan.order.resize(plan.cases.size());
  std::iota(plan.order.begin(), plan.order.end(), size_t{0});
  if (args.Has("--order")) {
    plan.order = conform::ShuffledOrder(plan.cases.size(), static_cast<uint64_t>(*seed));
  }
  return true;
}

// Starts --engine or --against; nullptr after reporting an error.
std::unique_ptr<conform::Engine> StartEngine(const ParsedArgs& args, const char* flag) {
  const auto seconds = ReadNumber("conform", args, "--timeout", kDefaultSeconds, 1);
  if (!seconds) return nullptr;
  if (*seconds > kMaxSeconds) {
    PrintError("conform", "--timeout must be at most " + std::to_string(kMaxSeconds) + ", got " +
                              std::to_string(*seconds));
    return nullptr;
  }
  auto made = conform::MakeExternalEngine(
      {args.Text(flag), static_cast<int>(*seconds), args.Has("--show-stderr")});
  if (made.ok()) return std::move(made.value());
  PrintError("conform", made.error().message);
  return nullptr;
}

// One per job; empty after reporting an error.
std::vector<Contest> StartContests(const ParsedArgs& args, int64_t jobs, KernelMode mode,
                                   Schedule schedule, MpiProcesses* processes) {
  std::vector<Contest> contests;
  for (int64_t job = 0; job < jobs; ++job) {
    Contest contest;
    contest.engine = args.Has("--engine") ? StartEngine(args, "--engine")
                                          : conform::MakeInProcessEngine(mode, schedule);
    if (contest.engine == nullptr) return {};
    if (args.Has("--through")) {
      contest.engine =
          conform::MakeTranslatedEngine(std::move(contest.engine), args.Text("--through"));
    }
    if (processes != nullptr) contest.against = MakeMpiEngine(*processes, mode);
    if (args.Has("--against")) {
      contest.against = StartEngine(args, "--against");
      if (contest.against == nullptr) return {};
    }
    contests.push_back(std::move(contest));
  }
  return contests;
}

// Reads --expect; nullopt after reporting an error.
std::optional<conform::Expectations> ReadExpectations(const ParsedArgs& args) {
  const std::string path = args.Text("--expect");
  if (path.empty()) return conform::Expectations();
  const std::optional<std::string> text = ReadFile("conform", path);
  if (!text) return std::nullopt;
  Result<conform::Expectations> read = conform::Expectations::Read(*text, path);
  if (read.ok()) return std::move(read.value());
  PrintError("conform", read.error().message);
  return std::nullopt;
}

// A glob that matches nothing is probably a mistake, unless only some cases run.
void ReportUnmatched(const ParsedArgs& args, const conform::Expectations& expectations,
                     const std::vector<conform::Case>& cases) {
  if (args.Has("--filter") || args.Has("--shard") || !args.rest.empty()) return;
  for (const std::string& glob : expectations.Unmatched(cases)) {
    PrintError("conform", args.Text("--expect") + ": no case matches " + glob);
  }
}

bool CheckThrough(const ParsedArgs& args) {
  static constexpr std::string_view kForms[] = {"pb", "stablehlo", "json", "long"};
  const std::string through = args.Text("--through");
  if (!args.Has("--through") ||
      std::find(std::begin(kForms), std::end(kForms), through) != std::end(kForms))
    return true;
  PrintError("conform", "--through must be pb, stablehlo, json, or long, got '" + through + "'");
  return false;
}

bool CheckReports(const ParsedArgs& args) {
  for (const std::string& path : args.All("--report")) {
    if (conform::IsReport(path)) continue;
    PrintError("conform",
               "--report must end in .json, .xml, .sarif, .tap, .md, .html, or .badge.json, got '" +
                   path + "'");
    return false;
  }
  return true;
}

// A run without an answer is probably a mistake.
void ReportSkipped(const std::vector<CaseResult>& results) {
  constexpr size_t kMostReasons = 3;
  std::string text;
  for (const auto& [reason, count] : conform::SkipReasons(results, kMostReasons)) {
    text += (text.empty() ? "no case ran: " : ", ") + std::to_string(count) + " x " + reason;
  }
  PrintError("conform", text);
}

int Report(const ParsedArgs& args, const Plan& plan, const std::vector<CaseResult>& results) {
  for (const std::string& path : args.All("--report")) {
    if (!WriteFile("conform", path, conform::ReportFor(path, plan.info, results))) {
      return kBadInput;
    }
  }
  PrintFailures(results);
  const conform::Totals totals = conform::Count(results);
  if (totals.skipped == results.size() && !results.empty()) ReportSkipped(results);
  const std::string text = conform::TotalsText(totals);
  const std::string_view color = totals.failed == 0 ? terminal::kGreen : terminal::kRed;
  std::printf("%s\n", terminal::Colored(stdout, color, text).c_str());
  return totals.failed == 0 ? kSuccess : kFailed;
}

}  // namespace

int ConformCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("conform", given);
  if (!args) return kBadInput;
  // Portable by default, because engines are compared bit by bit.
  const auto mode = ReadKernelMode("conform", *args, KernelMode::kPortable);
  if (!mode) return kBadInput;
  const auto schedule = ReadSchedule("conform", *args);
  if (!schedule) return kBadInput;
  if (!CheckThrough(*args) || !CheckReports(*args)) return kBadInput;
  if (args->Has("--serve")) return conform::Serve(std::cin, std::cout, *mode);

  const auto jobs = ReadNumber("conform", *args, "--jobs", 1, 1);
  if (!jobs) return kBadInput;
  if (*jobs > kMaxJobs) {
    PrintError("conform", "--jobs must be at most " + std::to_string(kMaxJobs) + ", got " +
                              std::to_string(*jobs));
    return kBadInput;
  }
  std::unique_ptr<MpiProcesses> processes;  // each runs all cases in the same order
  if (args->Has("--mpi")) {
    Result<std::unique_ptr<MpiProcesses>> started = StartMpi();
    if (!started.ok() || *jobs > 1 || args->Has("--resume")) {
      PrintError("conform", started.ok() ? "--mpi cannot be combined with --jobs or --resume"
                                         : started.error().message);
      return kBadInput;
    }
    processes = std::move(started.value());
  }
  Plan plan;
  if (!LoadPlan(*args, processes.get(), plan)) return kBadInput;
  const auto expectations = ReadExpectations(*args);
  if (!expectations) return kBadInput;
  ReportUnmatched(*args, *expectations, plan.cases);
  std::vector<Contest> contests = StartContests(*args, *jobs, *mode, *schedule, processes.get());
  if (contests.empty()) return kBadInput;
  plan.info.engine = contests[0].engine->name();
  plan.info.engine_version = contests[0].engine->version();
  if (args->Has("--resume")) {
    auto opened = conform::Journal::Open(args->Text("--resume"), plan.info);
    if (!opened.ok()) {
      PrintError("conform", opened.error().message);
      return kBadInput;
    }
    plan.journal = std::move(opened.value());
  }
  std::vector<CaseResult> results = JudgeAll(plan, contests);
  for (CaseResult& result : results) {
    result.verdict = expectations->Apply(result.test, std::move(result.verdict));
  }
  if (processes != nullptr && processes->rank() != 0) return kSuccess;
  return Report(*args, plan, results);
}

}  // namespace hlo::cli

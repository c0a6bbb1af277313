// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "core/api/hlo.h"
#include "native/command_line.h"
#include "native/thread_pool.h"

namespace hlo::cli {
namespace {

constexpr int64_t kMaxThreads = 256;

void PrintOut(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void PrintFinding(const api::Finding& finding, const api::Program& program,
                  const std::string& file) {
  const std::string text = api::FindingText(finding, program.source(), file);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

// "{"results":[LITERAL, ...]}", one a device.
std::string ResultsJson(const std::vector<api::Value>& results) {
  std::string out = "{\"results\":[";
  for (size_t i = 0; i < results.size(); ++i) {
    if (i > 0) out += ",";
    out += results[i].Json();
  }
  return out + "]}\n";
}

std::string ResultsText(const std::vector<api::Value>& results, int64_t partitions) {
  std::string out;
  for (size_t i = 0; i < results.size(); ++i) {
    if (results.size() > 1) {
      const auto device = static_cast<int64_t>(i);
      out += "replica " + std::to_string(device / partitions) + ", partition " +
             std::to_string(device % partitions) + ":\n";
    }
    out += results[i].Human();
    if (out.back() != '\n') out += '\n';
  }
  return out;
}

void PrintTrace(const api::TraceEvent& event) {
  std::string line(static_cast<size_t>(2 * event.depth), ' ');
  line += "%" + std::string(event.instruction) + " = ";
  std::string value = event.value.Human(16);
  while (!value.empty() && value.back() == '\n') value.pop_back();
  line += value + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

int RunCommand(const std::vector<std::string>& given) {
  const auto words =
      ReadWords("run", given, {"--json", "--trace"},
                {"--args", "--replicas", "--partitions", "--threads", "--max-memory",
                 "--max-steps", "--numerics", "--kernels", "--target"});
  if (!words) return kBadInput;
  if (words->rest.size() != 1) {
    Complain("run", words->rest.empty() ? "which FILE?" : "takes one FILE");
    return kBadInput;
  }
  const auto replicas = ReadNumber("run", *words, "--replicas", 0, 1);
  const auto partitions = ReadNumber("run", *words, "--partitions", 0, 1);
  const auto threads = ReadNumber("run", *words, "--threads", 1, 1);
  const auto max_memory = ReadNumber("run", *words, "--max-memory", 0, 1);
  const auto max_steps = ReadNumber("run", *words, "--max-steps", 0, 1);
  const auto kernels = ReadKernels("run", *words, api::Kernels::kFast);
  if (!kernels || !replicas || !partitions || !threads || !max_memory || !max_steps) return kBadInput;
  if (*threads > kMaxThreads) {
    Complain("run", "--threads takes at most " + std::to_string(kMaxThreads));
    return kBadInput;
  }

  const std::string& path = words->rest[0];
  const std::string file = path == "-" ? "<stdin>" : path;
  std::optional<std::string> text = ReadFile("run", path);
  if (!text) return kBadInput;
  api::Program program = api::Program::FromText(std::move(*text));
  for (const api::Finding& finding : program.findings()) PrintFinding(finding, program, file);
  if (!program.ok()) return kBadInput;

  std::vector<std::vector<api::Value>> lists;
  if (words->Has("--args")) {
    const std::optional<std::string> json = ReadFile("run", words->Text("--args"));
    if (!json) return kBadInput;
    api::ArgumentsOrError parsed = api::ParseArguments(*json);
    if (!parsed.ok) {
      Complain("run", words->Text("--args") + ": " + parsed.error);
      return kBadInput;
    }
    lists = std::move(parsed.lists);
  }
  api::RunSettings settings;
  settings.replicas = *replicas;
  settings.partitions = *partitions;
  settings.max_bytes = *max_memory;
  settings.max_steps = *max_steps;
  if (words->Has("--trace")) settings.trace = PrintTrace;
  settings.kernels = *kernels;
  const std::unique_ptr<api::Workers> workers = MakeThreadPool(static_cast<int>(*threads));
  settings.workers = workers.get();
  const api::RunOutcome outcome = program.Run(lists, settings);
  if (!outcome.ok) {
    PrintFinding(outcome.error, program, file);
    return outcome.error.code == "R06" || outcome.error.code == "R09" ? kBadInput : kFailed;
  }
  const int64_t columns = *partitions > 0 ? *partitions : program.partitions();
  PrintOut(words->Has("--json") ? ResultsJson(outcome.results)
                                : ResultsText(outcome.results, columns));
  return kFine;
}

}  // namespace hlo::cli

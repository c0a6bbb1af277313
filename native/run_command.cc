// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "hlo/hlo.h"
#include "native/command_line.h"
#include "native/mpi_transport.h"
#include "native/run_output.h"
#include "native/terminal/progress.h"
#include "native/threads/thread_pool.h"

namespace hlo::cli {
namespace {

constexpr int64_t kMaxThreads = 256;

// ---- input ----

// Reads every --recv CHANNEL=FILE, and --infeed FILE.
bool ReadQueues(const ParsedArgs& args, api::RunOptions& options) {
  for (const std::string& given : args.All("--recv")) {
    const size_t equals = given.find('=');
    const std::optional<int64_t> channel = ParseInteger(given.substr(0, equals));
    if (equals == std::string::npos || !channel) {
      PrintError("run", "--recv must be CHANNEL=FILE.json, got '" + given + "'");
      return false;
    }
    std::optional<ValueLists> values = ReadValues("run", given.substr(equals + 1));
    if (!values) return false;
    options.receives[*channel] = api::LiteralsOf(*values);
  }
  if (!args.Has("--infeed")) return true;
  std::optional<ValueLists> values = ReadValues("run", args.Text("--infeed"));
  if (values) options.infeed = api::LiteralsOf(*values);
  return values.has_value();
}

// nullopt after reporting an error.
std::optional<api::RunOptions> ReadOptions(const ParsedArgs& args) {
  api::RunOptions options;
  const auto replicas = ReadNumber("run", args, "--replicas", 0, 1);
  const auto partitions = ReadNumber("run", args, "--partitions", 0, 1);
  const auto max_memory = ReadNumber("run", args, "--max-memory", options.limits.max_bytes, 1);
  const auto max_steps = ReadNumber("run", args, "--max-steps", options.limits.max_steps, 1);
  const auto schedule = ReadSchedule("run", args);
  const auto mode = ReadKernelMode("run", args, KernelMode::kFast);
  if (!mode || !replicas || !partitions || !max_memory || !max_steps || !schedule ||
      !ReadQueues(args, options)) {
    return std::nullopt;
  }
  options.replicas = *replicas;
  options.partitions = *partitions;
  options.limits.max_bytes = *max_memory;
  options.limits.max_steps = *max_steps;
  options.schedule = *schedule;
  options.kernel_mode = *mode;
  return options;
}

// The arguments in the file of --args; sets whether arrays of all devices have been split among
// them.
std::optional<ValueLists> ReadSplitArguments(const std::string& file, const std::string& path,
                                             const api::Program& program,
                                             const api::RunOptions& options, bool& are_split) {
  if (api::IsNumpyFile(file)) {
    api::Result<api::NumpyArguments> read =
        program.ReadNumpyArguments(file, options.replicas, options.partitions);
    if (read.ok()) {
      are_split = read.value().are_split;
      return std::move(read.value().lists);
    }
    PrintError("run", path + ": " + read.error().message);
    return std::nullopt;
  }
  api::Result<ValueLists> lists = ArgumentsIn(file, program);
  if (lists.ok()) return std::move(lists.value());
  PrintError("run", path + ": " + lists.error().message);
  return std::nullopt;
}

// The arguments: those of --args (`file` has its bytes), of --fill, or of the snapshot; nullopt
// after reporting an error.
std::optional<ValueLists> ArgumentsOf(const ParsedArgs& args,
                                      const std::optional<std::string>& file,
                                      const std::optional<Fill>& fill, int64_t devices,
                                      const api::Program& program, const api::Snapshot& snapshot,
                                      const api::RunOptions& options, bool& are_split) {
  if (file) return ReadSplitArguments(*file, args.Text("--args"), program, options, are_split);
  if (!fill) return snapshot.arguments;
  api::Result<ValueLists> made = MakeArguments(program, *fill, devices);
  if (made.ok()) return std::move(made.value());
  PrintError("run", made.error().message);
  return std::nullopt;
}

// Whether --save names a file that can have the results of this many devices; reports an error.
bool CanSave(const ParsedArgs& args, bool is_one_device) {
  const std::string path = args.Text("--save");
  const bool is_array = path.ends_with(".npy");
  if (!args.Has("--save") || path.ends_with(".npz") || (is_array && is_one_device)) return true;
  PrintError("run", is_array ? "results of several devices are saved as .npz, not as .npy"
                             : "--save must be a .npy or a .npz file, got '" + path + "'");
  return false;
}

// Writes the results to a file of NumPy; false after reporting an error.
bool Save(const std::vector<api::Value>& results, const std::string& path) {
  const Result<std::string> file =
      path.ends_with(".npy") ? api::NpyFile(results[0]) : api::NpzFile(results);
  if (!file.ok()) PrintError("run", path + ": " + file.error().message);
  return file.ok() && WriteFile("run", path, file.value());
}

// Whether the results of a run match those of a snapshot: equal bits, or at most `ulp` units in the
// last place apart. Prints the answer.
bool MatchSnapshot(const api::RunOutcome& outcome, const std::vector<api::Value>& expected,
                   double ulp) {
  for (size_t i = 0; i < std::min(expected.size(), outcome.results.size()); ++i) {
    const std::string difference = outcome.results[i].DifferenceFrom(expected[i], ulp);
    if (difference.empty()) continue;
    PrintErr("hlo run: the result is not that of the snapshot: " + difference + "\n");
    return false;
  }
  PrintErr("hlo run: the result is that of the snapshot\n");
  return true;
}

}  // namespace

int RunCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("run", given);
  if (!args) return kBadInput;
  const std::string* path = OneFile("run", *args);
  if (path == nullptr) return kBadInput;
  const auto threads = ReadNumber("run", *args, "--threads", 1, 1);
  std::optional<api::RunOptions> options = ReadOptions(*args);
  const auto ulp = ReadNumber("run", *args, "--ulp", 0, 0);
  const std::optional<Fill> fill = ReadFill("run", *args);
  if (!threads || !options || !ulp || !fill) return kBadInput;
  if (*threads > kMaxThreads) {
    PrintError("run", "--threads must be at most " + std::to_string(kMaxThreads) + ", got " +
                          std::to_string(*threads));
    return kBadInput;
  }
  std::unique_ptr<MpiProcesses> processes;
  if (args->Has("--mpi")) {
    Result<std::unique_ptr<MpiProcesses>> started = StartMpi();
    if (!started.ok()) {
      PrintError("run", started.error().message);
      return kBadInput;
    }
    processes = std::move(started.value());
  }
  // Only the first process prints.
  const bool prints = processes == nullptr || processes->rank() == 0;

  const std::string file = ShownName(*path);
  const bool fills = args->Has("--fill");
  api::ImportSettings settings = fills ? fill->ForConstants() : api::ImportSettings();
  std::optional<std::string> argument_file;
  if (args->Has("--args")) {
    argument_file = ReadFile("run", args->Text("--args"));
    if (!argument_file) return kBadInput;
    // Sizes that the program leaves open.
    settings.dims = api::DimsOfArguments(*argument_file);
  }
  if (!ReadDims("run", *args, settings)) return kBadInput;
  std::optional<api::Program> read = ReadProgram("run", *path, {}, settings);
  if (!read) return kBadInput;
  api::Program& program = *read;
  if (prints) PrintDiagnostics(program, file);
  if (!program.ok()) return kBadInput;
  if (args->Has("--explain-plan")) {
    PrintOut(program.PlanText(options->kernel_mode));
    return kSuccess;
  }

  const api::Snapshot snapshot = program.snapshot();
  const int64_t partitions = options->partitions > 0 ? options->partitions : program.partitions();
  const int64_t replicas = options->replicas > 0 ? options->replicas : program.replicas();
  // Run reports too many.
  const bool are_few = replicas <= INT32_MAX && partitions <= INT32_MAX;
  bool are_split = false;
  const std::optional<ValueLists> lists =
      ArgumentsOf(*args, argument_file, fills ? fill : std::nullopt,
                  are_few ? replicas * partitions : 0, program, snapshot, *options, are_split);
  if (!lists || !CanSave(*args, replicas == 1 && partitions == 1)) return kBadInput;
  if (args->Has("--trace")) {
    options->trace = [](const api::TraceEvent& event) { PrintErr(TraceLine(event)); };
    options->exchange = [](const api::ExchangeEvent& event) { PrintErr(ExchangeLine(event)); };
  }
  const std::unique_ptr<api::Workers> workers = MakeThreadPool(static_cast<int>(*threads));
  options->workers = workers.get();
  std::unique_ptr<api::Transport> transport;
  if (processes != nullptr) {
    transport = processes->First(processes->size());
    options->runner = api::OverTransport(*transport);
  }
  std::optional<terminal::Progress> progress;
  if (prints && !args->Has("--trace")) progress.emplace("running");
  const api::RunOutcome outcome = program.Run(*lists, *options);
  progress.reset();
  if (!outcome.ok) {
    if (prints) PrintDiagnostic(outcome.error, program.source(), file);
    if (prints && lists->empty() && outcome.error.code == "R06") {
      PrintErr("hlo run: give the arguments with --args FILE, or --fill random\n");
    }
    return outcome.error.code == "R06" || outcome.error.code == "R09" ? kBadInput : kFailed;
  }
  if (prints) {
    // If arguments were split, the results are parts of one value.
    const std::optional<api::Value> joined =
        are_split ? program.JoinResults(outcome.results) : std::nullopt;
    PrintOut(args->Has("--json") ? OutcomeJson(outcome) : OutcomeText(outcome, partitions, joined));
    const std::vector<api::Value> saved =
        joined ? std::vector<api::Value>{*joined} : outcome.results;
    if (args->Has("--save") && !Save(saved, args->Text("--save"))) return kBadInput;
    const bool compares = !snapshot.results.empty() && !args->Has("--args") && !fills;
    if (compares && !MatchSnapshot(outcome, snapshot.results, static_cast<double>(*ulp))) {
      return kFailed;
    }
  }
  return kSuccess;
}

}  // namespace hlo::cli

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

// A run as its flags ask for it.
struct Run {
  ParsedArgs args;
  api::RunOptions options;
  int threads = 1;
  double ulp = 0;
  std::optional<Fill> fill;                  // of --fill
  std::unique_ptr<MpiProcesses> processes;   // of --mpi
  std::optional<std::string> argument_file;  // the bytes of --args
  std::string path;
  std::optional<api::Program> program;

  // Of several processes only the first one.
  bool prints() const { return processes == nullptr || processes->rank() == 0; }
  int64_t replicas() const { return options.replicas > 0 ? options.replicas : program->replicas(); }
  int64_t partitions() const {
    return options.partitions > 0 ? options.partitions : program->partitions();
  }
  // 0: too many, which the run reports.
  int64_t devices() const {
    const bool are_few = replicas() <= INT32_MAX && partitions() <= INT32_MAX;
    return are_few ? replicas() * partitions() : 0;
  }
};

// Everything but the program; nullopt after reporting an error.
std::optional<Run> ReadFlags(const std::vector<std::string>& given) {
  std::optional<ParsedArgs> args = ParseArgs("run", given);
  const std::string* path = args ? OneFile("run", *args) : nullptr;
  if (path == nullptr) return std::nullopt;
  const auto threads = ReadNumber("run", *args, "--threads", 1, 1);
  std::optional<api::RunOptions> options = ReadOptions(*args);
  const auto ulp = ReadNumber("run", *args, "--ulp", 0, 0);
  const std::optional<Fill> fill = ReadFill("run", *args);
  if (!threads || !options || !ulp || !fill) return std::nullopt;
  if (*threads > kMaxThreads) {
    PrintError("run", "--threads must be at most " + std::to_string(kMaxThreads) + ", got " +
                          std::to_string(*threads));
    return std::nullopt;
  }
  Run run;
  run.path = *path;
  run.options = std::move(*options);
  run.threads = static_cast<int>(*threads);
  run.ulp = static_cast<double>(*ulp);
  if (args->Has("--fill")) run.fill = fill;
  if (args->Has("--mpi")) {
    Result<std::unique_ptr<MpiProcesses>> started = StartMpi();
    if (!started.ok()) {
      PrintError("run", started.error().message);
      return std::nullopt;
    }
    run.processes = std::move(started.value());
  }
  if (args->Has("--args")) {
    run.argument_file = ReadFile("run", args->Text("--args"));
    if (!run.argument_file) return std::nullopt;
  }
  run.args = std::move(*args);
  return run;
}

// False after reporting an error.
bool ReadTheProgram(Run& run) {
  api::ImportSettings settings = run.fill ? run.fill->ForConstants() : api::ImportSettings();
  // Sizes that the program leaves open.
  if (run.argument_file) settings.dims = api::DimsOfArguments(*run.argument_file);
  if (!ReadDims("run", run.args, settings)) return false;
  run.program = ReadProgram("run", run.path, {}, settings);
  if (!run.program) return false;
  if (run.prints()) PrintDiagnostics(*run.program, ShownName(run.path));
  return run.program->ok();
}

// Those of --args, of --fill, or of the snapshot; nullopt after reporting an error.
std::optional<ValueLists> ArgumentsOf(const Run& run, bool& are_split) {
  if (run.argument_file) {
    return ReadSplitArguments(*run.argument_file, run.args.Text("--args"), *run.program,
                              run.options, are_split);
  }
  if (!run.fill) return run.program->snapshot().arguments;
  api::Result<ValueLists> made = MakeArguments(*run.program, *run.fill, run.devices());
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

api::RunOutcome Execute(Run& run, const ValueLists& arguments) {
  const bool traces = run.args.Has("--trace");
  if (traces) {
    run.options.trace = [](const api::TraceEvent& event) { PrintErr(TraceLine(event)); };
    run.options.exchange = [](const api::ExchangeEvent& event) { PrintErr(ExchangeLine(event)); };
  }
  const std::unique_ptr<api::Workers> workers = MakeThreadPool(run.threads);
  run.options.workers = workers.get();
  std::unique_ptr<api::Transport> transport;
  if (run.processes != nullptr) {
    transport = run.processes->First(run.processes->size());
    run.options.runner = api::OverTransport(*transport);
  }
  std::optional<terminal::Progress> progress;
  if (run.prints() && !traces) progress.emplace("running");
  return run.program->Run(arguments, run.options);
}

int ReportFailure(const Run& run, const api::Diagnostic& error, bool has_arguments) {
  if (run.prints()) {
    PrintDiagnostic(error, run.program->source(), ShownName(run.path));
    if (!has_arguments && error.code == "R06") {
      PrintErr("hlo run: give the arguments with --args FILE, or --fill random\n");
    }
  }
  return error.code == "R06" || error.code == "R09" ? kBadInput : kFailed;
}

// `are_split`: the arguments were, so the results are parts of one value.
int ReportResults(const Run& run, const api::RunOutcome& outcome, bool are_split) {
  if (!run.prints()) return kSuccess;
  const std::optional<api::Value> joined =
      are_split ? run.program->JoinResults(outcome.results) : std::nullopt;
  PrintOut(run.args.Has("--json") ? OutcomeJson(outcome)
                                  : OutcomeText(outcome, run.partitions(), joined));
  const std::vector<api::Value> saved = joined ? std::vector<api::Value>{*joined} : outcome.results;
  if (run.args.Has("--save") && !Save(saved, run.args.Text("--save"))) return kBadInput;
  const std::vector<api::Value> expected = run.program->snapshot().results;
  const bool compares = !expected.empty() && !run.argument_file && !run.fill;
  return !compares || MatchSnapshot(outcome, expected, run.ulp) ? kSuccess : kFailed;
}

}  // namespace

int RunCommand(const std::vector<std::string>& given) {
  std::optional<Run> run = ReadFlags(given);
  if (!run || !ReadTheProgram(*run)) return kBadInput;
  if (run->args.Has("--explain-plan")) {
    PrintOut(run->program->PlanText(run->options.kernel_mode));
    return kSuccess;
  }
  bool are_split = false;
  const std::optional<ValueLists> arguments = ArgumentsOf(*run, are_split);
  const bool is_one_device = run->replicas() == 1 && run->partitions() == 1;
  if (!arguments || !CanSave(run->args, is_one_device)) return kBadInput;
  const api::RunOutcome outcome = Execute(*run, *arguments);
  return outcome.ok ? ReportResults(*run, outcome, are_split)
                    : ReportFailure(*run, outcome.error, !arguments->empty());
}

}  // namespace hlo::cli

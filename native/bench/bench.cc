// SPDX-License-Identifier: Apache-2.0
// hlo's worker of scripts/bench: parses an HLO program once through the public API and runs it
// repeatedly. The engine keeps the arguments; results are dropped after each run.
//   hlo_bench [--kernels fast|portable|off] [--target NAME] [--threads N]
//   hlo_bench --limits: prints the peak rates of the machine as JSON
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

#include "hlo/hlo.h"
#include "native/bench/limits.h"
#include "native/bench/worker.h"
#include "native/threads/thread_pool.h"

namespace hlo::bench {
namespace {

std::string ReadText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// One program with its arguments; exists while the row is open.
struct Prepared {
  api::Program program;
  std::vector<std::vector<api::Value>> arguments;
  api::RunOutcome outcome = {};
};

Work OpenParse(const Request& request) {
  Work work;
  work.run = [text = ReadText(request.program)] { api::Program::FromText(text); };
  work.peek = [](int64_t) { return 0.0; };
  return work;
}

// Reads the arguments; returns the first error, or "".
std::string SetArguments(const Request& request, Prepared& prepared) {
  for (size_t i = 0; i < request.inputs.size(); ++i) {
    const Buffer<uint8_t> bytes = Read<uint8_t>(request.inputs[i]);
    Result<api::Value> value = prepared.program.ArgumentFromBytes(i, {bytes.data(), bytes.size()});
    if (!value.ok()) return value.error().message;
    prepared.arguments[0].push_back(std::move(value.value()));
  }
  return "";
}

double ElementOf(const api::RunOutcome& outcome, int64_t index) {
  if (outcome.results.empty()) return 0.0;
  const api::Value::Leaf first = outcome.results[0].Leaves().at(0);  // of a tuple
  const std::vector<double> number = outcome.results[0].ElementNumbers(first.path, index, 1);
  return number.empty() ? 0.0 : number[0];
}

// Each run parses, verifies, and prepares the program again.
void RunFromText(const std::string& text, Prepared& prepared, const api::RunOptions& options) {
  prepared.outcome = {};
  prepared.program = api::Program::FromText(text);
  prepared.outcome = prepared.program.Run(prepared.arguments, options);
}

Work Open(const Request& request, const api::RunOptions& options) {
  if (request.key == "parse") return OpenParse(request);
  Work work;
  const std::string text = ReadText(request.program);
  auto prepared = std::make_shared<Prepared>(Prepared{api::Program::FromText(text), {{}}});
  const api::Program& program = prepared->program;
  work.why = program.diagnostics().empty() ? program.CannotRun() : program.diagnostics()[0].message;
  if (work.why.empty()) work.why = SetArguments(request, *prepared);
  if (!work.why.empty()) return work;
  const api::RunOutcome first = prepared->program.Run(prepared->arguments, options);
  work.why = first.error.message;
  if (!first.ok) return work;
  work.peak_bytes = first.peak_bytes;
  work.peek = [prepared](int64_t index) { return ElementOf(prepared->outcome, index); };
  if (request.key == "compile") {
    work.run = [prepared, options, text] { RunFromText(text, *prepared, options); };
    return work;
  }
  work.run = [prepared, options] {
    prepared->outcome = {};  // drop the previous result first, because peers overwrite theirs
    prepared->outcome = prepared->program.Run(prepared->arguments, options);
  };
  return work;
}

int Main(int argc, char** argv) {
  std::map<std::string, std::string> given = {
      {"--kernels", "fast"}, {"--target", ""}, {"--threads", "1"}};
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--limits") == 0) {
      std::puts(MeasureLimits().c_str());
      return 0;
    }
    const auto found = given.find(argv[i]);
    if (found == given.end() || i + 1 == argc) {
      std::fprintf(stderr, "hlo_bench: unknown flag %s\n", argv[i]);
      return 2;
    }
    found->second = argv[++i];
  }
  if (!api::UseTarget(given["--target"])) {
    std::fprintf(stderr, "hlo_bench: unknown target %s\n", given["--target"].c_str());
    return 2;
  }
  const std::unique_ptr<api::Workers> workers =
      MakeThreadPool(std::atoi(given["--threads"].c_str()));
  api::RunOptions options;
  options.kernel_mode = given["--kernels"] == "portable" ? KernelMode::kPortable
                        : given["--kernels"] == "off"    ? KernelMode::kPlain
                                                         : KernelMode::kFast;
  if (workers->count() > 1) options.workers = workers.get();
  return Serve([&](const Request& request) { return Open(request, options); });
}

}  // namespace
}  // namespace hlo::bench

int main(int argc, char** argv) { return hlo::bench::Main(argc, argv); }

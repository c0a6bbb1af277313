// SPDX-License-Identifier: Apache-2.0
// Benchmarks through the public API: whole HLO programs, compiled once, run again and again.
#include <benchmark/benchmark.h>

#include <cstdio>

#include "core/api/hlo.h"
#include "native/bench/programs.h"

namespace {

namespace api = hlo::api;

void RunProgram(benchmark::State& state, const hlo::bench::Work& work) {
  api::Program program = api::Program::FromText(work.hlo);
  std::vector<api::Value> arguments;
  for (size_t i = 0; i < program.parameter_count(); ++i) {
    arguments.push_back(program.MakeArgument(i, "random", 7).value);
  }
  int64_t steps = 0;
  for (auto _ : state) {
    const api::RunOutcome outcome = program.Run({arguments}, {});
    if (!outcome.ok) {
      state.SkipWithError(outcome.error.message.c_str());
      return;
    }
    steps = outcome.steps;
    benchmark::DoNotOptimize(outcome.results.front().bytes().data());
  }
  using benchmark::Counter;
  if (work.flops > 0) {
    state.counters["flop/s"] = Counter(work.flops, Counter::kIsIterationInvariantRate);
  }
  if (work.bytes > 0) {
    state.counters["byte/s"] = Counter(work.bytes, Counter::kIsIterationInvariantRate);
  }
  state.counters["instr/s"] =
      Counter(static_cast<double>(steps), Counter::kIsIterationInvariantRate);
}

void ParseModule(benchmark::State& state, int lines) {
  const std::string text = hlo::bench::LongModule(lines);
  for (auto _ : state) {
    const api::Program program = api::Program::FromText(text);
    if (!program.ok()) {
      state.SkipWithError(program.findings().front().message.c_str());
      return;
    }
  }
  state.SetBytesProcessed(static_cast<int64_t>(text.size()) * state.iterations());
}

}  // namespace

int main(int argc, char** argv) {
  for (const hlo::bench::Work& work : hlo::bench::AllWork()) {
    benchmark::RegisterBenchmark(work.name.c_str(), RunProgram, work)
        ->Unit(benchmark::kMicrosecond);
  }
  for (int lines : {200, 20000}) {
    const std::string name = "parse " + std::to_string(lines) + " lines";
    benchmark::RegisterBenchmark(name.c_str(), ParseModule, lines)->Unit(benchmark::kMicrosecond);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Reads HLO text, runs it, and prints a value.
#include <cstdio>
#include <stdexcept>
#include <string>

#include "hlo/hlo.h"

namespace {

constexpr char kText[] = R"(HloModule scale
ENTRY main {
  x = f32[3] parameter(0)
  two = f32[] constant(2)
  twos = f32[3] broadcast(two), dimensions={}
  ROOT y = f32[3] multiply(x, twos)
}
)";

std::string Run() {
  using namespace hlo::api;
  Program program = Program::FromText(kText);
  for (const Diagnostic& diagnostic : program.diagnostics()) {
    std::fputs(DiagnosticText(diagnostic, program.source(), "scale.hlo").c_str(), stderr);
  }
  if (!program.ok()) throw std::runtime_error("the text has faults");

  const Result<Value> x = ParseValue(R"({"shape":"f32[3]","data":[1, 2.5, -4]})");
  if (!x.ok()) throw std::runtime_error(x.error().message);
  const RunOutcome outcome = program.Run({{x.value()}});
  if (!outcome.ok) throw std::runtime_error(outcome.error.message);
  return outcome.results[0].Json();
}

}  // namespace

int main() try {
  std::puts(Run().c_str());
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

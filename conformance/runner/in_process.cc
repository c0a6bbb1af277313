// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/engine.h"
#include "core/api/hlo.h"

namespace hlo::conform {
namespace {

// Enough for every vector; keeps an endless loop of a faulty engine short.
constexpr int64_t kMaxSteps = 2'000'000;
constexpr int64_t kMaxBytes = int64_t{512} << 20;

Answer RejectedBy(const api::Finding& finding) {
  Answer answer;
  answer.kind = Answer::Kind::kRejected;
  answer.rejected = {finding.phase, finding.code, finding.line, finding.column};
  answer.message = finding.message;
  return answer;
}

Answer ErrorAnswer(std::string message) {
  Answer answer;
  answer.message = std::move(message);
  return answer;
}

class InProcessEngine : public Engine {
 public:
  explicit InProcessEngine(api::Kernels kernels) : kernels_(kernels) {}
  std::string name() const override { return "hlo-playground"; }
  bool is_own() const override { return true; }

  Answer Run(const Case& test) override {
    api::Program program = api::Program::FromText(test.hlo);
    for (const api::Finding& finding : program.findings()) {
      if (finding.is_error) return RejectedBy(finding);
    }
    std::vector<std::vector<api::Value>> lists;
    for (const std::vector<Json>& list : ArgumentsOf(test)) {
      std::vector<api::Value> values;
      for (const Json& literal : list) {
        api::ValueOrError value = api::ParseValue(literal.dump());
        if (!value.ok) return ErrorAnswer("argument: " + value.error);
        values.push_back(std::move(value.value));
      }
      lists.push_back(std::move(values));
    }
    api::RunSettings settings;
    settings.kernels = kernels_;
    settings.max_steps = kMaxSteps;
    settings.max_bytes = kMaxBytes;
    settings.replicas = test.replicas;
    settings.partitions = test.partitions;
    const api::RunOutcome outcome = program.Run(lists, settings);
    if (!outcome.ok) return RejectedBy(outcome.error);
    Answer answer;
    answer.kind = Answer::Kind::kResults;
    for (const api::Value& result : outcome.results) answer.results.push_back(result.Json());
    return answer;
  }

 private:
  api::Kernels kernels_;
};

}  // namespace

std::unique_ptr<Engine> MakeInProcessEngine(api::Kernels kernels) {
  return std::make_unique<InProcessEngine>(kernels);
}

}  // namespace hlo::conform

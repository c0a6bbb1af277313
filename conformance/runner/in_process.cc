// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/engine.h"
#include "conformance/runner/judge.h"
#include "hlo/hlo.h"

namespace hlo::conform {
namespace {

// Enough for every vector, and a short limit for an infinite loop in a faulty engine.
constexpr int64_t kMaxSteps = 2'000'000;
constexpr int64_t kMaxBytes = int64_t{512} << 20;

Answer RejectedBy(const api::Diagnostic& diagnostic) {
  Answer answer;
  answer.kind = Answer::Kind::kRejected;
  answer.rejected = {std::string(diagnostic.phase), diagnostic.code, diagnostic.line,
                     diagnostic.column};
  answer.message = diagnostic.message;
  return answer;
}

Answer ErrorAnswer(std::string message) {
  Answer answer;
  answer.message = std::move(message);
  return answer;
}

using ValueLists = std::vector<std::vector<api::Value>>;

Result<ValueLists> ReadLists(const Case& test, const Json& given) {
  ValueLists lists;
  for (const std::vector<Json>& list : ListsOf(test, given)) {
    std::vector<api::Value>& values = lists.emplace_back();
    for (const Json& literal : list) {
      Result<api::Value> value = api::ParseValue(literal.dump());
      if (!value.ok()) return value.TakeError();
      values.push_back(std::move(value.value()));
    }
  }
  return lists;
}

class InProcessEngine : public Engine {
 public:
  InProcessEngine(KernelMode mode, Schedule schedule, std::shared_ptr<const DeviceRunner> runner)
      : mode_(mode), schedule_(schedule), runner_(std::move(runner)) {}
  std::string name() const override { return "hlo-playground"; }
  std::string version() const override { return std::string(api::kVersion); }
  bool is_own() const override { return true; }

  Answer Run(const Case& test) override {
    api::Program program =
        test.source.is_null() ? api::Program::FromText(test.hlo) : ImportedProgram(test);
    for (const api::Diagnostic& diagnostic : program.diagnostics()) {
      if (diagnostic.IsError()) return RejectedBy(diagnostic);
    }
    const Result<ValueLists> lists = ReadLists(test, test.args);
    if (!lists.ok()) return ErrorAnswer("argument: " + lists.error().message);
    const Result<ValueLists> infeed = ReadLists(test, test.infeed);
    if (!infeed.ok()) return ErrorAnswer("argument: " + infeed.error().message);
    api::RunOptions options;
    options.infeed = api::LiteralsOf(infeed.value());
    options.kernel_mode = mode_;
    options.limits.max_steps = kMaxSteps;
    options.limits.max_bytes = kMaxBytes;
    options.replicas = test.replicas;
    options.partitions = test.partitions;
    options.schedule = schedule_;
    options.runner = runner_;
    const api::RunOutcome outcome = program.Run(lists.value(), options);
    if (!outcome.ok) return RejectedBy(outcome.error);
    Answer answer;
    answer.kind = Answer::Kind::kResults;
    for (const api::Value& result : outcome.results) answer.results.push_back(result.Json());
    for (const std::vector<api::Value>& list : outcome.outfeed) {
      std::vector<std::string>& values = answer.outfeed.emplace_back();
      for (const api::Value& value : list) values.push_back(value.Json());
    }
    return answer;
  }

 private:
  KernelMode mode_;
  Schedule schedule_;
  std::shared_ptr<const DeviceRunner> runner_;
};

}  // namespace

std::unique_ptr<Engine> MakeInProcessEngine(KernelMode mode, Schedule schedule,
                                            std::shared_ptr<const DeviceRunner> runner) {
  return std::make_unique<InProcessEngine>(mode, schedule, std::move(runner));
}

}  // namespace hlo::conform

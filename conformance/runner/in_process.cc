// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/engine.h"
#include "conformance/runner/judge.h"
#include "hlo/hlo.h"

namespace hlo::conform {
namespace {

// Enough for every vector, and a short limit for an infinite loop in a faulty engine.
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

Answer SkippedAnswer(std::string why) {
  Answer answer;
  answer.kind = Answer::Kind::kSkipped;
  answer.message = std::move(why);
  return answer;
}

// Empty, or why a LITERAL is invalid.
std::string ReadLists(const Case& test, const Json& given,
                      std::vector<std::vector<api::Value>>& lists) {
  for (const std::vector<Json>& list : ListsOf(test, given)) {
    std::vector<api::Value>& values = lists.emplace_back();
    for (const Json& literal : list) {
      api::ValueOrError value = api::ParseValue(literal.dump());
      if (!value.ok) return value.error;
      values.push_back(std::move(value.value));
    }
  }
  return "";
}

class InProcessEngine : public Engine {
 public:
  InProcessEngine(api::Kernels kernels, int64_t schedule,
                  std::shared_ptr<const DeviceRunner> runner, std::string through)
      : kernels_(kernels),
        schedule_(schedule),
        runner_(std::move(runner)),
        through_(std::move(through)) {}
  std::string name() const override { return "hlo-playground"; }
  bool is_own() const override { return through_.empty(); }

  Answer Run(const Case& test) override {
    api::Program program =
        test.source.is_null() ? api::Program::FromText(test.hlo) : ImportedProgram(test);
    for (const api::Finding& finding : program.findings()) {
      if (finding.is_error) return RejectedBy(finding);
    }
    if (!through_.empty()) {
      const api::Program::Exported exported = program.Export(through_);
      if (!exported.ok) return SkippedAnswer(exported.error);
      std::string fault = ReadBack(exported.bytes, program);
      if (!fault.empty()) return ErrorAnswer(through_ + ": " + fault);
    }
    std::vector<std::vector<api::Value>> lists;
    api::RunSettings settings;
    std::string error = ReadLists(test, test.args, lists);
    if (error.empty()) error = ReadLists(test, test.infeed, settings.infeed);
    if (!error.empty()) return ErrorAnswer("argument: " + error);
    settings.kernels = kernels_;
    settings.max_steps = kMaxSteps;
    settings.max_bytes = kMaxBytes;
    settings.replicas = test.replicas;
    settings.partitions = test.partitions;
    settings.schedule = schedule_;
    settings.runner = runner_;
    const api::RunOutcome outcome = program.Run(lists, settings);
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
  // Replaces the program by what a file of the other format holds; or why not.
  std::string ReadBack(const std::string& bytes, api::Program& program) const {
    api::Program again = api::Program::FromFile(bytes);
    for (const api::Finding& finding : again.findings()) {
      if (finding.is_error) return finding.message + "\n" + again.source();
    }
    if (through_ == "pb" && again.Print("hlo") != program.Print("hlo")) {
      return "another program\n" + program.Print("hlo") + again.Print("hlo");
    }
    program = std::move(again);
    return "";
  }

  api::Kernels kernels_;
  int64_t schedule_;
  std::shared_ptr<const DeviceRunner> runner_;
  std::string through_;
};

}  // namespace

std::unique_ptr<Engine> MakeInProcessEngine(api::Kernels kernels, int64_t schedule,
                                            std::shared_ptr<const DeviceRunner> runner,
                                            std::string through) {
  return std::make_unique<InProcessEngine>(kernels, schedule, std::move(runner),
                                           std::move(through));
}

}  // namespace hlo::conform

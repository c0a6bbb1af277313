// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/engine.h"
#include "conformance/runner/protocol.h"

#if defined(__EMSCRIPTEN__)

namespace hlo::conform {

Result<std::unique_ptr<Engine>> MakeExternalEngine(const EngineCommand&) {
  return Error("", "external engines require the native tool");
}

}  // namespace hlo::conform

#else

#include <algorithm>

#include "conformance/runner/child.h"

namespace hlo::conform {
namespace {

// Starting an engine may take longer than a case: some load a compiler.
constexpr int kStartSeconds = 60;
constexpr int kMaxFailedStarts = 5;  // in a row

class ExternalEngine : public Engine {
 public:
  explicit ExternalEngine(EngineCommand command) : command_(std::move(command)) {}
  ~ExternalEngine() override {
    if (!child_.running()) return;
    child_.Send(StopMessage());
    child_.Finish();
  }

  std::string name() const override { return name_; }
  std::string version() const override { return version_; }
  bool is_own() const override { return name_ == "hlo-playground"; }

  // Starts the command and does the handshake.
  Status Connect() {
    const int seconds = std::max(kStartSeconds, command_.seconds_per_case);
    std::string line, fault;
    if (!child_.Start(command_.command, command_.show_errors)) {
      fault = "cannot start a process";
    } else {
      child_.Send(StartMessage());
      fault = Wait(line, DeadlineAfter(seconds), seconds);
    }
    if (fault.empty()) fault = ReadHello(line);
    if (fault.empty()) return {};
    const std::string errors = Errors();
    child_.Kill();
    return Error("",
                 "the engine must answer \"start\" (" + command_.command + "): " + fault + errors);
  }

  Answer Run(const Case& test) override {
    Answer answer;
    answer.message = Missing(test);
    if (!answer.message.empty()) {
      answer.kind = Answer::Kind::kSkipped;
      return answer;
    }
    if (!child_.running()) {
      answer.message = Restart();
      if (!answer.message.empty()) return answer;
    }
    const int64_t sequence = ++sequence_;
    child_.Send(RunMessage(sequence, test));
    answer = ReadReply(sequence);
    if (answer.kind == Answer::Kind::kError) answer.message += Errors();
    // What follows the reply of a broken engine may not be the next answer.
    if (broken_) child_.Kill();  // restarted for the next case
    return answer;
  }

 private:
  Answer ReadReply(int64_t sequence) {
    const auto deadline = DeadlineAfter(command_.seconds_per_case);
    Answer answer;
    broken_ = true;
    std::optional<Json> message;
    do {
      std::string line;
      answer.message = Wait(line, deadline, command_.seconds_per_case);
      if (!answer.message.empty()) return answer;
      message = ReadMessage(line);
      if (!message) {
        answer.message = "the engine's answer must be a JSON object, got: " + line.substr(0, 200);
        return answer;
      }
      // A second answer to an earlier run is ignored.
    } while (0 < SequenceOf(*message) && SequenceOf(*message) < sequence);
    Result<Answer> read = ReadAnswer(*message, sequence);
    broken_ = !read.ok();
    if (read.ok()) return std::move(read.value());
    answer.message = read.error().message;
    return answer;
  }

  static Child::Deadline DeadlineAfter(int seconds) {
    return std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  }

  // Empty, or why there is no line.
  std::string Wait(std::string& line, Child::Deadline deadline, int seconds) {
    switch (child_.ReadLine(line, deadline)) {
      case Child::Outcome::kLine:
        return "";
      case Child::Outcome::kEnd:
        return "the engine " + child_.HowItEnded();
      case Child::Outcome::kTimeout:
        return "the engine took longer than " + std::to_string(seconds) + " s";
      case Child::Outcome::kTooLong:
        break;
    }
    return "the engine's answer must be a line of at most 256 MiB";
  }

  // What the engine wrote to standard error, as a part of a message.
  std::string Errors() const {
    std::string text = child_.errors();
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text.empty() ? "" : "\n  standard error: " + text;
  }

  // Empty, or why there is no engine.
  std::string Restart() {
    if (failed_starts_ >= kMaxFailedStarts) {
      return "the engine is not restarted, because that failed " +
             std::to_string(kMaxFailedStarts) + " times";
    }
    const Status connected = Connect();
    failed_starts_ = connected.ok() ? 0 : failed_starts_ + 1;
    return connected.ok() ? "" : connected.error().message;
  }

  // Empty, or what is wrong with the reply to "start".
  std::string ReadHello(const std::string& line) {
    const std::optional<Json> hello = ReadMessage(line);
    if (!hello || hello->value("version", Json()) != Json(kProtocolVersion)) {
      return "it must support version 1 of the protocol, got: " + line.substr(0, 200);
    }
    const auto text = [&](const char* key) {
      const Json value = hello->value(key, Json());
      return value.is_string() ? value.get<std::string>() : std::string();
    };
    std::string name = text("name");
    if (name.empty()) name = "unnamed engine";
    if (started_ && (name != name_ || text("engine_version") != version_)) {
      return "it was " + name_ + " " + version_ + " before, and is " + name + " " +
             text("engine_version") + " now";
    }
    started_ = true;
    name_ = std::move(name);
    version_ = text("engine_version");
    Remember(*hello, "types", types_);
    Remember(*hello, "features", features_);
    Remember(*hello, "kinds", kinds_);
    return "";
  }

  static void Remember(const Json& hello, const char* key, std::vector<std::string>& into) {
    into.clear();
    for (const Json& word : hello.value(key, Json::array())) {
      if (word.is_string()) into.push_back(word.get<std::string>());
    }
  }

  // Why the engine skips the case; empty if it runs.
  std::string Missing(const Case& test) const {
    const auto in = [](const std::vector<std::string>& list, const std::string& word) {
      return std::find(list.begin(), list.end(), word) != list.end();
    };
    if (!kinds_.empty() && !in(kinds_, test.kind)) {
      return "the engine does not support " + test.kind + " cases";
    }
    for (const std::string& need : test.needs) {
      if (!in(types_, need) && !in(features_, need)) return "the engine does not support " + need;
    }
    return "";
  }

  EngineCommand command_;
  std::string name_ = "external engine";
  std::string version_;
  std::vector<std::string> types_, features_, kinds_;
  Child child_;
  bool started_ = false;
  bool broken_ = false;  // must be restarted
  int failed_starts_ = 0;
  int64_t sequence_ = 0;
};

}  // namespace

Result<std::unique_ptr<Engine>> MakeExternalEngine(const EngineCommand& command) {
  auto engine = std::make_unique<ExternalEngine>(command);
  Status connected = engine->Connect();
  if (!connected.ok()) return connected.TakeError();
  return std::unique_ptr<Engine>(std::move(engine));
}

}  // namespace hlo::conform

#endif  // defined(__EMSCRIPTEN__)

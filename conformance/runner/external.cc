// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/engine.h"
#include "conformance/runner/protocol.h"

#if defined(__EMSCRIPTEN__)

namespace hlo::conform {

Result<std::unique_ptr<Engine>> MakeExternalEngine(const std::string&) {
  return Error("", "external engines require the native tool");
}

}  // namespace hlo::conform

#else

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

namespace hlo::conform {
namespace {

constexpr int kTimeoutMs = 10'000;

// A child process with pipes for standard input and output.
class Child {
 public:
  ~Child() { Stop(); }

  bool Start(const std::string& command) {
    int to_child[2];
    int from_child[2];
    if (pipe2(to_child, O_CLOEXEC) != 0) return false;
    if (pipe2(from_child, O_CLOEXEC) != 0) {
      close(to_child[0]);
      close(to_child[1]);
      return false;
    }
    pid_ = fork();
    if (pid_ == 0) {
      setpgid(0, 0);
      dup2(to_child[0], STDIN_FILENO);
      dup2(from_child[1], STDOUT_FILENO);
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    close(to_child[0]);
    close(from_child[1]);
    write_ = to_child[1];
    read_ = from_child[0];
    buffer_.clear();
    return pid_ > 0;
  }

  void Stop() {
    if (write_ >= 0) close(write_);
    if (read_ >= 0) close(read_);
    write_ = read_ = -1;
    if (pid_ > 0) {
      kill(-pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
    pid_ = -1;
  }

  bool running() const { return pid_ > 0; }

  bool WriteLine(const std::string& line) {
    const std::string text = line + "\n";
    size_t done = 0;
    while (done < text.size()) {
      const ssize_t count = write(write_, text.data() + done, text.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      done += static_cast<size_t>(count);
    }
    return true;
  }

  // False at the end of the output or after the timeout.
  bool ReadLine(std::string& line) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(kTimeoutMs);
    for (;;) {
      const size_t newline = buffer_.find('\n');
      if (newline != std::string::npos) {
        line = buffer_.substr(0, newline);
        buffer_.erase(0, newline + 1);
        return true;
      }
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          end - std::chrono::steady_clock::now());
      if (left.count() <= 0) return false;
      pollfd waiting{read_, POLLIN, 0};
      if (poll(&waiting, 1, static_cast<int>(left.count())) <= 0) continue;
      char chunk[65536];
      const ssize_t count = read(read_, chunk, sizeof chunk);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      buffer_.append(chunk, static_cast<size_t>(count));
    }
  }

 private:
  pid_t pid_ = -1;
  int write_ = -1;
  int read_ = -1;
  std::string buffer_;
};

class ExternalEngine : public Engine {
 public:
  explicit ExternalEngine(std::string command) : command_(std::move(command)) {
    signal(SIGPIPE, SIG_IGN);
  }
  ~ExternalEngine() override {
    if (child_.running()) child_.WriteLine(StopMessage());
  }

  std::string name() const override { return name_; }
  bool is_own() const override { return name_ == "hlo-playground"; }

  // Starts the command and does the handshake.
  Status Connect() {
    std::string line;
    if (!child_.Start(command_) || !child_.WriteLine(StartMessage()) || !child_.ReadLine(line)) {
      child_.Stop();
      return Error("", "the engine did not reply to \"start\": " + command_);
    }
    const Json hello = Json::parse(line, nullptr, false);
    if (!hello.is_object() || hello.value("version", Json()) != Json(kProtocolVersion)) {
      child_.Stop();
      return Error(
          "", "the engine must support version 1 of the protocol, got: " + line.substr(0, 200));
    }
    const Json name = hello.value("name", Json());
    name_ = name.is_string() ? name.get<std::string>() : "unnamed engine";
    Remember(hello, "types", types_);
    Remember(hello, "features", features_);
    Remember(hello, "kinds", kinds_);
    return {};
  }

  Answer Run(const Case& test) override {
    Answer answer;
    answer.message = Missing(test);
    if (!answer.message.empty()) {
      answer.kind = Answer::Kind::kSkipped;
      return answer;
    }
    if (!child_.running()) {
      const Status connected = Connect();
      if (!connected.ok()) {
        answer.message = connected.error().message;
        return answer;
      }
    }
    const int64_t sequence = ++sequence_;
    std::string line;
    if (!child_.WriteLine(RunMessage(sequence, test)) || !child_.ReadLine(line)) {
      child_.Stop();  // restarted for the next case
      answer.message = "the engine exited or took longer than 10 s";
      return answer;
    }
    return ReadAnswer(line, sequence);
  }

 private:
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

  std::string command_;
  std::string name_ = "external engine";
  std::vector<std::string> types_, features_, kinds_;
  Child child_;
  int64_t sequence_ = 0;
};

}  // namespace

Result<std::unique_ptr<Engine>> MakeExternalEngine(const std::string& command) {
  auto engine = std::make_unique<ExternalEngine>(command);
  Status connected = engine->Connect();
  if (!connected.ok()) return connected.TakeError();
  return std::unique_ptr<Engine>(std::move(engine));
}

}  // namespace hlo::conform

#endif  // defined(__EMSCRIPTEN__)

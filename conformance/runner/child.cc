// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/child.h"

#if !defined(__EMSCRIPTEN__)

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <mutex>
#include <thread>

namespace hlo::conform {
namespace {

constexpr size_t kMaxLine = size_t{256} << 20;
constexpr size_t kMaxErrors = 2000;  // bytes of standard error that are kept

struct Pipe {
  int read = -1;
  int write = -1;

  // Without pipe2, which macOS lacks.
  bool Open() {
    int ends[2];
    if (pipe(ends) != 0) return false;
    for (int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
    read = ends[0];
    write = ends[1];
    return true;
  }
  void Close() {
    if (read >= 0) close(read);
    if (write >= 0) close(write);
  }
};

[[noreturn]] void Execute(const std::string& command, const Pipe& in, const Pipe& out,
                          const Pipe& error) {
  setpgid(0, 0);
  signal(SIGPIPE, SIG_DFL);
  dup2(in.read, STDIN_FILENO);
  dup2(out.write, STDOUT_FILENO);
  dup2(error.write, STDERR_FILENO);
  execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
  _exit(127);
}

}  // namespace

bool Child::Start(const std::string& command, bool show_errors) {
  show_errors_ = show_errors;
  signal(SIGPIPE, SIG_IGN);
  Pipe in, out, error;
  {
    // No other child may inherit the pipes before they are closed on execution.
    static std::mutex starting;
    const std::lock_guard<std::mutex> lock(starting);
    if (in.Open() && out.Open() && error.Open()) pid_ = fork();
    if (pid_ == 0) Execute(command, in, out, error);
  }
  if (pid_ < 0) {
    for (Pipe* pipe : {&in, &out, &error}) pipe->Close();
    return false;
  }
  setpgid(pid_, pid_);  // also here, because Kill() may come before the child has run
  close(in.read);
  close(out.write);
  close(error.write);
  write_ = in.write;
  read_ = out.read;
  error_ = error.read;
  for (int end : {write_, read_, error_}) fcntl(end, F_SETFL, O_NONBLOCK);
  input_.clear();
  output_.clear();
  errors_.clear();
  searched_ = 0;
  return true;
}

void Child::Close(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

void Child::Send(const std::string& line) {
  input_ += line + "\n";
  errors_.clear();
}

void Child::WriteSome() {
  const ssize_t count = write(write_, input_.data(), input_.size());
  if (count > 0) input_.erase(0, static_cast<size_t>(count));
  // A command that closed its input can still answer.
  if (count < 0 && errno != EAGAIN && errno != EINTR) Close(write_);
}

// False at the end, with the outcome.
bool Child::ReadSome(Outcome& outcome) {
  char chunk[65536];
  const ssize_t count = read(read_, chunk, sizeof chunk);
  if (count > 0) output_.append(chunk, static_cast<size_t>(count));
  if (output_.size() > kMaxLine) {
    outcome = Outcome::kTooLong;
    return false;
  }
  outcome = Outcome::kEnd;
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

void Child::ReadErrors() {
  char chunk[65536];
  const ssize_t count = read(error_, chunk, sizeof chunk);
  if (count > 0) {
    if (show_errors_) std::fwrite(chunk, 1, static_cast<size_t>(count), stderr);
    errors_.append(chunk, static_cast<size_t>(count));
    if (errors_.size() > kMaxErrors) errors_.erase(0, errors_.size() - kMaxErrors);
  } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
    Close(error_);
  }
}

bool Child::TakeLine(std::string& line) {
  const size_t newline = output_.find('\n', searched_);
  if (newline == std::string::npos) {
    searched_ = output_.size();
    return false;
  }
  line = output_.substr(0, newline);
  output_.erase(0, newline + 1);
  searched_ = 0;
  return true;
}

Child::Outcome Child::ReadLine(std::string& line, Deadline deadline) {
  for (;;) {
    // The input first: an earlier line must not be taken for the answer before there is a question.
    if (input_.empty() && TakeLine(line)) return Outcome::kLine;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return Outcome::kTimeout;
    pollfd waiting[] = {
        {read_, POLLIN, 0}, {error_, POLLIN, 0}, {input_.empty() ? -1 : write_, POLLOUT, 0}};
    const auto wait = std::min<int64_t>(left.count(), 1'000'000);
    if (poll(waiting, 3, static_cast<int>(wait)) <= 0) continue;
    if (waiting[1].revents != 0) ReadErrors();
    if (waiting[2].revents != 0) {
      WriteSome();
      if (write_ < 0) input_.clear();
    }
    Outcome outcome = Outcome::kEnd;
    if (waiting[0].revents != 0 && !ReadSome(outcome)) {
      if (outcome == Outcome::kEnd && error_ >= 0) ReadErrors();
      if (outcome == Outcome::kEnd && TakeLine(line)) return Outcome::kLine;
      return outcome;
    }
  }
}

std::string Child::HowItEnded() {
  int status = 0;
  for (int tries = 0; tries < 50; ++tries) {
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      kill(-pid_, SIGKILL);  // what it started
      pid_ = -1;
      // A shell reports the signal that ended its command as a status.
      const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
      if (code > 128 && code <= 128 + SIGSYS) {
        return "was killed by signal " + std::to_string(code - 128) + " (" + strsignal(code - 128) +
               ")";
      }
      return "exited with status " + std::to_string(code);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return "closed its standard output";
}

void Child::Kill() {
  Close(write_);
  Close(read_);
  Close(error_);
  if (pid_ > 0) {
    kill(-pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  pid_ = -1;
}

void Child::Finish() {
  if (!running()) return;
  if (!input_.empty() && write_ >= 0) WriteSome();
  input_.clear();
  Close(write_);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  std::string rest;
  Outcome outcome = Outcome::kLine;
  while (outcome == Outcome::kLine) outcome = ReadLine(rest, deadline);
  if (outcome == Outcome::kEnd) HowItEnded();
  Kill();
}

}  // namespace hlo::conform

#endif  // !defined(__EMSCRIPTEN__)

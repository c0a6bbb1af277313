// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CONFORMANCE_RUNNER_CHILD_H_
#define HLO_CONFORMANCE_RUNNER_CHILD_H_

#if !defined(__EMSCRIPTEN__)

#include <sys/types.h>

#include <chrono>
#include <string>

namespace hlo::conform {

// A command that the shell runs, with pipes for its standard streams. Its standard error is read
// all the time, so that it cannot block; the last of it is kept for messages.
class Child {
 public:
  enum class Outcome { kLine, kEnd, kTimeout, kTooLong };
  using Deadline = std::chrono::steady_clock::time_point;

  Child() = default;
  ~Child() { Kill(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // `show_errors`: also print its standard error.
  bool Start(const std::string& command, bool show_errors);
  bool running() const { return pid_ > 0; }

  // Queues a line, which ReadLine sends.
  void Send(const std::string& line);
  // The next line of the output. kTooLong: it has more bytes than any answer.
  Outcome ReadLine(std::string& line, Deadline deadline);

  // How the command ended, after kEnd: "exited with status 3", "was killed by signal 11".
  std::string HowItEnded();
  // The end of what it wrote to standard error since the last Send().
  const std::string& errors() const { return errors_; }

  void Kill();
  // Ends the input, and kills the command if it does not exit within a second.
  void Finish();

 private:
  void Close(int& descriptor);
  void WriteSome();
  bool ReadSome(Outcome& outcome);
  void ReadErrors();
  bool TakeLine(std::string& line);

  pid_t pid_ = -1;
  int write_ = -1;
  int read_ = -1;
  int error_ = -1;
  std::string input_;    // not yet written
  std::string output_;   // not yet taken
  size_t searched_ = 0;  // of output_: has no newline before
  std::string errors_;
  bool show_errors_ = false;
};

}  // namespace hlo::conform

#endif  // !defined(__EMSCRIPTEN__)

#endif  // HLO_CONFORMANCE_RUNNER_CHILD_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_TERMINAL_PROGRESS_H_
#define HLO_NATIVE_TERMINAL_PROGRESS_H_

#include <cstdint>
#include <memory>
#include <string>

namespace hlo::terminal {

// A line on standard error that shows how far a command is. It appears after one second, only on a
// terminal, and is erased at the end.
class Progress {
 public:
  // `total`: how many Done() there will be; 0 if that is unknown, then only the time is shown.
  explicit Progress(std::string what, uint64_t total = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Can be called by several threads.
  void Done(bool failed = false);

  struct Ticker;

 private:
  std::unique_ptr<Ticker> ticker_;  // nullptr if nothing is shown
};

// "running 3.4 s", "vectors 120/480 25 %, 2 failed, 9 s left" after `seconds`.
std::string ProgressText(const std::string& what, uint64_t done, uint64_t total, uint64_t failed,
                         double seconds);

}  // namespace hlo::terminal

#endif  // HLO_NATIVE_TERMINAL_PROGRESS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CONFORMANCE_RUNNER_ENGINE_H_
#define HLO_CONFORMANCE_RUNNER_ENGINE_H_

#include <memory>
#include <string>
#include <vector>

#include "conformance/runner/case.h"
#include "hlo/hlo.h"

namespace hlo::conform {

// The answer of an engine to one case.
struct Answer {
  enum class Kind { kResults, kRejected, kSkipped, kError };
  Kind kind = Kind::kError;
  std::vector<std::string> results;  // one LITERAL per device, as JSON text
  std::vector<std::vector<std::string>>
      outfeed;          // LITERALs of each device; empty if there is no outfeed
  Reject rejected;      // the fields that the engine reports
  std::string message;  // the reason of a rejection or skip, or the error
};

// Runs programs: this project in process, or a command that implements the adapter protocol.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  // True for this project: codes and positions of rejects must also match.
  virtual bool is_own() const = 0;
  virtual Answer Run(const Case& test) = 0;
};

// `schedule` and `runner` are those of RunOptions.
std::unique_ptr<Engine> MakeInProcessEngine(KernelMode mode, Schedule schedule = {},
                                            std::shared_ptr<const DeviceRunner> runner = nullptr);

// Gives every program to the engine as a file in a format of Program::Export, "stablehlo" or "pb",
// like that of an import case. Skips those that the format cannot express, and HLO text with
// errors unless the engine is this project.
std::unique_ptr<Engine> MakeTranslatedEngine(std::unique_ptr<Engine> engine, std::string format);

// A command that implements the adapter protocol (formats, section 5).
struct EngineCommand {
  std::string command;  // for the shell
  int seconds_per_case = 10;
  bool show_errors = false;  // also print what it writes to standard error
};

// Starts the command. An answer that is late, invalid, or missing loses that case only;
// the command is restarted for the next one. Fails if the command does not reply to "start", or
// where processes cannot be started (WebAssembly).
Result<std::unique_ptr<Engine>> MakeExternalEngine(const EngineCommand& command);

// The engine side of the protocol: answers on `out` until "stop" or the end of `in`.
int Serve(std::istream& in, std::ostream& out, KernelMode mode);

}  // namespace hlo::conform

#endif  // HLO_CONFORMANCE_RUNNER_ENGINE_H_

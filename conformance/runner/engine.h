// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CONFORMANCE_RUNNER_ENGINE_H_
#define HLO_CONFORMANCE_RUNNER_ENGINE_H_

#include <memory>
#include <string>
#include <vector>

#include "conformance/runner/case.h"
#include "hlo/hlo.h"

namespace hlo::conform {

// What an engine says to one case.
struct Answer {
  enum class Kind { kResults, kRejected, kSkipped, kError };
  Kind kind = Kind::kError;
  std::vector<std::string> results;               // one LITERAL a device, as JSON text
  std::vector<std::vector<std::string>> outfeed;  // LITERALs of each device; empty: there were none
  Reject rejected;                                // whatever of it the engine tells
  std::string message;  // why it was rejected or skipped, or what went wrong
};

// Something that runs programs: this project in process, or a command behind the adapter protocol.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string name() const = 0;
  // This project itself: codes and positions of rejects must match too.
  virtual bool is_own() const = 0;
  virtual Answer Run(const Case& test) = 0;
};

// `schedule` and `runner`: of RunSettings.
std::unique_ptr<Engine> MakeInProcessEngine(api::Kernels kernels, int64_t schedule = 0,
                                            std::shared_ptr<const DeviceRunner> runner = nullptr);

// Starts `command` through the shell and speaks JSON lines with it (formats, section 5). A case
// that takes longer than 10 s, or kills the command, is lost alone: the command is started anew.
// nullptr where processes cannot be started (WebAssembly); `error` says why.
std::unique_ptr<Engine> MakeExternalEngine(const std::string& command, std::string& error);

// This project's side of the protocol: answers on `out` until "stop" or the end of `in`.
int Serve(std::istream& in, std::ostream& out, api::Kernels kernels);

}  // namespace hlo::conform

#endif  // HLO_CONFORMANCE_RUNNER_ENGINE_H_

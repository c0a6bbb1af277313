// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_RUN_RESULT_H_
#define HLO_CORE_ENGINE_DEVICE_RUN_RESULT_H_

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/engine/plan/run_failure.h"
#include "core/ir/module.h"
#include "hlo/literal.h"
#include "hlo/run_options.h"

// What a run returns, and who observes or performs it.
namespace hlo {

// Values that the devices of a run sent to the host, as one list per device.
struct HostOutput {
  std::vector<std::vector<Literal>> outfeed;
  std::map<int64_t, std::vector<std::vector<Literal>>> sends;  // by channel
};

struct RunResult {
  RunResult() = default;
  RunResult(std::unique_ptr<Error> error, const Instruction* instruction)
      : failure{std::move(error), instruction} {}

  bool ok() const { return failure.error == nullptr; }

  std::vector<Literal> results;  // one per device, replica-major; empty after a failure
  RunFailure failure;
  int64_t steps = 0;       // executed instructions
  int64_t peak_bytes = 0;  // most bytes of live values at a time
  HostOutput host;
};

// Values that went from device to device, or between a device and the host.
struct Exchange {
  const Instruction& instruction;  // of the first participant; for a transfer, the send
  // Devices in group order; for a transfer, source and target; for infeed, outfeed and transfers
  // with the host, the single device.
  std::span<const int64_t> participants;
  std::span<const int64_t> bytes;  // given by each participant, or received from the host
};

// Observes a run. A run without an observer has no overhead.
class Observer {
 public:
  virtual ~Observer() = default;
  // Returns the observer of the instructions of one device, or nullptr. Called once per device,
  // before it runs; by default only the first device is observed.
  virtual Observer* OfDevice(int64_t device) { return device == 0 ? this : nullptr; }
  // `value` may be kept: copies share its bytes. `depth` is 0 in the entry computation.
  virtual void InstructionDone(const Instruction& instruction, const Literal& value, int depth) = 0;
  virtual void LoopIteration(const Instruction& loop, int64_t iteration) = 0;
  // Called instead after a loop that was compiled; the loops inside it are not shown.
  virtual void LoopCompiled(const Instruction&, int64_t /*iterations*/) {}
  // The state of a loop at the start of an iteration, in a run that can be suspended: from time to
  // time, and for the last time before the run is cancelled. Valid during the call.
  virtual void LoopState(const Instruction& /*loop*/, int64_t /*iteration*/, const Literal&) {}
  // The run was cancelled inside this loop; called from the outermost to the innermost one.
  virtual void LoopCancelled(const Instruction&) {}
  // Called for all devices.
  virtual void Exchanged(const Exchange&) {}
};

struct RunContext;  // core/engine/device/interpreter.h
struct Topology;    // core/ops/exchange.h

// Runs a program on devices in other processes (core/engine/device/remote_run.h).
class DeviceRunner {
 public:
  virtual ~DeviceRunner() = default;
  // Fills `results` or `failure`. `arguments` has one list per device, bound to the parameters.
  virtual RunResult Run(RunContext& run, const Topology& topology,
                        std::vector<std::vector<Literal>> arguments) const = 0;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_RUN_RESULT_H_

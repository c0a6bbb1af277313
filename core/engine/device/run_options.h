// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_RUN_OPTIONS_H_
#define HLO_CORE_ENGINE_DEVICE_RUN_OPTIONS_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/engine/plan/run_failure.h"
#include "core/ir/module.h"
#include "core/kernels/kernel_mode.h"
#include "hlo/literal.h"
#include "hlo/workers.h"

// What a run is given and what it reports.
namespace hlo {

// Devices (replicas x partitions) that one run may have.
inline constexpr int64_t kMaxDevices = 4096;

// What one run may use. Reaching a limit is error R01, R02 or R03 with the numbers.
struct RunLimits {
  int64_t max_bytes = int64_t{4} << 30;  // all live values of all devices together
  int64_t max_steps = 10'000'000'000;    // executed instructions (choice C25)
  int max_depth = 128;                   // calls inside calls
};

// Values that went from device to device, or between a device and the host.
struct Exchange {
  const Instruction& instruction;  // that the first participant runs; of a transfer the send
  std::span<const int64_t>
      participants;                // devices in group order; of a transfer source and target, of
                                   // infeed, outfeed and transfers with the host the device alone
  std::span<const int64_t> bytes;  // that each of them gave, or got from the host
};

// Observes a run. A run without one pays nothing for it.
class Observer {
 public:
  virtual ~Observer() = default;
  // The observer of the instructions of one device, or nullptr. Called once per device, before it
  // runs; the first device is observed by default.
  virtual Observer* OfDevice(int64_t device) { return device == 0 ? this : nullptr; }
  // `value` may be kept: copies share its bytes. `depth` is 0 in the entry computation.
  virtual void InstructionDone(const Instruction& instruction, const Literal& value, int depth) = 0;
  virtual void LoopIteration(const Instruction& loop, int64_t iteration) = 0;
  // Of all devices.
  virtual void Exchanged(const Exchange&) {}
};

// What passes between the devices of a run and the host. Lists are by device; a single list of what
// goes in is for every device.
struct HostQueues {
  std::vector<std::vector<Literal>> infeed;
  std::map<int64_t, std::vector<std::vector<Literal>>> receives;  // by channel
  std::vector<std::vector<Literal>> outfeed;                      // filled by the run
  std::map<int64_t, std::vector<std::vector<Literal>>> sends;     // likewise
};

// Which device goes on when several can. No result depends on it.
enum class Schedule : uint8_t { kInOrder, kReversed, kShuffled };

// What a run did.
struct RunStatistics {
  int64_t steps = 0;       // executed instructions
  int64_t peak_bytes = 0;  // most bytes of live values at a time
};

struct RunContext;  // core/engine/device/interpreter.h
struct Topology;    // core/ops/exchange.h

// Runs a program on devices that lie elsewhere, too (core/engine/device/remote_run.h).
class DeviceRunner {
 public:
  virtual ~DeviceRunner() = default;
  // As Executable::Run; one list of arguments a device, bound to the parameters.
  virtual bool Run(RunContext& run, const Topology& topology,
                   std::vector<std::vector<Literal>> arguments, std::vector<Literal>& results,
                   RunFailure& failure) const = 0;
};

struct RunOptions {
  RunLimits limits;
  int64_t replicas = 0;    // 0: what the module's header says
  int64_t partitions = 0;  // 0: likewise
  KernelMode kernel_mode = KernelMode::kFast;
  Workers* workers = nullptr;  // nullptr: the caller's thread alone
  Observer* observer = nullptr;
  const std::atomic<bool>* cancel = nullptr;  // set by another thread to stop with R04
  // Compute what can be computed, for the observer; a device whose root has no value gives an empty
  // tuple instead of a failure.
  bool partial = false;
  HostQueues* host = nullptr;            // nullptr: queues are empty, what goes out is dropped
  const DeviceRunner* runner = nullptr;  // nullptr: all devices run here
  Schedule schedule = Schedule::kInOrder;
  uint64_t schedule_seed = 0;  // of kShuffled
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_RUN_OPTIONS_H_

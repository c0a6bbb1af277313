// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_RUN_OPTIONS_H_
#define HLO_CORE_ENGINE_DEVICE_RUN_OPTIONS_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/engine/plan/observation.h"
#include "core/engine/plan/run_failure.h"
#include "core/ir/module.h"
#include "core/kernels/kernel_mode.h"
#include "hlo/literal.h"
#include "hlo/workers.h"

// The input and the output of a run.
namespace hlo {

// Largest number of devices (replicas x partitions) of one run.
inline constexpr int64_t kMaxDevices = 4096;

// Resource limits of a run. Reaching one is error R01, R02 or R03 with the numbers.
struct RunLimits {
  int64_t max_bytes = int64_t{4} << 30;  // all live values of all devices
  int64_t max_steps = 10'000'000'000;    // executed instructions (choice C25)
  int max_depth = 128;                   // nested calls
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
  // Called for all devices.
  virtual void Exchanged(const Exchange&) {}
};

// Values that the devices of a run exchange with the host, as one list per device. A single list of
// inputs is for every device.
struct HostQueues {
  std::vector<std::vector<Literal>> infeed;
  std::map<int64_t, std::vector<std::vector<Literal>>> receives;  // by channel
  std::vector<std::vector<Literal>> outfeed;                      // filled by the run
  std::map<int64_t, std::vector<std::vector<Literal>>> sends;     // likewise
};

// Which device advances if several can. No result depends on it.
enum class Schedule : uint8_t { kInOrder, kReversed, kShuffled };

// Statistics of a run.
struct RunStatistics {
  int64_t steps = 0;       // executed instructions
  int64_t peak_bytes = 0;  // most bytes of live values at a time
};

struct RunContext;  // core/engine/device/interpreter.h
struct Topology;    // core/ops/exchange.h

// Runs a program on devices in other processes (core/engine/device/remote_run.h).
class DeviceRunner {
 public:
  virtual ~DeviceRunner() = default;
  // As Executable::Run; one list of arguments per device, bound to the parameters.
  virtual bool Run(RunContext& run, const Topology& topology,
                   std::vector<std::vector<Literal>> arguments, std::vector<Literal>& results,
                   RunFailure& failure) const = 0;
};

struct RunOptions {
  RunLimits limits;
  int64_t replicas = 0;    // 0: from the module header
  int64_t partitions = 0;  // 0: from the module header
  KernelMode kernel_mode = KernelMode::kFast;
  Workers* workers = nullptr;  // nullptr: only the calling thread
  Observer* observer = nullptr;
  // The only instructions that the observer sees, as far as they are Observable(); all others are
  // fused as without an observer. nullptr: it sees all of them, and none is fused.
  const InstructionSet* observed = nullptr;
  const std::atomic<bool>* cancel = nullptr;  // set by another thread to stop with R04
  // Computes everything that can be computed, for the observer; a device whose root has no value
  // returns an empty tuple instead of failing.
  bool partial = false;
  HostQueues* host = nullptr;            // nullptr: queues are empty, output is dropped
  const DeviceRunner* runner = nullptr;  // nullptr: all devices run here
  Schedule schedule = Schedule::kInOrder;
  uint64_t schedule_seed = 0;  // for kShuffled
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_RUN_OPTIONS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_DEVICE_H_
#define HLO_CORE_ENGINE_DEVICE_DEVICE_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "core/engine/device/fiber.h"

namespace hlo {

// One of the devices that run a program.
class Device {
 public:
  Device(RunContext& run, int64_t number, Rendezvous& rendezvous, HostSide& host)
      : state_(run, number, rendezvous, host) {}

  Status Call(const Computation& entry, std::vector<Literal> arguments);
  // Advances the fibers that need not wait, each until it waits or ends, so that the order of their
  // host transfers does not depend on the schedule. Pauses after `steps` communicating steps of one
  // fiber, or if the run is suspended; the next call goes on from there. Returns whether any could
  // advance.
  Result<bool> Advance(int64_t steps);

  int64_t number() const { return state_.interpreter.device(); }
  bool IsDone() const { return fibers_.empty(); }
  // Requires the device to be done. The result has the layout of the entry's root, whatever that of
  // the instruction is whose value it hands on.
  Literal TakeResult();

  Interpreter& interpreter() { return state_.interpreter; }
  const DeviceState& state() const { return state_; }
  const std::vector<std::unique_ptr<Fiber>>& fibers() const { return fibers_; }

 private:
  DeviceState state_;
  const Computation* entry_ = nullptr;
  PromisePtr result_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  size_t next_ = 0;  // fiber that was paused
};

// Which device advances if several can.
class DeviceSchedule {
 public:
  explicit DeviceSchedule(Schedule schedule) : order_(schedule.order), state_(schedule.seed) {}

  void Arrange(std::vector<Device*>& devices);
  // Communicating steps before the next device is scheduled.
  int64_t Length();

 private:
  uint64_t Next();

  const Schedule::Order order_;
  uint64_t state_;
};

// A run on all devices of a topology, without threads. If the entry computation communicates, a
// device runs until it has to wait, then another one runs; the failure is R10 if all remaining
// devices wait for each other. Otherwise, they run one after another.
class DeviceRun {
 public:
  DeviceRun(RunContext& run, const Topology& topology, std::vector<std::vector<Literal>> arguments);

  // Runs until the end, or until the run is suspended. Returns whether it has ended.
  bool Advance();
  // Ends a suspended run with error R04, after a last slice that shows the state of a loop.
  void Cancel();
  RunResult TakeResult() { return std::move(result_); }

 private:
  // Starts the next devices. False at the end.
  bool Start();
  // Advances each running device once, from the one that was suspended. False if one failed or the
  // run is suspended.
  bool AdvanceAll();
  void EndRound();
  bool Fail(std::unique_ptr<Error> error, const Device& device);
  bool IsSuspended() const { return run_.slicing != nullptr && run_.slicing->is_over(); }

  RunContext& run_;
  const bool together_;
  std::vector<std::vector<Literal>> arguments_;  // one list per device
  Rendezvous rendezvous_;
  HostSide host_;
  DeviceSchedule schedule_;
  size_t started_ = 0;                            // devices
  std::vector<std::unique_ptr<Device>> devices_;  // the last of them that have started
  std::vector<Device*> running_;
  size_t next_ = 0;  // place in `running_` of the device that was suspended
  bool advanced_ = false;
  RunResult result_;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_DEVICE_H_

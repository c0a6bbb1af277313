// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_DEVICE_H_
#define HLO_CORE_ENGINE_DEVICE_DEVICE_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "core/engine/device/fiber.h"

namespace hlo {

// One of the devices that run a program together.
class Device {
 public:
  Device(RunContext& run, int64_t number, Rendezvous& rendezvous, HostSide& host)
      : state_(run, number, rendezvous, host) {}

  Status Call(const Computation& entry, std::vector<Literal> arguments);
  // Advances all fibers that need not wait, each by at most `steps` communicating steps. Returns
  // whether any could advance.
  Result<bool> Advance(int64_t steps);

  int64_t number() const { return state_.interpreter.device(); }
  bool IsDone() const { return fibers_.empty(); }
  // Requires the device to be done.
  Literal TakeResult() { return std::move(result_->value); }

  Interpreter& interpreter() { return state_.interpreter; }
  const DeviceState& state() const { return state_; }
  const std::vector<std::unique_ptr<Fiber>>& fibers() const { return fibers_; }

 private:
  DeviceState state_;
  PromisePtr result_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
};

// Runs a communicating entry computation on all devices of a topology, without threads: a device
// runs until it has to wait, then another one runs. The failure is R10 if all remaining
// devices wait for each other.
RunResult RunTogether(RunContext& run, const Topology& topology,
                      std::vector<std::vector<Literal>> arguments);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_DEVICE_H_

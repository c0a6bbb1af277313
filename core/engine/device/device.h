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
  // Advances all fibers that need not wait, by at most `steps` steps that communicate each. Says
  // whether there was something to do.
  Result<bool> Advance(int64_t steps);

  int64_t number() const { return state_.interpreter.device(); }
  bool IsDone() const { return fibers_.empty(); }
  // Once it is done.
  Literal TakeResult() { return std::move(result_->value); }

  Interpreter& interpreter() { return state_.interpreter; }
  const DeviceState& state() const { return state_; }
  const std::vector<std::unique_ptr<Fiber>>& fibers() const { return fibers_; }

 private:
  DeviceState state_;
  PromisePtr result_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
};

// Runs an entry computation that communicates on all devices of a topology. No thread is needed: a
// device runs until it has to wait, then another one does. False: see `failure`, which is R10 when
// all that are left wait for each other.
bool RunTogether(RunContext& run, const Topology& topology,
                 std::vector<std::vector<Literal>> arguments, std::vector<Literal>& results,
                 RunFailure& failure);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_DEVICE_H_

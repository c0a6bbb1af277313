// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device.h"

#include <algorithm>
#include <utility>

#include "core/base/result.h"
#include "core/engine/device/deadlock.h"

namespace hlo {

Status Device::Call(const Computation& entry, std::vector<Literal> arguments) {
  result_ = std::make_shared<Promise>();
  result_->of = Promise::Of::kFiber;
  fibers_.push_back(std::make_unique<Fiber>(state_, 0, result_));
  return fibers_.back()->Call(entry, std::move(arguments));
}

Result<bool> Device::Advance(int64_t steps) {
  bool advanced = false;
  for (size_t i = 0; i < fibers_.size();) {
    Fiber& fiber = *fibers_[i];
    if (fiber.waits_for() != nullptr && !fiber.waits_for()->ready) {
      ++i;
      continue;
    }
    advanced = true;
    HLO_TRY(const Fiber::Stop stop, fiber.Run(steps));
    const auto here = fibers_.begin() + static_cast<std::ptrdiff_t>(i);
    if (stop == Fiber::Stop::kForked) {
      fibers_.insert(here,
                     fiber.TakeForked());  // it communicates before its parent continues
    } else if (stop == Fiber::Stop::kEnded) {
      fibers_.erase(here);
    } else {
      ++i;
    }
  }
  return advanced;
}

namespace {

// The order in which devices are scheduled.
class DeviceSchedule {
 public:
  explicit DeviceSchedule(Schedule schedule) : order_(schedule.order), state_(schedule.seed) {}

  void Arrange(std::vector<Device*>& devices) {
    if (order_ != Schedule::kShuffled) return;
    for (size_t i = devices.size(); i > 1; --i) std::swap(devices[i - 1], devices[Next() % i]);
  }
  // Communicating steps before the next device is scheduled.
  int64_t Length() {
    return order_ == Schedule::kShuffled ? 1 + static_cast<int64_t>(Next() % 3) : INT64_MAX;
  }

 private:
  // SplitMix64.
  uint64_t Next() {
    uint64_t bits = state_ += 0x9e3779b97f4a7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
  }

  const Schedule::Order order_;
  uint64_t state_;
};

}  // namespace

RunResult RunTogether(RunContext& run, const Topology& topology,
                      std::vector<std::vector<Literal>> arguments) {
  Rendezvous rendezvous(topology, run.observer, nullptr);
  HostSide host(run, topology.devices(), nullptr);
  std::vector<std::unique_ptr<Device>> devices;
  std::vector<Device*> running;
  const auto fail = [&](std::unique_ptr<Error> error, const Device& device) {
    return RunResult(std::move(error), device.state().interpreter.failed());
  };
  for (int64_t number = 0; number < topology.devices(); ++number) {
    devices.push_back(std::make_unique<Device>(run, number, rendezvous, host));
    Device& device = *devices.back();
    Status called =
        device.Call(*run.plan.module->entry, std::move(arguments[static_cast<size_t>(number)]));
    if (!called.ok()) return fail(called.TakeError(), device);
    running.push_back(&device);
  }
  if (run.options.schedule.order == Schedule::kReversed)
    std::reverse(running.begin(), running.end());
  DeviceSchedule steps(run.options.schedule);
  while (!running.empty()) {
    steps.Arrange(running);
    bool advanced = false;
    for (Device* device : running) {
      Result<bool> moved = device->Advance(steps.Length());
      if (!moved.ok()) return fail(moved.TakeError(), *device);
      advanced |= moved.value();
    }
    if (!advanced) {
      std::vector<DeviceReport> reports;
      for (const auto& waiting : devices) reports.push_back(ReportOf(*waiting));
      RunResult result;
      result.failure = ExplainDeadlock(reports);
      return result;
    }
    running.erase(std::remove_if(running.begin(), running.end(),
                                 [](const Device* device) { return device->IsDone(); }),
                  running.end());
  }
  RunResult result;
  for (const auto& device : devices) result.results.push_back(device->TakeResult());
  return result;
}

}  // namespace hlo

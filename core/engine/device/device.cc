// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device.h"

#include <algorithm>
#include <utility>

#include "core/base/result.h"
#include "core/engine/device/deadlock.h"
#include "core/ops/rules.h"

namespace hlo {

Status Device::Call(const Computation& entry, std::vector<Literal> arguments) {
  entry_ = &entry;
  result_ = std::make_shared<Promise>();
  result_->of = Promise::Of::kFiber;
  fibers_.push_back(std::make_unique<Fiber>(state_, 0, std::vector<int64_t>(), result_));
  return fibers_.back()->Call(entry, std::move(arguments));
}

Result<bool> Device::Advance(int64_t steps) {
  bool advanced = false;
  for (size_t i = std::exchange(next_, 0); i < fibers_.size();) {
    Fiber& fiber = *fibers_[i];
    if (fiber.waits_for() != nullptr && !fiber.waits_for()->ready) {
      ++i;
      continue;
    }
    advanced = true;
    HLO_TRY(const Fiber::Stop stop, fiber.Run(steps));
    const auto here = fibers_.begin() + static_cast<std::ptrdiff_t>(i);
    if (stop == Fiber::Stop::kForked) {
      // It communicates before its parent continues.
      fibers_.insert(here, fiber.TakeForked());
    } else if (stop == Fiber::Stop::kEnded) {
      fibers_.erase(here);
    } else if (stop == Fiber::Stop::kWaits) {
      ++i;
    } else {
      next_ = i;
      break;
    }
  }
  return advanced;
}

Literal Device::TakeResult() {
  Shape shape = *entry_->root->shape;
  if (!Compatible(result_->value.shape(), shape)) return std::move(result_->value);  // omitted
  MergeDynamic(result_->value.shape(), shape);
  return Relabeled(std::move(result_->value), shape);
}

// ---- schedule ----

void DeviceSchedule::Arrange(std::vector<Device*>& devices) {
  if (order_ != Schedule::kShuffled) return;
  for (size_t i = devices.size(); i > 1; --i) std::swap(devices[i - 1], devices[Next() % i]);
}

int64_t DeviceSchedule::Length() {
  return order_ == Schedule::kShuffled ? 1 + static_cast<int64_t>(Next() % 3) : INT64_MAX;
}

// SplitMix64.
uint64_t DeviceSchedule::Next() {
  uint64_t bits = state_ += 0x9e3779b97f4a7c15;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

// ---- run ----

DeviceRun::DeviceRun(RunContext& run, const Topology& topology,
                     std::vector<std::vector<Literal>> arguments)
    : run_(run),
      together_(run.plan.Of(*run.plan.module->entry).communicates),
      arguments_(std::move(arguments)),
      rendezvous_(topology, run.observer, nullptr),
      host_(run, topology.devices(), nullptr),
      schedule_(run.options.schedule) {}

bool DeviceRun::Fail(std::unique_ptr<Error> error, const Device& device) {
  result_ = RunResult(std::move(error), device.state().interpreter.failed());
  running_.clear();
  return false;
}

bool DeviceRun::Start() {
  const size_t count = together_ ? arguments_.size() : 1;
  while (devices_.size() < count && started_ < arguments_.size()) {
    const size_t number = started_++;
    devices_.push_back(
        std::make_unique<Device>(run_, static_cast<int64_t>(number), rendezvous_, host_));
    Device& device = *devices_.back();
    Status called = device.Call(*run_.plan.module->entry, std::move(arguments_[number]));
    if (!called.ok()) return Fail(called.TakeError(), device);
    running_.push_back(&device);
  }
  if (run_.options.schedule.order == Schedule::kReversed) {
    std::reverse(running_.begin(), running_.end());
  }
  schedule_.Arrange(running_);
  return !running_.empty();
}

bool DeviceRun::AdvanceAll() {
  while (next_ < running_.size()) {
    Device& device = *running_[next_];
    Result<bool> moved = device.Advance(schedule_.Length());
    if (!moved.ok()) return Fail(moved.TakeError(), device);
    advanced_ |= moved.value();
    if (IsSuspended() && !device.IsDone()) return false;
    ++next_;
  }
  next_ = 0;
  return true;
}

void DeviceRun::EndRound() {
  running_.erase(std::remove_if(running_.begin(), running_.end(),
                                [](const Device* device) { return device->IsDone(); }),
                 running_.end());
  schedule_.Arrange(running_);
  if (!running_.empty()) return;
  for (const auto& device : devices_) result_.results.push_back(device->TakeResult());
  devices_.clear();
}

bool DeviceRun::Advance() {
  while (result_.ok()) {
    if (running_.empty() && !Start()) break;
    if (!AdvanceAll()) return !result_.ok();
    if (!std::exchange(advanced_, false)) {
      std::vector<DeviceReport> reports;
      for (const auto& waiting : devices_) reports.push_back(ReportOf(*waiting));
      result_.failure = ExplainDeadlock(reports);
      break;
    }
    EndRound();
  }
  return true;
}

void DeviceRun::Cancel() {
  if (running_.empty()) return;
  Device& first = *running_.front();
  const Instruction* loop = first.fibers().front()->OutermostLoop();
  if (loop != nullptr) {
    run_.slicing->BeginLast(*loop);
    if (Advance()) return;
  }
  for (const auto& device : devices_) {
    for (const auto& fiber : device->fibers()) fiber->Cancel();
  }
  Device& stopped = *running_.front();
  Status cancelled = stopped.interpreter().Cancelled();
  Fail(cancelled.TakeError(), stopped);
}

}  // namespace hlo

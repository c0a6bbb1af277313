// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_report.h"

#include <algorithm>
#include <utility>

namespace hlo {
namespace {

DeviceReport::Wait WaitOf(const Fiber& fiber) {
  const Promise& promise = *fiber.waits_for();
  DeviceReport::Wait wait;
  wait.instruction = &Fiber::InstructionAt(fiber.stack().back());
  wait.of = promise.of;
  wait.channel = promise.channel;
  if (promise.peer >= 0) wait.awaited.push_back(promise.peer);
  if (const RendezvousInstance* instance = promise.instance) {
    wait.channel = instance->point->channel;
    wait.participants = instance->point->participants;
    for (size_t k = 0; k < wait.participants.size(); ++k) {
      if (instance->instructions[k] == nullptr) wait.awaited.push_back(wait.participants[k]);
    }
    std::sort(wait.awaited.begin(), wait.awaited.end());
  }
  for (size_t i = 0; i + 1 < fiber.stack().size(); ++i) {
    const Activation& activation = fiber.stack()[i];
    const Instruction& step = Fiber::InstructionAt(activation);
    const int64_t iteration = step.Is(Opcode::kWhile) ? activation.control.calls / 2 + 1 : 0;
    wait.frames.push_back({&step, iteration, activation.control.computation});
  }
  return wait;
}

}  // namespace

DeviceReport ReportOf(const Device& device) {
  DeviceReport report;
  report.device = device.number();
  report.done = device.IsDone();
  report.progress = device.state().progress;
  for (const auto& fiber : device.fibers()) {
    const Promise* promise = fiber->waits_for();
    // A fiber that waits for another fiber of its device adds no information.
    if (promise == nullptr || promise->of == Promise::Of::kFiber) continue;
    report.waits.push_back(WaitOf(*fiber));
  }
  return report;
}

}  // namespace hlo

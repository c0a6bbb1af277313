// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_report.h"

#include <algorithm>
#include <utility>

namespace hlo {
namespace {

DeviceReport::Wait WaitOf(const Strand& strand) {
  const Promise& promise = *strand.waits_for();
  DeviceReport::Wait wait;
  wait.instruction = &Strand::InstructionAt(strand.stack().back());
  wait.of = promise.of;
  wait.channel = promise.channel;
  if (promise.peer >= 0) wait.awaited.push_back(promise.peer);
  if (const Meeting* meeting = promise.meeting) {
    wait.channel = meeting->place->channel;
    wait.members = meeting->place->members;
    for (size_t k = 0; k < wait.members.size(); ++k) {
      if (meeting->instructions[k] == nullptr) wait.awaited.push_back(wait.members[k]);
    }
    std::sort(wait.awaited.begin(), wait.awaited.end());
  }
  for (size_t i = 0; i + 1 < strand.stack().size(); ++i) {
    const Activation& activation = strand.stack()[i];
    const Instruction& step = Strand::InstructionAt(activation);
    const int64_t round = step.Is(Opcode::kWhile) ? activation.control.calls / 2 + 1 : 0;
    wait.frames.push_back({&step, round, activation.control.computation});
  }
  return wait;
}

}  // namespace

DeviceReport ReportOf(const Device& device) {
  DeviceReport report;
  report.device = device.number();
  report.done = device.IsDone();
  report.courses = device.state().courses;
  for (const auto& strand : device.strands()) {
    const Promise* promise = strand->waits_for();
    // A strand that waits for another one of its device says nothing new.
    if (promise == nullptr || promise->of == Promise::Of::kStrand) continue;
    report.waits.push_back(WaitOf(*strand));
  }
  return report;
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/api/recorder.h"

#include <algorithm>

namespace hlo::api {

void Recorder::Start(int64_t devices, std::function<void(const TraceEvent&)> trace,
                     std::function<void(const ExchangeEvent&)> exchange) {
  kept_bytes_ = 0;
  trace_ = std::move(trace);
  exchange_ = std::move(exchange);
  devices_.clear();
  for (int64_t i = 0; i < std::min(devices, kMaxDevices); ++i) devices_.emplace_back(*this);
}

Observer* Recorder::OfDevice(int64_t device) {
  if (device == 0) return this;
  return device < std::ssize(devices_) ? &devices_[static_cast<size_t>(device)] : nullptr;
}

void Recorder::InstructionDone(const Instruction& instruction, const Literal& value, int depth) {
  if (trace_) trace_({instruction.parent->name, instruction.name, depth, value});
  if (!devices_.empty()) devices_[0].InstructionDone(instruction, value, depth);
}

void Recorder::OneDevice::InstructionDone(const Instruction& instruction, const Literal& value,
                                          int) {
  int64_t& kept_bytes = recorder_.kept_bytes_;
  Entry& entry = entries_[&instruction];
  ++entry.executions;
  kept_bytes -= entry.bytes;
  const Result<int64_t> bytes = DenseBytes(value.shape());
  entry.bytes = bytes.ok() ? bytes.value() : kMaxKeptBytes + 1;
  entry.kept = kept_bytes + entry.bytes <= kMaxKeptBytes;
  if (!entry.kept) entry.bytes = 0;
  kept_bytes += entry.bytes;
  entry.value = entry.kept ? value : Literal();
}

void Recorder::LoopIteration(const Instruction&, int64_t) {}

void Recorder::Exchanged(const Exchange& exchange) {
  if (!exchange_) return;
  const Instruction& instruction = exchange.instruction;
  exchange_({instruction.op->name, instruction.parent->name, instruction.name,
             exchange.participants, exchange.bytes});
}

KeptValue Recorder::ValueOf(const Instruction& instruction, int64_t device) const {
  if (device < 0 || device >= std::ssize(devices_)) return {};
  return devices_[static_cast<size_t>(device)].ValueOf(instruction);
}

KeptValue Recorder::OneDevice::ValueOf(const Instruction& instruction) const {
  KeptValue kept;
  const auto found = entries_.find(&instruction);
  if (found == entries_.end()) return kept;
  kept.executions = found->second.executions;
  kept.kept = found->second.kept;
  if (kept.kept) kept.value = Value(found->second.value);
  return kept;
}

}  // namespace hlo::api

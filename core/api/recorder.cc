// SPDX-License-Identifier: Apache-2.0
#include "core/api/recorder.h"

#include <algorithm>

namespace hlo::api {

void Recorder::Start(int64_t devices, std::function<void(const TraceEvent&)> trace,
                     std::function<void(const ExchangeEvent&)> exchange) {
  pass_ = 0;
  kept_bytes_ = 0;
  loops_.clear();
  trace_ = std::move(trace);
  exchange_ = std::move(exchange);
  devices_.clear();
  for (int64_t i = 0; i < std::min(devices, kMaxDevices); ++i) devices_.emplace_back(*this);
}

void Recorder::StartPass() {
  ++pass_;
  trace_ = nullptr;
  exchange_ = nullptr;
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
  if (entry.pass != recorder_.pass_) entry.executions = 0;
  entry.pass = recorder_.pass_;
  ++entry.executions;
  kept_bytes -= entry.bytes;
  const Result<int64_t> bytes = DenseBytes(value.shape());
  entry.bytes = bytes.ok() ? bytes.value() : kMaxKeptBytes + 1;
  entry.kept = kept_bytes + entry.bytes <= kMaxKeptBytes;
  if (!entry.kept) entry.bytes = 0;
  kept_bytes += entry.bytes;
  entry.value = entry.kept ? value : Literal();
}

void Recorder::LoopIteration(const Instruction& loop, int64_t iteration) {
  if (pass_ > 0) return;
  LoopCount& count = loops_[&loop];
  count.starts += iteration == 0 ? 1 : 0;
  ++count.iterations;
  count.last = iteration + 1;
  if (iteration == 0 && !devices_.empty()) devices_[0].LoopIteration(loop, iteration);
}

void Recorder::LoopCompiled(const Instruction& loop, int64_t iterations) {
  if (pass_ > 0) return;
  LoopCount& count = loops_[&loop];
  ++count.starts;
  count.iterations += iterations;
  count.last = iterations;
  if (!devices_.empty()) devices_[0].LoopCompiled(loop, iterations);
}

void Recorder::LoopState(const Instruction& loop, int64_t iteration, const Literal& state) {
  loops_[&loop].last = std::max(loops_[&loop].last, iteration);
  if (!devices_.empty()) devices_[0].LoopState(loop, iteration, state);
}

void Recorder::LoopCancelled(const Instruction& loop) {
  if (!devices_.empty()) devices_[0].LoopCancelled(loop);
}

void Recorder::OneDevice::LoopState(const Instruction& loop, int64_t iteration,
                                    const Literal& state) {
  if (ended_.erase(&loop) != 0) states_.erase(&loop);
  states_[&loop].Add(iteration, state);
}

const LoopStates* Recorder::OneDevice::StatesOf(const Instruction& loop) const {
  const auto found = states_.find(&loop);
  return found == states_.end() ? nullptr : &found->second;
}

const LoopStates* Recorder::StatesOf(const Instruction& loop, int64_t device) const {
  if (device < 0 || device >= std::ssize(devices_)) return nullptr;
  return devices_[static_cast<size_t>(device)].StatesOf(loop);
}

const InstructionSet& Recorder::CancelledLoops(int64_t device) const {
  static const InstructionSet kNone;
  if (device < 0 || device >= std::ssize(devices_)) return kNone;
  return devices_[static_cast<size_t>(device)].cancelled();
}

void Recorder::Exchanged(const Exchange& exchange) {
  if (!exchange_) return;
  const Instruction& instruction = exchange.instruction;
  exchange_({instruction.op->name, instruction.parent->name, instruction.name,
             exchange.participants, exchange.bytes});
}

const Recorder::Entry* Recorder::Find(const Instruction& instruction, int64_t device) const {
  if (device < 0 || device >= std::ssize(devices_)) return nullptr;
  return devices_[static_cast<size_t>(device)].Find(instruction);
}

const Recorder::Entry* Recorder::OneDevice::Find(const Instruction& instruction) const {
  const auto found = entries_.find(&instruction);
  return found == entries_.end() ? nullptr : &found->second;
}

bool Recorder::IsSettled(const Instruction& instruction, int64_t device) const {
  return device < 0 || device >= std::ssize(devices_) || Find(instruction, device) != nullptr;
}

void Recorder::Settle(const Instruction& instruction, int64_t device) {
  devices_[static_cast<size_t>(device)].Settle(instruction);
}

const Literal* Recorder::Kept(const Instruction& instruction, int64_t device) const {
  const Entry* entry = Find(instruction, device);
  return entry == nullptr || !entry->kept ? nullptr : &entry->value;
}

KeptValue Recorder::ValueOf(const Instruction& instruction, int64_t device) const {
  KeptValue kept;
  const Entry* entry = Find(instruction, device);
  if (entry == nullptr) return kept;
  kept.executions = entry->executions;
  kept.kept = entry->kept;
  if (kept.kept) kept.value = Value(entry->value);
  return kept;
}

}  // namespace hlo::api

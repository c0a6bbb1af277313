// SPDX-License-Identifier: Apache-2.0
#include "core/api/recorder.h"

#include "core/api/value_impl.h"

namespace hlo::api {

void Recorder::Start(bool keep, std::function<void(const TraceEvent&)> trace,
                     std::function<void(const ExchangeEvent&)> exchange) {
  keep_ = keep;
  kept_bytes_ = 0;
  trace_ = std::move(trace);
  exchange_ = std::move(exchange);
  entries_.clear();
}

void Recorder::InstructionDone(const Instruction& instruction, const Literal& value, int depth) {
  if (trace_) {
    const Value shown = MakeValue(value);
    trace_({instruction.parent->name, instruction.name, depth, shown});
  }
  if (!keep_) return;
  Entry& entry = entries_[&instruction];
  ++entry.executions;
  kept_bytes_ -= entry.bytes;
  const Result<int64_t> bytes = DenseBytes(value.shape());
  entry.bytes = bytes.ok() ? bytes.value() : kMaxKeptBytes + 1;
  entry.kept = kept_bytes_ + entry.bytes <= kMaxKeptBytes;
  if (!entry.kept) entry.bytes = 0;
  kept_bytes_ += entry.bytes;
  entry.value = entry.kept ? value : Literal();
}

void Recorder::LoopIteration(const Instruction&, int64_t) {}

void Recorder::Exchanged(const Exchange& exchange) {
  if (!exchange_) return;
  const Instruction& instruction = exchange.instruction;
  exchange_({instruction.op->name, instruction.parent->name, instruction.name,
             exchange.participants, exchange.bytes});
}

KeptValue Recorder::ValueOf(const Instruction& instruction) const {
  KeptValue kept;
  const auto found = entries_.find(&instruction);
  if (found == entries_.end()) return kept;
  kept.executions = found->second.executions;
  kept.kept = found->second.kept;
  if (kept.kept) kept.value = MakeValue(found->second.value);
  return kept;
}

}  // namespace hlo::api

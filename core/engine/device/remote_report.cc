// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/remote_report.h"

#include <memory>
#include <utility>

namespace hlo {
namespace {

void WriteWait(const DeviceReport::Wait& wait, MessageWriter& message) {
  message.Number(wait.instruction);
  message.Int(static_cast<int64_t>(wait.of));
  message.Int(wait.channel);
  message.Ints(wait.awaited);
  message.Ints(wait.participants);
  message.Int(std::ssize(wait.frames));
  for (const DeviceReport::Frame& frame : wait.frames) {
    message.Number(frame.step);
    message.Int(frame.iteration);
    message.Number(frame.called);
  }
}

DeviceReport::Wait ReadWait(MessageReader& message) {
  DeviceReport::Wait wait;
  wait.instruction = message.InstructionByNumber();
  wait.of = static_cast<Promise::Of>(message.Int());
  wait.channel = message.Int();
  wait.awaited = message.Ints();
  wait.participants = message.Ints();
  for (int64_t left = message.Int(); left > 0 && message.ok(); --left) {
    DeviceReport::Frame& frame = wait.frames.emplace_back();
    frame.step = message.InstructionByNumber();
    frame.iteration = message.Int();
    frame.called = message.ComputationByNumber();
  }
  return wait;
}

}  // namespace

void WriteFailure(const RunFailure& failure, MessageWriter& message) {
  message.Int(failure.error != nullptr ? 1 : 0);
  if (failure.error == nullptr) return;
  message.Text(failure.error->code);
  message.Text(failure.error->message);
  message.Text(failure.error->note);
  message.Number(failure.instruction);
}

RunFailure ReadFailure(MessageReader& message) {
  RunFailure failure;
  if (message.Int() == 0) return failure;
  failure.error = std::make_unique<Error>();
  failure.error->code = message.Text();
  failure.error->message = message.Text();
  failure.error->note = message.Text();
  failure.instruction = message.InstructionByNumber();
  return failure;
}

void WriteReport(const RemoteReport& report, MessageWriter& message) {
  const DeviceReport& device = report.device;
  message.Int(device.device);
  message.Int(device.done ? 1 : 0);
  message.Ints(report.sent);
  message.Ints(report.received);
  message.Int(report.steps);
  WriteFailure(report.failure, message);
  message.Int(std::ssize(device.waits));
  for (const DeviceReport::Wait& wait : device.waits) WriteWait(wait, message);
  message.Int(static_cast<int64_t>(device.progress.size()));
  for (const auto& [step, progress] : device.progress) {
    message.Number(step);
    message.Number(progress.computation);
    message.Int(progress.calls);
    message.Int(progress.over ? 1 : 0);
  }
  if (device.done && report.failure.error == nullptr) message.Value(report.result);
}

RemoteReport ReadReport(MessageReader& message, RunContext& run) {
  RemoteReport report;
  report.is_given = true;
  report.device.device = message.Int();
  report.device.done = message.Int() != 0;
  report.sent = message.Ints();
  report.received = message.Ints();
  report.steps = message.Int();
  report.failure = ReadFailure(message);
  for (int64_t left = message.Int(); left > 0 && message.ok(); --left) {
    report.device.waits.push_back(ReadWait(message));
  }
  for (int64_t left = message.Int(); left > 0 && message.ok(); --left) {
    const Instruction* step = message.InstructionByNumber();
    CallProgress progress;
    progress.computation = message.ComputationByNumber();
    progress.calls = message.Int();
    progress.over = message.Int() != 0;
    report.device.progress.emplace(step, progress);
  }
  if (!report.device.done || report.failure.error != nullptr) return report;
  Result<Literal> result = message.Value(*run.plan.module->entry->root->shape, run.budget);
  if (result.ok()) {
    report.result = std::move(result.value());
  } else {
    report.failure.error = result.TakeError();
  }
  return report;
}

}  // namespace hlo

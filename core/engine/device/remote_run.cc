// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/remote_run.h"

#include <algorithm>
#include <utility>

#include "core/base/result.h"
#include "core/engine/device/deadlock.h"
#include "core/engine/device/remote_report.h"

namespace hlo {
namespace {

enum class Kind : int64_t {
  kAction,  // an action of a device: instruction, operands
  kReport,  // to rank 0: the progress of a device
  kStop,    // from rank 0: the run is over
};

// The run of one process.
class Process : public Wire {
 public:
  Process(Transport& transport, RunContext& run, const Topology& topology)
      : transport_(transport),
        run_(run),
        rendezvous_(topology, run.observer, this),
        host_(run, topology.devices(), this),
        device_(run, transport.rank(), rendezvous_, host_),
        reports_(static_cast<size_t>(transport.size())) {
    sent_.resize(reports_.size());
    received_.resize(reports_.size());
  }

  RunResult Run(std::vector<Literal> arguments) {
    Status begun = device_.Call(*run_.plan.module->entry, std::move(arguments));
    if (!begun.ok()) Stop(begun.TakeError());
    while (!over_) {
      if (error_ == nullptr) {
        Result<bool> advanced = device_.Advance(INT64_MAX);
        if (!advanced.ok()) Stop(advanced.TakeError());
        if (device_.IsDone() && error_ == nullptr && !is_done_) result_ = device_.TakeResult();
        is_done_ = device_.IsDone();
      }
      // Rank 0 handles its own report at once; the run may be over then.
      Report();
      if (!over_) Handle(transport_.Receive());
    }
    RunResult result;
    result.failure = std::move(failure_);
    if (!result.ok() || here() != 0) return result;
    for (RemoteReport& report : reports_) result.results.push_back(std::move(report.result));
    return result;
  }

  // ---- Wire ----
  int64_t here() const override { return transport_.rank(); }
  void Tell(int64_t to, const Instruction& instruction, const std::vector<Literal>& operands,
            const std::vector<int64_t>& origin) override {
    MessageWriter message = Begin(Kind::kAction);
    message.Number(&instruction);
    message.Int(std::ssize(operands));
    for (const Literal& operand : operands) message.Value(operand);
    message.Ints(origin);
    ++sent_[static_cast<size_t>(to)];
    transport_.Send(to, message.Take());
  }

 private:
  MessageWriter Begin(Kind kind) const {
    MessageWriter message;
    message.Int(static_cast<int64_t>(kind));
    message.Int(here());
    return message;
  }

  // The device does not advance, but messages to it are still handled.
  void Stop(std::unique_ptr<Error> error) { error_ = std::move(error); }

  void Handle(const std::vector<uint8_t>& bytes) {
    MessageReader message(bytes, *run_.plan.module);
    const auto kind = static_cast<Kind>(message.Int());
    const int64_t from = message.Int();
    if (kind == Kind::kAction) {
      ++received_[static_cast<size_t>(from)];
      Status done = error_ != nullptr ? Status() : Act(message, from);
      if (!done.ok()) Stop(done.TakeError());
    } else if (kind == Kind::kReport) {
      Take(ReadReport(message, run_));
    } else {
      failure_ = ReadFailure(message);
      over_ = true;
    }
  }

  // Repeats here an action of a device elsewhere.
  Status Act(MessageReader& message, int64_t device) {
    const Instruction* instruction = message.InstructionByNumber();
    std::vector<Literal> operands(static_cast<size_t>(message.Int()));
    for (size_t i = 0; i < operands.size(); ++i) {
      HLO_TRY(operands[i], message.Value(*instruction->operands[i]->shape, run_.budget));
    }
    const std::vector<int64_t> origin = message.Ints();
    switch (instruction->op->communication) {
      case Communication::kRendezvous:
      case Communication::kStart:
        return Forget(rendezvous_.Join(*instruction, device, origin, std::move(operands),
                                       device_.interpreter()));
      case Communication::kReceive:
        return Forget(rendezvous_.Receive(*instruction, device, origin, Rendezvous::kNoLoop));
      case Communication::kSend:
        if (!instruction->attributes.Bool(Attr::is_host_transfer)) {
          return Forget(rendezvous_.Send(*instruction, device, origin, std::move(operands[0]),
                                         Rendezvous::kNoLoop));
        }
        [[fallthrough]];
      default:
        HLO_RETURN_IF_ERROR(host_.Give(*instruction, device, std::move(operands[0])));
        return {};
    }
  }

  // Promises to devices elsewhere are fulfilled there.
  Status Forget(Result<PromisePtr> promise) {
    if (promise.ok()) return {};
    if (rendezvous_.blamed() != nullptr) device_.interpreter().NoteFailure(*rendezvous_.blamed());
    return promise.TakeError();
  }

  void Report() {
    RemoteReport report;
    report.is_given = true;
    report.device = ReportOf(device_);
    report.sent = sent_;
    report.received = received_;
    report.steps = run_.steps;
    report.result = result_;
    if (error_ != nullptr) {
      report.failure.error = std::make_unique<Error>(*error_);
      report.failure.instruction = device_.interpreter().failed();
    }
    if (here() == 0) return Take(std::move(report));
    MessageWriter message = Begin(Kind::kReport);
    WriteReport(report, message);
    transport_.Send(0, message.Take());
  }

  // ---- rank 0 ----

  void Take(RemoteReport report) {
    const auto from = static_cast<size_t>(report.device.device);
    reports_[from] = std::move(report);
    if (IsQuiet()) End(Outcome());
  }

  // Whether no device can advance and no message is in flight.
  bool IsQuiet() const {
    for (size_t i = 0; i < reports_.size(); ++i) {
      for (size_t j = 0; j < reports_.size(); ++j) {
        if (!reports_[i].is_given || !reports_[j].is_given) return false;
        if (reports_[i].sent[j] != reports_[j].received[i]) return false;
      }
    }
    return true;
  }

  // The failure of a device, if any, otherwise that of the waiting devices.
  RunFailure Outcome() {
    std::vector<DeviceReport> devices;
    bool all_done = true;
    for (RemoteReport& report : reports_) {
      if (report.failure.error != nullptr) return std::move(report.failure);
      all_done &= report.device.done;
      devices.push_back(report.device);
    }
    return all_done ? RunFailure() : ExplainDeadlock(devices);
  }

  void End(RunFailure failure) {
    for (int64_t to = 1; to < transport_.size(); ++to) {
      MessageWriter message = Begin(Kind::kStop);
      WriteFailure(failure, message);
      transport_.Send(to, message.Take());
    }
    run_.steps = 0;
    for (const RemoteReport& report : reports_) run_.steps += report.steps;
    failure_ = std::move(failure);
    over_ = true;
  }

  Transport& transport_;
  RunContext& run_;
  Rendezvous rendezvous_;
  HostSide host_;
  Device device_;
  std::vector<int64_t> sent_, received_;  // messages other than reports, by process
  std::unique_ptr<Error> error_;          // of the local device
  Literal result_;                        // of the local device, once it is done
  bool is_done_ = false;
  std::vector<RemoteReport> reports_;  // at rank 0: the last report of each device
  bool over_ = false;
  RunFailure failure_;  // of the run, once it is over
};

}  // namespace

RunResult RemoteRunner::Run(RunContext& run, const Topology& topology,
                            std::vector<std::vector<Literal>> arguments) const {
  if (topology.devices() != transport_.size()) {
    Error error =
        Fail("R06", "{} replicas x {} partitions require {} processes, got {}",
             {topology.replicas, topology.partitions, topology.devices(), transport_.size()});
    return RunResult(OnHeap(std::move(error)), nullptr);
  }
  return Process(transport_, run, topology)
      .Run(std::move(arguments[static_cast<size_t>(transport_.rank())]));
}

}  // namespace hlo

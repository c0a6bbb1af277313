// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/rendezvous.h"

#include <algorithm>
#include <utility>

#include "core/base/result.h"
#include "core/engine/device/mismatch.h"
#include "core/ops/collective/transfer_iterations.h"
#include "core/ops/dynamic_shape.h"

namespace hlo {
namespace {

int64_t BytesOf(const Literal& value) {
  int64_t bytes = value.IsArray() ? value.byte_size() : 0;
  for (const Literal& element : value.elements()) bytes += BytesOf(element);
  return bytes;
}

// Of a transfer; 0: none.
int64_t ChannelOf(const Instruction& instruction) {
  return std::max<int64_t>(0, instruction.attributes.Int(Attr::channel_id));
}

}  // namespace

PromisePtr Ready(Promise::Of of, Literal value) {
  auto promise = std::make_shared<Promise>();
  promise->of = of;
  promise->ready = true;
  promise->value = std::move(value);
  return promise;
}

// ---- collectives ----

Result<Rendezvous::Participation> Rendezvous::ParticipationOf(const Instruction& instruction,
                                                              int64_t device,
                                                              const std::vector<int64_t>& origin) {
  std::vector<Participation>& participations = participations_[&instruction];
  if (participations.empty()) participations.resize(static_cast<size_t>(topology_.devices()));
  Participation& participation = participations[static_cast<size_t>(device)];
  if (participation.known && participation.origin == origin) return participation;
  participation = {};
  HLO_TRY(std::vector<int64_t> participants,
          instruction.op->participants(instruction, topology_, device));
  const auto found = std::find(participants.begin(), participants.end(), device);
  if (found != participants.end()) {
    const int64_t channel = instruction.attributes.Int(Attr::channel_id);
    const bool by_channel = instruction.attributes.Has(Attr::channel_id);
    const Instruction* alone = by_channel ? nullptr : &instruction;
    participation.participant = static_cast<size_t>(found - participants.begin());
    participation.point = &points_[{alone, instruction.op, channel, participants, origin}];
    if (participation.point->participants.empty()) {
      participation.point->channel = channel;
      participation.point->arrivals.resize(participants.size());
      participation.point->participants = std::move(participants);
    }
  }
  participation.origin = origin;
  participation.known = true;
  return participation;
}

Result<PromisePtr> Rendezvous::Join(const Instruction& instruction, int64_t device,
                                    const std::vector<int64_t>& origin,
                                    std::vector<Literal> operands, Runtime& runtime) {
  HLO_TRY(const Participation participation, ParticipationOf(instruction, device, origin));
  if (participation.point == nullptr) {
    PromisePtr nothing = Ready(Promise::Of::kRendezvous, {});
    nothing->zeros = true;
    return nothing;
  }
  RendezvousPoint& point = *participation.point;
  Tell(point.participants, device, instruction, operands, origin);
  const auto number = static_cast<size_t>(point.arrivals[participation.participant]++ - point.over);
  if (number == point.open.size()) {
    RendezvousInstance instance;
    instance.point = &point;
    instance.instructions.resize(point.participants.size());
    instance.operands.resize(point.participants.size());
    instance.promises.resize(point.participants.size());
    point.open.push_back(std::move(instance));
  }
  RendezvousInstance& instance = point.open[number];
  HLO_RETURN_IF_ERROR(CheckParticipant(instance, participation.participant, instruction));
  auto promise = std::make_shared<Promise>();
  promise->of = Promise::Of::kRendezvous;
  promise->instance = &instance;
  instance.instructions[participation.participant] = &instruction;
  instance.operands[participation.participant] = std::move(operands);
  instance.promises[participation.participant] = promise;
  if (++instance.arrived == point.participants.size()) {
    HLO_RETURN_IF_ERROR(Finish(point, instance, runtime));
  }
  return promise;
}

void Rendezvous::Tell(const std::vector<int64_t>& devices, int64_t device,
                      const Instruction& instruction, const std::vector<Literal>& operands,
                      const std::vector<int64_t>& origin) {
  if (wire_ == nullptr || device != wire_->here()) return;
  for (const int64_t other : devices) {
    if (other != device) wire_->Tell(other, instruction, operands, origin);
  }
}

// All participants must agree. The one with the higher number is reported.
Status Rendezvous::CheckParticipant(const RendezvousInstance& instance, size_t participant,
                                    const Instruction& instruction) {
  const std::vector<int64_t>& devices = instance.point->participants;
  for (size_t k = 0; k < devices.size(); ++k) {
    const Instruction* other = instance.instructions[k];
    if (other == nullptr || other == &instruction) continue;
    const bool is_higher = devices[participant] > devices[k];
    Status same = is_higher
                      ? CheckSameRendezvous(instruction, devices[participant], *other, devices[k])
                      : CheckSameRendezvous(*other, devices[k], instruction, devices[participant]);
    if (same.ok()) continue;
    blamed_ = is_higher ? &instruction : other;
    return same;
  }
  return {};
}

Status Rendezvous::Finish(RendezvousPoint& point, RendezvousInstance& instance, Runtime& runtime) {
  const size_t count = point.participants.size();
  const Instruction& instruction = *instance.instructions[0];
  if (observer_ != nullptr) {
    std::vector<int64_t> bytes(count, 0);
    for (size_t k = 0; k < count; ++k) {
      for (const Literal& operand : instance.operands[k]) bytes[k] += BytesOf(operand);
    }
    observer_->Exchanged({instruction, point.participants, bytes});
  }
  const auto wanted = std::make_unique<bool[]>(count);
  for (size_t k = 0; k < count; ++k) {
    wanted[k] = wire_ == nullptr || wire_->here() == point.participants[k];
  }
  ExchangeContext context(instruction, topology_, point.participants, instance.operands,
                          {wanted.get(), count}, runtime);
  Result<std::vector<Literal>> results = instruction.op->exchange(context);
  if (!results.ok()) {
    blamed_ = &instruction;
    return results.TakeError();
  }
  for (size_t k = 0; k < count; ++k) {
    instance.promises[k]->value = std::move(results.value()[k]);
    instance.promises[k]->instance = nullptr;
    instance.promises[k]->ready = true;
  }
  // Participants arrive at instances in order, so the first open one completes first.
  point.open.pop_front();
  ++point.over;
  return {};
}

// ---- sends and receives ----

Result<int64_t> Rendezvous::PeerOf(const Instruction& instruction, int64_t device,
                                   int64_t iteration) const {
  HLO_TRY(const std::vector<int64_t> peers,
          instruction.op->participants(instruction, topology_, device));
  if (peers.empty()) return int64_t{-1};
  const bool is_on =
      iteration == kNoLoop || IsTransferOn(instruction, topology_, device, peers[0], iteration);
  return is_on ? peers[0] : int64_t{-1};
}

Result<PromisePtr> Rendezvous::Send(const Instruction& send, int64_t device,
                                    const std::vector<int64_t>& origin, Literal data,
                                    int64_t iteration) {
  HLO_TRY(const int64_t target, PeerOf(send, device, iteration));
  PromisePtr promise = Ready(Promise::Of::kSend, Literal::Token());
  if (target < 0) return promise;
  promise->ready = false;
  promise->peer = target;
  promise->channel = ChannelOf(send);
  Mailbox& mailbox = mailboxes_[{promise->channel, device, target, origin}];
  Watch(send, {device, target}, data);
  Tell({target}, device, send, {data}, origin);
  mailbox.sends.push_back({&send, promise, std::move(data)});
  HLO_RETURN_IF_ERROR(Deliver(mailbox));
  return promise;
}

Result<PromisePtr> Rendezvous::Receive(const Instruction& receive, int64_t device,
                                       const std::vector<int64_t>& origin, int64_t iteration) {
  HLO_TRY(const int64_t source, PeerOf(receive, device, iteration));
  PromisePtr promise = Ready(Promise::Of::kReceive, {});
  promise->zeros = source < 0;
  if (source < 0) return promise;
  promise->ready = false;
  promise->peer = source;
  promise->channel = ChannelOf(receive);
  Mailbox& mailbox = mailboxes_[{promise->channel, source, device, origin}];
  Tell({source}, device, receive, {}, origin);
  mailbox.receives.push_back({&receive, promise, {}});
  HLO_RETURN_IF_ERROR(Deliver(mailbox));
  return promise;
}

Status Rendezvous::Deliver(Mailbox& mailbox) {
  if (mailbox.sends.empty() || mailbox.receives.empty()) return {};
  Mailbox::Half& send = mailbox.sends.front();
  Mailbox::Half& receive = mailbox.receives.front();
  Status same = CheckSameData(*send.instruction, *receive.instruction);
  if (!same.ok()) {
    blamed_ = send.instruction;
    return same;
  }
  const Shape& expected = receive.instruction->shape->elements[0];
  if (!HasSizesOf(send.data, expected)) {
    blamed_ = receive.instruction;
    return Fail("R08", "`recv`: the value of %{} must fill {}, got smaller dynamic sizes",
                {send.instruction->name, ShapeText(expected, false)});
  }
  receive.promise->value = Literal::Tuple({std::move(send.data), Literal::Token()});
  receive.promise->ready = true;
  send.promise->ready = true;
  mailbox.sends.pop_front();
  mailbox.receives.pop_front();
  return {};
}

void Rendezvous::Watch(const Instruction& instruction, std::vector<int64_t> participants,
                       const Literal& data) {
  if (observer_ == nullptr) return;
  std::vector<int64_t> bytes(participants.size(), 0);
  bytes[0] = BytesOf(data);
  observer_->Exchanged({instruction, participants, bytes});
}

}  // namespace hlo

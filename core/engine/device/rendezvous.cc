// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/rendezvous.h"

#include <algorithm>
#include <utility>

#include "core/engine/device/mismatch.h"
#include "core/ops/collective/transfer_rounds.h"

namespace hlo {
namespace {

int64_t BytesOf(const Literal& value) {
  int64_t bytes = value.IsArray() ? value.byte_size() : 0;
  for (const Literal& element : value.elements()) bytes += BytesOf(element);
  return bytes;
}

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

// ---- meetings ----

Result<Rendezvous::Seat> Rendezvous::SeatOf(const Instruction& instruction, int64_t device) {
  std::vector<Seat>& seats = seats_[&instruction];
  if (seats.empty()) seats.resize(static_cast<size_t>(topology_.devices()));
  Seat& seat = seats[static_cast<size_t>(device)];
  if (seat.known) return seat;
  HLO_TRY(std::vector<int64_t> members, instruction.op->members(instruction, topology_, device));
  const auto found = std::find(members.begin(), members.end(), device);
  if (found != members.end()) {
    const int64_t channel = ChannelOf(instruction);
    const Instruction* alone = channel > 0 ? nullptr : &instruction;
    seat.member = static_cast<size_t>(found - members.begin());
    seat.place = &places_[{alone, instruction.op, channel, members}];
    if (seat.place->members.empty()) {
      seat.place->instruction = alone;
      seat.place->op = instruction.op;
      seat.place->channel = channel;
      seat.place->visits.resize(members.size());
      seat.place->members = std::move(members);
    }
  }
  seat.known = true;
  return seat;
}

Result<PromisePtr> Rendezvous::Meet(const Instruction& instruction, int64_t device,
                                    std::vector<Literal> operands, Runtime& runtime) {
  HLO_TRY(const Seat seat, SeatOf(instruction, device));
  if (seat.place == nullptr) {
    PromisePtr nothing = Ready(Promise::Of::kMeeting, {});
    nothing->zeros = true;
    return nothing;
  }
  MeetingPlace& place = *seat.place;
  Tell(place.members, device, instruction, operands);
  const auto number = static_cast<size_t>(place.visits[seat.member]++ - place.over);
  if (number == place.open.size()) {
    Meeting meeting;
    meeting.place = &place;
    meeting.instructions.resize(place.members.size());
    meeting.operands.resize(place.members.size());
    meeting.promises.resize(place.members.size());
    place.open.push_back(std::move(meeting));
  }
  Meeting& meeting = place.open[number];
  HLO_RETURN_IF_ERROR(CheckMember(meeting, seat.member, instruction));
  auto promise = std::make_shared<Promise>();
  promise->of = Promise::Of::kMeeting;
  promise->meeting = &meeting;
  meeting.instructions[seat.member] = &instruction;
  meeting.operands[seat.member] = std::move(operands);
  meeting.promises[seat.member] = promise;
  if (++meeting.come == place.members.size()) {
    HLO_RETURN_IF_ERROR(Finish(place, meeting, runtime));
  }
  return promise;
}

void Rendezvous::Tell(const std::vector<int64_t>& devices, int64_t device,
                      const Instruction& instruction, const std::vector<Literal>& operands) {
  if (wire_ == nullptr || device != wire_->here()) return;
  for (const int64_t other : devices) {
    if (other != device) wire_->Tell(other, instruction, operands);
  }
}

// A new member wants what the others want. The one of the higher number is blamed.
Status Rendezvous::CheckMember(const Meeting& meeting, size_t member,
                               const Instruction& instruction) {
  const std::vector<int64_t>& devices = meeting.place->members;
  for (size_t k = 0; k < devices.size(); ++k) {
    const Instruction* other = meeting.instructions[k];
    if (other == nullptr || other == &instruction) continue;
    const bool is_higher = devices[member] > devices[k];
    Status same = is_higher ? CheckSameMeeting(instruction, devices[member], *other, devices[k])
                            : CheckSameMeeting(*other, devices[k], instruction, devices[member]);
    if (same.ok()) continue;
    blamed_ = is_higher ? &instruction : other;
    return same;
  }
  return {};
}

Status Rendezvous::Finish(MeetingPlace& place, Meeting& meeting, Runtime& runtime) {
  const size_t count = place.members.size();
  const Instruction& instruction = *meeting.instructions[0];
  if (observer_ != nullptr) {
    std::vector<int64_t> bytes(count, 0);
    for (size_t k = 0; k < count; ++k) {
      for (const Literal& operand : meeting.operands[k]) bytes[k] += BytesOf(operand);
    }
    observer_->Exchanged({instruction, place.members, bytes});
  }
  const auto wanted = std::make_unique<bool[]>(count);
  for (size_t k = 0; k < count; ++k) {
    wanted[k] = wire_ == nullptr || wire_->here() == place.members[k];
  }
  ExchangeContext context(instruction, topology_, place.members, meeting.operands,
                          {wanted.get(), count}, runtime);
  Result<std::vector<Literal>> results = instruction.op->exchange(context);
  if (!results.ok()) {
    blamed_ = &instruction;
    return results.TakeError();
  }
  for (size_t k = 0; k < count; ++k) {
    meeting.promises[k]->value = std::move(results.value()[k]);
    meeting.promises[k]->meeting = nullptr;
    meeting.promises[k]->ready = true;
  }
  // Members come to the next meeting after this one, so the first open one is the first to be full.
  place.open.pop_front();
  ++place.over;
  return {};
}

// ---- sends and receives ----

Result<int64_t> Rendezvous::PeerOf(const Instruction& instruction, int64_t device,
                                   int64_t round) const {
  HLO_TRY(const std::vector<int64_t> peers,
          instruction.op->members(instruction, topology_, device));
  if (peers.empty()) return int64_t{-1};
  const bool is_on =
      round == kNoLoop || IsTransferOn(instruction, topology_, device, peers[0], round);
  return is_on ? peers[0] : int64_t{-1};
}

Result<PromisePtr> Rendezvous::Send(const Instruction& send, int64_t device, Literal data,
                                    int64_t round) {
  HLO_TRY(const int64_t target, PeerOf(send, device, round));
  PromisePtr promise = Ready(Promise::Of::kSend, Literal::Token());
  if (target < 0) return promise;
  promise->ready = false;
  promise->peer = target;
  promise->channel = ChannelOf(send);
  Mailbox& mailbox = mailboxes_[{promise->channel, device, target}];
  Watch(send, {device, target}, data);
  Tell({target}, device, send, {data});
  mailbox.sends.push_back({&send, promise, std::move(data)});
  HLO_RETURN_IF_ERROR(Deliver(mailbox));
  return promise;
}

Result<PromisePtr> Rendezvous::Receive(const Instruction& receive, int64_t device, int64_t round) {
  HLO_TRY(const int64_t source, PeerOf(receive, device, round));
  PromisePtr promise = Ready(Promise::Of::kReceive, {});
  promise->zeros = source < 0;
  if (source < 0) return promise;
  promise->ready = false;
  promise->peer = source;
  promise->channel = ChannelOf(receive);
  Mailbox& mailbox = mailboxes_[{promise->channel, source, device}];
  Tell({source}, device, receive, {});
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
  receive.promise->value = Literal::Tuple({std::move(send.data), Literal::Token()});
  receive.promise->ready = true;
  send.promise->ready = true;
  mailbox.sends.pop_front();
  mailbox.receives.pop_front();
  return {};
}

void Rendezvous::Watch(const Instruction& instruction, std::vector<int64_t> members,
                       const Literal& data) {
  if (observer_ == nullptr) return;
  std::vector<int64_t> bytes(members.size(), 0);
  bytes[0] = BytesOf(data);
  observer_->Exchanged({instruction, members, bytes});
}

}  // namespace hlo

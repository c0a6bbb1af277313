// SPDX-License-Identifier: Apache-2.0
#include "core/ops/collective/channels.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/ops/collective/source_target_pairs.h"

namespace hlo {
namespace {

// The sends and receives of a channel in program order.
struct Ends {
  std::vector<const Instruction*> sends, receives;
};

// How a channel is used.
enum class Use : uint8_t { kNone, kCollectives, kTransfers, kHostTransfers };

Use UseOf(const Instruction& instruction) {
  if (instruction.op->communication == Communication::kNone ||
      instruction.attributes.Int(Attr::channel_id) <= 0) {
    return Use::kNone;
  }
  switch (instruction.op->communication) {
    case Communication::kRendezvous:
    case Communication::kStart:
      return Use::kCollectives;
    case Communication::kSend:
    case Communication::kReceive:
      return instruction.attributes.Bool(Attr::is_host_transfer) ? Use::kHostTransfers
                                                                 : Use::kTransfers;
    default:
      return Use::kNone;
  }
}

class ChannelCheck {
 public:
  void Look(const Instruction& instruction) {
    const Use use = UseOf(instruction);
    if (use != Use::kNone) LookAtUse(instruction);
    if (use == Use::kTransfers) LookAtEnd(instruction);
    if (instruction.Is(Opcode::kAllReduce) || instruction.Is(Opcode::kAllReduceStart)) {
      LookAtLayout(instruction);
    }
  }

  std::vector<ChannelFault> TakeFaults() {
    for (const auto& entry : channels_) CheckEnds(entry.first, entry.second);
    return std::move(faults_);
  }

 private:
  void LookAtEnd(const Instruction& instruction) {
    Ends& ends = channels_[instruction.attributes.Int(Attr::channel_id)];
    const bool sends = instruction.op->communication == Communication::kSend;
    (sends ? ends.sends : ends.receives).push_back(&instruction);
  }

  void LookAtLayout(const Instruction& instruction) {
    if (first_reduction_ == nullptr) first_reduction_ = &instruction;
    const bool constrains = instruction.attributes.Bool(Attr::constrain_layout);
    if (first_reduction_->attributes.Bool(Attr::constrain_layout) == constrains || mixed_) return;
    mixed_ = true;
    Report(instruction, Fail("V04", "`{}`: {} `constrain_layout` because '{}' {}",
                             {instruction.op->name, constrains ? "must not have" : "must have",
                              first_reduction_->name, constrains ? "does not" : "does"})
                            .AtAttribute("constrain_layout"));
  }

  void LookAtUse(const Instruction& instruction) {
    const int64_t channel = instruction.attributes.Int(Attr::channel_id);
    const Instruction& first = *first_uses_.emplace(channel, &instruction).first->second;
    if (UseOf(first) == UseOf(instruction)) return;
    static constexpr std::string_view kWords[] = {"nothing", "collectives", "transfers",
                                                  "transfers to and from the host"};
    Report(instruction, Fail("V04", "`{}`: channel {} is already used for {} by '{}'",
                             {instruction.op->name, channel,
                              kWords[static_cast<size_t>(UseOf(first))], first.name})
                            .AtAttribute("channel_id"));
  }

  void CheckEnds(int64_t channel, const Ends& ends) {
    if (ends.sends.empty() || ends.receives.empty()) {
      const Instruction& alone = ends.sends.empty() ? *ends.receives[0] : *ends.sends[0];
      Report(alone, Fail("send.C3", "`{}`: channel {} must have a {}",
                         {alone.op->name, channel, ends.sends.empty() ? "sender" : "receiver"}));
      return;
    }
    // Without source-target pairs, a channel has one send and one recv.
    CheckOnce(channel, ends.sends, "senders");
    CheckOnce(channel, ends.receives, "receivers");
    const Shape& sent = ends.sends[0]->shape->elements[0];
    const Shape& received = ends.receives[0]->shape->elements[0];
    if (ends.sends.size() > 1 || ends.receives.size() > 1 || Compatible(sent, received)) return;
    Report(*ends.receives[0],
           Fail("send.C3", "`recv`: must receive {} as sent on channel {}, got {}",
                {ShapeText(sent, false), channel, ShapeText(received, false)}));
  }

  void CheckOnce(int64_t channel, const std::vector<const Instruction*>& ends,
                 std::string_view what) {
    if (ends.size() < 2 || FrontendAttribute(*ends[1], kSourceTargetPairs) != nullptr) return;
    Report(*ends[1], Fail("send.C3", "`{}`: channel {} must not have two {}",
                          {ends[1]->op->name, channel, what}));
  }

  void Report(const Instruction& instruction, Error&& error) {
    faults_.push_back({&instruction, std::move(error)});
  }

  std::map<int64_t, Ends> channels_;
  std::map<int64_t, const Instruction*> first_uses_;
  const Instruction* first_reduction_ = nullptr;
  bool mixed_ = false;
  std::vector<ChannelFault> faults_;
};

}  // namespace

std::vector<ChannelFault> CheckChannels(const Module& module) {
  ChannelCheck check;
  for (const auto& computation : module.computations) {
    for (const Instruction* instruction : computation->instructions) check.Look(*instruction);
  }
  return check.TakeFaults();
}

}  // namespace hlo

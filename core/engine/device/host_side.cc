// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/host_side.h"

namespace hlo {

HostSide::HostSide(HostQueues* queues, int64_t devices, Wire* wire)
    : queues_(queues), wire_(wire), devices_(static_cast<size_t>(devices)) {
  if (queues_ == nullptr) return;
  queues_->outfeed.assign(devices_, {});
  queues_->sends.clear();
}

const Literal* HostSide::Next(const std::vector<std::vector<Literal>>& lists, int64_t device,
                              size_t& taken) {
  const size_t number = lists.size() == 1 ? 0 : static_cast<size_t>(device);
  if (number >= lists.size() || taken == lists[number].size()) return nullptr;
  return &lists[number][taken++];
}

const Literal* HostSide::NextInfeed(int64_t device) {
  return queues_ == nullptr ? nullptr : Next(queues_->infeed, device, taken_[{-1, device}]);
}

const Literal* HostSide::NextReceive(int64_t channel, int64_t device) {
  if (queues_ == nullptr) return nullptr;
  const auto found = queues_->receives.find(channel);
  if (found == queues_->receives.end()) return nullptr;
  return Next(found->second, device, taken_[{channel, device}]);
}

void HostSide::Give(const Instruction& instruction, int64_t device, Literal value) {
  if (wire_ != nullptr && wire_->here() != 0) return wire_->Tell(0, instruction, {value});
  if (queues_ == nullptr) return;
  const bool is_outfeed = instruction.op->communication == Communication::kOutfeed;
  std::vector<std::vector<Literal>>& lists =
      is_outfeed ? queues_->outfeed : queues_->sends[instruction.attributes.Int(Attr::channel_id)];
  lists.resize(devices_);
  lists[static_cast<size_t>(device)].push_back(std::move(value));
}

}  // namespace hlo

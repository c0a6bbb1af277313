// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/host_side.h"

#include "core/base/result.h"
#include "core/literal/memory_budget.h"

namespace hlo {
namespace {

// Memory of a value apart from its elements. Counting it also limits endless loops of empty values.
constexpr int64_t kBytesPerOutput = 128;

}  // namespace

HostSide::HostSide(RunContext& run, int64_t devices, Wire* wire)
    : options_(run.options),
      output_(run.host),
      budget_(*run.budget),
      wire_(wire),
      devices_(static_cast<size_t>(devices)) {
  output_.outfeed.resize(devices_);
}

const Literal* HostSide::Next(const std::vector<std::vector<Literal>>& lists, int64_t device,
                              size_t& taken) {
  const size_t number = lists.size() == 1 ? 0 : static_cast<size_t>(device);
  if (number >= lists.size() || taken == lists[number].size()) return nullptr;
  return &lists[number][taken++];
}

const Literal* HostSide::NextInfeed(int64_t device) {
  return Next(options_.infeed, device, taken_[{-1, device}]);
}

const Literal* HostSide::NextReceive(int64_t channel, int64_t device) {
  const auto found = options_.receives.find(channel);
  if (found == options_.receives.end()) return nullptr;
  return Next(found->second, device, taken_[{channel, device}]);
}

Status HostSide::Give(const Instruction& instruction, int64_t device, Literal value) {
  if (wire_ != nullptr && wire_->here() != 0) {
    wire_->Tell(0, instruction, {value}, {});
    return {};
  }
  if (!budget_.Take(kBytesPerOutput)) {
    return Fail("R02", "`{}`: the values sent to the host exceed the memory limit of {} bytes",
                {instruction.op->name, budget_.limit()});
  }
  const bool is_outfeed = instruction.op->communication == Communication::kOutfeed;
  std::vector<std::vector<Literal>>& lists =
      is_outfeed ? output_.outfeed : output_.sends[instruction.attributes.Int(Attr::channel_id)];
  lists.resize(devices_);
  lists[static_cast<size_t>(device)].push_back(std::move(value));
  return {};
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/ops/collective/transfer_rounds.h"

#include <algorithm>
#include <optional>
#include <string>

#include "core/ops/collective/device_pairs.h"
#include "core/ops/collective/replica_groups.h"

namespace hlo {
namespace {

constexpr std::string_view kRounds = "_xla_send_recv_validation";
constexpr std::string_view kSwitchedOff = "invalid";

// nullptr where all rounds are on, or where the transfer is switched off altogether.
const std::string* RoundsText(const Instruction& instruction) {
  const std::string* text = FrontendAttribute(instruction, kRounds);
  return text == nullptr || *text == kSwitchedOff ? nullptr : text;
}

// Those of the instruction; empty where none are written.
DevicePairs PairsOf(const Instruction& instruction) {
  const std::string* text = FrontendAttribute(instruction, kSourceTargetPairs);
  return text == nullptr ? DevicePairs() : ParseDevicePairs(*text).value_or(DevicePairs());
}

}  // namespace

bool IsSwitchedOff(const Instruction& instruction) {
  const std::string* text = FrontendAttribute(instruction, kRounds);
  return text != nullptr && *text == kSwitchedOff;
}

Status CheckTransferRounds(const Instruction& instruction) {
  const std::string* text = RoundsText(instruction);
  if (text == nullptr) return {};
  const std::optional<DevicePairs> rounds = ParseDevicePairs(*text);
  const size_t pairs = PairsOf(instruction).size();
  if (rounds && rounds->size() == pairs) return {};
  return Fail("V04", "`{}`: {} is \"{}\", not a first and last round for each of {} pairs",
              {instruction.op->name, kRounds, *text, pairs})
      .AtAttribute("frontend_attributes");
}

bool IsTransferOn(const Instruction& instruction, const Topology& topology, int64_t device,
                  int64_t peer, int64_t round) {
  const std::string* text = RoundsText(instruction);
  if (text == nullptr) return true;
  const bool sends = instruction.op->communication == Communication::kSend;
  const GroupMode mode = ModeOf(instruction);
  const int64_t source = IdOf(mode, topology, sends ? device : peer);
  const int64_t target = IdOf(mode, topology, sends ? peer : device);
  const DevicePairs pairs = PairsOf(instruction);
  const auto found = std::find(pairs.begin(), pairs.end(), std::pair(source, target));
  const std::optional<DevicePairs> rounds = ParseDevicePairs(*text);
  if (found == pairs.end() || !rounds) return true;
  const auto& [first, last] = (*rounds)[static_cast<size_t>(found - pairs.begin())];
  return first <= round && round <= last;
}

}  // namespace hlo

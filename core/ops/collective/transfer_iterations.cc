// SPDX-License-Identifier: Apache-2.0
#include "core/ops/collective/transfer_iterations.h"

#include <algorithm>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/ops/collective/replica_groups.h"
#include "core/ops/collective/source_target_pairs.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

constexpr std::string_view kIterations = "_xla_send_recv_validation";
constexpr std::string_view kSwitchedOff = "invalid";

// nullptr if the transfer is on in all iterations or in none.
const std::string* IterationsText(const Instruction& instruction) {
  const std::string* text = FrontendAttribute(instruction, kIterations);
  return text == nullptr || *text == kSwitchedOff ? nullptr : text;
}

// The source-target pairs of the instruction; empty if there are none.
SourceTargetPairs PairsOrNone(const Instruction& instruction) {
  const std::string* text = FrontendAttribute(instruction, kSourceTargetPairs);
  return text == nullptr ? SourceTargetPairs()
                         : ParseSourceTargetPairs(*text).value_or(SourceTargetPairs());
}

}  // namespace

bool IsSwitchedOff(const Instruction& instruction) {
  const std::string* text = FrontendAttribute(instruction, kIterations);
  return text != nullptr && *text == kSwitchedOff;
}

Status CheckTransferIterations(const Instruction& instruction) {
  const std::string* text = IterationsText(instruction);
  if (text == nullptr) return {};
  const std::optional<SourceTargetPairs> iterations = ParseSourceTargetPairs(*text);
  const size_t pairs = PairsOrNone(instruction).size();
  if (iterations && iterations->size() == pairs) return {};
  return Fail("V04", "`{}`: `{}` must list the first and last iteration of {}, got \"{}\"",
              {instruction.op->name, kIterations, Counted(static_cast<int64_t>(pairs), "pair"),
               *text})
      .AtAttribute("frontend_attributes");
}

bool IsTransferOn(const Instruction& instruction, const Topology& topology, int64_t device,
                  int64_t peer, int64_t iteration) {
  const std::string* text = IterationsText(instruction);
  if (text == nullptr) return true;
  const bool sends = instruction.op->communication == Communication::kSend;
  const GroupMode mode = ModeOf(instruction);
  const int64_t source = IdOf(mode, topology, sends ? device : peer);
  const int64_t target = IdOf(mode, topology, sends ? peer : device);
  const SourceTargetPairs pairs = PairsOrNone(instruction);
  const auto found = std::find(pairs.begin(), pairs.end(), std::pair(source, target));
  const std::optional<SourceTargetPairs> iterations = ParseSourceTargetPairs(*text);
  if (found == pairs.end() || !iterations) return true;
  const auto& [first, last] = (*iterations)[static_cast<size_t>(found - pairs.begin())];
  return first <= iteration && iteration <= last;
}

}  // namespace hlo

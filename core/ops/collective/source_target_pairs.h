// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_COLLECTIVE_SOURCE_TARGET_PAIRS_H_
#define HLO_CORE_OPS_COLLECTIVE_SOURCE_TARGET_PAIRS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/exchange.h"

// Pairs (source, target) of ids in collective-permute, send and recv
// (collectives reference 4.5 and 6.2). What the ids number: ModeOf in replica_groups.h.
namespace hlo {

using SourceTargetPairs = std::vector<std::pair<int64_t, int64_t>>;

// Where pairs stand and how faults of them are reported.
struct PairSite {
  const Instruction& instruction;
  std::string_view code;
  std::string_view attribute;
};

// No id is negative, or the source or the target of more than `most` pairs.
Status CheckPairs(const PairSite& site, const SourceTargetPairs& pairs, int64_t most = 1);
// All ids exist on these devices.
Status CheckPairIds(const PairSite& site, const SourceTargetPairs& pairs, const Topology& topology);

std::optional<int64_t> SourceOf(const SourceTargetPairs& pairs, int64_t target);
std::optional<int64_t> TargetOf(const SourceTargetPairs& pairs, int64_t source);

// Ids that are linked to `id` by pairs, in ascending order, itself included; none if no pair has
// it. `count`: number of ids.
std::vector<int64_t> LinkedIds(const SourceTargetPairs& pairs, int64_t id, int64_t count);

// A frontend attribute as written; nullptr when the instruction has none of this name.
const std::string* FrontendAttribute(const Instruction& instruction, std::string_view name);
// Holds the pairs of send and recv.
inline constexpr std::string_view kSourceTargetPairs = "_xla_send_recv_source_target_pairs";

// "{{0,1},{1,2}}"; nullopt when the text is no list of pairs.
std::optional<SourceTargetPairs> ParseSourceTargetPairs(std::string_view text);

}  // namespace hlo

#endif  // HLO_CORE_OPS_COLLECTIVE_SOURCE_TARGET_PAIRS_H_

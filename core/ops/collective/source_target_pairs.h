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

// Pairs (source, target) of ids in collective-permute, send, and recv (collectives reference 4.5
// and 6.2). See ModeOf in replica_groups.h for what the ids identify.
namespace hlo {

using SourceTargetPairs = std::vector<std::pair<int64_t, int64_t>>;

// The attribute that holds pairs and the code of errors in them.
struct PairSite {
  const Instruction& instruction;
  std::string_view code;
  std::string_view attribute;
};

// Checks that no id is negative or is the source or target of more than `most` pairs.
Status CheckPairs(const PairSite& site, const SourceTargetPairs& pairs, int64_t most = 1);
// Checks that all ids exist on these devices.
Status CheckPairIds(const PairSite& site, const SourceTargetPairs& pairs, const Topology& topology);

std::optional<int64_t> SourceOf(const SourceTargetPairs& pairs, int64_t target);
std::optional<int64_t> TargetOf(const SourceTargetPairs& pairs, int64_t source);

// Ids connected to `id` by pairs, in ascending order, including itself; none if it is in no pair.
// `count`: number of ids.
std::vector<int64_t> LinkedIds(const SourceTargetPairs& pairs, int64_t id, int64_t count);

// The text of a frontend attribute; nullptr if the instruction does not have it.
const std::string* FrontendAttribute(const Instruction& instruction, std::string_view name);
// The frontend attribute with the pairs of send and recv.
inline constexpr std::string_view kSourceTargetPairs = "_xla_send_recv_source_target_pairs";

// "{{0,1},{1,2}}"; nullopt if the text is not a list of pairs.
std::optional<SourceTargetPairs> ParseSourceTargetPairs(std::string_view text);

}  // namespace hlo

#endif  // HLO_CORE_OPS_COLLECTIVE_SOURCE_TARGET_PAIRS_H_

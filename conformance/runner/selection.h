// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CONFORMANCE_RUNNER_SELECTION_H_
#define HLO_CONFORMANCE_RUNNER_SELECTION_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "conformance/runner/case.h"

namespace hlo::conform {

// Part `number` of `count`, from 1.
struct Shard {
  int64_t number = 1;
  int64_t count = 1;
};

// "3/8"; nullopt for other texts.
std::optional<Shard> ReadShard(std::string_view text);

// Removes the cases of other shards. Each case is in exactly one shard, and the cases of an op are
// spread over all of them.
void KeepShard(const Shard& shard, std::vector<Case>& cases);

// The numbers below `count` in a random order, the same on every machine.
std::vector<size_t> ShuffledOrder(size_t count, uint64_t seed);

}  // namespace hlo::conform

#endif  // HLO_CONFORMANCE_RUNNER_SELECTION_H_

// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/selection.h"

#include <charconv>
#include <numeric>
#include <random>
#include <utility>

namespace hlo::conform {

std::optional<Shard> ReadShard(std::string_view text) {
  Shard shard;
  const char* end = text.data() + text.size();
  const auto number = std::from_chars(text.data(), end, shard.number);
  if (number.ec != std::errc() || number.ptr == end || *number.ptr != '/') return std::nullopt;
  const auto count = std::from_chars(number.ptr + 1, end, shard.count);
  if (count.ec != std::errc() || count.ptr != end) return std::nullopt;
  if (shard.number < 1 || shard.number > shard.count) return std::nullopt;
  return shard;
}

void KeepShard(const Shard& shard, std::vector<Case>& cases) {
  if (shard.count == 1) return;
  std::vector<Case> kept;
  const auto step = static_cast<size_t>(shard.count);
  for (size_t i = static_cast<size_t>(shard.number) - 1; i < cases.size(); i += step) {
    kept.push_back(std::move(cases[i]));
  }
  cases = std::move(kept);
}

std::vector<size_t> ShuffledOrder(size_t count, uint64_t seed) {
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  std::mt19937_64 random(seed);  // the result of std::shuffle differs between libraries
  for (size_t left = count; left > 1; --left) {
    std::swap(order[left - 1], order[random() % left]);
  }
  return order;
}

}  // namespace hlo::conform

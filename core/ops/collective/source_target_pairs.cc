// SPDX-License-Identifier: Apache-2.0
#include "core/ops/collective/source_target_pairs.h"

#include <algorithm>
#include <numeric>

#include "core/base/result.h"
#include "core/base/scanner.h"
#include "core/ops/collective/replica_groups.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// `ends`: the sources or the targets of the pairs.
Status CheckEnds(const PairSite& site, std::vector<int64_t> ends, std::string_view role,
                 int64_t most) {
  std::sort(ends.begin(), ends.end());
  const Instruction& instruction = site.instruction;
  const std::string_view noun = IdNoun(ModeOf(instruction));
  if (!ends.empty() && ends[0] < 0) {
    return Fail(site.code, "`{}`: {} ids must not be negative, got {}",
                {instruction.op->name, noun, ends[0]})
        .AtAttribute(site.attribute);
  }
  for (size_t i = static_cast<size_t>(most); i < ends.size(); ++i) {
    if (ends[i] != ends[i - static_cast<size_t>(most)]) continue;
    return Fail(site.code, "`{}`: {} {} must be the {} of at most {}, got {}",
                {instruction.op->name, noun, ends[i], role, Counted(most, "pair"),
                 std::count(ends.begin(), ends.end(), ends[i])})
        .AtAttribute(site.attribute);
  }
  return {};
}

}  // namespace

Status CheckPairs(const PairSite& site, const SourceTargetPairs& pairs, int64_t most) {
  std::vector<int64_t> sources, targets;
  for (const auto& [source, target] : pairs) {
    sources.push_back(source);
    targets.push_back(target);
  }
  HLO_RETURN_IF_ERROR(CheckEnds(site, std::move(sources), "source", most));
  return CheckEnds(site, std::move(targets), "target", most);
}

Status CheckPairIds(const PairSite& site, const SourceTargetPairs& pairs,
                    const Topology& topology) {
  const GroupMode mode = ModeOf(site.instruction);
  const int64_t count = IdCount(mode, topology);
  for (const auto& [source, target] : pairs) {
    const int64_t largest = std::max(source, target);
    if (largest < count) continue;
    return Fail(site.code, "`{}`: {} ids must be in [0, {}), got {}",
                {site.instruction.op->name, IdNoun(mode), count, largest})
        .AtAttribute(site.attribute);
  }
  return {};
}

std::optional<int64_t> SourceOf(const SourceTargetPairs& pairs, int64_t target) {
  for (const auto& pair : pairs) {
    if (pair.second == target) return pair.first;
  }
  return std::nullopt;
}

std::optional<int64_t> TargetOf(const SourceTargetPairs& pairs, int64_t source) {
  for (const auto& pair : pairs) {
    if (pair.first == source) return pair.second;
  }
  return std::nullopt;
}

std::vector<int64_t> LinkedIds(const SourceTargetPairs& pairs, int64_t id, int64_t count) {
  // Union-find: the label of a set is its smallest id.
  std::vector<int64_t> label(static_cast<size_t>(count));
  std::iota(label.begin(), label.end(), 0);
  const auto find = [&](int64_t of) {
    while (label[static_cast<size_t>(of)] != of) {
      int64_t& next = label[static_cast<size_t>(of)];
      next = label[static_cast<size_t>(next)];  // path halving
      of = next;
    }
    return of;
  };
  bool paired = false;
  for (const auto& [source, target] : pairs) {
    const int64_t a = find(source), b = find(target);
    label[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
    paired |= source == id || target == id;
  }
  std::vector<int64_t> linked;
  if (!paired) return linked;
  const int64_t own = find(id);
  for (int64_t other = 0; other < count; ++other) {
    if (find(other) == own) linked.push_back(other);
  }
  return linked;
}

const std::string* FrontendAttribute(const Instruction& instruction, std::string_view name) {
  const auto* map = instruction.attributes.Get<TextMap>(Attr::frontend_attributes);
  if (map == nullptr) return nullptr;
  for (const auto& entry : map->entries) {
    if (entry.first == name) return &entry.second;
  }
  return nullptr;
}

std::optional<SourceTargetPairs> ParseSourceTargetPairs(std::string_view text) {
  SourceTargetPairs pairs;
  Scanner scanner(text);
  if (!scanner.Take("{")) return std::nullopt;
  while (!scanner.Take("}")) {
    int64_t source = 0, target = 0;
    if ((!pairs.empty() && !scanner.Take(",")) || !scanner.Take("{") || !scanner.Int(source) ||
        !scanner.Take(",") || !scanner.Int(target) || !scanner.Take("}") || source < 0 ||
        target < 0) {
      return std::nullopt;
    }
    pairs.emplace_back(source, target);
  }
  return scanner.AtEnd() ? std::optional(std::move(pairs)) : std::nullopt;
}

}  // namespace hlo

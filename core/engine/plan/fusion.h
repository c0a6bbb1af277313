// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_FUSION_H_
#define HLO_CORE_ENGINE_PLAN_FUSION_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/engine/plan/flat_graph.h"
#include "core/engine/plan/lane_source.h"

namespace hlo {

// What runs as one step: a single node, or a group of elementwise nodes with the same number of
// elements.
struct FusionUnit {
  std::vector<int32_t> nodes;  // in graph order
  bool is_group = false;
};

// A graph divided into steps. Nodes in no unit need not run: their values are read through views,
// embedded in programs as immediates, or not used.
struct Fusion {
  std::vector<FusionUnit> units;  // in a valid order of execution
  std::vector<bool> needed;       // by other units or the caller: the value gets a slot
};

// Elementwise nodes that feed each other join one group unless a value would have to leave the
// group and come back: each node has a stage, 1 more than that of any value it has to wait for, and
// groups are the connected parts of a stage. Nodes are then delayed until their users need them, so
// that a value needed late is computed in the group that needs it. A group has at most `max_group`
// nodes.
Fusion FindFusion(const FlatGraph& graph, const LaneSources& sources, size_t max_group);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_FUSION_H_

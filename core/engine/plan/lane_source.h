// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_LANE_SOURCE_H_
#define HLO_CORE_ENGINE_PLAN_LANE_SOURCE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/engine/plan/flat_graph.h"
#include "core/engine/vector/vector_program.h"

namespace hlo {

// The role of a node in elementwise fusion. Only static, non-empty arrays take part.
enum class LaneRole : uint8_t {
  kOther,    // runs as a step of its own
  kCompute,  // each element is a function of the operands' elements at the same position
  kView,     // its elements are those of an operand, or numbers, found by index arithmetic without
             // memory
};

// Where lane i of a value comes from: element `index` of the value of `node`; for an iota, that
// number itself.
struct LaneSource {
  int32_t node = -1;
  LaneIndex index;
};

// Roles, sizes and sources of all nodes of a graph.
struct LaneSources {
  std::vector<LaneRole> roles;
  std::vector<int64_t> counts;      // number of elements; 0 for nodes that take no part
  std::vector<LaneSource> sources;  // of each node; itself if it is not a view

  // A value that vector programs embed: an iota, or a constant with one element.
  bool IsImmediate(const FlatGraph& graph, int32_t node) const;
  // How a node of `count` elements reads an operand of as many elements, or of one.
  LaneSource OperandSource(int32_t operand, int64_t count) const;
};

LaneSources FindLaneSources(const FlatGraph& graph);

// Composes two views: reads through `inner` what is itself read through `outer`; nullopt if that is
// not a LaneIndex.
std::optional<LaneIndex> Compose(const LaneIndex& outer, const LaneIndex& inner);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_LANE_SOURCE_H_

// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan/fusion.h"

#include <algorithm>
#include <utility>

namespace hlo {
namespace {

constexpr int32_t kNever = INT32_MAX;

class Fuser {
 public:
  Fuser(const FlatGraph& graph, const LaneSources& sources)
      : graph_(graph),
        sources_(sources),
        size_(graph.nodes.size()),
        stage_(size_, 0),
        group_(size_, -1),
        unit_(size_, -1) {
    fusion_.needed.assign(size_, false);
  }

  Fusion Run(size_t max_group) {
    FindStages();
    WaitForUsers();
    FindGroups(max_group);
    FindNeeded();
    MakeUnits();
    Order();
    return std::move(fusion_);
  }

 private:
  const FlatNode& Node(size_t n) const { return graph_.nodes[n]; }
  bool IsCompute(size_t n) const { return sources_.roles[n] == LaneRole::kCompute; }

  // Calls fn(node, joins) for each value that a compute node reads; `joins`: whether it comes
  // from a node that may be in the same group.
  template <class Fn>
  void ForEachSource(size_t n, Fn&& fn) const {
    for (const int32_t operand : Node(n).operands) {
      const LaneSource source = sources_.OperandSource(operand, sources_.counts[n]);
      if (sources_.IsImmediate(graph_, source.node)) continue;
      const auto from = static_cast<size_t>(source.node);
      fn(from, IsCompute(from) && source.index.IsDense());
    }
  }

  // Nodes that run even if their value is not needed, such as an instruction without users that may
  // fail or loop.
  bool RunsAnyway(size_t n) const {
    if (IsCompute(n) || sources_.roles[n] == LaneRole::kView) return false;
    const FlatNode& node = Node(n);
    return !node.renames && !node.instruction->Is(Opcode::kConstant) &&
           !node.instruction->Is(Opcode::kTuple);
  }

  // A step of stage s runs after the groups up to stage s and before those of stage s + 1.
  void FindStages() {
    for (size_t n = 0; n < size_; ++n) {
      int32_t& stage = stage_[n];
      if (IsCompute(n)) {
        stage = 1;
        ForEachSource(n, [&](size_t from, bool joins) {
          stage = std::max(stage, stage_[from] + (joins ? 0 : 1));
        });
        continue;
      }
      for (const int32_t operand : Node(n).operands) {
        stage = std::max(stage, stage_[static_cast<size_t>(operand)]);
      }
      for (const int32_t first : Node(n).before) {
        stage = std::max(stage, stage_[static_cast<size_t>(first)]);
      }
    }
  }

  void WaitForUsers() {
    std::vector<int32_t> latest(size_, kNever);
    std::vector<bool> needed(size_, false);  // by steps that are not compute nodes
    const auto need = [&](size_t n, int32_t stage) {
      needed[n] = true;
      latest[n] = std::min(latest[n], stage);
    };
    if (graph_.root >= 0) needed[static_cast<size_t>(graph_.root)] = true;
    for (const Observation& shown : graph_.observed) needed[static_cast<size_t>(shown.slot)] = true;
    for (size_t n = size_; n-- > 0;) {
      if (IsCompute(n)) {
        if (latest[n] != kNever) {
          stage_[n] = std::max(stage_[n], latest[n]);
        } else if (!needed[n]) {
          continue;  // not used
        }
        ForEachSource(n, [&](size_t from, bool joins) {
          const int32_t stage = stage_[n] - (joins ? 0 : 1);
          if (joins) {
            latest[from] = std::min(latest[from], stage);
          } else {
            need(from, stage);
          }
        });
      } else if (needed[n] || RunsAnyway(n)) {
        for (const int32_t operand : Node(n).operands) {
          need(static_cast<size_t>(operand), stage_[n]);
        }
      }
      for (const int32_t first : Node(n).before) {
        latest[static_cast<size_t>(first)] =
            std::min(latest[static_cast<size_t>(first)], stage_[n]);
      }
    }
  }

  size_t RootOf(std::vector<size_t>& parent, size_t n) const {
    while (parent[n] != n) n = parent[n] = parent[parent[n]];
    return n;
  }

  void FindGroups(size_t max_group) {
    std::vector<size_t> parent(size_);
    for (size_t n = 0; n < size_; ++n) parent[n] = n;
    for (size_t n = 0; n < size_; ++n) {
      if (!IsCompute(n)) continue;
      ForEachSource(n, [&](size_t from, bool joins) {
        if (joins && stage_[from] == stage_[n]) parent[RootOf(parent, n)] = RootOf(parent, from);
      });
    }
    std::vector<int32_t> open(size_, -1);  // the group that a part is being added to
    std::vector<size_t> members;           // of each group
    for (size_t n = 0; n < size_; ++n) {
      if (!IsCompute(n)) continue;
      int32_t& group = open[RootOf(parent, n)];
      // Split in graph order, the pieces of a part wait for each other in one direction only.
      if (group < 0 || members[static_cast<size_t>(group)] == max_group) {
        group = static_cast<int32_t>(members.size());
        members.push_back(0);
      }
      ++members[static_cast<size_t>(group)];
      group_[n] = group;
    }
    group_sizes_.assign(members.size(), 0);
  }

  // Marks values that need a slot, from the last node to the first, and the nodes that run.
  void FindNeeded() {
    std::vector<bool>& needed = fusion_.needed;
    runs_.assign(size_, false);
    if (graph_.root >= 0) needed[static_cast<size_t>(graph_.root)] = true;
    for (const Observation& shown : graph_.observed) needed[static_cast<size_t>(shown.slot)] = true;
    for (const int32_t parameter : graph_.parameters) {
      if (parameter >= 0) runs_[static_cast<size_t>(parameter)] = true;
    }
    for (size_t n = size_; n-- > 0;) {
      if (needed[n] || RunsAnyway(n)) runs_[n] = true;
      if (!runs_[n]) continue;
      if (!IsCompute(n)) {
        for (const int32_t operand : Node(n).operands) needed[static_cast<size_t>(operand)] = true;
        continue;
      }
      ++group_sizes_[static_cast<size_t>(group_[n])];
      ForEachSource(n, [&](size_t from, bool joins) {
        if (joins && group_[from] == group_[n]) {
          runs_[from] = true;
        } else {
          needed[from] = true;
        }
      });
    }
  }

  // A single node with few elements that reads no value through a view gains nothing from a group.
  bool StandsAlone(size_t n) const {
    constexpr int64_t kFew = 64;
    if (sources_.counts[n] > kFew || group_sizes_[static_cast<size_t>(group_[n])] > 1) return false;
    for (const int32_t operand : Node(n).operands) {
      const LaneSource source = sources_.OperandSource(operand, sources_.counts[n]);
      if (source.node != operand || sources_.IsImmediate(graph_, operand)) return false;
    }
    return true;
  }

  void MakeUnits() {
    std::vector<int32_t> unit_of_group(group_sizes_.size(), -1);
    for (size_t n = 0; n < size_; ++n) {
      if (!runs_[n]) continue;
      const bool grouped = IsCompute(n) && !StandsAlone(n);
      int32_t& unit = grouped ? unit_of_group[static_cast<size_t>(group_[n])] : unit_[n];
      if (unit < 0) {
        unit = static_cast<int32_t>(fusion_.units.size());
        fusion_.units.push_back({{}, grouped});
      }
      unit_[n] = unit;
      fusion_.units[static_cast<size_t>(unit)].nodes.push_back(static_cast<int32_t>(n));
    }
  }

  // The units that a unit waits for.
  std::vector<int32_t> Predecessors(const FusionUnit& unit) const {
    std::vector<int32_t> found;
    const auto add = [&](size_t n) {
      if (unit_[n] >= 0) found.push_back(unit_[n]);
    };
    for (const int32_t node : unit.nodes) {
      const auto n = static_cast<size_t>(node);
      if (unit.is_group) {
        ForEachSource(n, [&](size_t from, bool) { add(from); });
        continue;
      }
      for (const int32_t operand : Node(n).operands) add(static_cast<size_t>(operand));
      for (const int32_t first : Node(n).before) add(static_cast<size_t>(first));
    }
    return found;
  }

  // Keeps text order: a step runs at its own position, a group at that of its last node, or before
  // the first step that waits for it.
  void Order() {
    std::vector<FusionUnit> ordered;
    std::vector<bool> started(fusion_.units.size(), false);
    struct Visit {
      int32_t unit;
      std::vector<int32_t> predecessors;
    };
    std::vector<Visit> visits;  // an explicit stack: long chains must not nest calls
    const auto start = [&](int32_t unit) {
      if (started[static_cast<size_t>(unit)]) return;
      started[static_cast<size_t>(unit)] = true;
      visits.push_back({unit, Predecessors(fusion_.units[static_cast<size_t>(unit)])});
    };
    for (size_t n = 0; n < size_; ++n) {
      if (unit_[n] < 0) continue;
      if (fusion_.units[static_cast<size_t>(unit_[n])].nodes.back() != static_cast<int32_t>(n)) {
        continue;
      }
      start(unit_[n]);
      while (!visits.empty()) {
        if (visits.back().predecessors.empty()) {
          ordered.push_back(fusion_.units[static_cast<size_t>(visits.back().unit)]);
          visits.pop_back();
        } else {
          const int32_t next = visits.back().predecessors.back();
          visits.back().predecessors.pop_back();
          start(next);
        }
      }
    }
    fusion_.units = std::move(ordered);
  }

  const FlatGraph& graph_;
  const LaneSources& sources_;
  const size_t size_;
  std::vector<int32_t> stage_;
  std::vector<int32_t> group_;       // of compute nodes
  std::vector<size_t> group_sizes_;  // nodes that run
  std::vector<bool> runs_;
  std::vector<int32_t> unit_;  // -1: does not run
  Fusion fusion_;
};

}  // namespace

Fusion FindFusion(const FlatGraph& graph, const LaneSources& sources, size_t max_group) {
  return Fuser(graph, sources).Run(max_group);
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan/lane_source.h"

#include <algorithm>

#include "core/engine/vector/vector_program_builder.h"

namespace hlo {
namespace {

constexpr int64_t kEndless = INT64_MAX;

int64_t StaticCount(const Shape& shape) {
  if (!shape.IsArray() || !shape.IsStatic()) return 0;
  const Result<int64_t> count = ElementCount(shape);
  constexpr int64_t kMost = int64_t{1} << 47;  // an array has less
  return count.ok() && count.value() <= kMost ? count.value() : 0;
}

// Index of lanes that cover `size` elements and repeat each `repeat` times, in an array of `count`
// lanes.
LaneIndex Normal(int64_t repeat, int64_t period, int64_t count) {
  if (period == 1) return LaneIndex::Scalar();
  return {repeat, repeat * period >= count ? kEndless : period};
}

// How a broadcast reads its operand: the mapped dimensions must be in order and, apart from sizes
// of 1, adjacent in the result.
std::optional<LaneIndex> BroadcastIndex(const Instruction& broadcast, int64_t count) {
  const Dims& dims = broadcast.shape->dims;
  const std::vector<int64_t>& map = broadcast.attributes.Ints(Attr::dimensions);
  int64_t period = 1;
  int64_t last = -1;  // mapped dimension
  for (const int64_t d : map) {
    const int64_t size = dims[static_cast<size_t>(d)];
    if (size == 1) continue;
    if (d < last) return std::nullopt;
    for (int64_t between = last + 1; last >= 0 && between < d; ++between) {
      if (dims[static_cast<size_t>(between)] != 1) return std::nullopt;
    }
    last = d;
    period *= size;
  }
  int64_t repeat = 1;
  for (size_t d = static_cast<size_t>(last + 1); d < dims.size(); ++d) repeat *= dims[d];
  return Normal(repeat, period, count);
}

LaneIndex IotaIndex(const Instruction& iota, int64_t count) {
  const Dims& dims = iota.shape->dims;
  const auto along = static_cast<size_t>(iota.attributes.Int(Attr::iota_dimension));
  int64_t repeat = 1;
  for (size_t d = along + 1; d < dims.size(); ++d) repeat *= dims[d];
  return Normal(repeat, dims[along], count);
}

// Ops that keep the row-major order of elements.
bool KeepsOrder(const FlatNode& node) {
  return node.renames || node.instruction->op->vector_form == VectorForm::kCopy;
}

bool CanCompute(const Instruction& instruction) {
  switch (instruction.op->vector_form) {
    case VectorForm::kStep:
    case VectorForm::kConvert:
    case VectorForm::kBitcast:
      return VectorProgramBuilder::Takes(instruction);
    default:
      return false;
  }
}

class Finder {
 public:
  Finder(const FlatGraph& graph, LaneSources& found) : graph_(graph), found_(found) {}

  void Add(int32_t n) {
    const FlatNode& node = graph_.nodes[static_cast<size_t>(n)];
    const int64_t count = StaticCount(*node.instruction->shape);
    found_.roles.push_back(RoleOf(node, count));
    found_.counts.push_back(count);
    found_.sources.push_back({n, LaneIndex::Dense()});
    if (found_.roles.back() == LaneRole::kView) found_.sources.back() = ViewSource(n, node, count);
  }

 private:
  LaneRole RoleOf(const FlatNode& node, int64_t count) const {
    const Instruction& instruction = *node.instruction;
    if (count == 0 || !node.before.empty()) return LaneRole::kOther;
    for (const int32_t operand : node.operands) {
      if (found_.counts[static_cast<size_t>(operand)] == 0) return LaneRole::kOther;
    }
    const VectorForm form = instruction.op->vector_form;
    if (KeepsOrder(node) || form == VectorForm::kBroadcast || form == VectorForm::kIota) {
      return LaneRole::kView;
    }
    return CanCompute(instruction) ? LaneRole::kCompute : LaneRole::kOther;
  }

  LaneSource ViewSource(int32_t n, const FlatNode& node, int64_t count) const {
    const Instruction& instruction = *node.instruction;
    if (instruction.Is(Opcode::kIota)) return {n, IotaIndex(instruction, count)};
    const LaneSource& operand = found_.sources[static_cast<size_t>(node.operands[0])];
    if (KeepsOrder(node)) return operand;
    const std::optional<LaneIndex> index = BroadcastIndex(instruction, count);
    if (!index) return {n, LaneIndex::Dense()};
    const std::optional<LaneIndex> composed = Compose(*index, operand.index);
    return composed ? LaneSource{operand.node, *composed} : LaneSource{n, LaneIndex::Dense()};
  }

  const FlatGraph& graph_;
  LaneSources& found_;
};

}  // namespace

std::optional<LaneIndex> Compose(const LaneIndex& outer, const LaneIndex& inner) {
  if (outer.IsScalar() || inner.IsScalar()) return LaneIndex::Scalar();
  // ((i / outer.repeat) % outer.period / inner.repeat) % inner.period
  int64_t period = outer.period;
  if (period != kEndless) {
    if (period % inner.repeat != 0) return std::nullopt;
    period /= inner.repeat;
  }
  if (inner.period < period) {
    if (period != kEndless && period % inner.period != 0) return std::nullopt;
    period = inner.period;
  }
  return LaneIndex{outer.repeat * inner.repeat, period};
}

bool LaneSources::IsImmediate(const FlatGraph& graph, int32_t node) const {
  const auto n = static_cast<size_t>(node);
  const Instruction& instruction = *graph.nodes[n].instruction;
  return (instruction.Is(Opcode::kIota) && roles[n] == LaneRole::kView) ||
         (instruction.Is(Opcode::kConstant) && counts[n] == 1);
}

LaneSource LaneSources::OperandSource(int32_t operand, int64_t count) const {
  const auto n = static_cast<size_t>(operand);
  LaneSource source = sources[n];
  if (counts[n] != count) source.index = LaneIndex::Scalar();
  return source;
}

LaneSources FindLaneSources(const FlatGraph& graph) {
  LaneSources found;
  Finder finder(graph, found);
  for (size_t n = 0; n < graph.nodes.size(); ++n) finder.Add(static_cast<int32_t>(n));
  return found;
}

}  // namespace hlo

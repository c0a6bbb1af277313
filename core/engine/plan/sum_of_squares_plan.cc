// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan/sum_of_squares_plan.h"

#include <optional>
#include <vector>

#include "core/engine/plan/lane_source.h"
#include "core/engine/plan/row_fusion.h"
#include "core/ops/reduction/reducer.h"
#include "core/ops/reduction/sum_of_squares.h"

namespace hlo {
namespace {

class Planner {
 public:
  explicit Planner(FlatGraph& graph)
      : graph_(graph),
        sources_(FindLaneSources(graph)),
        readers_(graph.nodes.size(), 0),
        stored_(graph.nodes.size(), false) {
    if (graph.root >= 0) Keep(graph.root);
    for (const Observation& shown : graph.observed) Keep(shown.slot);
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
      if (sources_.roles[n] != LaneRole::kCompute) stored_[n] = true;
      for (const int32_t operand : graph.nodes[n].operands) {
        ++readers_[static_cast<size_t>(operand)];
        if (sources_.roles[n] == LaneRole::kOther) stored_[static_cast<size_t>(operand)] = true;
      }
    }
  }

  void Plan(FlatNode& node) {
    if (!IsSumOfRows(node)) return;
    const RowSizes rows = *RowsOf(*node.instruction);
    const auto product = static_cast<size_t>(node.operands[0]);
    if (readers_[product] != 1 || !IsCompute(product, Opcode::kMultiply)) return;
    const std::optional<int32_t> v = Dense(product, 0);
    if (!v || Dense(product, 1) != v) return;
    node.operands = {*v, node.operands[1]};
    node.evaluate = EvaluateSumOfSquares;
    const auto difference = static_cast<size_t>(*v);
    if (!IsCompute(difference, Opcode::kSubtract)) return;
    const std::optional<int32_t> x = Dense(difference, 0);
    const std::optional<int32_t> mean = PerRow(difference, 1, rows);
    if (!x || !mean || !stored_[static_cast<size_t>(*x)]) return;
    node.operands = {*x, node.operands[1], *mean};
  }

 private:
  void Keep(int32_t n) {
    ++readers_[static_cast<size_t>(n)];
    stored_[static_cast<size_t>(n)] = true;
  }

  static bool IsSumOfRows(const FlatNode& node) {
    const Instruction& reduce = *node.instruction;
    if (!reduce.Is(Opcode::kReduce) || node.evaluate != reduce.op->evaluate ||
        node.operands.size() != 2 || reduce.operands[0]->shape->element_type != ElementType::kF32 ||
        !RowsOf(reduce)) {
      return false;
    }
    const auto simple = RecognizeReducer(*reduce.attributes.Called(Attr::to_apply));
    return simple && simple->op->reduce_op == ReduceOp::kAdd;
  }

  bool IsCompute(size_t n, Opcode opcode) const {
    return sources_.roles[n] == LaneRole::kCompute && graph_.nodes[n].instruction->Is(opcode);
  }

  LaneSource SourceOf(size_t n, size_t operand) const {
    return sources_.OperandSource(graph_.nodes[n].operands[operand], sources_.counts[n]);
  }

  // The value whose elements an operand of a node reads, one for each of its own.
  std::optional<int32_t> Dense(size_t n, size_t operand) const {
    const LaneSource source = SourceOf(n, operand);
    if (!source.index.IsDense() || sources_.IsImmediate(graph_, source.node)) return std::nullopt;
    return source.node;
  }

  // The value of which an operand of a node reads one number per row.
  std::optional<int32_t> PerRow(size_t n, size_t operand, const RowSizes& sizes) const {
    const LaneSource source = SourceOf(n, operand);
    if (source.index.repeat != sizes.columns || source.index.period < sizes.rows ||
        sources_.counts[static_cast<size_t>(source.node)] != sizes.rows ||
        sources_.IsImmediate(graph_, source.node)) {
      return std::nullopt;
    }
    return source.node;
  }

  FlatGraph& graph_;
  const LaneSources sources_;
  std::vector<int32_t> readers_;  // of each node
  std::vector<bool> stored_;      // whether some step needs the value in memory
};

}  // namespace

void PlanSumsOfSquares(FlatGraph& graph) {
  Planner planner(graph);
  for (FlatNode& node : graph.nodes) planner.Plan(node);
}

}  // namespace hlo

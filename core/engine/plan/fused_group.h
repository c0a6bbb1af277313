// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_FUSED_GROUP_H_
#define HLO_CORE_ENGINE_PLAN_FUSED_GROUP_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/engine/plan/fusion.h"
#include "core/engine/plan/plan.h"
#include "core/engine/vector/vector_program.h"
#include "core/ops/evaluate.h"
#include "hlo/kernel_mode.h"

namespace hlo {

struct RowFusion;

// Elementwise instructions that run as one step: a vector program over the elements of dense
// arrays. Operands are positions in the step's list of operand slots.
struct FusedGroup {
  struct Output {
    const Instruction* instruction = nullptr;
    SharedShape shape;  // of the instruction
    int32_t slot = 0;
    std::vector<int32_t> donors;  // operands whose bytes it may reuse at their last use
  };
  std::vector<int32_t> inputs;     // the operand of each input of the program
  std::vector<LaneIndex> indices;  // how each input is read
  std::vector<Output> outputs;
  int64_t lanes = 0;
  std::unique_ptr<VectorProgram> program;
  // If set, several steps that run together instead of a program (core/engine/plan/row_fusion.h).
  std::shared_ptr<const RowFusion> rows;
};

// Creates the step of a group. The group is empty if the program would be too large for the cache;
// the caller must then split it.
PlanStep MakeGroupStep(const FlatGraph& graph, const LaneSources& sources, const Fusion& fusion,
                       const FusionUnit& unit, KernelMode mode);

// Allocates the outputs of a group in their slots: the bytes of a dying operand, or else new ones.
// `bytes` gets their addresses. The error is R02; `failed` is then the instruction without memory.
Status MakeOutputs(const PlanStep& step, std::span<Literal> slots, Runtime& runtime,
                   SmallVector<void*, 8>& bytes, const Instruction** failed);

// Lanes of one task: enough to be worth a thread's time, and short enough to respond to
// cancellation.
inline constexpr int64_t kTaskLanes = 16 << 10;

// Computes the outputs of a group into their slots. Stops early, with invalid values, if `cancel`
// is set. The error is R02; `failed` is then the instruction that could not be allocated.
Status RunGroup(const PlanStep& step, std::span<Literal> slots, Runtime& runtime,
                const std::atomic<bool>* cancel, const Instruction** failed);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_FUSED_GROUP_H_

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
#include "core/kernels/kernel_mode.h"
#include "core/ops/evaluate.h"

namespace hlo {

struct RowFusion;

// Elementwise instructions that run as one step: a vector program over the elements of dense
// arrays. Operands are positions in the step's list of operand slots.
struct FusedGroup {
  struct Output {
    const Instruction* instruction = nullptr;
    SharedShape shape;  // of the instruction
    int32_t slot = 0;
    std::vector<int32_t> donors;  // operands whose bytes it may take over at their last use
  };
  std::vector<int32_t> inputs;     // the operand behind each input of the program
  std::vector<LaneIndex> indices;  // how it is read
  std::vector<Output> outputs;
  int64_t lanes = 0;
  std::unique_ptr<VectorProgram> program;
  // Instead of a program: several steps that run together (core/engine/plan/row_fusion.h).
  std::shared_ptr<const RowFusion> rows;
};

// Makes the step of a group. Its group is empty when the program would be too large for the cache;
// smaller groups then have to do.
PlanStep MakeGroupStep(const FlatGraph& graph, const LaneSources& sources, const Fusion& fusion,
                       const FusionUnit& unit, KernelMode mode);

// Memory for the outputs of a group in their slots: the bytes of an operand that goes, else new
// ones. `bytes` gets where each lies. The error is R02, `failed` then the instruction without
// memory.
Status MakeOutputs(const PlanStep& step, std::span<Literal> slots, Runtime& runtime,
                   std::vector<void*>& bytes, const Instruction** failed);

// Lanes of one task: enough to be worth a thread's time, and soon over when a run is
// cancelled.
inline constexpr int64_t kTaskLanes = 16 << 10;

// Computes the outputs of a group into their slots. Stops early, with worthless values, when
// `cancel` is set. The error is R02, `failed` then the instruction whose value found no memory.
Status RunGroup(const PlanStep& step, std::span<Literal> slots, Runtime& runtime,
                const std::atomic<bool>* cancel, const Instruction** failed);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_FUSED_GROUP_H_

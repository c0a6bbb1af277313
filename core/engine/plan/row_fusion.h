// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_ROW_FUSION_H_
#define HLO_CORE_ENGINE_PLAN_ROW_FUSION_H_

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/engine/plan/plan.h"
#include "core/ops/evaluate.h"
#include "core/ops/reduction/reducer.h"
#include "hlo/kernel_mode.h"

namespace hlo {

struct RowSizes {
  int64_t rows = 0, columns = 0;
};

// The rows of a `reduce` over its last dimensions that can join a row fusion; nullopt for others.
std::optional<RowSizes> RowsOf(const Instruction& reduce);

// Steps that treat the rows of [rows, columns] arrays alike: groups over all elements, reductions
// of each row, groups over one number per row; for example a softmax or a normalization. They run
// together, a few rows at a time, so that rows stay in the cache between steps, and arrays that
// only these steps use are never allocated.
struct RowFusion {
  struct Part {
    PlanStep step;                       // a group, or a reduction
    std::optional<LaneReducer> reducer;  // for a reduction
    bool squares = false;                // of a sum of squares (sum_of_squares.h)
    std::vector<int32_t> operands;       // positions in `values`
    std::vector<int32_t> results;
  };
  struct Value {
    int32_t slot;
    int64_t row_bytes;  // of a row kept only per block of rows; 0: all rows are stored
    int32_t output;     // the group's output that stores the rows; -1: they come from outside
  };
  int64_t rows = 0, columns = 0;
  std::vector<Part> parts;
  std::vector<Value> values;
};

// Combines such steps, if consecutive, into one step. `kept` are slots whose values are needed
// after the last step. Only reductions with a kernel for whole rows qualify: their results do not
// depend on which rows run together.
void JoinRows(std::vector<PlanStep>& steps, std::span<const int32_t> kept, KernelMode mode);

// RunGroup for such a step.
Status RunRowFusion(const PlanStep& step, std::span<Literal> slots, Runtime& runtime,
                    const std::atomic<bool>* cancel, const Instruction** failed);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_ROW_FUSION_H_

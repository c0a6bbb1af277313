// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_LOOP_PLAN_H_
#define HLO_CORE_ENGINE_PLAN_LOOP_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/engine/plan/flat_graph.h"
#include "core/engine/plan/plan.h"

// Loops whose state is a tuple that is only taken apart and put together: its elements are kept in
// slots of their own from iteration to iteration, and the tuple is never created.
namespace hlo {

// Replaces the parameter of a flattened condition or body, a tuple of `count` elements, by one
// parameter per element (-1: not used). False, with nothing changed, if the tuple is used as a
// whole.
bool SplitParameter(FlatGraph& graph, size_t count);

// The nodes of the elements of a body's root, which then creates no value. Empty, with nothing
// changed, if the root is not a `tuple` or is used inside the body.
std::vector<int32_t> SplitRoot(FlatGraph& graph);

// For each entry of a list, whether no later entry is the same.
std::vector<uint8_t> LastOfEach(const std::vector<int32_t>& slots);

// Moves the steps of constants that no observer sees to `once`. Returns their slots.
std::vector<int32_t> TakeConstants(ComputationPlan& plan);

// Prevents all steps from taking or freeing these slots.
void KeepSlots(ComputationPlan& plan, const std::vector<int32_t>& slots);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_LOOP_PLAN_H_

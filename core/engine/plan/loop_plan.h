// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_PLAN_LOOP_PLAN_H_
#define HLO_CORE_ENGINE_PLAN_LOOP_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/engine/plan/flat_graph.h"
#include "core/engine/plan/plan.h"

// Loops whose state is a tuple that is only ever taken apart and put together: its elements pass
// from iteration to iteration in slots of their own, and the tuple is never made.
namespace hlo {

// Turns the parameter of a flattened condition or body, a tuple of `count`, into one parameter an
// element (-1: not used). False, with nothing changed, when the tuple is used as a whole.
bool SplitParameter(FlatGraph& graph, size_t count);

// The nodes of the elements of a body's root; the root then makes no value. Empty, with nothing
// changed, when it is no `tuple`, or used inside.
std::vector<int32_t> SplitRoot(FlatGraph& graph);

// For each entry of a list whether no later one is the same.
std::vector<uint8_t> LastOfEach(const std::vector<int32_t>& slots);

// Lets no step take or free these slots.
void KeepSlots(ComputationPlan& plan, const std::vector<int32_t>& slots);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_PLAN_LOOP_PLAN_H_

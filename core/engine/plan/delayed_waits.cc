// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan/delayed_waits.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace hlo {
namespace {

bool IsWait(const PlanStep& step) {
  return step.communicates && step.instruction->op->communication == Communication::kDone;
}

// Which steps must come after which, by their places.
class Order {
 public:
  explicit Order(const ComputationPlan& plan)
      : after_(plan.steps.size()), missing_(plan.steps.size()) {
    std::vector<size_t> place_of(static_cast<size_t>(plan.slot_count), plan.steps.size());
    size_t last_effect = plan.steps.size();
    for (size_t place = 0; place < plan.steps.size(); ++place) {
      const PlanStep& step = plan.steps[place];
      const Instruction& instruction = *step.instruction;
      const auto follow = [&](const Instruction* before) {
        Add(place_of[static_cast<size_t>(before->index)], place);
      };
      for (const Instruction* operand : instruction.operands) follow(operand);
      if (const auto* control =
              instruction.attributes.Get<std::vector<Instruction*>>(Attr::control_predecessors)) {
        for (const Instruction* predecessor : *control) follow(predecessor);
      }
      if (!IsWait(step) && (step.communicates || instruction.op->side_effect)) {
        Add(std::exchange(last_effect, place), place);
      }
      place_of[static_cast<size_t>(instruction.index)] = place;
    }
  }

  bool IsReady(size_t place) const { return missing_[place] == 0; }
  // Calls ready(place) for each step that waited for this one alone.
  template <class Fn>
  void Done(size_t place, Fn&& ready) {
    for (size_t next : after_[place]) {
      if (--missing_[next] == 0) ready(next);
    }
  }

 private:
  void Add(size_t before, size_t place) {
    if (before >= after_.size()) return;  // it has no step
    after_[before].push_back(place);
    ++missing_[place];
  }

  std::vector<std::vector<size_t>> after_;
  std::vector<size_t> missing_;
};

}  // namespace

void DelayWaits(ComputationPlan& plan) {
  std::vector<PlanStep>& steps = plan.steps;
  if (std::none_of(steps.begin(), steps.end(), IsWait)) return;
  using Ready = std::pair<bool, size_t>;  // whether it waits, and its place
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready;
  Order order(plan);
  const auto add = [&](size_t place) { ready.emplace(IsWait(steps[place]), place); };
  for (size_t place = 0; place < steps.size(); ++place) {
    if (order.IsReady(place)) add(place);
  }
  std::vector<PlanStep> moved;
  moved.reserve(steps.size());
  while (!ready.empty()) {
    const size_t place = ready.top().second;
    ready.pop();
    order.Done(place, add);
    moved.push_back(std::move(steps[place]));
  }
  steps = std::move(moved);
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_API_LOOP_STATES_H_
#define HLO_CORE_API_LOOP_STATES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hlo/literal.h"

namespace hlo::api {

// States of a loop at the start of some iterations of one execution: the last one that was added,
// and others that are spread over all. They are copies, so that the run can write into its own.
class LoopStates {
 public:
  struct State {
    int64_t iteration = 0;
    Literal value;
  };

  static constexpr size_t kMaxStates = 64;
  static constexpr int64_t kMaxBytes = int64_t{64} << 20;

  void Add(int64_t iteration, const Literal& value);
  // The last state at or before an iteration, or nullptr.
  const State* Before(int64_t iteration) const;
  // The state that was added last, or nullptr.
  const State* Last() const { return last_ ? &*last_ : nullptr; }

 private:
  // Makes room: drops every second state, and from now on skips as many.
  void Thin();
  // The place of the first state after an iteration.
  std::vector<State>::const_iterator After(int64_t iteration) const;

  std::vector<State> states_;  // in the order of the iterations
  std::optional<State> last_;
  int64_t bytes_ = 0;  // of `states_`
  int64_t added_ = 0, stride_ = 1;
};

}  // namespace hlo::api

#endif  // HLO_CORE_API_LOOP_STATES_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_REDUCTION_REDUCE_FINISH_H_
#define HLO_CORE_OPS_REDUCTION_REDUCE_FINISH_H_

#include <cstdint>
#include <memory>

#include "core/base/blocks.h"
#include "core/ops/reduction/reducer.h"
#include "hlo/literal.h"

namespace hlo {

// The end of a reduction by a simple reducer: combines lanes with the initial value and stores them
// in the output.
class ReduceFinish {
 public:
  // The maximum number of lanes per call.
  static constexpr int64_t kBlock = 2048;

  ReduceFinish(const LaneReducer& reducer, const Literal& init, Literal& output);

  // Stores `count` lanes from element `position` of the output on; modifies the lanes.
  void Put(uint8_t* lanes, int64_t position, int64_t count) const;

 private:
  const LaneReducer& reducer_;
  uint8_t* out_;
  AlignedBlock inits_;  // a block of initial values
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_REDUCTION_REDUCE_FINISH_H_

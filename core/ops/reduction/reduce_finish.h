// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_REDUCTION_REDUCE_FINISH_H_
#define HLO_CORE_OPS_REDUCTION_REDUCE_FINISH_H_

#include <cstdint>
#include <memory>

#include "core/ops/reduction/reducer.h"
#include "hlo/literal.h"

namespace hlo {

// The end of a reduction by a simple reducer: lanes that take in the initial value and become
// elements of the output.
class ReduceFinish {
 public:
  // How many lanes can be put at once.
  static constexpr int64_t kBlock = 2048;

  ReduceFinish(const LaneReducer& reducer, const Literal& init, Literal& output);

  // Elements `position` and on of the output; changes the lanes.
  void Put(uint8_t* lanes, int64_t position, int64_t count) const;

 private:
  const LaneReducer& reducer_;
  uint8_t* out_;
  std::unique_ptr<uint8_t[]> inits_;  // a block of lanes
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_REDUCTION_REDUCE_FINISH_H_

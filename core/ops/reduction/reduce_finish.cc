// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reduction/reduce_finish.h"

#include <algorithm>
#include <cstring>

namespace hlo {

ReduceFinish::ReduceFinish(const LaneReducer& reducer, const Literal& init, Literal& output)
    : reducer_(reducer), out_(output.mutable_bytes()) {
  alignas(16) uint8_t loaded[16];
  const void* start = init.bytes();
  if (!reducer.loads_in_place()) {
    reducer.Load(init.bytes(), 1, loaded);
    start = loaded;
  }
  const int64_t count = std::min(kBlock, output.element_count());
  const auto bytes = static_cast<size_t>(reducer.lane_bytes());
  inits_ = NewAlignedBlock(count * reducer.lane_bytes());
  reducer.Start(start, 1, inits_.get());
  for (size_t i = 1; i < static_cast<size_t>(count); ++i) {
    std::memcpy(inits_.get() + i * bytes, inits_.get(), bytes);
  }
}

void ReduceFinish::Put(uint8_t* lanes, int64_t position, int64_t count) const {
  uint8_t* const out = out_ + position * reducer_.element_bytes();
  if (reducer_.stores_in_place()) {
    reducer_.MergeTo(out, lanes, inits_.get(), 1, 0, count);
    return;
  }
  reducer_.Merge(lanes, inits_.get(), 1, 0, count);
  reducer_.Store(lanes, count, out);
}

}  // namespace hlo

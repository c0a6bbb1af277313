// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_SHAPE_SEPARABLE_H_
#define HLO_CORE_SHAPE_SEPARABLE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "hlo/physical_layout.h"
#include "hlo/small_vector.h"

namespace hlo {

// One digit of a coordinate: its period, and the distance between positions.
struct Level {
  int64_t period;
  int64_t stride;
  bool operator==(const Level&) const = default;
};

// The contribution of one coordinate c to the position. Periods increase from 1; from the last to
// the first, c / period counts its stride and c % period is passed on. Without levels it adds
// nothing. Periods need not divide each other: T(3)(2) on one dimension has the periods 1, 2, 3.
using Levels = SmallVector<Level, 4>;

int64_t Evaluate(const Levels& levels, int64_t coordinate);

// How many positions from `coordinate` on are one first stride apart: at least 1.
int64_t RunLength(const Levels& levels, int64_t coordinate);

// The levels of each logical dimension, so that the position of an index is the sum over its
// coordinates. nullopt if `*` combines dimensions and a tile then splits them in a way that is not
// such a sum, as in f32[4,3]{0,1:T(*,5)}, and for arrays without elements.
std::optional<std::vector<Levels>> Separate(const PhysicalLayout& physical);

// Whether two sums of levels agree on 0..count-1, count >= 1. nullopt if that would take more than
// `budget` steps, which only absurd tiles need.
std::optional<bool> SameOnRange(const Levels& a, const Levels& b, int64_t count, int64_t budget);

}  // namespace hlo

#endif  // HLO_CORE_SHAPE_SEPARABLE_H_

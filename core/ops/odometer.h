// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_ODOMETER_H_
#define HLO_CORE_OPS_ODOMETER_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "hlo/small_vector.h"

namespace hlo {

// Walks a box in row-major order and updates K linear offsets, one per list of strides, with one
// addition per step and no division. After the last position, it is at the first one again.
//   if (!box_is_empty) do Use(at.offset(0)); while (at.Next());
template <size_t K>
class Odometer {
 public:
  Odometer(Dims sizes, std::array<Dims, K> strides)
      : sizes_(std::move(sizes)), strides_(std::move(strides)), at_(sizes_.size(), 0) {}

  int64_t offset(size_t k) const { return offsets_[k]; }

  // Advances to the next position; false after the last one.
  bool Next() {
    for (size_t d = sizes_.size(); d-- > 0;) {
      if (++at_[d] < sizes_[d]) {
        for (size_t k = 0; k < K; ++k) offsets_[k] += strides_[k][d];
        return true;
      }
      at_[d] = 0;
      for (size_t k = 0; k < K; ++k) offsets_[k] -= strides_[k][d] * (sizes_[d] - 1);
    }
    return false;
  }

 private:
  Dims sizes_;
  std::array<Dims, K> strides_;
  Dims at_;
  std::array<int64_t, K> offsets_ = {};
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_ODOMETER_H_

// SPDX-License-Identifier: Apache-2.0
#include "core/literal/live_elements.h"

#include <string>

#include "core/base/checked.h"
#include "core/base/format.h"

namespace hlo {

LiveElements::LiveElements(const Literal& array) : sizes_(array.dynamic_sizes()) {
  const Dims& bounds = array.shape().dims;
  count_ = CheckedProduct({sizes_.data(), sizes_.size()}).value_or(0);
  strides_.resize(bounds.size(), 1);
  // Products that do not fit belong to arrays without elements, which need no strides.
  for (size_t d = bounds.size(); d-- > 1;) {
    strides_[d - 1] = CheckedMultiply(strides_[d], bounds[d]).value_or(0);
  }
  for (size_t d = 0; d < bounds.size(); ++d) dense_ = dense_ && sizes_[d] == bounds[d];
}

int64_t LiveElements::OffsetOf(int64_t linear) const {
  if (dense_) return linear;
  int64_t offset = 0;
  for (size_t d = sizes_.size(); d-- > 0;) {
    offset += linear % sizes_[d] * strides_[d];
    linear /= sizes_[d];
  }
  return offset;
}

std::string IndexText(const Dims& sizes, int64_t linear) {
  if (sizes.empty()) return "";
  Dims at(sizes.size(), 0);
  for (size_t d = sizes.size(); d-- > 0;) {
    at[d] = linear % sizes[d];
    linear /= sizes[d];
  }
  return "(" + Joined({at.data(), at.size()}) + ")";
}

}  // namespace hlo

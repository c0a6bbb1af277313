// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_LITERAL_LIVE_ELEMENTS_H_
#define HLO_CORE_LITERAL_LIVE_ELEMENTS_H_

#include <cstdint>

#include "hlo/literal.h"

namespace hlo {

// Where the live elements of an array are among its stored ones. The bounds of dynamic dimensions
// determine the strides, the dynamic sizes determine which elements are live; both agree for a
// static array.
class LiveElements {
 public:
  explicit LiveElements(const Literal& array);

  const Dims& sizes() const { return sizes_; }
  int64_t stride(size_t d) const { return strides_[d]; }
  int64_t count() const { return count_; }
  // Whether every stored element is live, so that linear indices are offsets.
  bool IsDense() const { return dense_; }
  // Offset, in elements, of the live element with this row-major number.
  int64_t OffsetOf(int64_t linear) const;

 private:
  Dims sizes_, strides_;
  int64_t count_ = 1;
  bool dense_ = true;
};

// The index of row-major element number among `sizes`, "(1,2)"; "" for a scalar.
std::string IndexText(const Dims& sizes, int64_t linear);

}  // namespace hlo

#endif  // HLO_CORE_LITERAL_LIVE_ELEMENTS_H_

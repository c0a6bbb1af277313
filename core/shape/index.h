// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_SHAPE_INDEX_H_
#define HLO_CORE_SHAPE_INDEX_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "hlo/shape.h"
#include "hlo/small_vector.h"

namespace hlo {

// Visits all indices of an array in row-major order; `linear()` counts along.
//   for (Index at(shape.dims); !at.done(); at.Next()) use(at[0], at.linear());
class Index {
 public:
  explicit Index(std::span<const int64_t> dims);
  explicit Index(const Dims& dims) : Index(std::span<const int64_t>(dims.data(), dims.size())) {}

  bool done() const { return done_; }
  void Next();
  int64_t operator[](size_t d) const { return at_[d]; }
  const Dims& at() const { return at_; }
  int64_t linear() const { return linear_; }

 private:
  Dims dims_, at_;
  int64_t linear_ = 0;
  bool done_ = false;
};

// Elements between neighbors along each dimension of a dense row-major array. A stride that needs
// more than 63 bits (only without elements, or when ElementCount fails) is INT64_MAX.
Dims RowMajorStrides(std::span<const int64_t> dims);
// The same in the order of the shape's layout (tiles ignored).
Dims LayoutStrides(const Shape& shape);
// stride * bytes per element; nullopt for a tiled or packed layout.
std::optional<Dims> ByteStrides(const Shape& shape);
int64_t DimensionStride(const Shape& shape, int64_t dimension);

// layout reference, section 6: in minor_to_major order, tiles ignored. The index must be in bounds
// and the linear index less than the element count; an array without elements has neither.
int64_t MultiToLinear(const Shape& shape, std::span<const int64_t> index);
Dims LinearToMulti(const Shape& shape, int64_t linear);
// Next index in row-major order; false (and all zeros) after the last.
bool BumpIndex(const Shape& shape, std::span<int64_t> index);
bool IndexInBounds(const Shape& shape, std::span<const int64_t> index);
int CompareIndices(std::span<const int64_t> a, std::span<const int64_t> b);

// Visits base + k * step < base + count in every dimension, row-major; fn returns false to stop.
bool ForEachIndex(const Shape& shape, std::span<const int64_t> base, std::span<const int64_t> count,
                  std::span<const int64_t> step,
                  const std::function<bool(std::span<const int64_t>)>& fn);

}  // namespace hlo

#endif  // HLO_CORE_SHAPE_INDEX_H_

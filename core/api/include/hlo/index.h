// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_INDEX_H_
#define HLO_INDEX_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "hlo/shape.h"
#include "hlo/small_vector.h"

// Walks over the elements of arrays, and their places without tiles (layout reference, section 6).
// hlo/physical_layout.h has the places with tiles. An index has one coordinate per dimension, from
// 0, in the order of the dimensions. Shapes must be arrays with a valid layout.
namespace hlo {

// Visits all indices of an array in row-major order; `linear()` counts along.
//   for (Index at(shape.dims); !at.done(); at.Next()) use(at[0], at.linear());
// An array of rank 0 has one index; one with a size of 0 has none.
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

// ---- strides, one per dimension ----

// Elements between neighbors along each dimension of a dense row-major array: {12, 4, 1} for
// {2, 3, 4}. A stride that needs more than 63 bits (only without elements, or when ElementCount
// fails) is INT64_MAX.
Dims RowMajorStrides(std::span<const int64_t> dims);
// The same in the order of the shape's layout, tiles ignored: {12, 1, 3} for f32[2,3,4]{1,2,0}.
Dims LayoutStrides(const Shape& shape);
// The stride of one dimension of it, in elements.
int64_t DimensionStride(const Shape& shape, int64_t dimension);
// LayoutStrides in bytes: {48, 4, 12}. nullopt for a layout with tiles, the legacy padded form, or
// a custom element size, and for a shape that is not an array.
std::optional<Dims> ByteStrides(const Shape& shape);

// ---- indices and linear indices, in the order of the layout, tiles ignored ----

// The number of elements before the one at `index` in the order of the layout (layout reference
// 3.2): 17 for (1,2,1) of f32[2,3,4]{1,2,0}. The index must be in bounds.
int64_t MultiToLinear(const Shape& shape, std::span<const int64_t> index);
// The inverse. `linear` must be less than the number of elements; zeros for an array without
// elements.
Dims LinearToMulti(const Shape& shape, int64_t linear);

// ---- single indices ----

// Advances to the next index in row-major order, whatever the layout. False, with the index all
// zeros, after the last one and for an array without elements.
bool BumpIndex(const Shape& shape, std::span<int64_t> index);
// Whether it has a coordinate for each dimension, and each is in [0, size). XLA does not check the
// lower bound.
bool IndexInBounds(const Shape& shape, std::span<const int64_t> index);
// Lexicographic order of two indices of equal length: -1, 0, or 1.
int CompareIndices(std::span<const int64_t> a, std::span<const int64_t> b);

// Calls fn(index) for base + k * step < base + count in every dimension, in row-major order, until
// it returns false. Returns whether all calls returned true. All lists have one entry per
// dimension; a step that is not positive visits `base` alone in its dimension. The indices are
// not compared with the sizes of the shape.
bool ForEachIndex(const Shape& shape, std::span<const int64_t> base, std::span<const int64_t> count,
                  std::span<const int64_t> step,
                  const std::function<bool(std::span<const int64_t>)>& fn);

}  // namespace hlo

#endif  // HLO_INDEX_H_

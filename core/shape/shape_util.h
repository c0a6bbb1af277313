// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_SHAPE_SHAPE_UTIL_H_
#define HLO_CORE_SHAPE_SHAPE_UTIL_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "hlo/shape.h"

namespace hlo {

// More properties from layout reference, sections 4.4, 4.5 and 7.

// Bytes of a pointer on the target of a shape.
inline constexpr int64_t kPointerBytes = 8;

// ---- XLA's shortcuts for sizes and positions (layout reference 4.4) ----
// All return S09 if the result needs more than 63 bits or a size is unbounded.

// elements * width, tiles and tail padding ignored; a pointer per element for a tuple.
Result<int64_t> ByteSizeOf(const Shape& shape, int64_t pointer_bytes = kPointerBytes);
// Bytes under the first tile only, with the largest piece of split dimensions and rounded up to the
// tail padding; without tiles, ByteSizeOf. S03 for a first tile with `*`.
Result<int64_t> ArraySize(const Shape& array);
// Bytes up to and including the last element: (its position + 1) * width.
Result<int64_t> ArrayDataSize(const Shape& array);
// Position under the first tile only; 0 for rank 0 and the index for rank 1, whatever the tiles.
// The index must be in bounds. S03 for a first tile with `*`.
Result<int64_t> LinearIndexFirstTileOnly(const Shape& array, std::span<const int64_t> index);
// Bytes of a literal on disk: pred and types narrower than a byte are packed; tuples: the sum.
Result<int64_t> SerializedSize(const Shape& shape);

// ---- split configurations (4.5) ----

// Largest piece into which the splits divide a logical dimension; its size if it is not split.
int64_t MaxSplitSize(const Shape& array, int64_t dimension);
// Elements of the largest part in one memory: the product of MaxSplitSize. S09.
Result<int64_t> PerMemoryElementCount(const Shape& array);

// ---- properties ----

bool HasCustomElementSize(const Shape& array);  // E differs from the natural width
bool IsMonotonicDim0Major(const Shape& array);
bool IsMonotonicDim0Minor(const Shape& array);
// The array parts of a shape, in order, with their paths.
struct ShapeLeaf {
  ShapeIndex path;
  const Shape* shape;
};
std::vector<ShapeLeaf> ArrayLeaves(const Shape& shape);
// `to` with the layouts of `from`, leaf by leaf. V01 unless both have the same structure and ranks;
// also the errors of CheckLayout.
Result<Shape> CopyLayout(const Shape& from, const Shape& to);

// ---- comparing lists of sizes ----

// Product of a[0..at_a) equals product of b[0..at_b).
struct FactorCut {
  int64_t at_a, at_b;
  bool operator==(const FactorCut&) const = default;
};
// The cuts from (0,0) to the ends; (0,0) (1,2) (2,3) for [4,6] and [2,2,6]. Lists with a size 0
// have no cuts inside. V01 unless both products are equal, S09 if they need more than 63 bits.
Result<std::vector<FactorCut>> CommonFactors(std::span<const int64_t> a,
                                             std::span<const int64_t> b);

// Dimensions (i of `from`, j of `to`) that a reshape keeps: equal sizes, and equal products before
// them. Errors as in CommonFactors.
struct DimensionPair {
  int64_t from, to;
  bool operator==(const DimensionPair&) const = default;
};
Result<std::vector<DimensionPair>> DimensionsUnmodifiedByReshape(std::span<const int64_t> from,
                                                                 std::span<const int64_t> to);

// The dimensions of size 1 removed from `from` (its numbers) and inserted (numbers of `to`);
// nullopt if the lists differ in any other way.
struct DegenerateChange {
  Dims deleted, inserted;
  bool operator==(const DegenerateChange&) const = default;
};
std::optional<DegenerateChange> InsertedOrDeleted1Sized(std::span<const int64_t> from,
                                                        std::span<const int64_t> to);

}  // namespace hlo

#endif  // HLO_CORE_SHAPE_SHAPE_UTIL_H_

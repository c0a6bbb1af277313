// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_SHAPE_UTIL_H_
#define HLO_SHAPE_UTIL_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hlo/result.h"
#include "hlo/shape.h"

// Further properties of shapes, as XLA's ShapeUtil and LayoutUtil define them (layout reference
// 4.4, 4.5 and 7). Errors have the codes of docs/diagnostics.md.
namespace hlo {

// Bytes of a pointer on the target of a shape.
inline constexpr int64_t kPointerBytes = 8;

// ---- XLA's shortcuts for sizes and positions (layout reference 4.4) ----
// They are faster than PhysicalLayout (hlo/physical_layout.h) and differ from it as described
// there. All sizes are in bytes. All return S09 if the result needs more than 63 bits or a size is
// unbounded ("?"); a dynamic dimension counts with its bound.

// Elements * width, ignoring tiles and tail padding; for a packed layout, E(n), the bits rounded up
// to bytes. `pointer_bytes` per element of a tuple and for an opaque value; 0 for a token.
Result<int64_t> ByteSizeOf(const Shape& shape, int64_t pointer_bytes = kPointerBytes);
// Bytes with the padding of the first tile only, with the largest part of split dimensions, rounded
// up to the tail padding; ByteSizeOf without tiles. `array` must be an array. S03 for a first tile
// with `*`; also the errors of CheckLayout.
Result<int64_t> ArraySize(const Shape& array);
// Bytes up to and including the last element: (its position + 1) * width, all tiles counted; 0
// without elements. Errors of PhysicalLayout::Make.
Result<int64_t> ArrayDataSize(const Shape& array);
// Position, in elements, of an index under the first tile only; 0 for rank 0 and the index itself
// for rank 1, whatever the tiles. The index must be in bounds. Errors of ArraySize.
Result<int64_t> LinearIndexFirstTileOnly(const Shape& array, std::span<const int64_t> index);
// Bytes of a literal on disk: pred and types narrower than a byte are packed, whatever the layout;
// the sum of the elements for a tuple; 0 for tokens and opaque values.
Result<int64_t> SerializedSize(const Shape& shape);

// ---- split configurations (layout reference 4.5) ----

// The largest part, in indices, into which the splits divide a logical dimension, which must exist;
// its size if it is not split. 256 for dimension 1 of pred[123,456]{1,0:SC(1:50,200)}.
int64_t MaxSplitSize(const Shape& array, int64_t dimension);
// Elements of the largest part in one memory: the product of MaxSplitSize. S09.
Result<int64_t> PerMemoryElementCount(const Shape& array);

// ---- properties (layout reference, section 7) ----

// Whether E(n) of the layout differs from the width of the element type.
bool HasCustomElementSize(const Shape& array);
// Whether minor_to_major is {rank-1, ..., 0}, or {0, ..., rank-1}. Both for rank 0 and 1; neither
// for the legacy padded form.
bool IsMonotonicDim0Major(const Shape& array);
bool IsMonotonicDim0Minor(const Shape& array);

// An array in a shape. `shape` points into the whole, which must outlive it.
struct ShapeLeaf {
  ShapeIndex path;
  const Shape* shape;
};
// The arrays of a shape, depth-first, with their paths; tokens and opaque values are omitted.
std::vector<ShapeLeaf> ArrayLeaves(const Shape& shape);
// `to` with the layouts of `from`, array by array. V01 unless both have the same tuple structure
// and ranks; also the errors of CheckLayout, because a layout need not fit other sizes and types.
Result<Shape> CopyLayout(const Shape& from, const Shape& to);

// ---- comparing lists of sizes (layout reference, section 7) ----

// The product of a[0..at_a) equals the product of b[0..at_b).
struct FactorCut {
  int64_t at_a, at_b;
  bool operator==(const FactorCut&) const = default;
};
// The finest cuts, from (0,0) to the ends: (0,0) (1,2) (2,3) for {4,6} and {2,2,6}. Lists with a
// size 0 have no cuts inside. V01 unless both products are equal, S09 if one needs more than 63
// bits.
Result<std::vector<FactorCut>> CommonFactors(std::span<const int64_t> a,
                                             std::span<const int64_t> b);

// Dimension `from` of the operand and dimension `to` of the result.
struct DimensionPair {
  int64_t from, to;
  bool operator==(const DimensionPair&) const = default;
};
// The dimensions that a reshape keeps: equal sizes, and equal products before them. Errors of
// CommonFactors.
Result<std::vector<DimensionPair>> DimensionsUnmodifiedByReshape(std::span<const int64_t> from,
                                                                 std::span<const int64_t> to);

// Dimensions of size 1 that a reshape removes and adds.
struct DegenerateChange {
  Dims deleted;   // numbers of `from`, ascending
  Dims inserted;  // numbers of `to`, ascending
  bool operator==(const DegenerateChange&) const = default;
};
// The change from `from` to `to`; nullopt if they differ in more than dimensions of size 1.
std::optional<DegenerateChange> InsertedOrDeleted1Sized(std::span<const int64_t> from,
                                                        std::span<const int64_t> to);

}  // namespace hlo

#endif  // HLO_SHAPE_UTIL_H_

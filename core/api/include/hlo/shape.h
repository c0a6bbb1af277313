// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_SHAPE_H_
#define HLO_SHAPE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/element_type.h"
#include "hlo/layout.h"
#include "hlo/result.h"
#include "hlo/small_vector.h"

namespace hlo {

// Size of an unbounded dynamic dimension ("?").
inline constexpr int64_t kUnboundedSize = INT64_MIN;
// Limit on the rank of an array; a text with more dimensions is rejected with S09.
inline constexpr int64_t kMaxRank = 64;

// Path of element numbers inside nested tuples; {} is the whole.
using ShapeIndex = Dims;

// Element type, sizes and layout of an array; or a tuple of shapes; or a token or opaque handle.
struct Shape {
  ElementType element_type = ElementType::kTuple;
  Dims dims;                    // bounds for dynamic dimensions ("<=8"), or kUnboundedSize ("?")
  uint64_t dynamic = 0;         // bit d: dimension d is dynamic
  Layout layout;                // arrays only
  std::vector<Shape> elements;  // tuples only
  bool is_buffer = false;       // "b(f32[8]{0})": a mutable buffer of that array

  static Shape Array(ElementType type, std::span<const int64_t> dims);  // default layout
  static Shape Array(ElementType type, std::initializer_list<int64_t> dims);
  static Shape Scalar(ElementType type) { return Array(type, std::span<const int64_t>()); }
  static Shape Tuple(std::vector<Shape> elements);
  static Shape Token();
  static Shape Opaque();

  bool IsArray() const { return IsArrayType(element_type); }
  bool IsTuple() const { return element_type == ElementType::kTuple; }
  bool IsToken() const { return element_type == ElementType::kToken; }
  bool IsScalar() const { return IsArray() && dims.empty(); }
  bool IsScalarOf(ElementType type) const { return element_type == type && dims.empty(); }
  int64_t rank() const { return static_cast<int64_t>(dims.size()); }
  bool IsDynamic(int64_t d) const { return (dynamic >> d) & 1; }
  bool IsStatic() const;  // no leaf has a dynamic dimension
  void SetDynamic(int64_t d, bool on);

  bool operator==(const Shape&) const = default;
};

// A shared shape, alive as long as any holder.
using SharedShape = std::shared_ptr<const Shape>;
inline SharedShape Share(Shape shape) { return std::make_shared<const Shape>(std::move(shape)); }

// ---- properties ----

// Product of the bounds; 1 for a scalar. Error S09 if it exceeds 63 bits or a size is unbounded.
Result<int64_t> ElementCount(const Shape& array);
// Bytes of the dense, unpacked row-major form that literals use; tuples: sum of the leaves. Error
// S09 if they exceed 63 bits or a size is unbounded.
Result<int64_t> DenseBytes(const Shape& shape);
// Number of dimensions whose size is not 1 (layout reference 1.2: size 0 counts).
int64_t TrueRank(const Shape& array);
// An array with a size of 0.
bool IsZeroElementArray(const Shape& shape);
// An array of true rank 0.
bool IsEffectiveScalar(const Shape& shape);
// An array with a dimension of size 1.
bool HasDegenerateDimensions(const Shape& shape);
// Whether a dimension is the most major one of the layout, dimensions of size 1 aside.
bool IsEffectivelyMostMajor(const Shape& shape, int64_t dimension);

// ---- comparisons (layout reference 1.4) ----

// What a comparison of shapes takes into account.
struct ShapeCompare {
  bool layout = true;  // with `parts`
  bool element_type = true;
  bool float_precision = true;  // false: all floating types count as equal
  bool dynamic = true;
  bool dims = true;
  bool buffer = true;
  LayoutCompare parts;
};
// Equal tuple structure, and arrays that are equal in what `compare` takes into account.
bool Equal(const Shape& a, const Shape& b, const ShapeCompare& compare);
// Same structure, types, bounds; ignores layouts, dynamic flags and whether it is a buffer.
bool Compatible(const Shape& a, const Shape& b);
// The same, ignoring element types.
bool CompatibleIgnoringElementType(const Shape& a, const Shape& b);
// Equal except for the precision of floating types.
bool EqualIgnoringFpPrecision(const Shape& a, const Shape& b);
// Arrays of equal rank and bounds.
bool SameDimensions(const Shape& a, const Shape& b);
bool SameElementType(const Shape& a, const Shape& b);

// ---- parts of tuples ----

// The part at a path, which points into `shape`; nullptr if the path is invalid.
const Shape* Subshape(const Shape& shape, std::span<const int64_t> index);
// Calls fn(subshape, index) for every part, depth-first, starting with the whole.
void ForEachSubshape(const Shape& shape,
                     const std::function<void(const Shape&, const ShapeIndex&)>& fn);
// The paths of all parts that are not tuples, depth-first.
std::vector<ShapeIndex> LeafIndices(const Shape& shape);

// ---- text ----

// "f32[2,<=8]{1,0:T(8,128)}", "(f32[], s32[2]{0})"; with `layouts` false, without the braces.
// Tuples get "/*index=5*/" before every fifth element, as XLA prints them.
std::string ShapeText(const Shape& shape, bool layouts = true);
// The inverse, for a text that is one shape, blanks and comments allowed (hlo-text reference 3.4).
// Omitted layouts become the default. Errors: those of the text (P01, P12, S08, ...) and of
// CheckLayout.
Result<Shape> ParseShape(std::string_view text);
// One size as in text: "8", "<=8" or "?".
std::string DimensionText(const Shape& shape, int64_t d);

// ---- derived shapes (layout reference, section 7) ----
// The order of the remaining dimensions in memory does not change. Dimensions must be those of an
// array; numbers of other dimensions are ignored.

// Row-major layouts without other parts, of all arrays of a tuple.
Shape WithDefaultLayout(const Shape& shape);
// Dimension i of the result is dimension permutation[i], with a layout that makes the transpose a
// bitcast. V01 unless it is a permutation of the dimensions.
Result<Shape> PermuteDimensions(std::span<const int64_t> permutation, const Shape& shape);
// Later dimensions move down by one.
Shape DeleteDimension(int64_t dimension, const Shape& shape);
// The same for several, listed in ascending order.
Shape DeleteDimensions(std::span<const int64_t> sorted_dimensions, const Shape& shape);
// Without all dimensions of size 1.
Shape DropDegenerateDimensions(const Shape& shape);
// With the dimensions d for which keep(d) is true.
Shape FilterDimensions(const std::function<bool(int64_t)>& keep, const Shape& shape);
// A new last dimension, most major in the layout, or most minor; or a new dimension 0, most major.
Shape AppendMajorDimension(int64_t size, const Shape& shape);
Shape AppendMinorDimension(int64_t size, const Shape& shape);
Shape PrependMajorDimension(int64_t size, const Shape& shape);
// Of all arrays of a tuple. A custom element size that is too small for the type is dropped.
Shape ChangeElementType(const Shape& shape, ElementType type);
// Drops redundant parts: E equal to the natural width, L(1), S(0).
Shape Normalize(const Shape& shape);
// The layout of Normalize(array).
Layout NormalizedLayout(const Shape& array);

}  // namespace hlo

#endif  // HLO_SHAPE_H_

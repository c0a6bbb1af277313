// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_PHYSICAL_LAYOUT_H_
#define HLO_PHYSICAL_LAYOUT_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hlo/result.h"
#include "hlo/shape.h"
#include "hlo/small_vector.h"

// Where the elements of an array are in memory, tiles and padding included (layout reference,
// sections 3, 4 and 8).
namespace hlo {

// The effect of applying one tile: the sizes before and after. All lists are physical, most major
// first.
struct TileStep {
  Dims before;                     // sizes, with 1s prepended if the tile is longer than the list
  size_t prepended;                // how many
  size_t head;                     // leading sizes the tile does not cover
  Dims body;                       // covered sizes after combining `*`
  Dims tile;                       // tile sizes, `*` removed
  std::vector<size_t> group_ends;  // body entry k combines before[head + group_ends[k-1] ..)
  Dims after;                      // head, ceil(body / tile), tile
};

// Where each element of an array shape is, as formulas (layout reference 3.10) whose size does not
// depend on that of the array. A position counts stored elements from 0, including padding; a
// logical index has one coordinate per dimension of the shape. Dynamic dimensions count with their
// bounds.
class PhysicalLayout {
 public:
  // `array` must be an array. Errors: S09 for sizes that are unbounded or exceed 63 bits, and those
  // of CheckLayout.
  static Result<PhysicalLayout> Make(const Shape& array);

  // Position of a logical index, which must be in bounds.
  int64_t Position(std::span<const int64_t> index) const;
  // Logical index at a position; nullopt for padding and for positions outside the storage.
  std::optional<Dims> IndexAt(int64_t position) const;

  int64_t elements() const { return elements_; }           // logical ones
  int64_t stored_elements() const { return stored_; }      // including padding and tail padding
  int64_t untailed_elements() const { return untailed_; }  // before L rounds up
  int64_t element_bits() const { return element_bits_; }   // per stored element
  // Layout reference 4.1.
  int64_t byte_size() const;       // ceil(stored * bits / 8), plus the M prefix
  int64_t unpadded_bytes() const;  // ceil(elements * bits / 8)
  int64_t wasted_bytes() const { return byte_size() - unpadded_bytes(); }
  // The first bit of the element at a position, without the M prefix.
  int64_t BitOffset(int64_t position) const { return position * element_bits_; }

  const Dims& major_to_minor() const { return major_to_minor_; }  // logical numbers
  const Dims& physical_sizes() const { return physical_sizes_; }  // before any tile
  const std::vector<TileStep>& steps() const { return steps_; }
  const Dims& final_sizes() const { return final_sizes_; }  // after the last tile
  // Coordinates in final_sizes() of a logical index.
  Dims FinalCoordinates(std::span<const int64_t> index) const;

 private:
  Status ApplyTiles(const Layout& layout);
  Status ComputeSizes(const Layout& layout);

  Dims major_to_minor_, physical_sizes_;
  Dims padded_sizes_;  // input of the first tile: physical_sizes_, or the padded sizes of the
                       // legacy form
  Dims final_sizes_;
  std::vector<TileStep> steps_;
  int64_t elements_ = 0, stored_ = 0, untailed_ = 0, element_bits_ = 0, prefix_bytes_ = 0;
};

// The first element of a byte is in its most significant bits (layout reference 4.2): the only
// definition of the order of packed sub-byte elements.
inline constexpr bool kPackMostSignificantFirst = true;

// The bytes in memory: the physical image of an array whose elements `dense` has in row-major
// order, unpacked and little-endian, as a Literal. Padding cells are zero, or the padding value of
// the legacy form of a layout; the M bytes in front are zero. Errors: those of Make; R02 if the
// image would exceed `max_bytes`; R07 if the size of `dense` is wrong.
Result<std::vector<uint8_t>> ToPhysicalImage(const Shape& array, std::span<const uint8_t> dense,
                                             int64_t max_bytes);
// The inverse; `image` must have byte_size() bytes, otherwise R07. R02 if the elements would exceed
// `max_bytes`.
Result<std::vector<uint8_t>> FromPhysicalImage(const Shape& array, std::span<const uint8_t> image,
                                               int64_t max_bytes);

// Whether changing `from` into `to` is free: both store the same number of cells of the same width,
// and every element, in row-major order, keeps its position (layout reference, section 8). Memory
// spaces do not matter; element types must be equal unless they are ignored.
// Decided by comparing normal forms, for any size; only where `*` combines dimensions irregularly
// are the elements enumerated, with error R01 if they are too many. A different number of elements
// (or other sizes than the permutation gives) is "no".
Result<bool> ReshapeIsBitcast(const Shape& from, const Shape& to, bool ignore_element_type = false);
// The same for a transpose: output dimension i is input dimension permutation[i]. V01 if that is
// not a permutation of the dimensions.
Result<bool> TransposeIsBitcast(const Shape& from, const Shape& to,
                                std::span<const int64_t> permutation,
                                bool ignore_element_type = false);

}  // namespace hlo

#endif  // HLO_PHYSICAL_LAYOUT_H_

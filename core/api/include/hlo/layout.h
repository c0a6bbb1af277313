// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_LAYOUT_H_
#define HLO_LAYOUT_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hlo/result.h"
#include "hlo/small_vector.h"

namespace hlo {

// "Combine with the next more minor dimension"; `*` in text. See layout reference, section 3.9.
inline constexpr int64_t kCombineDimension = INT64_MIN;

// Far more bits than any element has; keeps bit offsets within 64 bits.
inline constexpr int64_t kMaxElementBits = 1 << 16;
// Limit on the total number of sizes in the tiles of a layout, which bounds the length of every
// list of physical sizes. XLA has no limit, but no real layout comes close.
inline constexpr size_t kMaxTileEntries = 256;

// Sizes of one tile from major to minor, aligned with the most minor physical dimensions.
struct Tile {
  Dims sizes;  // each >= 1 or kCombineDimension
  bool operator==(const Tile&) const = default;
};

// Physical dimension `dimension` (0 = most major) is split before each of `indices`.
struct SplitConfig {
  int64_t dimension = 0;
  Dims indices;
  bool operator==(const SplitConfig&) const = default;
};

// The contents of the cells beyond the array's sizes, in the legacy form of a layout.
enum class PaddingValue : uint8_t { kInvalid, kZero, kOne, kLowest, kHighest, kUnknown };

// How an array is stored in memory (layout reference, section 2). Default: row-major, no other
// parts.
struct Layout {
  Dims minor_to_major;                     // fastest varying dimension first
  std::vector<Tile> tiles;                 // T: first applied first
  int64_t tail_padding = 1;                // L: stored element count is a multiple of this
  int64_t element_bits = 0;                // E: bits per stored element, 0 = natural
  int64_t memory_space = 0;                // S
  std::vector<SplitConfig> splits;         // SC
  int64_t dynamic_shape_prefix_bytes = 0;  // M
  Dims padded_dimensions;                  // legacy form: one size per logical dimension, or empty
  PaddingValue padding_value = PaddingValue::kInvalid;

  // {rank-1, ..., 1, 0}: row major, "dimension 0 is major".
  static Layout Descending(size_t rank);
  // {0, 1, ..., rank-1}: column major.
  static Layout Ascending(size_t rank);
  // From dimension numbers listed from major to minor. Error S02 unless they are 0..n-1, each once.
  static Result<Layout> FromMajorToMinor(std::span<const int64_t> major_to_minor);

  bool IsMonotonicDim0Major() const;
  bool IsMonotonicDim0Minor() const;
  // True if all parts other than the order have their defaults.
  bool IsDefault() const;
  // For each logical dimension, its place in the physical list; 0 = most major.
  Dims LogicalToPhysical() const;
  // The physical list: dimension numbers, most major first.
  Dims MajorToMinor() const;

  bool operator==(const Layout&) const = default;
};

// What a comparison of layouts takes into account besides the order, the prefix, and the legacy
// parts.
struct LayoutCompare {
  bool tiles = true;
  bool tail_padding = true;
  bool element_bits = true;
  bool memory_space = true;
  bool splits = true;
};
bool Equal(const Layout& a, const Layout& b, const LayoutCompare& compare);

// S02 unless `list` contains each of 0..n-1 once.
Status CheckPermutation(std::span<const int64_t> list);
// Checks the rules of layout reference 2.2 for an array of these sizes. Errors: S01 (length), S02
// (not a permutation), S03 (mutually exclusive parts), S08 (bad number), S09 (more dimensions than
// kMaxRank or more tile entries than kMaxTileEntries).
Status CheckLayout(const Layout& layout, std::span<const int64_t> dims, int element_width_bits);
// The layout itself if it is valid for some array: does not check anything that depends on sizes
// and type. Errors as those of CheckLayout.
Result<Layout> MakeLayout(Layout layout);

// "{1,0:T(8,128)(2,1)S(1)}": only parts that differ from their defaults. For rank 0 without parts,
// "".
std::string LayoutText(const Layout& layout);

// The same layout with `dimension` most major and the others in their order.
Layout MoveDimToMajor(const Layout& layout, int64_t dimension);
// Whether the dimensions are neighbors in minor_to_major, in any order.
bool AreDimensionsConsecutive(const Layout& layout, std::span<const int64_t> dimensions);

}  // namespace hlo

#endif  // HLO_LAYOUT_H_

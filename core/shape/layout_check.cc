// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"
#include "hlo/layout.h"
#include "hlo/shape.h"

namespace hlo {
namespace {

Status CheckTiles(const Layout& layout) {
  size_t entries = 0;
  for (const Tile& tile : layout.tiles) {
    if (tile.sizes.empty()) return Fail("S08", "a tile has no sizes");
    for (int64_t size : tile.sizes) {
      if (size < 1 && size != kCombineDimension) {
        return Fail("S08", "a tile has the size {}; each must be at least 1, or '*'", {size});
      }
    }
    if (tile.sizes.back() == kCombineDimension) {
      return Fail("S08", "a tile ends in '*': there is no more minor dimension to combine with");
    }
    entries += tile.sizes.size();
  }
  if (entries > kMaxTileEntries) {
    return Fail("S09", "the tiles have {} numbers together, more than the limit of {}",
                {entries, kMaxTileEntries});
  }
  return {};
}

Status CheckSplits(const Layout& layout, std::span<const int64_t> dims) {
  const auto rank = static_cast<int64_t>(dims.size());
  uint64_t seen = 0;
  for (const SplitConfig& split : layout.splits) {
    const int64_t d = split.dimension;
    if (d < 0 || d >= rank) {
      return Fail("S08", "a split names physical dimension {} of {}", {d, rank});
    }
    if ((seen >> d) & 1) return Fail("S08", "physical dimension {} is split twice", {d});
    seen |= uint64_t{1} << d;
    if (split.indices.empty()) {
      return Fail("S08", "the split of physical dimension {} names no index", {d});
    }
    const int64_t size =
        dims[static_cast<size_t>(layout.minor_to_major[static_cast<size_t>(rank - 1 - d)])];
    int64_t previous = 0;
    for (int64_t index : split.indices) {
      if (index <= previous || (size != kUnboundedSize && index >= size)) {
        return Fail("S08",
                    "physical dimension {} of size {} is split at {}; indices must increase and "
                    "lie inside the dimension",
                    {d, size == kUnboundedSize ? "?" : std::to_string(size), index});
      }
      previous = index;
    }
  }
  return {};
}

Status CheckPaddedDimensions(const Layout& layout, std::span<const int64_t> dims) {
  const Dims& padded = layout.padded_dimensions;
  if (padded.empty()) return {};
  if (!layout.tiles.empty()) return Fail("S03", "padded_dimensions and tiles exclude each other");
  if (padded.size() != dims.size()) {
    return Fail("S01", "padded_dimensions has {} entries for {} dimensions",
                {padded.size(), dims.size()});
  }
  for (size_t d = 0; d < dims.size(); ++d) {
    if (padded[d] < std::max<int64_t>(dims[d], 0)) {
      return Fail("S08", "dimension {} of size {} is padded to {}, which is less",
                  {d, dims[d], padded[d]});
    }
  }
  return {};
}

Status CheckNumbers(const Layout& layout, int element_width_bits) {
  struct Part {
    std::string_view name;
    int64_t value;
    int64_t limit;
  };
  for (const Part& part :
       {Part{"L", layout.tail_padding, INT64_MAX}, Part{"E", layout.element_bits, kMaxElementBits},
        Part{"S", layout.memory_space, INT64_MAX},
        Part{"M", layout.dynamic_shape_prefix_bytes, INT64_MAX}}) {
    if (part.value < 0 || part.value > part.limit) {
      return Fail("S08", "{}({}) is out of range: it must be from 0 to {}",
                  {part.name, part.value, part.limit});
    }
  }
  if (layout.element_bits != 0 && layout.element_bits < element_width_bits) {
    return Fail("S08", "E({}) is too few bits for elements of {} bits",
                {layout.element_bits, element_width_bits});
  }
  return {};
}

}  // namespace

Status CheckPermutation(std::span<const int64_t> list) {
  const auto rank = static_cast<int64_t>(list.size());
  if (rank > kMaxRank) {
    return Fail("S09", "an array can have {} dimensions at most, not {}", {kMaxRank, rank});
  }
  uint64_t seen = 0;
  for (int64_t number : list) {
    if (number < 0 || number >= rank) {
      return Fail("S02", "{} is no permutation: {} is not one of the {} dimensions",
                  {Braced(list), number, rank});
    }
    if ((seen >> number) & 1) {
      return Fail("S02", "{} is no permutation: {} occurs twice", {Braced(list), number});
    }
    seen |= uint64_t{1} << number;
  }
  return {};
}

Status CheckLayout(const Layout& layout, std::span<const int64_t> dims, int element_width_bits) {
  if (static_cast<int64_t>(dims.size()) > kMaxRank) {
    return Fail("S09", "an array can have {} dimensions at most, not {}", {kMaxRank, dims.size()});
  }
  if (layout.minor_to_major.size() != dims.size()) {
    return Fail("S01", "the shape has {} dimensions, but minor_to_major has {} entries",
                {dims.size(), layout.minor_to_major.size()});
  }
  HLO_RETURN_IF_ERROR(CheckPermutation(layout.minor_to_major));
  HLO_RETURN_IF_ERROR(CheckTiles(layout));
  HLO_RETURN_IF_ERROR(CheckSplits(layout, dims));
  HLO_RETURN_IF_ERROR(CheckPaddedDimensions(layout, dims));
  return CheckNumbers(layout, element_width_bits);
}

Result<Layout> MakeLayout(Layout layout) {
  const Dims unknown(layout.minor_to_major.size(), kUnboundedSize);
  HLO_RETURN_IF_ERROR(CheckLayout(layout, unknown, 0));
  return layout;
}

}  // namespace hlo

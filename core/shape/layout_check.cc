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
    if (tile.sizes.empty()) return Fail("S08", "a tile must have at least one size");
    for (int64_t size : tile.sizes) {
      if (size < 1 && size != kCombineDimension) {
        return Fail("S08", "a tile size must be at least 1 or '*', got {}", {size});
      }
    }
    if (tile.sizes.back() == kCombineDimension) {
      return Fail("S08",
                  "a tile must not end in '*': there is no more minor dimension to combine with");
    }
    entries += tile.sizes.size();
  }
  if (entries > kMaxTileEntries) {
    return Fail("S09", "the tiles must have at most {} sizes in total, got {}",
                {kMaxTileEntries, entries});
  }
  return {};
}

Status CheckSplits(const Layout& layout, std::span<const int64_t> dims) {
  const auto rank = static_cast<int64_t>(dims.size());
  uint64_t seen = 0;
  for (const SplitConfig& split : layout.splits) {
    const int64_t d = split.dimension;
    if (d < 0 || d >= rank) {
      return Fail("S08", "the dimension of a split must be less than the rank {}, got {}",
                  {rank, d});
    }
    if ((seen >> d) & 1) return Fail("S08", "physical dimension {} is split twice", {d});
    seen |= uint64_t{1} << d;
    if (split.indices.empty()) {
      return Fail("S08", "the split of physical dimension {} must have at least one index", {d});
    }
    const int64_t size =
        dims[static_cast<size_t>(layout.minor_to_major[static_cast<size_t>(rank - 1 - d)])];
    int64_t previous = 0;
    for (int64_t index : split.indices) {
      if (index <= previous || (size != kUnboundedSize && index >= size)) {
        return Fail("S08",
                    "the split indices of physical dimension {} must increase and be less than its "
                    "size {}, got {}",
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
  if (!layout.tiles.empty()) return Fail("S03", "padded_dimensions and tiles must not be combined");
  if (padded.size() != dims.size()) {
    return Fail("S01", "padded_dimensions must have one entry per dimension ({}), got {}",
                {dims.size(), padded.size()});
  }
  for (size_t d = 0; d < dims.size(); ++d) {
    if (padded[d] < std::max<int64_t>(dims[d], 0)) {
      return Fail("S08", "the padded size of dimension {} must be at least {}, got {}",
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
      return Fail("S08", "the value of {} must be from 0 to {}, got {}",
                  {part.name, part.limit, part.value});
    }
  }
  if (layout.element_bits != 0 && layout.element_bits < element_width_bits) {
    return Fail("S08", "the element size E must be at least {} bits, got {}",
                {element_width_bits, layout.element_bits});
  }
  return {};
}

}  // namespace

Status CheckPermutation(std::span<const int64_t> list) {
  const auto rank = static_cast<int64_t>(list.size());
  if (rank > kMaxRank) {
    return Fail("S09", "an array must have at most {} dimensions, got {}", {kMaxRank, rank});
  }
  uint64_t seen = 0;
  for (int64_t number : list) {
    if (number < 0 || number >= rank) {
      return Fail("S02", "{} is not a permutation: {} is out of range for rank {}",
                  {Braced(list), number, rank});
    }
    if ((seen >> number) & 1) {
      return Fail("S02", "{} is not a permutation: {} occurs twice", {Braced(list), number});
    }
    seen |= uint64_t{1} << number;
  }
  return {};
}

Status CheckLayout(const Layout& layout, std::span<const int64_t> dims, int element_width_bits) {
  if (static_cast<int64_t>(dims.size()) > kMaxRank) {
    return Fail("S09", "an array must have at most {} dimensions, got {}", {kMaxRank, dims.size()});
  }
  if (layout.minor_to_major.size() != dims.size()) {
    return Fail("S01", "minor_to_major must have one entry per dimension ({}), got {}",
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

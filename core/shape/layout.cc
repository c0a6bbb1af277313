// SPDX-License-Identifier: Apache-2.0
#include "hlo/layout.h"

#include <algorithm>
#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/shape/explain.h"

namespace hlo {
namespace {

// L(0) means the same as L(1).
int64_t EffectiveTailPadding(const Layout& layout) {
  return std::max<int64_t>(layout.tail_padding, 1);
}

std::string PartsText(const Layout& layout) {
  std::string out;
  if (!layout.tiles.empty()) {
    out += 'T';
    for (const Tile& tile : layout.tiles) out += TileText(tile);
  }
  if (EffectiveTailPadding(layout) != 1) out += Format("L({})", {layout.tail_padding});
  if (layout.element_bits != 0) out += Format("E({})", {layout.element_bits});
  if (layout.memory_space != 0) out += Format("S({})", {layout.memory_space});
  if (!layout.splits.empty()) {
    out += "SC";
    for (const SplitConfig& split : layout.splits) {
      out += Format("({}:{})", {split.dimension, Joined(split.indices)});
    }
  }
  if (layout.dynamic_shape_prefix_bytes != 0) {
    out += Format("M({})", {layout.dynamic_shape_prefix_bytes});
  }
  return out;
}

}  // namespace

Layout Layout::Descending(size_t rank) {
  Layout layout;
  layout.minor_to_major.resize(rank);
  for (size_t k = 0; k < rank; ++k) layout.minor_to_major[k] = static_cast<int64_t>(rank - 1 - k);
  return layout;
}

Layout Layout::Ascending(size_t rank) {
  Layout layout;
  layout.minor_to_major.resize(rank);
  for (size_t k = 0; k < rank; ++k) layout.minor_to_major[k] = static_cast<int64_t>(k);
  return layout;
}

Result<Layout> Layout::FromMajorToMinor(std::span<const int64_t> major_to_minor) {
  Layout layout;
  layout.minor_to_major.assign(major_to_minor.begin(), major_to_minor.end());
  std::reverse(layout.minor_to_major.begin(), layout.minor_to_major.end());
  HLO_RETURN_IF_ERROR(CheckPermutation(layout.minor_to_major));
  return layout;
}

bool Layout::IsMonotonicDim0Major() const {
  return padded_dimensions.empty() &&
         minor_to_major == Descending(minor_to_major.size()).minor_to_major;
}

bool Layout::IsMonotonicDim0Minor() const {
  return padded_dimensions.empty() &&
         minor_to_major == Ascending(minor_to_major.size()).minor_to_major;
}

bool Layout::IsDefault() const {
  return Equal(*this, Descending(minor_to_major.size()), LayoutCompare());
}

Dims Layout::LogicalToPhysical() const {
  const size_t rank = minor_to_major.size();
  Dims place(rank);
  for (size_t k = 0; k < rank; ++k) {
    place[static_cast<size_t>(minor_to_major[k])] = static_cast<int64_t>(rank - 1 - k);
  }
  return place;
}

Dims Layout::MajorToMinor() const {
  Dims order = minor_to_major;
  std::reverse(order.begin(), order.end());
  return order;
}

bool Equal(const Layout& a, const Layout& b, const LayoutCompare& compare) {
  if (a.minor_to_major != b.minor_to_major) return false;
  if (compare.tiles && a.tiles != b.tiles) return false;
  if (compare.tail_padding && EffectiveTailPadding(a) != EffectiveTailPadding(b)) return false;
  if (compare.element_bits && a.element_bits != b.element_bits) return false;
  if (compare.memory_space && a.memory_space != b.memory_space) return false;
  if (compare.splits && a.splits != b.splits) return false;
  return a.dynamic_shape_prefix_bytes == b.dynamic_shape_prefix_bytes &&
         a.padded_dimensions == b.padded_dimensions && a.padding_value == b.padding_value;
}

std::string LayoutText(const Layout& layout) {
  const std::string parts = PartsText(layout);
  if (layout.minor_to_major.empty() && parts.empty()) return "";
  return "{" + Joined(layout.minor_to_major) + (parts.empty() ? "" : ":") + parts + "}";
}

Layout MoveDimToMajor(const Layout& layout, int64_t dimension) {
  Layout moved = layout;
  int64_t* at = std::find(moved.minor_to_major.begin(), moved.minor_to_major.end(), dimension);
  if (at == moved.minor_to_major.end()) return moved;
  const int64_t place = moved.minor_to_major.end() - at - 1;  // physical, 0 = most major
  std::rotate(at, at + 1, moved.minor_to_major.end());
  for (SplitConfig& split : moved.splits) {
    if (split.dimension == place) {
      split.dimension = 0;
    } else if (split.dimension < place) {
      ++split.dimension;
    }
  }
  return moved;
}

bool AreDimensionsConsecutive(const Layout& layout, std::span<const int64_t> dimensions) {
  if (dimensions.empty()) return true;
  size_t first = layout.minor_to_major.size(), last = 0, found = 0;
  for (size_t k = 0; k < layout.minor_to_major.size(); ++k) {
    if (std::find(dimensions.begin(), dimensions.end(), layout.minor_to_major[k]) ==
        dimensions.end()) {
      continue;
    }
    first = std::min(first, k);
    last = k;
    ++found;
  }
  return found == dimensions.size() && last - first + 1 == found;
}

}  // namespace hlo

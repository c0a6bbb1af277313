// SPDX-License-Identifier: Apache-2.0
#include "hlo/physical_layout.h"

#include <algorithm>
#include <utility>

#include "core/base/checked.h"
#include "core/base/result.h"

namespace hlo {
namespace {

// Lists of final coordinates; large enough that common layouts need no heap.
using Coordinates = SmallVector<int64_t, 16>;

Error TooLarge(const char* what) {
  return Fail("S09", "the array is too large: {} exceed 63 bits", {what});
}

// One round of layout reference 3.10 on sizes.
Result<TileStep> ApplyTile(const Dims& sizes, const Tile& tile) {
  TileStep step;
  step.prepended = tile.sizes.size() > sizes.size() ? tile.sizes.size() - sizes.size() : 0;
  step.before.resize(step.prepended, 1);
  for (int64_t size : sizes) step.before.push_back(size);
  step.head = step.before.size() - tile.sizes.size();
  int64_t combined = 1;
  for (size_t i = 0; i < tile.sizes.size(); ++i) {
    const std::optional<int64_t> product = CheckedMultiply(combined, step.before[step.head + i]);
    if (!product) return TooLarge("the dimensions that '*' combines");
    combined = *product;
    if (tile.sizes[i] == kCombineDimension) continue;
    step.body.push_back(combined);
    step.tile.push_back(tile.sizes[i]);
    step.group_ends.push_back(i + 1);
    combined = 1;
  }
  step.after.assign(step.before.begin(), step.before.begin() + step.head);
  for (size_t k = 0; k < step.body.size(); ++k) {
    step.after.push_back(CeilDiv(step.body[k], step.tile[k]));
  }
  for (int64_t size : step.tile) step.after.push_back(size);
  return step;
}

// The same round for coordinates.
void FollowTile(const TileStep& step, Coordinates& coordinates) {
  const size_t covered = step.body.size();
  Coordinates next(step.after.size());
  std::copy(coordinates.begin(), coordinates.begin() + step.head, next.begin());
  size_t at = step.head;
  for (size_t k = 0; k < covered; ++k) {
    int64_t combined = 0;
    for (; at < step.head + step.group_ends[k]; ++at) {
      const int64_t own = at < step.prepended ? 0 : coordinates[at - step.prepended];
      combined = combined * step.before[at] + own;
    }
    next[step.head + k] = combined / step.tile[k];
    next[step.head + covered + k] = combined % step.tile[k];
  }
  coordinates = std::move(next);
}

// The inverse; false if the coordinates are in padding.
bool UndoTile(const TileStep& step, Coordinates& coordinates) {
  const size_t covered = step.body.size();
  Coordinates previous(step.before.size());
  std::copy(coordinates.begin(), coordinates.begin() + step.head, previous.begin());
  size_t at = step.before.size();
  for (size_t k = covered; k-- > 0;) {
    int64_t combined =
        coordinates[step.head + k] * step.tile[k] + coordinates[step.head + covered + k];
    if (combined >= step.body[k]) return false;
    const size_t begin = step.head + (k == 0 ? 0 : step.group_ends[k - 1]);
    while (at > begin) {
      --at;
      previous[at] = combined % step.before[at];
      combined /= step.before[at];
    }
  }
  // The prepended dimensions have size 1, so their coordinates are 0 by now.
  coordinates.assign(previous.begin() + step.prepended, previous.end());
  return true;
}

}  // namespace

Result<PhysicalLayout> PhysicalLayout::Make(const Shape& array) {
  if (!array.IsArray()) {
    return Fail("S07", "{} has no layout: only arrays have one", {ShapeText(array, false)});
  }
  HLO_RETURN_IF_ERROR(CheckLayout(array.layout, array.dims, BitWidth(array.element_type)));
  PhysicalLayout out;
  HLO_TRY(out.elements_, ElementCount(array));
  out.major_to_minor_ = array.layout.MajorToMinor();
  for (int64_t d : out.major_to_minor_) {
    const auto dimension = static_cast<size_t>(d);
    out.physical_sizes_.push_back(array.dims[dimension]);
    out.padded_sizes_.push_back(array.layout.padded_dimensions.empty()
                                    ? array.dims[dimension]
                                    : array.layout.padded_dimensions[dimension]);
  }
  out.element_bits_ = array.layout.element_bits != 0
                          ? array.layout.element_bits
                          : int64_t{8} * StorageBytes(array.element_type);
  HLO_RETURN_IF_ERROR(out.ApplyTiles(array.layout));
  HLO_RETURN_IF_ERROR(out.ComputeSizes(array.layout));
  return out;
}

Status PhysicalLayout::ApplyTiles(const Layout& layout) {
  final_sizes_ = padded_sizes_;
  for (const Tile& tile : layout.tiles) {
    HLO_TRY(TileStep step, ApplyTile(final_sizes_, tile));
    final_sizes_ = step.after;
    steps_.push_back(std::move(step));
  }
  return {};
}

Status PhysicalLayout::ComputeSizes(const Layout& layout) {
  // An array without elements stores nothing, whatever its tiles (layout reference 4.1). Its other
  // sizes must still be within the same limit, so that strides and tiles are defined.
  if (elements_ == 0) {
    Dims sizes = final_sizes_;
    std::replace(sizes.begin(), sizes.end(), int64_t{0}, int64_t{1});
    if (!CheckedProduct(sizes)) return TooLarge("its sizes other than 0, multiplied,");
  } else {
    const std::optional<int64_t> product = CheckedProduct(final_sizes_);
    if (!product) return TooLarge("its stored elements");
    untailed_ = *product;
    const int64_t alignment = std::max<int64_t>(layout.tail_padding, 1);
    const auto stored = CheckedMultiply(CeilDiv(untailed_, alignment), alignment);
    if (!stored) return TooLarge("its stored elements, rounded up to the tail padding,");
    stored_ = *stored;
  }
  prefix_bytes_ = layout.dynamic_shape_prefix_bytes;
  const std::optional<int64_t> bits = CheckedMultiply(stored_, element_bits_);
  const auto prefix_bits = CheckedMultiply(prefix_bytes_, 8);
  if (!bits || !prefix_bits || !CheckedAdd(*bits, *prefix_bits)) return TooLarge("its stored bits");
  return {};
}

int64_t PhysicalLayout::byte_size() const {
  return CeilDiv(stored_ * element_bits_, 8) + prefix_bytes_;
}

int64_t PhysicalLayout::unpadded_bytes() const { return CeilDiv(elements_ * element_bits_, 8); }

int64_t PhysicalLayout::Position(std::span<const int64_t> index) const {
  Coordinates coordinates;
  for (int64_t d : major_to_minor_) coordinates.push_back(index[static_cast<size_t>(d)]);
  for (const TileStep& step : steps_) FollowTile(step, coordinates);
  int64_t position = 0;
  for (size_t i = 0; i < coordinates.size(); ++i) {
    position = position * final_sizes_[i] + coordinates[i];
  }
  return position;
}

std::optional<Dims> PhysicalLayout::IndexAt(int64_t position) const {
  if (position < 0 || position >= untailed_) return std::nullopt;
  Coordinates coordinates(final_sizes_.size());
  for (size_t i = final_sizes_.size(); i-- > 0;) {
    coordinates[i] = position % final_sizes_[i];
    position /= final_sizes_[i];
  }
  for (size_t k = steps_.size(); k-- > 0;) {
    if (!UndoTile(steps_[k], coordinates)) return std::nullopt;
  }
  Dims index(major_to_minor_.size());
  for (size_t k = 0; k < index.size(); ++k) {
    if (coordinates[k] >= physical_sizes_[k]) return std::nullopt;  // padding of the legacy form
    index[static_cast<size_t>(major_to_minor_[k])] = coordinates[k];
  }
  return index;
}

Dims PhysicalLayout::FinalCoordinates(std::span<const int64_t> index) const {
  Coordinates coordinates;
  for (int64_t d : major_to_minor_) coordinates.push_back(index[static_cast<size_t>(d)]);
  for (const TileStep& step : steps_) FollowTile(step, coordinates);
  return Dims(std::span<const int64_t>(coordinates));
}

}  // namespace hlo

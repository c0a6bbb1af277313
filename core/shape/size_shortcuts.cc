// SPDX-License-Identifier: Apache-2.0
// XLA's shortcuts for sizes and positions, layout reference 4.4 and 4.5. They compute something
// else than PhysicalLayout and are intentionally separate.
#include <algorithm>

#include "core/base/checked.h"
#include "core/base/result.h"
#include "hlo/physical_layout.h"
#include "hlo/shape_util.h"

namespace hlo {
namespace {

Error TooLarge(const Shape& shape) {
  return Fail("S09", "{} is too large: it needs more than 2^63-1 bytes", {ShapeText(shape, false)});
}

Result<int64_t> BytesFor(const Shape& array, int64_t elements) {
  const int64_t packed = array.layout.element_bits;
  const auto size =
      CheckedMultiply(elements, packed != 0 ? packed : int64_t{StorageBytes(array.element_type)});
  if (!size) return TooLarge(array);
  return packed != 0 ? CeilDiv(*size, 8) : *size;
}

Status CheckFirstTile(const Shape& array) {
  HLO_RETURN_IF_ERROR(CheckLayout(array.layout, array.dims, BitWidth(array.element_type)));
  if (array.layout.tiles.empty()) return {};
  const Dims& tile = array.layout.tiles[0].sizes;
  if (std::find(tile.begin(), tile.end(), kCombineDimension) == tile.end()) return {};
  return Fail("S03", "the first tile of {} must not combine dimensions", {ShapeText(array)});
}

}  // namespace

Result<int64_t> ByteSizeOf(const Shape& shape, int64_t pointer_bytes) {
  if (shape.IsToken()) return int64_t{0};
  if (shape.element_type == ElementType::kOpaque) return pointer_bytes;
  if (shape.IsTuple()) {
    const auto bytes = CheckedMultiply(static_cast<int64_t>(shape.elements.size()), pointer_bytes);
    if (!bytes) return TooLarge(shape);
    return *bytes;
  }
  HLO_TRY(const int64_t elements, ElementCount(shape));
  return BytesFor(shape, elements);
}

Result<int64_t> ArraySize(const Shape& array) {
  HLO_RETURN_IF_ERROR(CheckFirstTile(array));
  HLO_TRY(const int64_t elements, ElementCount(array));
  if (array.layout.tiles.empty() || elements == 0) return BytesFor(array, elements);
  const Dims& tile = array.layout.tiles[0].sizes;
  const Dims& order = array.layout.minor_to_major;
  Dims sizes;
  for (size_t k = 0; k < std::max(tile.size(), order.size()); ++k) {
    const int64_t size = k < order.size() ? MaxSplitSize(array, order[k]) : 1;
    const int64_t unit = k < tile.size() ? tile[tile.size() - 1 - k] : 1;
    sizes.push_back(CeilDiv(size, unit));
    sizes.push_back(unit);
  }
  const auto cells = CheckedProduct(sizes);
  if (!cells) return TooLarge(array);
  const int64_t alignment = std::max<int64_t>(array.layout.tail_padding, 1);
  const auto stored = CheckedMultiply(CeilDiv(*cells, alignment), alignment);
  if (!stored) return TooLarge(array);
  return BytesFor(array, *stored);
}

Result<int64_t> ArrayDataSize(const Shape& array) {
  HLO_TRY(const PhysicalLayout physical, PhysicalLayout::Make(array));
  if (physical.elements() == 0) return int64_t{0};
  Dims last = array.dims;
  for (int64_t& index : last) --index;
  return BytesFor(array, physical.Position(last) + 1);
}

Result<int64_t> LinearIndexFirstTileOnly(const Shape& array, std::span<const int64_t> index) {
  HLO_RETURN_IF_ERROR(CheckFirstTile(array));
  if (array.rank() == 0) return int64_t{0};
  if (array.rank() == 1) return index[0];
  Shape first = array;
  if (first.layout.tiles.size() > 1) first.layout.tiles.resize(1);
  HLO_TRY(const PhysicalLayout physical, PhysicalLayout::Make(first));
  return physical.Position(index);
}

Result<int64_t> SerializedSize(const Shape& shape) {
  int64_t total = 0;
  if (shape.IsArray()) {
    HLO_TRY(const int64_t elements, ElementCount(shape));
    const int64_t width = BitWidth(shape.element_type);
    const auto size = CheckedMultiply(elements, width < 8 ? width : width / 8);
    if (!size) return TooLarge(shape);
    return width < 8 ? CeilDiv(*size, 8) : *size;
  }
  for (const Shape& element : shape.elements) {
    HLO_TRY(const int64_t bytes, SerializedSize(element));
    const auto sum = CheckedAdd(total, bytes);
    if (!sum) return TooLarge(shape);
    total = *sum;
  }
  return total;
}

int64_t MaxSplitSize(const Shape& array, int64_t dimension) {
  const int64_t size = array.dims[static_cast<size_t>(dimension)];
  const Dims& order = array.layout.minor_to_major;
  for (const SplitConfig& split : array.layout.splits) {
    const int64_t k = array.rank() - 1 - split.dimension;
    if (k < 0 || k >= array.rank() || order[static_cast<size_t>(k)] != dimension) continue;
    int64_t largest = 0, begin = 0;
    for (int64_t index : split.indices) {
      largest = std::max(largest, index - begin);
      begin = index;
    }
    return std::max(largest, size - begin);
  }
  return size;
}

Result<int64_t> PerMemoryElementCount(const Shape& array) {
  Shape part = array;
  for (int64_t d = 0; d < array.rank(); ++d) {
    part.dims[static_cast<size_t>(d)] = array.dims[static_cast<size_t>(d)] == kUnboundedSize
                                            ? kUnboundedSize
                                            : MaxSplitSize(array, d);
  }
  return ElementCount(part);
}

}  // namespace hlo

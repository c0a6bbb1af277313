// SPDX-License-Identifier: Apache-2.0
// Shapes derived from other shapes, layout reference, section 7.
#include <algorithm>
#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"
#include "hlo/shape.h"

namespace hlo {
namespace {

// Splits name physical dimensions: shifts each at or after `first` by `by`.
void ShiftSplits(Layout& layout, int64_t first, int64_t by) {
  for (SplitConfig& split : layout.splits) {
    if (split.dimension >= first) split.dimension += by;
  }
}

void EraseFromLayout(Layout& layout, int64_t dimension) {
  Dims& order = layout.minor_to_major;
  int64_t* at = std::find(order.begin(), order.end(), dimension);
  if (at == order.end()) return;
  const int64_t place = order.end() - at - 1;  // physical, 0 = most major
  std::erase_if(layout.splits, [&](const SplitConfig& split) { return split.dimension == place; });
  ShiftSplits(layout, place, -1);
  order.erase(at);
  for (int64_t& number : order) number -= number > dimension ? 1 : 0;
  if (!layout.padded_dimensions.empty()) {
    layout.padded_dimensions.erase(layout.padded_dimensions.begin() + dimension);
  }
}

Shape MapArrays(const Shape& shape, const std::function<void(Shape&)>& change) {
  Shape out = shape;
  if (out.IsArray()) change(out);
  for (Shape& element : out.elements) element = MapArrays(element, change);
  return out;
}

}  // namespace

Shape WithDefaultLayout(const Shape& shape) {
  return MapArrays(shape,
                   [](Shape& array) { array.layout = Layout::Descending(array.dims.size()); });
}

Result<Shape> PermuteDimensions(std::span<const int64_t> permutation, const Shape& shape) {
  if (static_cast<int64_t>(permutation.size()) != shape.rank() ||
      !CheckPermutation(permutation).ok()) {
    return Fail("V01", "{} is not a permutation of the {} dimensions of {}",
                {Braced(permutation), shape.rank(), ShapeText(shape, false)});
  }
  Shape out = shape;
  out.dynamic = 0;
  Dims inverse(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i) {
    const auto from = static_cast<size_t>(permutation[i]);
    inverse[from] = static_cast<int64_t>(i);
    out.dims[i] = shape.dims[from];
    out.SetDynamic(static_cast<int64_t>(i), shape.IsDynamic(permutation[i]));
    if (!shape.layout.padded_dimensions.empty()) {
      out.layout.padded_dimensions[i] = shape.layout.padded_dimensions[from];
    }
  }
  for (int64_t& number : out.layout.minor_to_major) number = inverse[static_cast<size_t>(number)];
  return out;
}

Shape DeleteDimension(int64_t dimension, const Shape& shape) {
  if (dimension < 0 || dimension >= shape.rank()) return shape;
  Shape out = shape;
  out.dims.erase(out.dims.begin() + dimension);
  const uint64_t below = (uint64_t{1} << dimension) - 1;
  out.dynamic = (shape.dynamic & below) | ((shape.dynamic >> 1) & ~below);
  EraseFromLayout(out.layout, dimension);
  return out;
}

Shape DeleteDimensions(std::span<const int64_t> sorted_dimensions, const Shape& shape) {
  Shape out = shape;
  for (size_t i = sorted_dimensions.size(); i-- > 0;) {
    out = DeleteDimension(sorted_dimensions[i], out);
  }
  return out;
}

Shape DropDegenerateDimensions(const Shape& shape) {
  return FilterDimensions([&](int64_t d) { return shape.dims[static_cast<size_t>(d)] != 1; },
                          shape);
}

Shape FilterDimensions(const std::function<bool(int64_t)>& keep, const Shape& shape) {
  Dims dropped;
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (!keep(d)) dropped.push_back(d);
  }
  return DeleteDimensions(dropped, shape);
}

Shape AppendMajorDimension(int64_t size, const Shape& shape) {
  Shape out = shape;
  out.layout.minor_to_major.push_back(shape.rank());
  ShiftSplits(out.layout, 0, 1);
  if (!shape.layout.padded_dimensions.empty()) out.layout.padded_dimensions.push_back(size);
  out.dims.push_back(size);
  return out;
}

Shape AppendMinorDimension(int64_t size, const Shape& shape) {
  Shape out = shape;
  Dims& order = out.layout.minor_to_major;
  order.insert(order.begin(), shape.rank());
  if (!shape.layout.padded_dimensions.empty()) out.layout.padded_dimensions.push_back(size);
  out.dims.push_back(size);
  return out;
}

Shape PrependMajorDimension(int64_t size, const Shape& shape) {
  Shape out = shape;
  for (int64_t& number : out.layout.minor_to_major) ++number;
  out.layout.minor_to_major.push_back(0);
  ShiftSplits(out.layout, 0, 1);
  Dims& padded = out.layout.padded_dimensions;
  if (!padded.empty()) padded.insert(padded.begin(), size);
  out.dims.insert(out.dims.begin(), size);
  out.dynamic = shape.dynamic << 1;
  return out;
}

Shape ChangeElementType(const Shape& shape, ElementType type) {
  return MapArrays(shape, [&](Shape& array) {
    array.element_type = type;
    if (array.layout.element_bits < BitWidth(type)) array.layout.element_bits = 0;
  });
}

Layout NormalizedLayout(const Shape& array) {
  Layout layout = array.layout;
  if (layout.element_bits == int64_t{8} * StorageBytes(array.element_type)) layout.element_bits = 0;
  layout.tail_padding = std::max<int64_t>(layout.tail_padding, 1);
  return layout;
}

Shape Normalize(const Shape& shape) {
  return MapArrays(shape, [](Shape& array) { array.layout = NormalizedLayout(array); });
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "hlo/index.h"

#include <algorithm>

#include "core/base/checked.h"

namespace hlo {
namespace {

// The strides of shapes without elements or beyond 63 bits may not fit; nothing is ever reached
// through them, so they become the largest number.
int64_t SaturatingMultiply(int64_t a, int64_t b) {
  return b < 0 ? INT64_MAX : CheckedMultiply(a, b).value_or(INT64_MAX);
}

// Wraps instead of being undefined for out-of-bounds indices, whose result is meaningless.
int64_t MultiplyAdd(int64_t a, int64_t b, int64_t c) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b) +
                              static_cast<uint64_t>(c));
}

}  // namespace

Index::Index(std::span<const int64_t> dims) : dims_(dims), at_(dims.size(), 0) {
  done_ =
      std::find_if(dims.begin(), dims.end(), [](int64_t size) { return size <= 0; }) != dims.end();
}

void Index::Next() {
  ++linear_;
  for (size_t d = dims_.size(); d-- > 0;) {
    if (++at_[d] < dims_[d]) return;
    at_[d] = 0;
  }
  done_ = true;
}

Dims RowMajorStrides(std::span<const int64_t> dims) {
  Dims strides(dims.size(), 1);
  for (size_t d = dims.size(); d-- > 1;) strides[d - 1] = SaturatingMultiply(strides[d], dims[d]);
  return strides;
}

Dims LayoutStrides(const Shape& shape) {
  Dims strides(shape.dims.size(), 1);
  int64_t stride = 1;
  for (int64_t d : shape.layout.minor_to_major) {
    strides[static_cast<size_t>(d)] = stride;
    stride = SaturatingMultiply(stride, shape.dims[static_cast<size_t>(d)]);
  }
  return strides;
}

std::optional<Dims> ByteStrides(const Shape& shape) {
  const int64_t bytes = StorageBytes(shape.element_type);
  const Layout& layout = shape.layout;
  const bool natural = layout.element_bits == 0 || layout.element_bits == 8 * bytes;
  if (!shape.IsArray() || !layout.tiles.empty() || !natural || !layout.padded_dimensions.empty()) {
    return std::nullopt;
  }
  Dims strides = LayoutStrides(shape);
  for (int64_t& stride : strides) stride = SaturatingMultiply(stride, bytes);
  return strides;
}

int64_t DimensionStride(const Shape& shape, int64_t dimension) {
  return LayoutStrides(shape)[static_cast<size_t>(dimension)];
}

int64_t MultiToLinear(const Shape& shape, std::span<const int64_t> index) {
  int64_t linear = 0;
  const Dims& order = shape.layout.minor_to_major;
  for (size_t k = order.size(); k-- > 0;) {
    const auto d = static_cast<size_t>(order[k]);
    linear = MultiplyAdd(linear, shape.dims[d], index[d]);
  }
  return linear;
}

Dims LinearToMulti(const Shape& shape, int64_t linear) {
  Dims index(shape.dims.size(), 0);
  for (int64_t number : shape.layout.minor_to_major) {
    const auto d = static_cast<size_t>(number);
    if (shape.dims[d] <= 0) return Dims(shape.dims.size(), 0);
    index[d] = linear % shape.dims[d];
    linear /= shape.dims[d];
  }
  return index;
}

bool BumpIndex(const Shape& shape, std::span<int64_t> index) {
  if (!IsZeroElementArray(shape)) {
    for (size_t d = index.size(); d-- > 0;) {
      if (++index[d] < shape.dims[d]) return true;
      index[d] = 0;
    }
  }
  std::fill(index.begin(), index.end(), 0);
  return false;
}

bool IndexInBounds(const Shape& shape, std::span<const int64_t> index) {
  if (index.size() != shape.dims.size()) return false;
  for (size_t d = 0; d < index.size(); ++d) {
    if (index[d] < 0 || index[d] >= shape.dims[d]) return false;
  }
  return true;
}

int CompareIndices(std::span<const int64_t> a, std::span<const int64_t> b) {
  if (std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end())) return -1;
  return std::equal(a.begin(), a.end(), b.begin(), b.end()) ? 0 : 1;
}

bool ForEachIndex(const Shape& shape, std::span<const int64_t> base, std::span<const int64_t> count,
                  std::span<const int64_t> step,
                  const std::function<bool(std::span<const int64_t>)>& fn) {
  const size_t rank = shape.dims.size();
  for (size_t d = 0; d < rank; ++d) {
    if (count[d] <= 0) return true;
  }
  Dims at(base);
  for (;;) {
    if (!fn(at)) return false;
    size_t d = rank;
    for (; d-- > 0;) {
      // Both differences are less than 2^63: at[d] never leaves [base, base + count).
      if (step[d] > 0 && step[d] < count[d] - (at[d] - base[d])) {
        at[d] += step[d];
        break;
      }
      at[d] = base[d];
    }
    if (d == SIZE_MAX) return true;
  }
}

}  // namespace hlo

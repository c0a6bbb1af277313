// SPDX-License-Identifier: Apache-2.0
#include "core/ops/strided_copy.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/ops/odometer.h"
#include "core/shape/index.h"
#include "core/types/native_type.h"

namespace hlo {
namespace {

// The two innermost dimensions of a box: `rows` lines of `count` elements each.
struct Plane {
  int64_t rows, row_from, row_to;
  int64_t count, from_stride, to_stride;
};

// Below this a call of memcpy costs more than the copy.
constexpr int64_t kShortRun = 16;
// Side of the square that a transposing copy does at a time: both its sides stay in the L1 cache.
constexpr int64_t kTile = 32;

template <class T>
void CopyRuns(const Plane& plane, const T* from, T* to) {
  for (int64_t row = 0; row < plane.rows; ++row) {
    if (plane.count >= kShortRun) {
      std::memcpy(to, from, static_cast<size_t>(plane.count) * sizeof(T));
    } else {
      for (int64_t i = 0; i < plane.count; ++i) to[i] = from[i];
    }
    from += plane.row_from;
    to += plane.row_to;
  }
}

template <class T>
void FillRuns(const Plane& plane, const T* from, T* to) {
  for (int64_t row = 0; row < plane.rows; ++row) {
    std::fill_n(to, plane.count, *from);
    from += plane.row_from;
    to += plane.row_to;
  }
}

template <class T>
void ReverseRuns(const Plane& plane, const T* from, T* to) {
  for (int64_t row = 0; row < plane.rows; ++row) {
    for (int64_t i = 0; i < plane.count; ++i) to[i] = from[-i];
    from += plane.row_from;
    to += plane.row_to;
  }
}

template <class T>
void CopyStrided(const Plane& plane, const T* from, T* to) {
  for (int64_t row = 0; row < plane.rows; ++row) {
    for (int64_t i = 0; i < plane.count; ++i) to[i * plane.to_stride] = from[i * plane.from_stride];
    from += plane.row_from;
    to += plane.row_to;
  }
}

// Lines are contiguous where they are written, columns (nearly) where they are read.
template <class T>
void CopyTiles(const Plane& plane, const T* from, T* to) {
  for (int64_t row = 0; row < plane.rows; row += kTile) {
    for (int64_t column = 0; column < plane.count; column += kTile) {
      Plane tile = plane;
      tile.rows = std::min(kTile, plane.rows - row);
      tile.count = std::min(kTile, plane.count - column);
      CopyStrided(tile, from + row * plane.row_from + column * plane.from_stride,
                  to + row * plane.row_to + column * plane.to_stride);
    }
  }
}

template <class T>
using PlaneFn = void (*)(const Plane&, const T*, T*);

template <class T>
PlaneFn<T> ChoosePlaneFn(const Plane& plane) {
  if (plane.to_stride == 1 && plane.from_stride == 1) return CopyRuns<T>;
  if (plane.to_stride == 1 && plane.from_stride == 0) return FillRuns<T>;
  if (plane.to_stride == 1 && plane.from_stride == -1) return ReverseRuns<T>;
  if (std::abs(plane.row_from) < std::abs(plane.from_stride)) return CopyTiles<T>;
  return CopyStrided<T>;
}

void MoveToEnd(Dims& dims, size_t position) {
  std::rotate(dims.begin() + position, dims.begin() + position + 1, dims.end());
}

// Splits the box into an outer walk and a plane: the innermost dimension, and beside it the one
// whose reads lie closest together, if they lie closer than those of the innermost (a transpose).
Plane TakePlane(StridedBox& outer) {
  Plane plane = {1, 0, 0, 1, 1, 1};
  const auto take = [&](int64_t& size, int64_t& from, int64_t& to) {
    if (outer.sizes.empty()) return;
    size = outer.sizes.back();
    from = outer.from_strides.back();
    to = outer.to_strides.back();
    outer.sizes.pop_back();
    outer.from_strides.pop_back();
    outer.to_strides.pop_back();
  };
  take(plane.count, plane.from_stride, plane.to_stride);
  size_t nearest = outer.sizes.size();
  int64_t distance = std::abs(plane.from_stride);
  for (size_t d = 0; d < outer.sizes.size(); ++d) {
    const int64_t stride = std::abs(outer.from_strides[d]);
    if (stride == 0 || stride >= distance) continue;
    nearest = d;
    distance = stride;
  }
  if (nearest < outer.sizes.size()) {
    for (Dims* dims : {&outer.sizes, &outer.from_strides, &outer.to_strides}) {
      MoveToEnd(*dims, nearest);
    }
  }
  take(plane.rows, plane.row_from, plane.row_to);
  return plane;
}

}  // namespace

StridedBox StridedBox::Merged() const {
  StridedBox merged;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 1) continue;
    const size_t last = merged.sizes.size() - 1;
    if (!merged.sizes.empty() && merged.from_strides[last] == from_strides[d] * sizes[d] &&
        merged.to_strides[last] == to_strides[d] * sizes[d]) {
      merged.sizes[last] *= sizes[d];
      merged.from_strides[last] = from_strides[d];
      merged.to_strides[last] = to_strides[d];
      continue;
    }
    merged.sizes.push_back(sizes[d]);
    merged.from_strides.push_back(from_strides[d]);
    merged.to_strides.push_back(to_strides[d]);
  }
  return merged;
}

void CopyBox(const StridedBox& box, int element_bytes, const void* from, void* to) {
  if (std::find(box.sizes.begin(), box.sizes.end(), 0) != box.sizes.end()) return;
  StridedBox outer = box.Merged();
  const Plane plane = TakePlane(outer);
  WithElementWidth(element_bytes, [&]<class T>() {
    const PlaneFn<T> copy = ChoosePlaneFn<T>(plane);
    Odometer<2> at(outer.sizes, {outer.from_strides, outer.to_strides});
    do {
      copy(plane, static_cast<const T*>(from) + at.offset(0), static_cast<T*>(to) + at.offset(1));
    } while (at.Next());
  });
}

bool IsDense(std::span<const int64_t> sizes, std::span<const int64_t> strides) {
  int64_t expected = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    if (sizes[d] == 1) continue;
    if (strides[d] != expected) return false;
    expected *= sizes[d];
  }
  return true;
}

void ReadStrided(const Literal& from, int64_t from_offset, const Dims& from_strides, Literal& to) {
  if (to.element_count() == 0) return;
  const int bytes = StorageBytes(to.element_type());
  const Dims& sizes = to.shape().dims;
  CopyBox({sizes, from_strides, RowMajorStrides({sizes.data(), sizes.size()})}, bytes,
          from.bytes() + from_offset * bytes, to.mutable_bytes());
}

}  // namespace hlo

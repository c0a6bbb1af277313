// SPDX-License-Identifier: Apache-2.0
#include "core/ops/strided_copy.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/base/blocks.h"
#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/kernels/copy_plane.h"
#include "core/ops/evaluate.h"
#include "core/ops/odometer.h"
#include "hlo/index.h"

namespace hlo {
namespace {

// Minimum bytes per task.
constexpr int64_t kTaskBytes = 512 << 10;
// Shorter lines that are apart are copied in squares of kTile x kTile lines, so that neither reads
// nor writes touch a new page with every line.
constexpr int64_t kShortLine = 1024;
constexpr int64_t kTile = 32;
// Minimum elements of a part: a multiple of the tiles of all kernels.
constexpr int64_t kMinPart = 64;

void MoveAxis(StridedBox& box, size_t d, size_t place) {
  for (Dims* dims : {&box.sizes, &box.from_strides, &box.to_strides}) {
    int64_t* begin = dims->begin();
    if (d < place) std::rotate(begin + d, begin + d + 1, begin + place + 1);
    if (d > place) std::rotate(begin + place, begin + d, begin + d + 1);
  }
}

// Whether the elements are contiguous on both sides, in order.
bool IsRun(const StridedBox& box) {
  const auto dense = [&](const Dims& strides) {
    return IsDense({box.sizes.data(), box.sizes.size()}, {strides.data(), strides.size()});
  };
  return dense(box.to_strides) && dense(box.from_strides);
}

// The dimension with the smallest read stride, if it is below `distance`; else the number of
// dimensions. Ignores stride 0.
size_t NearestRead(const StridedBox& box, int64_t distance) {
  size_t nearest = box.sizes.size();
  for (size_t d = 0; d < box.sizes.size(); ++d) {
    const int64_t stride = std::abs(box.from_strides[d]);
    if (stride == 0 || stride >= distance) continue;
    nearest = d;
    distance = stride;
  }
  return nearest;
}

// Dimensions in writing order, outermost first, and merged.
StridedBox InWritingOrder(StridedBox box) {
  for (size_t d = 1; d < box.sizes.size(); ++d) {
    size_t place = d;
    while (place > 0 && box.to_strides[place - 1] < box.to_strides[d]) --place;
    MoveAxis(box, d, place);
  }
  return box.Merged();
}

// The dimension to cut into tasks: the outermost one whose parts are long enough for whole tiles.
// If there is none, the longest one that is not contiguous on either side, so that runs and tiles
// stay whole; else the longest.
size_t DimensionToCut(const StridedBox& box, int64_t tasks) {
  size_t longest = 0, longest_apart = box.sizes.size();
  for (size_t d = 0; d < box.sizes.size(); ++d) {
    if (box.sizes[d] >= tasks * kMinPart) return d;
    if (box.sizes[d] > box.sizes[longest]) longest = d;
    const bool apart = std::abs(box.from_strides[d]) != 1 && box.to_strides[d] != 1;
    if (!apart) continue;
    const bool first = longest_apart == box.sizes.size();
    if (first || box.sizes[d] > box.sizes[longest_apart]) longest_apart = d;
  }
  return longest_apart < box.sizes.size() ? longest_apart : longest;
}

// Cuts depend only on the sizes of the box and follow tiles where possible.
void CopyInTasks(const StridedBox& box, int element_bytes, int64_t tasks, const uint8_t* from,
                 uint8_t* to, Workers& workers, bool past_cache) {
  const size_t cut = DimensionToCut(box, tasks);
  const int64_t size = box.sizes[cut];
  int64_t length = CeilDiv(size, tasks);
  if (length > kMinPart) length = CeilDiv(length, kMinPart) * kMinPart;
  workers.ForEach(CeilDiv(size, length), [&](int64_t task) {
    StridedBox part = box;
    const int64_t begin = task * length;
    part.sizes[cut] = std::min(length, size - begin);
    BoxCopier(part, element_bytes, KernelMode::kFast, past_cache)
        .Copy(from + begin * box.from_strides[cut] * element_bytes,
              to + begin * box.to_strides[cut] * element_bytes);
  });
}

void WriteStrided(EvalContext& context, const Literal& from, const Dims& from_strides,
                  const Box& box, Literal& to) {
  if (from.element_count() == 0) return;
  const Dims& dims = to.shape().dims;
  const Dims strides = RowMajorStrides({dims.data(), dims.size()});
  int64_t first = 0;
  for (size_t d = 0; d < dims.size(); ++d) first += box.begin[d] * strides[d];
  const int bytes = StorageBytes(to.element_type());
  CopyBox(context, {box.sizes, from_strides, strides}, bytes, from.bytes(),
          to.mutable_bytes() + first * bytes);
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

BoxCopier::Axis BoxCopier::TakeLast(StridedBox& box) {
  if (box.sizes.empty()) return {};
  const Axis axis = {box.sizes.back(), box.from_strides.back(), box.to_strides.back()};
  for (Dims* dims : {&box.sizes, &box.from_strides, &box.to_strides}) dims->pop_back();
  return axis;
}

BoxCopier::BoxCopier(const StridedBox& box, int element_bytes, KernelMode mode, bool past_cache)
    : outer_(mode == KernelMode::kPlain ? box : InWritingOrder(box)) {
  for (Dims* strides : {&outer_.from_strides, &outer_.to_strides}) {
    for (int64_t& stride : *strides) stride *= element_bytes;
  }
  if (mode == KernelMode::kPlain) {  // the definition: element by element
    plane_ = {1, 0, 0, 1, element_bytes, element_bytes};
    copy_ = ChooseCopyPlane(plane_, element_bytes);
    return;
  }
  Axis line = TakeLast(outer_);
  if (line.size == 1) line = {1, element_bytes, element_bytes};
  // Treats a short contiguous run as one wider element.
  const int64_t run = line.size * element_bytes;
  if (line.from == element_bytes && line.to == element_bytes && !outer_.sizes.empty() &&
      (run == 2 || run == 4 || run == 8 || run == 16)) {
    element_bytes = static_cast<int>(run);
    line = TakeLast(outer_);
  }
  const bool is_near = line.from == 0 || std::abs(line.from) == element_bytes;
  if (line.to == element_bytes && is_near) {
    TakeTiles(line);
  } else {
    TakeAcross(line);
  }
  copy_ = ChooseCopyPlane(plane_, element_bytes, past_cache);
}

// Tiles of contiguous lines: rows are adjacent in the output; if lines are short, columns are the
// dimension with the smallest read stride.
void BoxCopier::TakeTiles(const Axis& line) {
  const Axis row = TakeLast(outer_);
  plane_ = {row.size, row.from, row.to, line.size, line.from, line.to};
  const size_t nearest = NearestRead(outer_, std::abs(row.from));
  if (nearest == outer_.sizes.size() || line.size * std::abs(line.to) >= kShortLine) return;
  MoveAxis(outer_, nearest, outer_.sizes.size() - 1);
  column_ = TakeLast(outer_);
}

// Tiles of lines with a large read stride: columns are the dimension with the smallest read stride.
void BoxCopier::TakeAcross(const Axis& line) {
  const size_t nearest = NearestRead(outer_, std::abs(line.from));
  if (nearest < outer_.sizes.size()) MoveAxis(outer_, nearest, outer_.sizes.size() - 1);
  const Axis row = TakeLast(outer_);
  plane_ = {row.size, row.from, row.to, line.size, line.from, line.to};
  // If rows end within a cache line, walks the dimension that continues there next.
  const size_t next = NearestRead(outer_, std::abs(line.from));
  if (next < outer_.sizes.size() && row.size * std::abs(row.from) < kCacheLineBytes) {
    MoveAxis(outer_, next, outer_.sizes.size() - 1);
  }
}

void BoxCopier::Copy(const void* from, void* to) const {
  const auto* first = static_cast<const uint8_t*>(from);
  auto* out = static_cast<uint8_t*>(to);
  if (outer_.sizes.empty()) return CopyTiles(first, out);
  Odometer<2> at(outer_.sizes, {outer_.from_strides, outer_.to_strides});
  do {
    CopyTiles(first + at.offset(0), out + at.offset(1));
  } while (at.Next());
}

void BoxCopier::CopyTiles(const uint8_t* from, uint8_t* to) const {
  if (column_.size == 1) return copy_(plane_, from, to);
  CopyPlane tile = plane_;
  for (int64_t row = 0; row < plane_.rows; row += kTile) {
    tile.rows = std::min(kTile, plane_.rows - row);
    for (int64_t column = 0; column < column_.size; ++column) {
      copy_(tile, from + row * plane_.row_from + column * column_.from,
            to + row * plane_.row_to + column * column_.to);
    }
  }
}

int64_t BoxCopier::run_bytes() const {
  const bool is_run =
      outer_.sizes.empty() && plane_.rows == 1 && plane_.from > 0 && plane_.from == plane_.to;
  return is_run ? plane_.count * plane_.from : 0;
}

void CopyBox(const StridedBox& box, int element_bytes, const void* from, void* to, KernelMode mode,
             Workers* workers) {
  int64_t bytes = element_bytes;
  for (const int64_t size : box.sizes) bytes *= size;
  if (bytes == 0) return;
  if (bytes < 2 * kTaskBytes && mode != KernelMode::kPlain && IsRun(box)) {
    std::memcpy(to, from, static_cast<size_t>(bytes));
    return;
  }
  const bool past_cache = bytes >= kBeyondCachesBytes / 2;
  if (workers == nullptr || bytes < 2 * kTaskBytes || mode == KernelMode::kPlain) {
    return BoxCopier(box, element_bytes, mode, past_cache).Copy(from, to);
  }
  CopyInTasks(InWritingOrder(box), element_bytes, bytes / kTaskBytes,
              static_cast<const uint8_t*>(from), static_cast<uint8_t*>(to), *workers, past_cache);
}

void CopyBox(EvalContext& context, const StridedBox& box, int element_bytes, const void* from,
             void* to) {
  CopyBox(box, element_bytes, from, to, context.kernel_mode(), &context.workers());
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

void ReadStrided(EvalContext& context, const Literal& from, int64_t from_offset,
                 const Dims& from_strides, Literal& to) {
  if (to.element_count() == 0) return;
  const Dims& sizes = to.shape().dims;
  const int bytes = StorageBytes(to.element_type());
  CopyBox(context, {sizes, from_strides, RowMajorStrides({sizes.data(), sizes.size()})}, bytes,
          from.bytes() + from_offset * bytes, to.mutable_bytes());
}

Result<Literal> ReadBox(EvalContext& context, const Literal& from, const Box& box) {
  HLO_TRY(Literal to, context.Allocate(
                          Shape::Array(from.element_type(), {box.sizes.data(), box.sizes.size()})));
  if (to.element_count() == 0) return to;
  const Dims& dims = from.shape().dims;
  const Dims strides = RowMajorStrides({dims.data(), dims.size()});
  int64_t first = 0;
  for (size_t d = 0; d < dims.size(); ++d) first += box.begin[d] * strides[d];
  ReadStrided(context, from, first, strides, to);
  return to;
}

void WriteBox(EvalContext& context, const Literal& from, const Box& box, Literal& to) {
  WriteStrided(context, from, RowMajorStrides({box.sizes.data(), box.sizes.size()}), box, to);
}

void FillBox(EvalContext& context, const Literal& value, const Box& box, Literal& to) {
  WriteStrided(context, value, Dims(box.sizes.size(), 0), box, to);
}

Result<Literal> Reordered(EvalContext& context, const Literal& array,
                          std::span<const int64_t> order) {
  const Dims& dims = array.shape().dims;
  const Dims natural = RowMajorStrides({dims.data(), dims.size()});
  Dims sizes, strides;
  for (const int64_t d : order) {
    sizes.push_back(dims[static_cast<size_t>(d)]);
    strides.push_back(natural[static_cast<size_t>(d)]);
  }
  const Shape shape = Shape::Array(array.element_type(), {sizes.data(), sizes.size()});
  if (IsDense({sizes.data(), sizes.size()}, {strides.data(), strides.size()})) {
    return array.WithShape(shape);
  }
  HLO_TRY(Literal reordered, context.Allocate(shape));
  ReadStrided(context, array, 0, strides, reordered);
  return reordered;
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_STRIDED_COPY_H_
#define HLO_CORE_OPS_STRIDED_COPY_H_

#include <cstdint>
#include <span>

#include "core/kernels/copy_plane.h"
#include "hlo/kernel_mode.h"
#include "hlo/literal.h"
#include "hlo/small_vector.h"
#include "hlo/workers.h"

namespace hlo {

class EvalContext;

// A box of elements with read and write strides, in elements, for each dimension. Read strides may
// be 0 (repeated) or negative (reversed); written elements must not overlap.
struct StridedBox {
  Dims sizes;
  Dims from_strides;
  Dims to_strides;

  // The same elements in fewer dimensions: drops those of size 1 and merges contiguous neighbors.
  StridedBox Merged() const;
};

// Copies the box. `from` and `to` point at its first element of `element_bytes` bytes (1, 2, 4, 8,
// or 16). The areas must not overlap. A box with a size of 0 touches no memory. Large boxes are cut
// into tasks for the workers, if any.
//
// All ops that only move elements use it: broadcast, transpose, slice, pad, reverse, concatenate.
void CopyBox(const StridedBox& box, int element_bytes, const void* from, void* to,
             KernelMode mode = KernelMode::kFast, Workers* workers = nullptr);
// With the kernel mode and the workers of the run.
void CopyBox(EvalContext& context, const StridedBox& box, int element_bytes, const void* from,
             void* to);

// Copies boxes of the same sizes and strides: walks over planes, each copied by a kernel call.
class BoxCopier {
 public:
  // Requires a box without a size of 0. `past_cache`: as of ChooseCopyPlane.
  BoxCopier(const StridedBox& box, int element_bytes, KernelMode mode, bool past_cache = false);

  void Copy(const void* from, void* to) const;
  // The bytes of the box if it is contiguous on both sides, else 0.
  int64_t run_bytes() const;

 private:
  // One dimension of a box, with strides in bytes.
  struct Axis {
    int64_t size = 1, from = 0, to = 0;
  };

  static Axis TakeLast(StridedBox& box);
  void TakeTiles(const Axis& line);
  void TakeAcross(const Axis& line);
  void CopyTiles(const uint8_t* from, uint8_t* to) const;

  StridedBox outer_;  // the walk over planes, in bytes
  Axis column_;       // walked inside the tiles of a plane
  CopyPlane plane_;
  CopyPlaneFn copy_ = nullptr;
};

// Whether reading with these strides gives the elements of a dense row-major array in order.
bool IsDense(std::span<const int64_t> sizes, std::span<const int64_t> strides);

// Fills `to` with elements of `from`, starting at `from_offset`; `from_strides` has one entry per
// dimension of `to`.
void ReadStrided(EvalContext& context, const Literal& from, int64_t from_offset,
                 const Dims& from_strides, Literal& to);

// Elements [begin, begin + size) of an array along every dimension.
struct Box {
  Dims begin, sizes;

  static Box Whole(const Shape& array) { return {Dims(array.dims.size(), 0), array.dims}; }
  // Restricts the box to [first, last) along one dimension.
  void Narrow(int64_t d, int64_t first, int64_t last) {
    begin[static_cast<size_t>(d)] = first;
    sizes[static_cast<size_t>(d)] = last - first;
  }
};
Result<Literal> ReadBox(EvalContext& context, const Literal& from, const Box& box);
// Writes an array with the sizes of the box to it.
void WriteBox(EvalContext& context, const Literal& from, const Box& box, Literal& to);
// Writes a scalar to each element of the box.
void FillBox(EvalContext& context, const Literal& value, const Box& box, Literal& to);

// Transposes an array: dimension d of the result is dimension order[d]. Shares the bytes if no
// element moves. Error R02.
Result<Literal> Reordered(EvalContext& context, const Literal& array,
                          std::span<const int64_t> order);

}  // namespace hlo

#endif  // HLO_CORE_OPS_STRIDED_COPY_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_REDUCTION_REDUCER_H_
#define HLO_CORE_OPS_REDUCTION_REDUCER_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/ir/module.h"
#include "core/kernels/kernel_mode.h"
#include "core/kernels/reduce.h"
#include "core/ops/elementwise/blocks.h"
#include "core/types/convert.h"

namespace hlo {

// A to_apply that is one associative binary op on its two parameters: add, multiply, maximum,
// minimum, and, or, xor.
struct SimpleReducer {
  const OpDef* op;
  bool swapped;  // f(p0, p1) = op(p1, p0); all these ops give the same for both
};

// Recognizes a computation by what it does, whatever its names. nullopt for all others, and for
// those with an instruction that has a side effect.
std::optional<SimpleReducer> RecognizeReducer(const Computation& computation);

// How a plain sum of floats accumulates: in f64 and rounded once at the end (choice C9), or stored
// in the element type after each step.
enum class FloatSums : uint8_t { kWide, kStored };

// Combines arrays of lanes by a simple reducer. Elements are loaded, which brings them to the type
// that kernels read; lanes have the type that accumulators have: the compute type, or f64 for wide
// sums.
class LaneReducer {
 public:
  // nullopt when the op does not take the type, and where each step rounds to an element type
  // narrower than the compute type, so that grouping the elements differently could show.
  static std::optional<LaneReducer> Make(const SimpleReducer& reducer, ElementType type,
                                         KernelMode mode, FloatSums float_sums);

  ElementType lane_type() const { return lane_type_; }
  int lane_bytes() const { return StorageBytes(lane_type_); }
  int element_bytes() const { return StorageBytes(stored_type_); }
  int loaded_bytes() const { return StorageBytes(loaded_type_); }

  // Loading changes nothing: elements can be taken from where they lie.
  bool loads_in_place() const { return load_ == nullptr; }
  // Requires !loads_in_place().
  void Load(const void* elements, int64_t count, void* loaded) const {
    load_(elements, static_cast<size_t>(count), loaded);
  }
  // Lanes that have taken in one element each.
  void Start(const void* loaded, int64_t count, void* lanes) const;
  // lanes[i] = f(lanes[i], rows[r * stride + i]) for each r < count in order and each i < width,
  // where the rows are loaded elements, or lanes themselves.
  void Take(void* lanes, const void* rows, int64_t count, int64_t stride, int64_t width) const {
    Accumulate(take_, lanes, rows, count, stride, width, lanes);
  }
  void Merge(void* lanes, const void* rows, int64_t count, int64_t stride, int64_t width) const {
    Accumulate(merge_, lanes, rows, count, stride, width, lanes);
  }
  // The same for lanes that are written elsewhere; `start` keeps what it is.
  void MergeTo(void* lanes, const void* start, const void* rows, int64_t count, int64_t stride,
               int64_t width) const {
    Accumulate(merge_, start, rows, count, stride, width, lanes);
  }
  // Of n arrays of `width` lanes, those from h on join the first ones, where h is the largest power
  // of two below n, and so on until one is left.
  void Fold(void* lanes, int64_t n, int64_t width) const;
  // Of `count` rows of lanes: result r is what rows 0 to r give in order or, backwards, what the
  // last row to row r give.
  void Scan(const void* rows, int64_t count, int64_t width, bool backwards, void* results) const;
  // Whether there is a kernel for whole lines of loaded elements.
  bool has_lines() const { return take_ != nullptr && parts_ == 1; }
  void Lines(const void* loaded, int64_t count, int64_t length, void* lanes) const {
    take_->lines(loaded, static_cast<size_t>(count), static_cast<size_t>(length), lanes);
  }
  // Storing changes nothing: lanes may be made where the elements go.
  bool stores_in_place() const { return store_ == nullptr; }
  // Rounds once; integers wrap.
  void Store(const void* lanes, int64_t count, void* elements) const;

 private:
  void ChooseKernels(ReduceOp op);
  void Accumulate(const ReduceKernel* kernel, const void* start, const void* rows, int64_t count,
                  int64_t stride, int64_t width, void* lanes) const;

  // stored --load_--> loaded --widen_--> lanes --store_--> stored; nullptr where nothing changes.
  ElementType stored_type_, loaded_type_, lane_type_;
  ConvertFn load_ = nullptr, widen_ = nullptr, store_ = nullptr;
  // Kernels for loaded elements and for lanes, which see each element as `parts_` numbers; nullptr
  // on the plain path and where there are none.
  const ReduceKernel* take_ = nullptr;
  const ReduceKernel* merge_ = nullptr;
  int parts_ = 1;
  BinaryBlockFn combine_ = nullptr;
  bool swapped_ = false;
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_REDUCTION_REDUCER_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_REDUCTION_REDUCER_H_
#define HLO_CORE_OPS_REDUCTION_REDUCER_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/ir/module.h"
#include "core/kernels/reduce.h"
#include "core/kernels/running_sums.h"
#include "core/ops/elementwise/blocks.h"
#include "core/types/convert.h"
#include "hlo/kernel_mode.h"

namespace hlo {

// A to_apply that is one associative binary op on its two parameters: add, multiply, maximum,
// minimum, and, or, xor.
struct SimpleReducer {
  const OpDef* op;
  bool swapped;  // f(p0, p1) = op(p1, p0); all these ops are commutative
};

// Recognizes a computation by its instructions. nullopt for all others, and for those with side
// effects.
std::optional<SimpleReducer> RecognizeReducer(const Computation& computation);

// How a sum of floats accumulates: in f64 (up to f32, after groups in f32), rounded once at the end
// (choice C9), or rounded to the element type after each step.
enum class FloatSums : uint8_t { kWide, kStored };

// Combines arrays of lanes by a simple reducer. Loading converts elements to the type that kernels
// read; lanes have the accumulator type: the compute type, or f64 for wide sums.
class LaneReducer {
 public:
  // nullopt if the op does not support the type, or if each step rounds to an element type narrower
  // than the compute type, so that the result depends on grouping.
  static std::optional<LaneReducer> Make(const SimpleReducer& reducer, ElementType type,
                                         KernelMode mode, FloatSums float_sums);

  ElementType lane_type() const { return lane_type_; }
  int lane_bytes() const { return StorageBytes(lane_type_); }
  int element_bytes() const { return StorageBytes(stored_type_); }
  int loaded_bytes() const { return StorageBytes(loaded_type_); }

  // Whether loading is the identity, so that elements are used in place.
  bool loads_in_place() const { return load_ == nullptr; }
  // Requires !loads_in_place().
  void Load(const void* elements, int64_t count, void* loaded) const {
    load_(elements, static_cast<size_t>(count), loaded);
  }
  // Initializes lanes from one element each.
  void Start(const void* loaded, int64_t count, void* lanes) const;
  // lanes[i] = f(lanes[i], rows[r * stride + i]) for each r < count in order and each i < width,
  // where the rows are loaded elements, or lanes themselves.
  void Take(void* lanes, const void* rows, int64_t count, int64_t stride, int64_t width) const {
    Accumulate(take_, lanes, rows, count, stride, width, lanes);
  }
  // The rows that these sums take in f32 groups (choice C9), at the start of `count` rows of a
  // chunk; 0 for other reducers.
  int64_t GroupedRows(int64_t count) const;
  // Take for such rows. `fresh`: the lanes have no elements yet.
  void TakeGroups(void* lanes, const void* rows, int64_t count, int64_t stride, int64_t width,
                  bool fresh) const;
  void Merge(void* lanes, const void* rows, int64_t count, int64_t stride, int64_t width) const {
    Accumulate(merge_, lanes, rows, count, stride, width, lanes);
  }
  // The same with separate output; `start` is not modified.
  void MergeTo(void* lanes, const void* start, const void* rows, int64_t count, int64_t stride,
               int64_t width) const {
    Accumulate(merge_, start, rows, count, stride, width, lanes);
  }
  // Folds n arrays of `width` lanes to one: those from h on are combined into the first ones, where
  // h is the largest power of two below n, and so on.
  void Fold(void* lanes, int64_t n, int64_t width) const;
  // Scans `count` rows of lanes: result r combines rows 0 to r in order or, backwards, the last row
  // to row r; all of them with `start`, if it is not null, as the result before the first one. Sums
  // of f32 rows of one lane are those of running_sums.h.
  void Scan(const void* rows, int64_t count, int64_t width, bool backwards, const void* start,
            void* results) const;
  // Whether there is a kernel for whole lines of loaded elements.
  bool has_lines() const { return take_ != nullptr && take_->lines != nullptr && parts_ == 1; }
  void Lines(const void* loaded, int64_t count, int64_t length, void* lanes) const {
    take_->lines(loaded, static_cast<size_t>(count), static_cast<size_t>(length), lanes);
  }
  // Whether storing is the identity, so that lanes can be computed in the output.
  bool stores_in_place() const { return store_ == nullptr; }
  // Rounds once; integers wrap.
  void Store(const void* lanes, int64_t count, void* elements) const;

 private:
  void ChooseKernels(ReduceOp op);
  void Accumulate(const ReduceKernel* kernel, const void* start, const void* rows, int64_t count,
                  int64_t stride, int64_t width, void* lanes) const;

  // stored --load_--> loaded --widen_--> lanes --store_--> stored; nullptr for the identity.
  ElementType stored_type_, loaded_type_, lane_type_;
  ConvertFn load_ = nullptr, widen_ = nullptr, store_ = nullptr;
  // Kernels for loaded elements and for lanes, which treat each element as `parts_` numbers;
  // nullptr on the plain path or if there are none.
  const ReduceKernel* take_ = nullptr;
  const ReduceKernel* merge_ = nullptr;
  int parts_ = 1;
  RunningSumsFn running_sums_ = nullptr;  // for scans of single lanes
  BinaryBlockFn combine_ = nullptr;
  bool swapped_ = false;
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_REDUCTION_REDUCER_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_REDUCER_H_
#define HLO_CORE_OPS_REDUCER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/ir/module.h"
#include "core/ops/elementwise/blocks.h"
#include "core/types/convert.h"

namespace hlo {

// A to_apply that is one associative binary op on its two parameters: add, multiply, maximum,
// minimum, and, or, xor.
struct SimpleReducer {
  const OpDef* op;
  bool swapped;  // f(p0, p1) = op(p1, p0)
};

// Recognises a computation by what it does, whatever its names. nullopt for all others, and for
// those with an instruction that has a side effect.
std::optional<SimpleReducer> RecogniseReducer(const Computation& computation);

// How a plain sum of floats accumulates: in f64 and rounded once at the end (choice C9), or stored
// in the element type after each step.
enum class FloatSums : uint8_t { kWide, kStored };

// Combines blocks of lanes by a simple reducer, on elements in the type that accumulators have:
// the compute type, or f64 for wide sums.
class LaneReducer {
 public:
  // nullopt when the op does not take the type.
  static std::optional<LaneReducer> Make(const SimpleReducer& reducer, ElementType type,
                                         FloatSums float_sums = FloatSums::kWide);

  ElementType lane_type() const { return lane_type_; }
  // Element type -> lane type (exact), and back (one rounding; integers wrap).
  void Load(const void* elements, size_t count, void* lanes) const {
    load_(elements, count, lanes);
  }
  void Store(const void* lanes, size_t count, void* elements) const {
    store_(lanes, count, elements);
  }
  // Loading changes nothing: lanes can be read where the elements lie.
  bool loads_in_place() const { return loads_in_place_; }
  // Grouping the elements in any way gives the same bits.
  bool exact() const { return exact_; }

  // lanes[i] = f(lanes[i], elements[i]), stored in the element type (C8).
  void Combine(void* lanes, const void* elements, size_t count) const;
  // One lane takes in `count` elements in order.
  void CombineInOrder(void* lane, const void* elements, size_t count) const;

 private:
  using ChainFn = void (*)(void* lane, const void* elements, size_t count);

  BinaryBlockFn combine_ = nullptr;
  ChainFn chain_ = nullptr;  // the usual float reducers, without a call an element
  ConvertFn load_ = nullptr, store_ = nullptr;
  ElementType lane_type_ = ElementType::kF32;
  int bits_ = 0;
  bool swapped_ = false;
  bool loads_in_place_ = false;
  bool exact_ = false;
  bool rounds_each_step_ = false;
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_REDUCER_H_

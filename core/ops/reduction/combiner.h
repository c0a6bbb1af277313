// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_REDUCTION_COMBINER_H_
#define HLO_CORE_OPS_REDUCTION_COMBINER_H_

#include <cstdint>
#include <memory>
#include <span>

#include "core/ops/evaluate.h"

namespace hlo {

// Combines rows of elements by a to_apply of 2N scalars: for each i,
// (results[0][i], ...) = f(results[0][i], ..., updates[0][i], ...).
class Combiner {
 public:
  virtual ~Combiner() = default;
  // N arrays of `count` elements on each side, none of which overlap.
  virtual Status Combine(std::span<uint8_t* const> results, std::span<const uint8_t* const> updates,
                         int64_t count) = 0;
  // The same for rows of `length` updates, one after the other: row r is combined into the elements
  // of the only results from places[r] on. False, without doing so, if that is not faster than a
  // call for each row.
  virtual bool CombineRows(uint8_t*, const uint8_t*, std::span<const int64_t>, int64_t) {
    return false;
  }
};

// The fastest combiner for the computation: a block function if it is a single known op, else
// lanes, else calls. It will combine at most `elements` elements. Errors: R02, R07.
Result<std::unique_ptr<Combiner>> MakeCombiner(EvalContext& context, const Computation& computation,
                                               std::span<const ElementType> types,
                                               int64_t elements);

// Whether f(a, b) is b.
bool IsReplacement(const Computation& computation);

}  // namespace hlo

#endif  // HLO_CORE_OPS_REDUCTION_COMBINER_H_

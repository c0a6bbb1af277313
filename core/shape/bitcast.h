// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_SHAPE_BITCAST_H_
#define HLO_CORE_SHAPE_BITCAST_H_

#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "core/base/result.h"
#include "core/shape/physical.h"
#include "hlo/shape.h"

namespace hlo {

// The effect of a bitcast on the indices of an array (layout reference, sections 7 and 8).

// The permutation p with output dimension i = input dimension p[i] that maps the physical list of
// `from` to that of `to`; nullopt if ranks or sizes do not match. Ignores tiles.
std::optional<Dims> DeduceTransposeForBitcast(const Shape& from, const Shape& to);

struct BitcastReshape {};
struct BitcastTranspose {
  Dims permutation;
};
// transpose(from) = transposed, reshape = reshaped, transpose(reshaped) = to; both intermediate
// shapes are row-major, so that each of the three is free.
struct BitcastTransposeReshapeTranspose {
  Dims first_permutation;
  Shape transposed;
  Shape reshaped;
  Dims second_permutation;
};
using BitcastDecomposition =
    std::variant<BitcastReshape, BitcastTranspose, BitcastTransposeReshapeTranspose>;

// The bitcast from `from` to `to` as the simplest possible operations on indices. Element types may
// differ in kind, not in width. Errors: V01 if no such operations keep all positions (the bitcast
// then depends on the padding), and those of ReshapeIsBitcast.
Result<BitcastDecomposition> DecomposeBitcast(const Shape& from, const Shape& to);

// `to` with a layout that makes the reshape from `from` a bitcast; nullopt if there is none, and
// for layouts with tiles, padding or a custom element size.
std::optional<Shape> AlignLayouts(const Shape& from, const Shape& to);

}  // namespace hlo

#endif  // HLO_CORE_SHAPE_BITCAST_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BITCAST_H_
#define HLO_BITCAST_H_

#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "hlo/result.h"
#include "hlo/shape.h"
#include "hlo/small_vector.h"

// The effect of a bitcast on the indices of an array (layout reference, sections 7 and 8).
// hlo/physical_layout.h determines whether a reshape or transpose is a bitcast.
namespace hlo {

// The permutation p with output dimension i = input dimension p[i] that maps the physical list of
// `from` to that of `to`: {1,0} from f32[2,3]{1,0} to f32[3,2]{0,1}. nullopt if ranks or sizes do
// not match. Ignores tiles.
std::optional<Dims> DeduceTransposeForBitcast(const Shape& from, const Shape& to);

// Indices as of a reshape.
struct BitcastReshape {};
// Indices as of a transpose: dimension i of the result is dimension permutation[i] of the operand.
struct BitcastTranspose {
  Dims permutation;
};
// Indices as of three ops: transpose(from) = transposed, reshape(transposed) = reshaped,
// transpose(reshaped) = to. Both intermediate shapes are row-major, so that each of the three is
// free.
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

#endif  // HLO_BITCAST_H_

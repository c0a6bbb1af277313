// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_MOVEMENT_H_
#define HLO_BUILDER_MOVEMENT_H_

#include "hlo/builder/builder.h"

// Elements in other places and sizes (ops reference, sections 2.2, 2.3, 7 and 17).
namespace hlo::builder {

// New dimensions in front: sizes {a0..aN} and an operand {b0..bM} give {a0..aN, b0..bM}.
Value Broadcast(Value x, Ints sizes);
// Dimension i of x becomes dimension broadcast_dimensions[i] of the result; where x has size 1 it
// grows. Lowered to `reshape`, which drops what grows, and `broadcast`; x itself when it has these
// sizes already. Error V01 when the sizes do not fit.
Value BroadcastInDim(Value x, Ints sizes, Ints broadcast_dimensions);

// The elements in row-major order with other sizes.
Value Reshape(Value x, Ints new_sizes);
// The same after the dimensions of x have been put in the given order, slowest first: a `transpose`
// unless that is the order they have, then a `reshape`.
Value Reshape(Value x, Ints dimensions, Ints new_sizes);
// Consecutive dimensions, ascending, as one whose size is their product. Error V01 for others.
Value Collapse(Value x, Ints dimensions);

// Dimension i of the result is dimension permutation[i] of x.
Value Transpose(Value x, Ints permutation);
// The order along some dimensions turned around.
Value Rev(Value x, Ints dimensions);

// From start up to, not including, limit, every stride-th; no strides: all ones.
Value Slice(Value x, Ints start_indices, Ints limit_indices, Ints strides = {});
// The same along one dimension, whole in the others.
Value SliceInDim(Value x, int64_t start, int64_t limit, int64_t stride, int64_t dimension);

// Arrays one after the other.
Value ConcatInDim(Builder& b, Values operands, int64_t dimension);

// Space around and between the elements; negative edges crop.
Value Pad(Value x, Value padding_value, const PaddingConfig& padding);
Value PadInDim(Value x, Value padding_value, int64_t dimension, int64_t low, int64_t high);

// Run-time size of a dimension, s32[]; and x with another one, at most the bound.
Value GetDimensionSize(Value x, int64_t dimension);
Value SetDimensionSize(Value x, Value size, int64_t dimension);
// Reshape with sizes known at run time, one s32[] for each bound; those that may be below their
// bound are marked. Error V01 when the lists differ in length.
Value DynamicReshape(Value x, Values sizes, Ints bounds, const std::vector<bool>& is_dynamic);

}  // namespace hlo::builder

#endif  // HLO_BUILDER_MOVEMENT_H_

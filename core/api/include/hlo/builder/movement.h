// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_MOVEMENT_H_
#define HLO_BUILDER_MOVEMENT_H_

#include "hlo/builder/builder.h"

// Movement of elements and changes of size (ops reference, sections 2.2, 2.3, 7 and 17).
namespace hlo::builder {

// New dimensions in front: sizes {a0..aN} and an operand {b0..bM} give {a0..aN, b0..bM}.
Value Broadcast(Value x, Ints sizes);
// Dimension i of x becomes dimension broadcast_dimensions[i] of the result; a dimension of size 1
// is broadcast. Lowered to `reshape`, which drops broadcast dimensions, and `broadcast`; x itself
// if it already has these sizes. Error V01 if the sizes do not fit.
Value BroadcastInDim(Value x, Ints sizes, Ints broadcast_dimensions);

// The elements in row-major order with other sizes.
Value Reshape(Value x, Ints new_sizes);
// The same after permuting the dimensions of x into the given order, slowest first: a `transpose`
// unless they are in that order already, then a `reshape`.
Value Reshape(Value x, Ints dimensions, Ints new_sizes);
// Merges consecutive, ascending dimensions into one. Error V01 otherwise.
Value Collapse(Value x, Ints dimensions);

// Dimension i of the result is dimension permutation[i] of x.
Value Transpose(Value x, Ints permutation);
// Reverses the order along some dimensions.
Value Rev(Value x, Ints dimensions);

// Every stride-th element from start to limit (exclusive); no strides mean all ones.
Value Slice(Value x, Ints start_indices, Ints limit_indices, Ints strides = {});
// The same along one dimension; the others are kept whole.
Value SliceInDim(Value x, int64_t start, int64_t limit, int64_t stride, int64_t dimension);

// Concatenates arrays.
Value ConcatInDim(Builder& b, Values operands, int64_t dimension);

// Padding around and between the elements; negative padding crops.
Value Pad(Value x, Value padding_value, const PaddingConfig& padding);
Value PadInDim(Value x, Value padding_value, int64_t dimension, int64_t low, int64_t high);

// The run-time size of a dimension, s32[]; and x with another size, at most the bound.
Value GetDimensionSize(Value x, int64_t dimension);
Value SetDimensionSize(Value x, Value size, int64_t dimension);
// Reshape to sizes known at run time, one s32[] per bound; `is_dynamic` marks those that may be
// below their bound. Error V01 if the lists differ in length.
Value DynamicReshape(Value x, Values sizes, Ints bounds, const std::vector<bool>& is_dynamic);

}  // namespace hlo::builder

#endif  // HLO_BUILDER_MOVEMENT_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_BASIC_LIBRARY_PRODUCTS_H_
#define HLO_CORE_OPS_BASIC_LIBRARY_PRODUCTS_H_

#include "core/base/result.h"
#include "core/ops/evaluate.h"

// The products of cuBLAS and the convolutions of cuDNN, as XLA calls them: the result is (value,
// scratch memory), which is zeros. They run as `dot` or `convolution`, whose sums are rounded to
// f32 or, if it is wider, to the type of the result before the epilogue. Errors: R07 (an activation
// or a scale that is not supported), R08 (operands or result of other shapes). Source of the rules:
// the GPU backend of XLA.
namespace hlo {

// activation(alpha * a * b + beta * c + bias) of (a, b[, c][, bias]); the result may also be the
// value alone. With `is_f8`, the operands are (a, b[, c], a_scale, b_scale[[, c_scale], d_scale][,
// bias]), a result of 8 bits saturates, and the second result may be the largest magnitude before
// d_scale.
Result<Literal> CublasMatmul(EvalContext& context, bool is_f8);
// activation(scale * convolution(input, filter) + side_scale * side + bias) of (input, filter[,
// bias[, side]]).
Result<Literal> CudnnForward(EvalContext& context);
// The two gradients take the window, the labels, and the groups of the forward convolution.
// The gradient of the input, of (gradient of the output, filter).
Result<Literal> CudnnBackwardInput(EvalContext& context);
// The gradient of the filter, of (input, gradient of the output).
Result<Literal> CudnnBackwardFilter(EvalContext& context);

// (the value of an op, scratch memory).
Result<Literal> EvaluateWithScratch(EvalContext& context, Opcode opcode, Attributes attributes);

}  // namespace hlo

#endif  // HLO_CORE_OPS_BASIC_LIBRARY_PRODUCTS_H_

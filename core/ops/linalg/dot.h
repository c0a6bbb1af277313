// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_LINALG_DOT_H_
#define HLO_CORE_OPS_LINALG_DOT_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "core/ops/evaluate.h"
#include "hlo/small_vector.h"

namespace hlo {

// The dimensions of an operand of `dot` that are neither batch nor contracting, ascending.
Dims FreeDimensions(int64_t rank, std::span<const int64_t> batch, std::span<const int64_t> summed);

// The shape of the dot, with the attributes of the instruction at hand, that another op makes of
// two operands. A broken rule of `dot` comes back as rule `code` of that op.
Result<Shape> InferProducts(const InferContext& context, const Shape& lhs, const Shape& rhs,
                            std::string_view code);
// That dot itself, of the given element type.
Result<Literal> MultiplyOperands(EvalContext& context, Literal lhs, Literal rhs, ElementType type);

// One operand of a dot with the roles of its dimensions.
struct DotSide {
  const Literal& operand;
  std::span<const int64_t> batch, summed;
  Dims free;

  int64_t Product(std::span<const int64_t> dims) const;
  Dims Order(std::span<const int64_t> a, std::span<const int64_t> b) const;  // batch, then these
};

// A batch of products of matrices, [rows, depth] x [depth, columns].
struct DotSizes {
  int64_t batch = 1, rows = 1, depth = 1, columns = 1;
};

// Computes the elements of `result`, of which there are some, with the kernels of
// core/kernels/matmul.h; false where there are none for the types. Error R02.
Result<bool> MultiplyByKernel(EvalContext& context, const DotSide& lhs, const DotSide& rhs,
                              const DotSizes& sizes, Literal& result);

}  // namespace hlo

#endif  // HLO_CORE_OPS_LINALG_DOT_H_

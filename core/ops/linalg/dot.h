// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_LINALG_DOT_H_
#define HLO_CORE_OPS_LINALG_DOT_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "core/ops/evaluate.h"
#include "hlo/small_vector.h"

namespace hlo {

// The dimensions of a `dot` operand that are neither batch nor contracting, ascending.
Dims FreeDimensions(int64_t rank, std::span<const int64_t> batch, std::span<const int64_t> summed);

// The shape of a dot of two operands with the attributes of another op. A broken rule of `dot` is
// reported as rule `code` of that op.
Result<Shape> InferProducts(const InferContext& context, const Shape& lhs, const Shape& rhs,
                            std::string_view code);
// The value of that dot in the given element type.
Result<Literal> MultiplyOperands(EvalContext& context, Literal lhs, Literal rhs, ElementType type);

// An operand of a dot with the roles of its dimensions.
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

// Computes a non-empty `result` with the kernels of core/kernels/matmul.h; false if there are none
// for the types. Error R02.
Result<bool> MultiplyByKernel(EvalContext& context, const DotSide& lhs, const DotSide& rhs,
                              const DotSizes& sizes, Literal& result);

}  // namespace hlo

#endif  // HLO_CORE_OPS_LINALG_DOT_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_BASIC_MATRICES_H_
#define HLO_CORE_OPS_BASIC_MATRICES_H_

#include <complex>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ops/evaluate.h"

// Operands and results of the factorizations for custom calls: matrices of f32, f64, c64, or c128,
// which are computed in c128 and rounded once.
namespace hlo {

using Scalar = std::complex<double>;

// A batch of row-major matrices in c128; real ones have no imaginary parts. `count` is 0 if they
// have no elements.
struct Matrices {
  int64_t rows = 0, columns = 0, count = 0;
  Literal elements;

  Scalar* Matrix(int64_t i) { return elements.mutable_data<Scalar>().data() + i * rows * columns; }
};

// f32, f64, c64, or c128.
bool IsMatrixType(ElementType type);
// Operand 0; the call must have `operands` operands. Error R08.
Result<Matrices> ReadMatrices(EvalContext& context, size_t operands, bool is_square);
// `count` matrices of zeros.
Result<Matrices> ZeroMatrices(EvalContext& context, int64_t count, int64_t rows, int64_t columns);

// A copy in c128, which counts like any array of the run.
Result<Literal> Widened(EvalContext& context, const Literal& array);
Result<Literal> Rounded(EvalContext& context, const Shape& shape, const Literal& wide);

// The dimensions of `a` without the last `dropped`, then `last` unless it is negative.
Shape Batch(const Shape& a, size_t dropped, ElementType type, int64_t last = -1);

// Error R08 if the call has another result.
Status CheckResult(const EvalContext& context, const Shape& wanted);

template <class... Parts>
Literal TupleOf(Parts... parts) {
  std::vector<Literal> all;
  (all.push_back(std::move(parts)), ...);
  return Literal::Tuple(std::move(all));
}

}  // namespace hlo

#endif  // HLO_CORE_OPS_BASIC_MATRICES_H_

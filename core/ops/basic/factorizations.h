// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_BASIC_FACTORIZATIONS_H_
#define HLO_CORE_OPS_BASIC_FACTORIZATIONS_H_

#include "core/base/result.h"
#include "core/ops/evaluate.h"

// The factorizations of LAPACK for the custom calls of JAX, on f32, f64, c64, and c128 matrices
// [..., m, n], computed in f64 and rounded once. Errors: R08 (operands or result of other shapes).
// Source of the rules: the LAPACK Users' Guide.
namespace hlo {

// potrf: a -> (factor, info). The other triangle keeps the values of `a`; info[...] is the number
// of the first leading minor that is not positive, or 0.
Result<Literal> CholeskyFactors(EvalContext& context, bool is_lower);
// getrf, with row pivoting: a -> (L and U, pivots counted from 1, info).
Result<Literal> LuFactors(EvalContext& context);
// Pivots counted from 0 -> the permutation of [0, size of the last result dimension).
Result<Literal> PermutationOfPivots(EvalContext& context);
// geqrf: a -> (R and the reflectors below it, tau).
Result<Literal> QrFactors(EvalContext& context);
// geqp3: (a, zeros) -> (R and reflectors of a with its columns permuted, the columns counted from
// 1, tau). The next column is the one with the largest remaining norm, the first of equal ones.
Result<Literal> PivotedQrFactors(EvalContext& context);
// ormqr, unmqr: (reflectors, tau, c) -> Q c, or c Q without `is_left`; Q^H instead of Q if
// `is_adjoint`.
Result<Literal> ProductWithReflectors(EvalContext& context, bool is_left, bool is_adjoint);
// gtsv, with row pivoting: (dl, d, du, b) -> (the second superdiagonal of U, its diagonal, its
// superdiagonal, x, info). The first element of dl and the last of du do not count.
Result<Literal> TridiagonalSolutions(EvalContext& context);
// orgqr, ungqr: (reflectors, tau) -> the first columns of Q.
Result<Literal> ProductOfReflectors(EvalContext& context);

}  // namespace hlo

#endif  // HLO_CORE_OPS_BASIC_FACTORIZATIONS_H_

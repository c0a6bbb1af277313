// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_BASIC_SPECTRAL_H_
#define HLO_CORE_OPS_BASIC_SPECTRAL_H_

#include "core/base/result.h"
#include "core/ops/evaluate.h"

// Eigenvalues and singular values for the custom calls of JAX, on f32, f64, c64, and c128 matrices,
// by Jacobi's method in f64. `info` is 1 for matrices with NaN or infinity, whose results are NaN.
// The signs (or phases) of vectors are not those of LAPACK [choice]. Errors: R08.
namespace hlo {

// syevd, heevd: a -> (eigenvectors as columns, ascending eigenvalues, info). Reads one triangle.
Result<Literal> HermitianEigenvalues(EvalContext& context, bool is_lower);

// gesdd: a -> (a, descending singular values, U, V^H, info); gesvdj has V instead of V^H. U and V
// have all columns, or the first min(m, n), and are zeros without `has_vectors`.
Result<Literal> SingularValues(EvalContext& context, bool has_vectors, bool is_v_transposed);

}  // namespace hlo

#endif  // HLO_CORE_OPS_BASIC_SPECTRAL_H_

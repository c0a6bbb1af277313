// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_BASIC_LIBRARY_CALLS_H_
#define HLO_CORE_OPS_BASIC_LIBRARY_CALLS_H_

#include "core/base/result.h"
#include "core/ir/library_targets.h"
#include "core/ops/evaluate.h"

// Custom calls that JAX and XLA write for library functions: sharding annotations, `TopK`, products
// and convolutions of cuBLAS and cuDNN, and the factorizations of LAPACK and cuSOLVER (ops
// reference 15.9). They run as the op that computes the same, or as a factorization in f64.
namespace hlo {

Result<Literal> EvaluateLibraryCall(EvalContext& context, LibraryFunction function);

}  // namespace hlo

#endif  // HLO_CORE_OPS_BASIC_LIBRARY_CALLS_H_

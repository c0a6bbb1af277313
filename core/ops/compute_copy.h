// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_COMPUTE_COPY_H_
#define HLO_CORE_OPS_COMPUTE_COPY_H_

#include "core/ops/evaluate.h"

// For ops that compute whole arrays in the compute type (ops reference 1.3) and round once.
namespace hlo {

// The array in the compute type of its elements; shares the bytes if that is their own type.
Result<Literal> ToComputeType(EvalContext& context, const Literal& array);

// `computed`, in the compute type of `shape`, rounded once into `shape`.
Result<Literal> FromComputeType(EvalContext& context, Literal computed, const Shape& shape);

}  // namespace hlo

#endif  // HLO_CORE_OPS_COMPUTE_COPY_H_

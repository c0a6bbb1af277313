// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_BUILDER_BROADCASTING_H_
#define HLO_CORE_BUILDER_BROADCASTING_H_

#include "hlo/builder/builder.h"

// How operands get equal sizes (ops reference 2.1 and 2.2); not for users.
namespace hlo::builder {

// The instruction on lhs and rhs after both have grown to common sizes.
Value EmitBroadcast(Opcode opcode, Value lhs, Value rhs, Ints broadcast_dimensions,
                    NamedAttributes attributes);

// x with the given sizes; dimension i of x becomes map[i], which increase. Requires that x's sizes
// are those of the target or 1. x itself when that changes nothing.
Value Grown(Value x, const Dims& sizes, Ints map);

// One entry a dimension of a value of rank `rank`, increasing, each below `target_rank`. V01.
Status CheckBroadcastDimensions(Ints map, int64_t rank, int64_t target_rank);

}  // namespace hlo::builder

#endif  // HLO_CORE_BUILDER_BROADCASTING_H_

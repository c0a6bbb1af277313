// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_BUILDER_BROADCASTING_H_
#define HLO_CORE_BUILDER_BROADCASTING_H_

#include "hlo/builder/builder.h"

// How operands get equal sizes (ops reference 2.1 and 2.2). Internal.
namespace hlo::builder {

// The instruction on lhs and rhs after both are broadcast to common sizes.
Value EmitBroadcast(Opcode opcode, Value lhs, Value rhs, Ints broadcast_dimensions,
                    NamedAttributes attributes);

// x broadcast to the given sizes; dimension i of x becomes map[i], which must increase. Requires
// that the sizes of x are those of the target or 1. x itself if that changes nothing.
Value Grown(Value x, const Dims& sizes, Ints map);

// Checks for one entry per dimension of a value of rank `rank`, increasing, each below
// `target_rank`. V01.
Status CheckBroadcastDimensions(Ints map, int64_t rank, int64_t target_rank);

}  // namespace hlo::builder

#endif  // HLO_CORE_BUILDER_BROADCASTING_H_

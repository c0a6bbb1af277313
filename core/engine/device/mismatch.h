// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_MISMATCH_H_
#define HLO_CORE_ENGINE_DEVICE_MISMATCH_H_

#include <cstdint>

#include "core/base/result.h"
#include "core/ir/module.h"

namespace hlo {

// The participants of a collective on one channel must agree: the same shapes, attributes (but for
// those that are notes) and combiner. The error R11 names both instructions. Both are of one op.
Status CheckSameRendezvous(const Instruction& a, int64_t device_a, const Instruction& b,
                           int64_t device_b);

// What a send gives is what its receive takes. Error R11.
Status CheckSameData(const Instruction& send, const Instruction& receive);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_MISMATCH_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_MISMATCH_H_
#define HLO_CORE_ENGINE_DEVICE_MISMATCH_H_

#include <cstdint>

#include "core/base/result.h"
#include "core/ir/module.h"

namespace hlo {

// Checks that two participants of a collective on one channel agree: the same shapes, attributes
// (except annotations) and combiner. Error R11 names both instructions, which are of one op.
Status CheckSameRendezvous(const Instruction& a, int64_t device_a, const Instruction& b,
                           int64_t device_b);

// Checks that a send and its receive have the same data shape. Error R11.
Status CheckSameData(const Instruction& send, const Instruction& receive);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_MISMATCH_H_

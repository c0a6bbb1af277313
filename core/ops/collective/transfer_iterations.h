// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_COLLECTIVE_TRANSFER_ITERATIONS_H_
#define HLO_CORE_OPS_COLLECTIVE_TRANSFER_ITERATIONS_H_

#include <cstdint>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/exchange.h"

// The frontend attribute _xla_send_recv_validation of send and recv (collectives reference 6.2):
// for each source-target pair, the first and last loop iteration in which it is active,
// "{{0,6},{1,7}}".
namespace hlo {

// Whether the attribute is "invalid": software pipelining leaves transfers that happen in no
// iteration.
bool IsSwitchedOff(const Instruction& instruction);

// Checks that the attribute, if present, has two numbers for each pair. Code V04.
Status CheckTransferIterations(const Instruction& instruction);

// Whether a send or recv between `device` and `peer` is active in an iteration, counted from 0, of
// the enclosing loop. Requires that CheckTransferIterations has passed.
bool IsTransferOn(const Instruction& instruction, const Topology& topology, int64_t device,
                  int64_t peer, int64_t iteration);

}  // namespace hlo

#endif  // HLO_CORE_OPS_COLLECTIVE_TRANSFER_ITERATIONS_H_

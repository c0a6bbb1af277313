// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_DEADLOCK_H_
#define HLO_CORE_ENGINE_DEVICE_DEADLOCK_H_

#include <vector>

#include "core/engine/device/device_report.h"

namespace hlo {

// Says why no device can go on (collectives reference, section 9.2): which devices wait, where, and
// for which devices, which have finished, and, where it can be seen, what led to it: a cycle, a
// loop or branch that devices took differently. Code R10; R11 when two devices wait for each other
// with different operations on one channel. Reports are by device; at least one waits.
void ExplainDeadlock(const std::vector<DeviceReport>& devices, RunFailure& failure);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_DEADLOCK_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_DEADLOCK_H_
#define HLO_CORE_ENGINE_DEVICE_DEADLOCK_H_

#include <vector>

#include "core/engine/device/device_report.h"

namespace hlo {

// Explains why no device can advance (collectives reference, section 9.2): which devices wait,
// where, for which devices, which of those have finished, and, if detectable, the cause: a cycle,
// or a loop or branch where devices diverged. Code R10, or R11 if two devices wait for each other
// with different operations on one channel. `reports` is indexed by device; at least one device
// waits.
RunFailure ExplainDeadlock(const std::vector<DeviceReport>& devices);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_DEADLOCK_H_

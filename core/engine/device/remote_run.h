// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_REMOTE_RUN_H_
#define HLO_CORE_ENGINE_DEVICE_REMOTE_RUN_H_

#include "core/engine/device/run_result.h"
#include "hlo/transport.h"

namespace hlo {

// Runs the device of this process, whose number is its rank, and exchanges values with the devices
// of other processes over a transport. Every process calls Run with the same program and options;
// rank 0 gets all results, the others none. A run that fails anywhere fails everywhere in the same
// way.
//
// A process sends the operands of its device to the processes of all other participants; each
// computes its own result, with the same function in the same order. A process whose device has to
// wait, or is done, reports to rank 0. The run is over when no device can advance and no message is
// in flight: every message counted as sent in the last report of one process is counted as received
// in that of another. Devices that still wait are then in a deadlock.
class RemoteRunner : public DeviceRunner {
 public:
  explicit RemoteRunner(Transport& transport) : transport_(transport) {}

  RunResult Run(RunContext& run, const Topology& topology,
                std::vector<std::vector<Literal>> arguments) const override;

 private:
  Transport& transport_;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_REMOTE_RUN_H_

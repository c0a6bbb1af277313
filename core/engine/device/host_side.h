// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_HOST_SIDE_H_
#define HLO_CORE_ENGINE_DEVICE_HOST_SIDE_H_

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/engine/device/interpreter.h"
#include "core/engine/device/wire.h"

namespace hlo {

// The host's end of infeed, outfeed and host transfers: takes values from the queues of the run's
// options in order, separately for each device. With a wire, output is collected in the process of
// device 0.
class HostSide {
 public:
  HostSide(RunContext& run, int64_t devices, Wire* wire);

  // The next value; nullptr if there is none.
  const Literal* NextInfeed(int64_t device);
  const Literal* NextReceive(int64_t channel, int64_t device);
  // Receives the value of an outfeed, or of the send of a host transfer. Error R02.
  Status Give(const Instruction& instruction, int64_t device, Literal value);

 private:
  static const Literal* Next(const std::vector<std::vector<Literal>>& lists, int64_t device,
                             size_t& taken);

  const RunOptions& options_;
  HostOutput& output_;
  MemoryBudget& budget_;
  Wire* const wire_;
  const size_t devices_;
  std::map<std::pair<int64_t, int64_t>, size_t> taken_;  // by channel (-1: infeed) and device
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_HOST_SIDE_H_

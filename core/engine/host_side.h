// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_HOST_SIDE_H_
#define HLO_CORE_ENGINE_HOST_SIDE_H_

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/engine/engine.h"

namespace hlo {

// The host's end of infeed, outfeed and host transfers: takes from its queues in order, each device
// by itself.
class HostSide {
 public:
  HostSide(HostQueues* queues, int64_t devices);

  // The next value; nullptr when there is none left.
  const Literal* NextInfeed(int64_t device);
  const Literal* NextReceive(int64_t channel, int64_t device);
  void Outfeed(int64_t device, Literal value);
  void Send(int64_t channel, int64_t device, Literal value);

 private:
  static const Literal* Next(const std::vector<std::vector<Literal>>& lists, int64_t device,
                             size_t& taken);

  HostQueues* const queues_;
  const size_t devices_;
  std::map<std::pair<int64_t, int64_t>, size_t> taken_;  // by channel (-1: infeed) and device
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_HOST_SIDE_H_

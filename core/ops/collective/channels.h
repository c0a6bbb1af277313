// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_COLLECTIVE_CHANNELS_H_
#define HLO_CORE_OPS_COLLECTIVE_CHANNELS_H_

#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"

namespace hlo {

struct ChannelFault {
  const Instruction* instruction;
  Error error;
};

// Module-wide rules of communication: the two ends of a channel (send.C3), one kind of use for each
// channel, and constrain_layout on all or none of the all-reduces (V04). Requires a module that is
// otherwise valid.
std::vector<ChannelFault> CheckChannels(const Module& module);

}  // namespace hlo

#endif  // HLO_CORE_OPS_COLLECTIVE_CHANNELS_H_

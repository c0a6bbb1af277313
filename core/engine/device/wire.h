// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_WIRE_H_
#define HLO_CORE_ENGINE_DEVICE_WIRE_H_

#include <cstdint>
#include <vector>

#include "core/ir/module.h"
#include "hlo/literal.h"

namespace hlo {

// Notifies other processes of the actions of the local device in a run over several processes.
class Wire {
 public:
  virtual ~Wire() = default;
  // The local device.
  virtual int64_t here() const = 0;
  // The local device has reached a communicating instruction; `to` treats the operands as if the
  // device were its own.
  // `origin`: as in Rendezvous::Join.
  virtual void Tell(int64_t to, const Instruction& instruction,
                    const std::vector<Literal>& operands, const std::vector<int64_t>& origin) = 0;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_WIRE_H_

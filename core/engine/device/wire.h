// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_WIRE_H_
#define HLO_CORE_ENGINE_DEVICE_WIRE_H_

#include <cstdint>
#include <vector>

#include "core/ir/module.h"
#include "hlo/literal.h"

namespace hlo {

// Tells other processes what the one device here does, in a run whose devices lie in several.
class Wire {
 public:
  virtual ~Wire() = default;
  // The device here.
  virtual int64_t here() const = 0;
  // It has reached an instruction that communicates; `to` does with the operands what it would do
  // if the device were its own.
  virtual void Tell(int64_t to, const Instruction& instruction,
                    const std::vector<Literal>& operands) = 0;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_WIRE_H_

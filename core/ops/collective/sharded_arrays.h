// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_COLLECTIVE_SHARDED_ARRAYS_H_
#define HLO_CORE_OPS_COLLECTIVE_SHARDED_ARRAYS_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/ir/device_parts.h"
#include "hlo/literal.h"

// Arrays of all devices from the parts of each, and the parts from the array. The errors are R02,
// of `budget`.
namespace hlo {

// Part `number`, in row-major order. `whole` has the sizes of WholeDims.
Result<Literal> PartOfArray(const Literal& whole, const DeviceParts& parts, const Shape& part,
                            int64_t number, const std::shared_ptr<MemoryBudget>& budget = nullptr);
// The part of each device.
Result<std::vector<Literal>> SplitArray(const Literal& whole, const DeviceParts& parts,
                                        const Shape& part);
// The array whose parts the devices have; of several devices with the same part, device `copy`
// counts.
Result<Literal> JoinArray(std::span<const Literal* const> of_devices, const DeviceParts& parts,
                          int64_t copy = 0, const std::shared_ptr<MemoryBudget>& budget = nullptr);

}  // namespace hlo

#endif  // HLO_CORE_OPS_COLLECTIVE_SHARDED_ARRAYS_H_

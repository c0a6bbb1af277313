// SPDX-License-Identifier: Apache-2.0
// Arrays of all devices, and the part that each device has of them.
#ifndef HLO_CORE_API_DEVICE_PARTS_H_
#define HLO_CORE_API_DEVICE_PARTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/literal.h"

namespace hlo::api {

// A sharding that gives every device one of equal parts (hlo-text reference 6.6).
struct DeviceParts {
  std::vector<int64_t> counts;   // parts along each dimension
  std::vector<int64_t> devices;  // of the parts in row-major order; `copies` devices for each
  int64_t copies = 1;

  bool IsWhole() const { return copies == static_cast<int64_t>(devices.size()); }
};

// nullopt for other shardings, and if the rank or the number of devices does not match.
std::optional<DeviceParts> ReadDeviceParts(std::string_view sharding, size_t rank,
                                           int64_t device_count);
// The shardings of the arrays of a tuple, or that of an array alone.
std::vector<std::string> ShardingsOfLeaves(std::string_view sharding);

// The sizes of the array whose parts have the sizes `part`.
Dims WholeDims(const DeviceParts& parts, const Dims& part);
// The part of each device. `whole` has the sizes of WholeDims. Errors: R02.
Result<std::vector<Literal>> SplitAmongDevices(const Literal& whole, const DeviceParts& parts,
                                               const Shape& part);
// The array whose parts the devices have; of equal parts that of the first device. Errors: R02.
Result<Literal> JoinOfDevices(const std::vector<const Literal*>& parts_of_devices,
                              const DeviceParts& parts);

}  // namespace hlo::api

#endif  // HLO_CORE_API_DEVICE_PARTS_H_

// SPDX-License-Identifier: Apache-2.0
// The part that each device has of a sharded array.
#ifndef HLO_CORE_IR_DEVICE_PARTS_H_
#define HLO_CORE_IR_DEVICE_PARTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/mesh.h"
#include "hlo/shape.h"

namespace hlo {

// A sharding that gives every device one of equal parts (hlo-text reference 6.6).
struct DeviceParts {
  std::vector<int64_t> counts;   // parts along each dimension
  std::vector<int64_t> devices;  // of the parts in row-major order; `copies` devices for each
  int64_t copies = 1;

  // Whether each device of `device_count` has one part of an array of this rank.
  bool Fit(size_t rank, int64_t device_count) const;
};

// By the axes of a mesh that shard each dimension. nullopt as Mesh::GroupOrder.
std::optional<DeviceParts> PartsOfMesh(const Mesh& mesh,
                                       const std::vector<std::vector<AxisRef>>& dimensions);
// Of a sharding in HLO text; a sharding by the axes of a mesh by those in `kept` alone, unless it
// is nullptr. nullopt for other shardings, and if the rank or the number of devices does not match.
std::optional<DeviceParts> ReadDeviceParts(std::string_view sharding, size_t rank,
                                           int64_t device_count,
                                           const std::vector<std::string>* kept = nullptr);
// The shardings of the arrays of a tuple, or that of an array alone.
std::vector<std::string> ShardingsOfLeaves(std::string_view sharding);

// The sizes of the array whose parts have the sizes `part`.
Dims WholeDims(const DeviceParts& parts, const Dims& part);

}  // namespace hlo

#endif  // HLO_CORE_IR_DEVICE_PARTS_H_

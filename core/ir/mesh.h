// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IR_MESH_H_
#define HLO_CORE_IR_MESH_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hlo {

// An axis of a mesh, or the part "(pre)size" of one: the middle of (pre, size, rest).
struct AxisRef {
  std::string name;
  int64_t pre = 0;  // 0: the whole axis
  int64_t size = 0;
};

// Devices by named axes (imports reference 4.5, 6).
struct Mesh {
  struct Axis {
    std::string name;
    int64_t size = 1;
  };
  static constexpr int64_t kMaxDevices = int64_t{1} << 20;

  std::vector<Axis> axes;
  std::vector<int64_t> device_ids;  // empty: 0, 1, 2, ...

  // 0, 1, 2, ... in an array of these sizes, read in row-major order after a transpose, which is
  // empty or a permutation. nullopt as GroupOrder.
  static std::optional<std::vector<int64_t>> IotaDevices(std::span<const int64_t> sizes,
                                                         std::span<const int64_t> transpose);

  // Keeps the axes of a sharding that are in `kept`.
  static void KeepAxes(const std::vector<std::string>& kept,
                       std::vector<std::vector<AxisRef>>& dimensions);

  int64_t DeviceCount() const;
  int64_t SizeOf(const AxisRef& ref) const;
  // The devices, parts of axes that are not listed outermost and in mesh order, the listed ones
  // innermost and in the order listed. nullopt when an axis is unknown, repeated, or does not
  // divide, or the mesh has more than 64 axes or 2^20 devices.
  std::optional<std::vector<int64_t>> GroupOrder(const std::vector<AxisRef>& listed) const;
  // The groups of devices that differ in the listed axes alone, from GroupOrder. nullopt as above.
  std::optional<std::vector<std::vector<int64_t>>> Groups(const std::vector<AxisRef>& listed) const;
  // The devices, the listed parts of axes outermost, the others innermost and in mesh order.
  // nullopt as above.
  std::optional<std::vector<int64_t>> DevicesInOrder(const std::vector<AxisRef>& listed) const;
  // "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}": from the axes of each dimension.
  // nullopt as above.
  std::optional<std::string> ShardingText(
      const std::vector<std::vector<AxisRef>>& dimensions) const;

 private:
  // A factor of the device count, in mesh order; `place` is which use it serves, -1 for none.
  struct Part {
    int64_t size = 1;
    int64_t place = -1;
  };
  std::optional<std::vector<Part>> Split(const std::vector<AxisRef>& listed) const;
  static std::string IotaText(const std::vector<Part>& parts, size_t places);
};

}  // namespace hlo

#endif  // HLO_CORE_IR_MESH_H_

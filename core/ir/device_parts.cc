// SPDX-License-Identifier: Apache-2.0
#include "core/ir/device_parts.h"

#include <algorithm>
#include <utility>

#include "core/base/checked.h"
#include "core/base/scanner.h"
#include "core/ir/mesh.h"
#include "core/ir/shardy.h"

namespace hlo {
namespace {

// "[2,4]T(1,0)"
std::optional<std::vector<int64_t>> ReadIota(Scanner& text) {
  std::vector<int64_t> sizes, transpose;
  if (!text.Ints('[', ']', sizes)) return std::nullopt;
  if (text.Take("T") && (!text.Ints('(', ')', transpose) || transpose.size() != sizes.size())) {
    return std::nullopt;
  }
  return Mesh::IotaDevices(sizes, transpose);
}

// "0,2,1,3"
std::optional<std::vector<int64_t>> ReadDevices(Scanner& text) {
  std::vector<int64_t> devices;
  do {
    if (!text.Int(devices.emplace_back())) return std::nullopt;
  } while (text.Take(","));
  return devices;
}

// "[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate"
std::optional<DeviceParts> ReadTiles(Scanner& text) {
  DeviceParts parts;
  if (!text.Ints('[', ']', parts.counts)) return std::nullopt;
  auto devices = text.Take("<=") ? ReadIota(text) : ReadDevices(text);
  if (!devices) return std::nullopt;
  parts.devices = std::move(*devices);
  size_t last = text.Take("last_tile_dim_replicate") ? 1 : 0;
  // Subgroups that are manual or replicated hold copies; unreduced ones hold partial sums.
  if (text.Take("last_tile_dims={")) {
    do {
      const std::string_view word = text.Word();
      if (word != "manual" && word != "replicated") return std::nullopt;
      ++last;
    } while (text.Take(","));
    if (!text.Take("}")) return std::nullopt;
  }
  for (; last > 0; --last) {
    if (parts.counts.empty()) return std::nullopt;
    const auto copies = CheckedMultiply(parts.copies, parts.counts.back());
    if (!copies) return std::nullopt;
    parts.copies = *copies;
    parts.counts.pop_back();
  }
  return parts;
}

DeviceParts WholeOnEach(size_t rank, int64_t device_count) {
  DeviceParts parts;
  parts.counts.assign(rank, 1);
  parts.copies = device_count;
  for (int64_t device = 0; device < device_count; ++device) parts.devices.push_back(device);
  return parts;
}

// "[a=2,b=4], device_ids=(...), [{a}, {b}]", by the axes in `kept`.
std::optional<DeviceParts> ReadNamed(Scanner& text, size_t rank,
                                     const std::vector<std::string>* kept) {
  Mesh mesh;
  if (!text.Take("[")) return std::nullopt;
  while (!text.Take("]")) {
    Mesh::Axis& axis = mesh.axes.emplace_back();
    axis.name = text.Name();
    if (!text.Take("=") || !text.Int(axis.size)) return std::nullopt;
    text.Take(",");
  }
  if (text.Take(", device_ids=(")) {
    auto devices = text.At('[') ? ReadIota(text) : ReadDevices(text);
    if (!devices || !text.Take(")")) return std::nullopt;
    mesh.device_ids = std::move(*devices);
  }
  if (!text.Take(",")) return std::nullopt;
  if (text.Take("replicated") || text.Take("manual")) {
    return WholeOnEach(rank, mesh.DeviceCount());
  }
  if (!text.Take("[")) return std::nullopt;
  std::vector<std::vector<AxisRef>> dimensions;
  while (text.Take("{")) {
    std::vector<AxisRef>& axes = dimensions.emplace_back();
    while (!text.Take("}")) {
      if (!text.Take("?") && !ReadAxisRef(text, axes.emplace_back())) return std::nullopt;
      text.Take(",");
    }
    text.Take(",");
  }
  if (kept != nullptr) Mesh::KeepAxes(*kept, dimensions);
  return PartsOfMesh(mesh, dimensions);
}

}  // namespace

bool DeviceParts::Fit(size_t rank, int64_t device_count) const {
  for (int64_t count : counts) {
    if (count < 1) return false;
  }
  const auto count = CheckedProduct({counts.data(), counts.size()});
  const auto all = count ? CheckedMultiply(*count, copies) : std::nullopt;
  if (counts.size() != rank || !all || *all != device_count ||
      std::ssize(devices) != device_count) {
    return false;
  }
  std::vector<int64_t> sorted = devices;
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

std::optional<DeviceParts> PartsOfMesh(const Mesh& mesh,
                                       const std::vector<std::vector<AxisRef>>& dimensions) {
  std::vector<AxisRef> listed;
  for (const std::vector<AxisRef>& axes : dimensions) {
    listed.insert(listed.end(), axes.begin(), axes.end());
  }
  std::optional<std::vector<int64_t>> devices = mesh.DevicesInOrder(listed);
  if (!devices) return std::nullopt;
  DeviceParts parts;
  parts.copies = std::ssize(*devices);
  for (const std::vector<AxisRef>& axes : dimensions) {
    int64_t& count = parts.counts.emplace_back(1);
    for (const AxisRef& axis : axes) count *= mesh.SizeOf(axis);
    parts.copies /= count;
  }
  parts.devices = std::move(*devices);
  return parts;
}

std::optional<DeviceParts> ReadDeviceParts(std::string_view sharding, size_t rank,
                                           int64_t device_count,
                                           const std::vector<std::string>* kept) {
  if (device_count < 1 || device_count > Mesh::kMaxDevices) return std::nullopt;
  Scanner text(sharding);
  // Partial sums cannot be joined.
  const bool is_unreduced = sharding.find("unreduced={") != std::string_view::npos &&
                            sharding.find("unreduced={}") == std::string_view::npos;
  if (!text.Take("{") || is_unreduced) return std::nullopt;
  std::optional<DeviceParts> parts;
  if (text.Take("mesh")) {
    parts = ReadNamed(text, rank, kept);
  } else if (text.Take("devices=")) {
    parts = ReadTiles(text);
  } else if (text.Take("replicated") || text.Take("manual")) {
    parts = WholeOnEach(rank, device_count);
  }
  if (!parts || !parts->Fit(rank, device_count)) return std::nullopt;
  return parts;
}

std::vector<std::string> ShardingsOfLeaves(std::string_view sharding) {
  Scanner text(sharding);
  if (!text.Take("{") || !text.At('{')) return {std::string(sharding)};
  std::vector<std::string> leaves;
  do {
    leaves.emplace_back(text.Braces());
  } while (text.Take(","));
  return leaves;
}

Dims WholeDims(const DeviceParts& parts, const Dims& part) {
  Dims dims = part;
  for (size_t d = 0; d < dims.size(); ++d) {
    dims[d] = CheckedMultiply(dims[d], parts.counts[d]).value_or(-1);
  }
  return dims;
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
#include "core/api/device_parts.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/import/proto/scanner.h"
#include "core/ir/mesh.h"

namespace hlo::api {
namespace {

using proto::Scanner;

constexpr int64_t kMaxDevices = int64_t{1} << 20;

// "[2,4]T(1,0)"
std::optional<std::vector<int64_t>> ReadIota(Scanner& text) {
  std::vector<int64_t> sizes, transpose;
  if (!text.Ints('[', ']', sizes)) return std::nullopt;
  if (text.Take("T") && (!text.Ints('(', ')', transpose) || transpose.size() != sizes.size())) {
    return std::nullopt;
  }
  return Mesh::IotaDevices(sizes, transpose);
}

// "[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate"
std::optional<DeviceParts> ReadTiles(Scanner& text) {
  DeviceParts parts;
  if (!text.Ints('[', ']', parts.counts)) return std::nullopt;
  if (text.Take("<=")) {
    auto devices = ReadIota(text);
    if (!devices) return std::nullopt;
    parts.devices = std::move(*devices);
  } else {
    do {
      if (!text.Int(parts.devices.emplace_back())) return std::nullopt;
    } while (text.Take(","));
  }
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

// "a", or "a:(1)2" for a part of an axis.
bool ReadAxis(Scanner& text, AxisRef& axis) {
  axis.name = text.Word();
  if (axis.name.empty()) return false;
  if (!text.Take(":")) return true;
  return text.Take("(") && text.Int(axis.pre) && text.Take(")") && text.Int(axis.size);
}

// "[a=2,b=4], device_ids=(...), [{a}, {b}]" as tiles. `text` has no quotes.
std::optional<std::string> TilesOfMesh(Scanner& text) {
  Mesh mesh;
  if (!text.Take("[")) return std::nullopt;
  while (!text.Take("]")) {
    Mesh::Axis& axis = mesh.axes.emplace_back();
    axis.name = text.Word();
    if (!text.Take("=") || !text.Int(axis.size)) return std::nullopt;
    text.Take(",");
  }
  if (text.Take(", device_ids=(")) {
    if (text.At('[')) {
      auto devices = ReadIota(text);
      if (!devices) return std::nullopt;
      mesh.device_ids = std::move(*devices);
    } else {
      do {
        if (!text.Int(mesh.device_ids.emplace_back())) return std::nullopt;
      } while (text.Take(","));
    }
    if (!text.Take(")")) return std::nullopt;
  }
  if (!text.Take(",")) return std::nullopt;
  if (text.Take("replicated")) return "{replicated}";
  if (!text.Take("[")) return std::nullopt;
  std::vector<std::vector<AxisRef>> dimensions;
  while (text.Take("{")) {
    std::vector<AxisRef>& axes = dimensions.emplace_back();
    while (!text.Take("}")) {
      if (!text.Take("?") && !ReadAxis(text, axes.emplace_back())) return std::nullopt;
      text.Take(",");
    }
    text.Take(",");
  }
  return mesh.ShardingText(dimensions);
}

bool AreConsistent(const DeviceParts& parts, size_t rank, int64_t device_count) {
  for (int64_t count : parts.counts) {
    if (count < 1) return false;
  }
  const auto count = CheckedProduct({parts.counts.data(), parts.counts.size()});
  const auto all = count ? CheckedMultiply(*count, parts.copies) : std::nullopt;
  if (parts.counts.size() != rank || !all || *all != device_count ||
      std::ssize(parts.devices) != device_count) {
    return false;
  }
  std::vector<int64_t> sorted = parts.devices;
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

// Where part `number` begins.
std::vector<int64_t> Begin(const DeviceParts& parts, const Dims& part, int64_t number) {
  std::vector<int64_t> begin(part.size());
  for (size_t d = part.size(); d-- > 0;) {
    begin[d] = number % parts.counts[d] * part[d];
    number /= parts.counts[d];
  }
  return begin;
}

// Calls fn(element of the whole array, element of the part, count) for each line of a part, which
// is contiguous in both.
template <class Fn>
void ForEachLine(const Dims& dims, const Dims& sizes, const std::vector<int64_t>& begin, Fn&& fn) {
  const size_t rank = dims.size();
  const int64_t line = rank == 0 ? 1 : sizes[rank - 1];
  const int64_t count = CheckedProduct({sizes.data(), rank}).value_or(0);
  for (int64_t done = 0; done < count; done += line) {
    int64_t rest = done / line, at = rank == 0 ? 0 : begin[rank - 1], stride = 1;
    for (size_t d = rank; d-- > 1;) {
      stride *= dims[d];
      at += (rest % sizes[d - 1] + begin[d - 1]) * stride;
      rest /= sizes[d - 1];
    }
    fn(static_cast<size_t>(at), static_cast<size_t>(done), static_cast<size_t>(line));
  }
}

}  // namespace

std::optional<DeviceParts> ReadDeviceParts(std::string_view sharding, size_t rank,
                                           int64_t device_count) {
  if (device_count < 1 || device_count > kMaxDevices) return std::nullopt;
  std::string plain(sharding);
  std::erase(plain, '\'');
  std::erase(plain, '"');
  Scanner text(plain);
  // Partial sums cannot be joined.
  const bool is_unreduced = plain.find("unreduced={") != std::string::npos &&
                            plain.find("unreduced={}") == std::string::npos;
  if (!text.Take("{") || is_unreduced) return std::nullopt;
  std::optional<DeviceParts> parts;
  std::string tiles;
  if (text.Take("mesh")) {
    const std::optional<std::string> found = TilesOfMesh(text);
    if (!found) return std::nullopt;
    tiles = *found;
    text = Scanner(tiles);
    text.Take("{");
  }
  if (text.Take("devices=")) {
    parts = ReadTiles(text);
  } else if (text.Take("replicated") || text.Take("manual")) {
    parts.emplace();
    parts->counts.assign(rank, 1);
    parts->copies = device_count;
    for (int64_t device = 0; device < device_count; ++device) parts->devices.push_back(device);
  }
  if (!parts || !AreConsistent(*parts, rank, device_count)) return std::nullopt;
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

Result<std::vector<Literal>> SplitAmongDevices(const Literal& whole, const DeviceParts& parts,
                                               const Shape& part) {
  std::vector<Literal> of_devices(parts.devices.size());
  const auto element = static_cast<size_t>(StorageBytes(whole.element_type()));
  for (size_t i = 0; i < parts.devices.size(); i += static_cast<size_t>(parts.copies)) {
    HLO_TRY(Literal literal, Literal::Allocate(part));
    const auto number = static_cast<int64_t>(i) / parts.copies;
    uint8_t* to = literal.mutable_bytes();
    ForEachLine(whole.shape().dims, part.dims, Begin(parts, part.dims, number),
                [&](size_t in_whole, size_t in_part, size_t count) {
                  std::memcpy(to + in_part * element, whole.bytes() + in_whole * element,
                              count * element);
                });
    for (int64_t copy = 0; copy < parts.copies; ++copy) {
      of_devices[static_cast<size_t>(parts.devices[i + static_cast<size_t>(copy)])] = literal;
    }
  }
  return of_devices;
}

Result<Literal> JoinOfDevices(const std::vector<const Literal*>& parts_of_devices,
                              const DeviceParts& parts) {
  const Dims part = parts_of_devices[0]->shape().dims;
  const Dims dims = WholeDims(parts, part);
  HLO_TRY(Literal whole,
          Literal::Allocate(Shape::Array(parts_of_devices[0]->element_type(), dims)));
  uint8_t* to = whole.mutable_bytes();
  const auto element = static_cast<size_t>(StorageBytes(whole.element_type()));
  for (size_t i = 0; i < parts.devices.size(); i += static_cast<size_t>(parts.copies)) {
    const Literal& of_device = *parts_of_devices[static_cast<size_t>(parts.devices[i])];
    const auto number = static_cast<int64_t>(i) / parts.copies;
    ForEachLine(whole.shape().dims, part, Begin(parts, part, number),
                [&](size_t in_whole, size_t in_part, size_t count) {
                  std::memcpy(to + in_whole * element, of_device.bytes() + in_part * element,
                              count * element);
                });
  }
  return whole;
}

}  // namespace hlo::api

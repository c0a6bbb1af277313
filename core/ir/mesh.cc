// SPDX-License-Identifier: Apache-2.0
#include "core/ir/mesh.h"

#include <algorithm>

#include "core/base/checked.h"
#include "core/base/format.h"

namespace hlo {
namespace {

constexpr size_t kMaxAxes = 64;

}  // namespace

std::optional<std::vector<int64_t>> Mesh::IotaDevices(std::span<const int64_t> sizes,
                                                      std::span<const int64_t> transpose) {
  Mesh mesh;
  std::vector<AxisRef> order;
  for (size_t i = 0; i < sizes.size(); ++i) {
    mesh.axes.push_back({std::to_string(i), sizes[i]});
    order.push_back(
        {std::to_string(i < transpose.size() ? transpose[i] : static_cast<int64_t>(i))});
  }
  return mesh.GroupOrder(order);
}

void Mesh::KeepAxes(const std::vector<std::string>& kept,
                    std::vector<std::vector<AxisRef>>& dimensions) {
  for (std::vector<AxisRef>& refs : dimensions) {
    std::erase_if(refs, [&](const AxisRef& ref) {
      return std::find(kept.begin(), kept.end(), ref.name) == kept.end();
    });
  }
}

int64_t Mesh::DeviceCount() const {
  int64_t count = 1;
  for (const Axis& axis : axes) {
    const std::optional<int64_t> product = CheckedMultiply(count, axis.size);
    if (!product || *product > kMaxDevices) return kMaxDevices + 1;
    count = *product;
  }
  return count;
}

int64_t Mesh::SizeOf(const AxisRef& ref) const {
  if (ref.size > 0) return ref.size;
  for (const Axis& axis : axes) {
    if (axis.name == ref.name) return axis.size;
  }
  return 1;
}

// Every axis in the parts that the references cut it into.
std::optional<std::vector<Mesh::Part>> Mesh::Split(const std::vector<AxisRef>& listed) const {
  if (axes.size() > kMaxAxes || listed.size() > kMaxAxes) return std::nullopt;
  for (const AxisRef& ref : listed) {
    const bool is_whole = ref.pre == 0 && ref.size == 0;
    if (!is_whole && (ref.pre < 1 || ref.size < 1)) return std::nullopt;
  }
  std::vector<Part> parts;
  size_t used = 0;
  for (const Axis& axis : axes) {
    const auto is_same = [&](const Axis& other) { return other.name == axis.name; };
    if (axis.size < 1 || std::count_if(axes.begin(), axes.end(), is_same) != 1) return std::nullopt;
    std::vector<std::pair<int64_t, size_t>> cuts;  // product of what comes before, reference
    for (size_t i = 0; i < listed.size(); ++i) {
      if (listed[i].name != axis.name) continue;
      cuts.emplace_back(std::max<int64_t>(listed[i].pre, 1), i);
      ++used;
    }
    std::sort(cuts.begin(), cuts.end());
    int64_t done = 1;
    for (const auto& [pre, reference] : cuts) {
      const int64_t size = listed[reference].size > 0 ? listed[reference].size : axis.size;
      const bool fits = pre % done == 0 && pre >= done && pre <= axis.size &&
                        axis.size % pre == 0 && (axis.size / pre) % size == 0;
      if (!fits) return std::nullopt;
      if (pre != done) parts.push_back({pre / done, -1});
      parts.push_back({size, static_cast<int64_t>(reference)});
      done = pre * size;
    }
    if (axis.size % done != 0) return std::nullopt;
    if (done != axis.size) parts.push_back({axis.size / done, -1});
  }
  if (used != listed.size() || DeviceCount() > kMaxDevices) return std::nullopt;
  return parts;
}

std::optional<std::vector<int64_t>> Mesh::GroupOrder(const std::vector<AxisRef>& listed) const {
  const std::optional<std::vector<Part>> parts = Split(listed);
  if (!parts) return std::nullopt;
  std::vector<int64_t> strides(parts->size(), 1);
  for (size_t i = parts->size(); i-- > 1;) strides[i - 1] = strides[i] * (*parts)[i].size;
  std::vector<size_t> order;
  for (size_t i = 0; i < parts->size(); ++i) {
    if ((*parts)[i].place < 0) order.push_back(i);
  }
  for (size_t place = 0; place < listed.size(); ++place) {
    for (size_t i = 0; i < parts->size(); ++i) {
      if ((*parts)[i].place == static_cast<int64_t>(place)) order.push_back(i);
    }
  }
  const int64_t count = DeviceCount();
  if (!device_ids.empty() && std::ssize(device_ids) != count) return std::nullopt;
  std::vector<int64_t> devices;
  for (int64_t number = 0; number < count; ++number) {
    int64_t rest = number, at = 0;
    for (size_t i = order.size(); i-- > 0;) {
      at += rest % (*parts)[order[i]].size * strides[order[i]];
      rest /= (*parts)[order[i]].size;
    }
    devices.push_back(device_ids.empty() ? at : device_ids[static_cast<size_t>(at)]);
  }
  return devices;
}

std::optional<std::vector<std::vector<int64_t>>> Mesh::Groups(
    const std::vector<AxisRef>& listed) const {
  const std::optional<std::vector<int64_t>> order = GroupOrder(listed);
  if (!order) return std::nullopt;
  int64_t size = 1;
  for (const AxisRef& ref : listed) size *= SizeOf(ref);
  std::vector<std::vector<int64_t>> groups;
  for (auto at = order->begin(); at != order->end(); at += size) groups.emplace_back(at, at + size);
  return groups;
}

std::optional<std::string> Mesh::ShardingText(
    const std::vector<std::vector<AxisRef>>& dimensions) const {
  if (axes.empty()) {
    if (device_ids.size() != 1) return "{replicated}";
    return "{maximal device=" + std::to_string(device_ids[0]) + "}";
  }
  std::vector<AxisRef> listed;
  for (const std::vector<AxisRef>& dimension : dimensions) {
    listed.insert(listed.end(), dimension.begin(), dimension.end());
  }
  const std::optional<std::vector<Part>> parts = Split(listed);
  if (!parts) return std::nullopt;
  if (listed.empty()) return "{replicated}";
  std::vector<int64_t> tiles;
  int64_t used = 1;
  for (const std::vector<AxisRef>& dimension : dimensions) {
    int64_t size = 1;
    for (const AxisRef& ref : dimension) size *= SizeOf(ref);
    tiles.push_back(size);
    used *= size;
  }
  const int64_t rest = DeviceCount() / used;
  if (rest > 1) tiles.push_back(rest);
  std::string devices;
  if (device_ids.empty()) {
    devices = IotaText(*parts, listed.size());
  } else {
    const std::optional<std::vector<int64_t>> order = DevicesInOrder(listed);
    if (!order) return std::nullopt;
    devices = Joined(*order);
  }
  return "{devices=[" + Joined(tiles) + "]" + devices +
         (rest > 1 ? " last_tile_dim_replicate}" : "}");
}

// "<=[2,4]T(1,0)": neighbors in the mesh that stay neighbors are one dimension of the reshape.
std::string Mesh::IotaText(const std::vector<Part>& parts, size_t places) {
  std::vector<size_t> kept;   // parts of more than one device, in mesh order
  std::vector<size_t> order;  // the same in the order of their use, unused ones last
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].size > 1) kept.push_back(i);
  }
  for (size_t place = 0; place <= places; ++place) {
    const int64_t wanted = place < places ? static_cast<int64_t>(place) : -1;
    for (size_t i : kept) {
      if (parts[i].place == wanted) order.push_back(i);
    }
  }
  std::vector<std::vector<size_t>> runs;
  for (size_t i : order) {
    const auto before =
        runs.empty() ? kept.end() : std::find(kept.begin(), kept.end(), runs.back().back());
    const bool joins = before != kept.end() && before + 1 != kept.end() && *(before + 1) == i;
    if (!joins) runs.emplace_back();
    runs.back().push_back(i);
  }
  std::vector<size_t> by_mesh(runs.size());
  for (size_t i = 0; i < runs.size(); ++i) by_mesh[i] = i;
  std::sort(by_mesh.begin(), by_mesh.end(),
            [&](size_t a, size_t b) { return runs[a][0] < runs[b][0]; });
  std::vector<int64_t> reshape, permutation(runs.size());
  for (size_t i = 0; i < by_mesh.size(); ++i) {
    int64_t size = 1;
    for (size_t part : runs[by_mesh[i]]) size *= parts[part].size;
    reshape.push_back(size);
    permutation[by_mesh[i]] = static_cast<int64_t>(i);
  }
  if (reshape.empty()) reshape.push_back(1);
  std::string text = "<=[" + Joined(reshape) + "]";
  if (permutation.size() > 1) text += "T(" + Joined(permutation) + ")";
  return text;
}

std::optional<std::vector<int64_t>> Mesh::DevicesInOrder(const std::vector<AxisRef>& listed) const {
  // GroupOrder puts the listed axes innermost; here they are outermost.
  const std::optional<std::vector<int64_t>> grouped = GroupOrder(listed);
  if (!grouped) return std::nullopt;
  int64_t inner = 1;
  for (const AxisRef& ref : listed) inner *= SizeOf(ref);
  const int64_t outer = std::ssize(*grouped) / inner;
  std::vector<int64_t> devices;
  for (int64_t i = 0; i < inner; ++i) {
    for (int64_t o = 0; o < outer; ++o)
      devices.push_back((*grouped)[static_cast<size_t>(o * inner + i)]);
  }
  return devices;
}

}  // namespace hlo

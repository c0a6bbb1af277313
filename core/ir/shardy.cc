// SPDX-License-Identifier: Apache-2.0
#include "core/ir/shardy.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace hlo {
namespace {

// {"x", "y":(1)2, ?}
bool ReadAxes(Scanner& text, std::vector<AxisRef>& axes) {
  if (!text.Take("{")) return false;
  while (!text.Take("}")) {
    if (!text.Take("?") && !ReadAxisRef(text, axes.emplace_back())) return false;
    if (!text.Take(",") && !text.At('}')) return false;
  }
  return true;
}

// @mesh, or mesh<["x"=2]>
bool ReadMeshOrName(Scanner& text, const MeshTexts& meshes, Mesh& mesh) {
  if (text.Take("@")) {
    const std::string_view name = text.Name();
    const auto found = std::find_if(meshes.begin(), meshes.end(),
                                    [&](const auto& known) { return known.first == name; });
    if (found == meshes.end()) return false;
    Scanner inside(found->second);
    return ReadShardyMesh(inside, mesh);
  }
  text.Take("mesh");
  return text.Take("<") && ReadShardyMesh(text, mesh) && text.Take(">");
}

}  // namespace

bool ReadAxisRef(Scanner& text, AxisRef& axis) {
  axis.name = text.Name();
  if (axis.name.empty()) return false;
  if (!text.Take(":")) return true;
  return text.Take("(") && text.Int(axis.pre) && text.Take(")") && text.Int(axis.size);
}

bool ReadShardyMesh(Scanner& text, Mesh& mesh) {
  if (!text.Take("[")) return false;
  while (!text.Take("]")) {
    Mesh::Axis& axis = mesh.axes.emplace_back();
    axis.name = text.Name();
    if (axis.name.empty() || !text.Take("=") || !text.Int(axis.size)) return false;
    if (!text.Take(",") && !text.At(']')) return false;
  }
  if (!text.Take(",")) return true;
  return text.Take("device_ids") && text.Take("=") && text.Ints('[', ']', mesh.device_ids);
}

std::optional<ShardySharding> ReadShardySharding(Scanner& text, const MeshTexts& meshes) {
  ShardySharding sharding;
  if (!ReadMeshOrName(text, meshes, sharding.mesh) || !text.Take(",") || !text.Take("[")) {
    return std::nullopt;
  }
  while (!text.Take("]")) {
    if (!ReadAxes(text, sharding.dimensions.emplace_back())) return std::nullopt;
    text.Word();  // p1: a priority
    if (!text.Take(",") && !text.At(']')) return std::nullopt;
  }
  while (text.Take(",")) {
    const std::string_view what = text.Word();
    std::vector<AxisRef> axes;
    if (!text.Take("=") || !ReadAxes(text, axes)) return std::nullopt;
    if (what == "unreduced") sharding.is_unreduced = !axes.empty();
  }
  return sharding;
}

std::vector<ShardySharding> ReadShardyShardings(Scanner& text, const MeshTexts& meshes) {
  std::vector<ShardySharding> shardings;
  if (!text.Take("[")) return {};
  while (!text.Take("]")) {
    if (!text.Take("<")) return {};
    std::optional<ShardySharding> sharding = ReadShardySharding(text, meshes);
    if (!sharding || !text.Take(">") || (!text.Take(",") && !text.At(']'))) return {};
    shardings.push_back(std::move(*sharding));
  }
  return shardings;
}

}  // namespace hlo

// SPDX-License-Identifier: Apache-2.0
// Meshes and shardings as Shardy writes them, in StableHLO and in frontend attributes of HLO
// (imports reference 6).
#ifndef HLO_CORE_IR_SHARDY_H_
#define HLO_CORE_IR_SHARDY_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/scanner.h"
#include "core/ir/mesh.h"

namespace hlo {

// Names of meshes, and the text of each, such as `["x"=2, "y"=4]`.
using MeshTexts = std::vector<std::pair<std::string_view, std::string_view>>;

// The axes that shard each dimension of an array.
struct ShardySharding {
  Mesh mesh;
  std::vector<std::vector<AxisRef>> dimensions;
  bool is_unreduced = false;  // the devices have partial sums
};

// "x", or "x":(pre)size for a part of it; HLO has 'x' or x.
bool ReadAxisRef(Scanner& text, AxisRef& axis);
// ["x"=2, "y"=4], device_ids=[1, 0]
bool ReadShardyMesh(Scanner& text, Mesh& mesh);
// @mesh, [{"x", ?}, {}], replicated={"z"}
std::optional<ShardySharding> ReadShardySharding(Scanner& text, const MeshTexts& meshes);
// [<@mesh, [..]>, ...]. Empty if one of them cannot be read.
std::vector<ShardySharding> ReadShardyShardings(Scanner& text, const MeshTexts& meshes);

}  // namespace hlo

#endif  // HLO_CORE_IR_SHARDY_H_

// SPDX-License-Identifier: Apache-2.0
// Attributes of Shardy (imports reference 15.3).
#include "core/base/format.h"
#include "core/import/bytecode/values.h"

namespace hlo::bytecode {
namespace {

enum class Code : int64_t {
  kManualAxes,
  kMeshAxis,
  kMesh,
  kSubAxis,
  kAxisRef,
  kDimensionSharding,
  kSharding,
  kShardingPerValue,
  kShardingWithUnreduced = 15,
  kShardingPerValueWithUnreduced,
  kShardingWithReduction,
};

}  // namespace

std::string Values::SdyText(ByteReader& reader, int64_t code) {
  switch (static_cast<Code>(code)) {
    case Code::kManualAxes:
      return "#sdy<manual_axes{" + Elements(reader) + "}>";
    case Code::kMeshAxis: {
      const std::string name = Quoted(StringAt(reader));
      return Format("{}={}", {name, reader.SignedVarint()});
    }
    case Code::kMesh: {
      const std::string axes = Elements(reader);
      const std::string devices = Joined(SignedList(reader), ", ");
      return "#sdy.mesh<[" + axes + "]" +
             (devices.empty() ? "" : ", device_ids=[" + devices + "]") + ">";
    }
    case Code::kSubAxis: {
      const int64_t pre = reader.SignedVarint();
      return Format(":({}){}", {pre, reader.SignedVarint()});
    }
    case Code::kAxisRef: {
      const std::string name = Quoted(StringAt(reader));
      bool is_part = false;
      const uint64_t part = reader.VarintWithFlag(is_part);
      return is_part ? name + AttributeText(part) : name;
    }
    case Code::kDimensionSharding:
      return DimensionShardingText(reader);
    case Code::kSharding:
    case Code::kShardingWithUnreduced:
    case Code::kShardingWithReduction:
      return "#sdy.sharding" + ShardingText(reader, static_cast<Code>(code) != Code::kSharding);
    case Code::kShardingPerValue:
    case Code::kShardingPerValueWithUnreduced: {
      constexpr std::string_view kPrefix = "#sdy.sharding";
      const size_t count = reader.Count();
      std::string list;
      for (size_t i = 0; i < count && reader.good() && fault_.empty(); ++i) {
        const std::string one = AttributeText(reader.Index(artifact_.attributes.size()));
        if (!one.starts_with(kPrefix))
          Fail("the elements of a list of shardings must be shardings");
        if (fault_.empty()) list += (i > 0 ? ", " : "") + one.substr(kPrefix.size());
      }
      return "#sdy.sharding_per_value<[" + list + "]>";
    }
    default:
      return "";  // rules of propagation, and parameters of resharding ops
  }
}

// {"x", ?}p1: a closed list has no "?".
std::string Values::DimensionShardingText(ByteReader& reader) {
  const std::string axes = Elements(reader);
  const bool is_closed = reader.Byte() != 0;
  bool has_priority = false;
  const uint64_t priority = reader.VarintWithFlag(has_priority);
  std::string text = "{" + axes;
  if (!is_closed) text += axes.empty() ? "?" : ", ?";
  return text + "}" + (has_priority ? Format("p{}", {priority}) : "");
}

// <@mesh, [{"x"}, {}], replicated={"y"}, unreduced={"z"}>
std::string Values::ShardingText(ByteReader& reader, bool has_unreduced_axes) {
  // A symbol, or the mesh itself.
  const std::string mesh = AttributeText(reader.Index(artifact_.attributes.size()));
  constexpr std::string_view kPrefix = "#sdy.";
  std::string text = "<" + (mesh.starts_with(kPrefix) ? mesh.substr(kPrefix.size()) : mesh);
  text += ", [" + Elements(reader) + "]";
  const std::string replicated = Elements(reader);
  if (!replicated.empty()) text += ", replicated={" + replicated + "}";
  if (has_unreduced_axes) text += ", unreduced={" + Elements(reader) + "}";
  return text + ">";
}

std::string Values::Elements(ByteReader& reader) {
  const std::string list = ListText(reader);
  return list.substr(1, list.size() - 2);
}

}  // namespace hlo::bytecode

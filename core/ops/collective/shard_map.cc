// SPDX-License-Identifier: Apache-2.0
#include "core/ops/collective/shard_map.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/base/scanner.h"
#include "core/ir/device_parts.h"
#include "core/ir/library_targets.h"
#include "core/ir/shardy.h"
#include "core/ops/collective/collective.h"
#include "core/ops/collective/replica_groups.h"
#include "core/ops/collective/sharded_arrays.h"
#include "hlo/shape_util.h"

namespace hlo {
namespace {

constexpr std::string_view kMeshes = "xla.sdy.meshes";

std::string_view TargetOf(const Instruction& call) {
  return call.attributes.String(Attr::custom_call_target);
}

bool GoesIn(const Instruction& call) {
  return FindLibraryFunction(TargetOf(call)) == LibraryFunction::kGlobalToLocal;
}

std::string_view Find(const TextMap* map, std::string_view key) {
  if (map == nullptr) return {};
  for (const auto& [name, value] : map->entries) {
    if (name == key) return value;
  }
  return {};
}

// Those of {mesh = #sdy.mesh<["x"=2, "y"=4]>, ...} in the header.
MeshTexts MeshesOf(const ModuleHeader& header) {
  MeshTexts meshes;
  Scanner text(Find(&header.frontend_attributes, kMeshes));
  text.Take("{");
  do {
    const std::string_view name = text.Word();
    if (!text.Take("=") || !text.Take("#sdy.mesh<")) break;
    meshes.emplace_back(name, text.Rest());
    Mesh mesh;
    if (!ReadShardyMesh(text, mesh) || !text.Take(">")) break;
  } while (text.Take(","));
  return meshes;
}

// manual={'x'} in a sharding, or #sdy<manual_axes{"x"}>; nullopt: all axes are.
std::optional<std::vector<std::string>> ManualAxes(std::string_view text, std::string_view key) {
  const size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  Scanner names(text.substr(at + key.size()));
  std::vector<std::string> axes;
  do {
    axes.emplace_back(names.Name());
  } while (names.Take(","));
  return axes;
}

std::string_view ShardingText(const Instruction& instruction) {
  const auto* sharding = instruction.attributes.Get<RawText>(Attr::sharding);
  return sharding == nullptr ? std::string_view() : std::string_view(sharding->text);
}

// By frontend attributes, as Shardy leaves them.
std::optional<DeviceParts> ShardyParts(const TextMap& attributes, std::string_view list, size_t i,
                                       const ModuleHeader& header) {
  Scanner text(list);
  text.Take("#sdy.sharding_per_value<");
  std::vector<ShardySharding> shardings = ReadShardyShardings(text, MeshesOf(header));
  if (i >= shardings.size() || shardings[i].is_unreduced) return std::nullopt;
  if (const auto axes = ManualAxes(Find(&attributes, "xla.sdy.manual_axes"), "manual_axes{")) {
    Mesh::KeepAxes(*axes, shardings[i].dimensions);
  }
  return PartsOfMesh(shardings[i].mesh, shardings[i].dimensions);
}

// How a call divides array i. Without frontend attributes, this is the sharding of the operand of a
// call that goes in, or of the result of one that comes out; the other sharding is manual.
Result<DeviceParts> FindParts(const Instruction& call, size_t i, size_t rank,
                              const Runtime& runtime) {
  const bool in = GoesIn(call);
  const int64_t partitions = runtime.partitions();
  const auto* map = call.attributes.Get<TextMap>(Attr::frontend_attributes);
  const std::string_view list = Find(map, in ? "xla.sdy.in_shardings" : "xla.sdy.out_shardings");
  const std::string_view of_operand = ShardingText(*call.operands[i]);
  const std::string_view of_result = ShardingText(call);
  const std::vector<std::string> leaves = ShardingsOfLeaves(in ? of_operand : of_result);
  std::optional<DeviceParts> parts;
  if (!list.empty()) {
    parts = ShardyParts(*map, list, i, runtime.header());
  } else if (const size_t leaf = in ? 0 : i; leaf < leaves.size() && !leaves[leaf].empty()) {
    const auto axes = ManualAxes(in ? of_result : of_operand, "manual={");
    parts = ReadDeviceParts(leaves[leaf], rank, partitions, axes ? &*axes : nullptr);
  } else {
    return Fail("R07", "`custom-call`: `{}`: array {} must have a sharding", {TargetOf(call), i});
  }
  if (parts && parts->Fit(rank, partitions)) return std::move(*parts);
  return Fail("V04", "`custom-call`: `{}`: the sharding of array {} must fit {}",
              {TargetOf(call), i, Counted(partitions, "partition")});
}

// How `whole` is divided into arrays of the shape `part`; nullopt: not at all.
Result<std::optional<DeviceParts>> PartsOf(const Instruction& call, size_t i, const Shape& whole,
                                           const Shape& part, const Runtime& runtime) {
  if (Compatible(whole, part)) return std::optional<DeviceParts>();
  std::string number = "array";
  if (whole.IsArray() && part.IsArray()) {
    HLO_TRY(DeviceParts parts, FindParts(call, i, whole.dims.size(), runtime));
    if (part.dims.size() == whole.dims.size() && part.element_type == whole.element_type &&
        WholeDims(parts, part.dims) == whole.dims) {
      return std::optional(std::move(parts));
    }
    number = Joined(parts.counts, "x");
  }
  return Fail("R08", "`custom-call`: `{}` must divide {} into {} parts, got {}",
              {TargetOf(call), ShapeText(whole, false), number, ShapeText(part, false)});
}

Status CheckCount(const Instruction& call) {
  const Shape& shape = *call.shape;
  const bool fits =
      shape.IsTuple() ? shape.elements.size() == call.operands.size() : call.operands.size() == 1;
  if (fits) return {};
  return Fail("R08", "`custom-call`: `{}` must have {}, got {}",
              {TargetOf(call), Counted(std::ssize(call.operands), "result"),
               ShapeText(*call.shape, false)});
}

const Shape& ResultOf(const Instruction& call, size_t i) {
  return call.shape->IsTuple() ? call.shape->elements[i] : *call.shape;
}

Literal ValueOf(const Instruction& call, std::vector<Literal> arrays) {
  Literal value = call.shape->IsTuple() ? Literal::Tuple(std::move(arrays)) : std::move(arrays[0]);
  return Relabeled(std::move(value), *call.shape);
}

}  // namespace

// The parts that the device has of the operands.
Result<Literal> EvaluateGlobalToLocal(EvalContext& context) {
  const Instruction& call = context.instruction();
  HLO_RETURN_IF_ERROR(CheckCount(call));
  std::vector<Literal> arrays;
  for (size_t i = 0; i < call.operands.size(); ++i) {
    const Shape& shape = ResultOf(call, i);
    HLO_TRY(const std::optional<DeviceParts> parts,
            PartsOf(call, i, context.operand(i).shape(), shape, context.runtime()));
    if (!parts) {
      arrays.push_back(context.TakeOperand(i));
      continue;
    }
    HLO_RETURN_IF_ERROR(RequireFullSize(call, i, context.operand(i)));
    const auto place =
        std::find(parts->devices.begin(), parts->devices.end(), context.runtime().partition());
    const int64_t number = (place - parts->devices.begin()) / parts->copies;
    HLO_TRY(Literal array,
            PartOfArray(context.operand(i), *parts, shape, number, context.runtime().budget()));
    arrays.push_back(std::move(array));
  }
  return ValueOf(call, std::move(arrays));
}

// All partitions of the replica.
Result<std::vector<int64_t>> ParticipantsOfLocalToGlobal(const Instruction&,
                                                         const Topology& topology, int64_t device) {
  std::vector<int64_t> participants;
  AppendDevices(GroupMode::kReplicasAndPartitions, topology, device,
                IdOf(GroupMode::kReplicas, topology, device), participants);
  return participants;
}

Result<std::vector<Literal>> ExchangeLocalToGlobal(ExchangeContext& context) {
  const Instruction& call = context.instruction();
  HLO_RETURN_IF_ERROR(CheckCount(call));
  std::vector<std::vector<Literal>> arrays(context.size());  // by participant
  for (size_t i = 0; i < context.operand_count(); ++i) {
    const Shape& shape = ResultOf(call, i);
    std::vector<const Literal*> of_devices;
    for (size_t participant = 0; participant < context.size(); ++participant) {
      of_devices.push_back(&context.operand(participant, i));
    }
    HLO_TRY(const std::optional<DeviceParts> parts,
            PartsOf(call, i, shape, of_devices[0]->shape(), context.runtime()));
    if (!parts) {
      for (size_t k = 0; k < context.size(); ++k) arrays[k].push_back(*of_devices[k]);
      continue;
    }
    for (const Literal* of_device : of_devices) {
      HLO_RETURN_IF_ERROR(RequireFullSize(call, i, *of_device));
    }
    // In the body of another shard_map, devices with the same part have different arrays.
    for (int64_t copy = 0; copy < parts->copies; ++copy) {
      HLO_TRY(const Literal whole, JoinArray(of_devices, *parts, copy, context.runtime().budget()));
      for (size_t k = static_cast<size_t>(copy); k < arrays.size();
           k += static_cast<size_t>(parts->copies)) {
        arrays[static_cast<size_t>(parts->devices[k])].push_back(whole);
      }
    }
  }
  std::vector<Literal> results;
  for (std::vector<Literal>& of_one : arrays) {
    results.push_back(ValueOf(call, std::move(of_one)));
  }
  return results;
}

bool HasShardMap(const Module& module) {
  const auto is_border = [](const Instruction* instruction) {
    if (!instruction->Is(Opcode::kCustomCall)) return false;
    const auto function = FindLibraryFunction(TargetOf(*instruction));
    return function == LibraryFunction::kGlobalToLocal ||
           function == LibraryFunction::kLocalToGlobal;
  };
  return std::any_of(module.computations.begin(), module.computations.end(),
                     [&](const auto& computation) {
                       const std::vector<Instruction*>& all = computation->instructions;
                       return std::any_of(all.begin(), all.end(), is_border);
                     });
}

int64_t PartitionsOf(const Module& module) {
  const bool has_meshes = !Find(&module.header.frontend_attributes, kMeshes).empty();
  if (module.header.num_partitions > 1 || !has_meshes) return module.header.num_partitions;
  int64_t most = 1;
  for (const auto& [name, text] : MeshesOf(module.header)) {
    Scanner inside(text);
    Mesh mesh;
    if (ReadShardyMesh(inside, mesh)) most = std::max(most, mesh.DeviceCount());
  }
  return most > 1 && HasShardMap(module) ? most : 1;
}

}  // namespace hlo
